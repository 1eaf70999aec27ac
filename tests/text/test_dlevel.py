"""D-Levels of hand-made trees: the short examples of the literature, and what must not be mistaken for them.

Trees are written word by word as ``form=lemma/UPOS/XPOS/head/relation``; a lemma is left out where it is the form.
"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.errors import InvalidInput
from genchal.text.dlevel import d_level
from genchal.text.syntax import Parse

EXAMPLES = {
    0: """
        The/DET/DT/2/det dog/NOUN/NN/3/nsubj barked=bark/VERB/VBD/0/root ./PUNCT/./3/punct

        What/PRON/WP/4/obj did=do/AUX/VBD/4/aux you/PRON/PRP/4/nsubj do/VERB/VB/0/root ?/PUNCT/./4/punct

        # semi-auxiliaries
        I/PRON/PRP/3/nsubj am=be/AUX/VBP/3/aux going=go/VERB/VBG/0/root to/PART/TO/5/mark leave/VERB/VB/3/xcomp

        I/PRON/PRP/2/nsubj have/VERB/VBP/0/root to/PART/TO/4/mark leave/VERB/VB/2/xcomp

        # predicates, bare nouns and prepositions, no clauses
        It/PRON/PRP/2/nsubj looks=look/VERB/VBZ/0/root nice/ADJ/JJ/2/xcomp

        It/PRON/PRP/2/nsubj has=have/VERB/VBZ/0/root tables=table/NOUN/NNS/2/obj and/CCONJ/CC/5/cc
        chairs=chair/NOUN/NNS/3/conj

        Any/DET/DT/2/det pub/NOUN/NN/0/root rather/ADV/RB/5/case than/ADP/IN/3/fixed bars=bar/NOUN/NNS/2/nmod
    """,
    1: """
        Try/VERB/VB/0/root to/PART/TO/3/mark brush/VERB/VB/1/xcomp her/PRON/PRP$/5/nmod:poss hair/NOUN/NN/3/obj

        I/PRON/PRP/2/nsubj felt=feel/VERB/VBD/0/root like/SCONJ/IN/4/mark turning=turn/VERB/VBG/2/advcl
        it/PRON/PRP/4/obj

        She/PRON/PRP/2/nsubj likes=like/VERB/VBZ/0/root running=run/VERB/VBG/2/xcomp
    """,
    2: """
        John/PROPN/NNP/4/nsubj and/CCONJ/CC/3/cc Mary/PROPN/NNP/1/conj left=leave/VERB/VBD/0/root
        early/ADV/RB/4/advmod

        She/PRON/PRP/2/nsubj came=come/VERB/VBD/0/root and/CCONJ/CC/5/cc he/PRON/PRP/5/nsubj
        left=leave/VERB/VBD/2/conj

        It/PRON/PRP/3/nsubj is=be/AUX/VBZ/3/cop cheap/ADJ/JJ/0/root and/CCONJ/CC/5/cc serves=serve/VERB/VBZ/3/conj
        fish/NOUN/NN/5/obj

        An/DET/DT/5/det old/ADJ/JJ/5/amod and/CCONJ/CC/4/cc tired/ADJ/JJ/2/conj dog/NOUN/NN/0/root

        It/PRON/PRP/2/nsubj has=have/VERB/VBZ/0/root a/DET/DT/4/det bar/NOUN/NN/2/obj ,/PUNCT/,/7/punct a/DET/DT/7/det
        garden/NOUN/NN/4/conj and/CCONJ/CC/10/cc a/DET/DT/10/det view/NOUN/NN/4/conj

        # a run-on sentence
        It/PRON/PRP/4/nsubj is=be/AUX/VBZ/4/cop a/DET/DT/4/det pub/NOUN/NN/0/root it/PRON/PRP/7/nsubj
        is=be/AUX/VBZ/7/cop
        cheap/ADJ/JJ/4/parataxis

        # predicates that share a copula
        It/PRON/PRP/4/nsubj is=be/AUX/VBZ/4/cop a/DET/DT/4/det pub/NOUN/NN/0/root and/CCONJ/CC/6/cc cheap/ADJ/JJ/4/conj
    """,
    3: """
        The/DET/DT/2/det man/NOUN/NN/3/nsubj scolded=scold/VERB/VBD/0/root the/DET/DT/5/det boy/NOUN/NN/3/obj
        who/PRON/WP/7/nsubj stole=steal/VERB/VBD/5/acl:relcl the/DET/DT/9/det bicycle/NOUN/NN/7/obj

        It/PRON/PRP/4/nsubj is=be/AUX/VBZ/4/cop a/DET/DT/4/det pub/NOUN/NN/0/root located=locate/VERB/VBN/4/acl
        near/ADP/IN/8/case the/DET/DT/8/det river/NOUN/NN/5/obl

        There/PRON/EX/2/expl is=be/VERB/VBZ/0/root a/DET/DT/4/det pub/NOUN/NN/2/nsubj called=call/VERB/VBN/4/acl
        Xa/PROPN/NNP/5/xcomp

        John/PROPN/NNP/2/nsubj knew=know/VERB/VBD/0/root that/SCONJ/IN/6/mark Mary/PROPN/NNP/6/nsubj
        was=be/AUX/VBD/6/cop angry/ADJ/JJ/2/ccomp

        It/PRON/PRP/3/expl was=be/AUX/VBD/3/cop surprising/ADJ/JJ/0/root for/SCONJ/IN/8/mark John/PROPN/NNP/8/nsubj
        to/PART/TO/8/mark have/AUX/VB/8/aux left=leave/VERB/VBN/3/csubj Mary/PROPN/NNP/8/obj

        John/PROPN/NNP/2/nsubj seems=seem/VERB/VBZ/0/root to/PART/TO/5/mark be/AUX/VB/5/cop happy/ADJ/JJ/2/xcomp

        I/PRON/PRP/2/nsubj understand/VERB/VBP/0/root his/PRON/PRP$/4/nmod:poss rejection/NOUN/NN/2/obj
        of/ADP/IN/7/case the/DET/DT/7/det offer/NOUN/NN/4/nmod
    """,
    4: """
        I/PRON/PRP/2/nsubj want/VERB/VBP/0/root it/PRON/PRP/2/obj done=do/VERB/VBN/2/xcomp today/NOUN/NN/4/obl:tmod

        I/PRON/PRP/2/nsubj consider/VERB/VBP/0/root John/PROPN/NNP/2/obj a/DET/DT/5/det friend/NOUN/NN/2/xcomp

        I/PRON/PRP/2/nsubj watched=watch/VERB/VBD/0/root her/PRON/PRP/4/nsubj brush/VERB/VB/2/ccomp
        her/PRON/PRP$/6/nmod:poss hair/NOUN/NN/4/obj

        John/PROPN/NNP/3/nsubj is=be/AUX/VBZ/3/cop older=old/ADJ/JJR/0/root than/ADP/IN/5/case Mary/PROPN/NNP/3/obl

        It/PRON/PRP/2/nsubj costs=cost/VERB/VBZ/0/root more/ADJ/JJR/6/advmod than/ADP/IN/3/fixed £/SYM/$/2/obj
        30/NUM/CD/5/nummod

        He/PRON/PRP/4/nsubj is=be/AUX/VBZ/4/cop as/ADV/RB/4/advmod old/ADJ/JJ/0/root as/ADP/IN/6/case
        Mary/PROPN/NNP/4/obl
    """,
    5: """
        They/PRON/PRP/3/nsubj will/AUX/MD/3/aux play/VERB/VB/0/root if/SCONJ/IN/8/mark it/PRON/PRP/8/nsubj
        does=do/AUX/VBZ/8/aux not/PART/RB/8/advmod rain/VERB/VB/3/advcl

        Having=have/AUX/VBG/2/aux tried=try/VERB/VBN/6/advcl both/PRON/DT/2/obj ,/PUNCT/,/2/punct I/PRON/PRP/6/nsubj
        prefer/VERB/VBP/0/root this/PRON/DT/6/obj

        # the same, hung on the subject by a parser
        Located=locate/VERB/VBN/5/acl near/ADP/IN/3/case Ely/PROPN/NNP/1/obl ,/PUNCT/,/1/punct Xa/PROPN/NNP/8/nsubj
        is=be/AUX/VBZ/8/cop a/DET/DT/8/det pub/NOUN/NN/0/root

        We/PRON/PRP/2/nsubj stopped=stop/VERB/VBD/0/root to/PART/TO/4/mark eat/VERB/VB/2/advcl
    """,
    6: """
        The/DET/DT/2/det man/NOUN/NN/7/nsubj who/PRON/WP/4/nsubj cleans=clean/VERB/VBZ/2/acl:relcl the/DET/DT/6/det
        room/NOUN/NN/4/obj left=leave/VERB/VBD/0/root

        A/DET/DT/2/det pub/NOUN/NN/6/nsubj:pass named=name/VERB/VBN/2/acl Xa/PROPN/NNP/3/xcomp
        is=be/AUX/VBZ/6/aux:pass located=locate/VERB/VBN/0/root here/ADV/RB/6/advmod

        # hung on the verb, or on its predicate, by a parser
        Xa/PROPN/NNP/9/nsubj ,/PUNCT/,/3/punct located=locate/VERB/VBN/9/advcl near/ADP/IN/5/case Ely/PROPN/NNP/3/obl
        ,/PUNCT/,/3/punct is=be/AUX/VBZ/9/cop a/DET/DT/9/det pub/NOUN/NN/0/root

        Xa/PROPN/NNP/9/nsubj ,/PUNCT/,/4/punct which/PRON/WDT/4/nsubj serves=serve/VERB/VBZ/9/acl:relcl
        fish/NOUN/NN/4/obj
        ,/PUNCT/,/4/punct is=be/AUX/VBZ/9/cop a/DET/DT/9/det pub/NOUN/NN/0/root

        For/SCONJ/IN/4/mark John/PROPN/NNP/4/nsubj to/PART/TO/4/mark leave/VERB/VB/6/csubj was=be/AUX/VBD/6/cop
        surprising/ADJ/JJ/0/root

        John/PROPN/NNP/3/nmod:poss 's/PART/POS/1/case refusal/NOUN/NN/7/nsubj of/ADP/IN/6/case the/DET/DT/6/det
        drink/NOUN/NN/3/nmod angered=anger/VERB/VBD/0/root Mary/PROPN/NNP/7/obj
    """,
    7: """
        John/PROPN/NNP/2/nsubj decided=decide/VERB/VBD/0/root to/PART/TO/4/mark leave/VERB/VB/2/xcomp
        when/ADV/WRB/7/mark he/PRON/PRP/7/nsubj heard=hear/VERB/VBD/2/advcl that/SCONJ/IN/11/mark
        she/PRON/PRP/11/nsubj was=be/AUX/VBD/11/aux seeing=see/VERB/VBG/7/ccomp Mark/PROPN/NNP/11/obj

        # coordination counts, too
        It/PRON/PRP/3/nsubj is=be/AUX/VBZ/3/cop nice/ADJ/JJ/0/root and/CCONJ/CC/5/cc costs=cost/VERB/VBZ/3/conj
        less/ADJ/JJR/8/advmod than/ADP/IN/6/fixed £/SYM/$/5/obj 20/NUM/CD/8/nummod
    """,
}


SENTENCES = {level: [re.sub(r"#.*", "", one) for one in examples.split("\n\n")] for level, examples in EXAMPLES.items()}


def parsed(text: str) -> Parse:
    fields = [word.rsplit("/", 4) for word in text.split()]
    forms = [form.partition("=") for form, *_ in fields]
    return Parse(
        tuple(form for form, _, _ in forms),
        tuple(lemma or form.lower() for form, _, lemma in forms),
        tuple(field[1] for field in fields),
        tuple(field[2] for field in fields),
        tuple(int(field[3]) for field in fields),
        tuple(field[4] for field in fields),
    )


@pytest.mark.parametrize(
    ("level", "sentence"), [(level, sentence) for level, sentences in SENTENCES.items() for sentence in sentences]
)
def test_an_example_has_its_level(level: int, sentence: str) -> None:
    found = d_level(parsed(sentence))
    assert found.level == level, found.explained()
    assert len(found.evidence) == (level if level < 2 else 1 if level < 7 else len(found.evidence))


def test_explanations_quote_the_words() -> None:
    found = d_level(parsed(SENTENCES[5][0]))
    assert found.explained() == "level 5: finite adverbial clause 'if it does not rain' (word 8)"
    assert d_level(parsed(SENTENCES[0][0])).explained() == "level 0: simple sentence"
    several = d_level(parsed(SENTENCES[7][0]))
    assert [one.level for one in several.evidence] == [1, 3, 5]
    assert several.explained().startswith("level 7: complement with the same subject 'to leave' (word 4); ")


def test_a_sentence_without_words_is_simple() -> None:
    assert d_level(Parse((), (), (), (), (), ())).level == 0


@pytest.mark.parametrize(
    ("heads", "problem"),
    [
        ((0, 3, 2), "2 of 3 words of 'a b c' are in a cycle"),
        ((2, 3, 1), "3 of 3 words of 'a b c' are in a cycle"),
        ((0, 2, 1), "word 2 of 'a b c' has the head 2"),
        ((0, 4, 1), "word 2 of 'a b c' has the head 4"),
        ((0, -1, 1), "word 2 of 'a b c' has the head -1"),
    ],
)
def test_heads_that_are_no_tree_are_refused_in_one_line(heads: tuple[int, ...], problem: str) -> None:
    words = ("a", "b", "c")
    with pytest.raises(InvalidInput) as caught:
        d_level(Parse(words, words, ("X",) * 3, ("FW",) * 3, heads, ("dep",) * 3))
    assert problem in str(caught.value)
    assert len(caught.value.lines()) == 1


RELATIONS = ["nsubj", "csubj", "obj", "xcomp", "ccomp", "advcl", "acl", "acl:relcl", "conj", "nmod:poss", "mark", "dep"]
TAGS = [("VERB", "VBZ"), ("VERB", "VBG"), ("NOUN", "NN"), ("ADJ", "JJR"), ("PART", "TO"), ("PUNCT", ".")]
FORMS = ["to", "than", "as", "and", "like", "seem", "rejection", "of", ","]


@st.composite
def parses(draw: st.DrawFn) -> Parse:
    size = draw(st.integers(1, 12))
    heads = draw(st.lists(st.integers(0, size), min_size=size, max_size=size))
    forms = tuple(draw(st.sampled_from(FORMS)) for _ in range(size))
    tags = [draw(st.sampled_from(TAGS)) for _ in range(size)]
    relations = tuple(draw(st.sampled_from(RELATIONS)) for _ in range(size))
    return Parse(forms, forms, tuple(u for u, _ in tags), tuple(x for _, x in tags), tuple(heads), relations)


def leads_to_the_root(parse: Parse, word: int) -> bool:
    """Follow the heads, at most as many as there are words."""
    for _ in parse.heads:
        word = parse.heads[word - 1]
        if word == 0:
            return True
    return False


@given(parse=parses())
def test_any_heads_give_a_level_or_a_clear_line(parse: Parse) -> None:
    if all(leads_to_the_root(parse, word) for word in range(1, len(parse) + 1)):
        found = d_level(parse)
        assert found.level == ([0, *(one.level for one in found.evidence)] if len(found.evidence) < 2 else [7])[-1]
        assert all(1 <= one.word <= len(parse) for one in found.evidence)
    else:
        with pytest.raises(InvalidInput):
            d_level(parse)
