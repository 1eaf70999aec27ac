"""The rules of the D-Level scale, over Universal Dependencies: what makes a sentence more than a simple one.

The scale is Rosenberg and Abbeduto's (1987) as Covington et al. (2006) revised it; Lu (2009) made it automatic, over
phrase structure. Every rule finds one kind of structure: the word that heads each, and the words it spans.
`docs/explanation/d-level.md` says which readings of the scale are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from genchal.text.dlevel import noun_clauses
from genchal.text.dlevel.tree import Structure, Tree

# Semi-auxiliaries (be going to, have to, be able to ...): what follows is no complement, and the sentence stays simple.
SEMI_AUXILIARIES = frozenset(
    ["go", "gon", "have", "get", "got", "use", "ought", "able", "about", "bound", "due", "likely", "suppose"]
)
RAISING = frozenset(["seem", "appear", "happen", "tend", "prove", "turn"])
# Comparatives are told by their form, which taggers know less well; the others in -er are not compared with anything.
COMPARATIVES = frozenset(["more", "less", "fewer", "better", "worse"])
NO_COMPARATIVES = frozenset(["other", "rather", "either", "neither", "ever", "never", "however", "together"])
# as soon as, as well as: conjunctions rather than comparisons
FIXED_AS = frozenset(["well", "soon", "long", "far", "much", "many"])
DEVERBAL = ("tion", "sion", "ment", "al", "ance", "ence", "ure", "ing")

Rule = Callable[[Tree], Iterator[Structure]]


def same_subject_complement(tree: Tree) -> Iterator[Structure]:
    """Level 1, infinitive or -ing complement with the subject of its verb: *try to brush her hair*."""
    for word in tree.related("xcomp"):
        if _is_verbal_complement(tree, word) and not _is_raised(tree, word) and not _has_object(tree, tree.head(word)):
            yield tree.clause(word)
    for word in tree.related("advcl"):
        if _is_like_complement(tree, word):  # "felt like turning it"
            yield tree.clause(word)


def conjoined_clauses(tree: Tree) -> Iterator[Structure]:
    """Level 2, clauses or verb phrases joined by a coordinating conjunction: *she came and left*."""
    yield from _conjoined(tree, lambda first, other: tree.is_predicate(first) and tree.is_predicate(other))


def juxtaposed_clauses(tree: Tree) -> Iterator[Structure]:
    """Level 2, a clause beside another without a conjunction: *it is a pub it is cheap*."""

    def fits(first: int, other: int) -> bool:
        return tree.is_predicate(first) and tree.is_finite(other) and bool(tree.of(other, "nsubj", "expl"))

    yield from _conjoined(tree, fits, "parataxis")


def conjoined_subjects(tree: Tree) -> Iterator[Structure]:
    """Level 2, conjoined noun phrases as subject: *John and Mary left*."""
    yield from _conjoined(tree, lambda first, other: tree.relation(first) == "nsubj" and not tree.is_predicate(other))


def conjoined_modifiers(tree: Tree) -> Iterator[Structure]:
    """Level 2, conjoined adjectives or adverbs, also after a copula: *old and tired*, *under £20 and tired*."""

    def fits(first: int, other: int) -> bool:
        like = tree.upos(first) in ("ADJ", "ADV") or bool(tree.of(first, "cop"))
        return like and tree.upos(other) in ("ADJ", "ADV") and not tree.is_predicate(other)

    yield from _conjoined(tree, fits)


def conjoined_objects(tree: Tree) -> Iterator[Structure]:
    """Level 2, conjoined noun phrases elsewhere, full ones with an article: *a low price and a good view*."""

    def fits(first: int, other: int) -> bool:
        full = all(_is_nominal(tree, noun) and tree.of(noun, "det") for noun in (first, other))
        return full and tree.relation(first) != "nsubj" and not tree.is_predicate(other)

    yield from _conjoined(tree, fits)


def object_relative_clause(tree: Tree) -> Iterator[Structure]:
    """Level 3, relative clause, also a reduced one, on something else than the subject: *a pub that serves fish*."""
    yield from (
        tree.clause(word) for word in noun_clauses.find_noun_clauses(tree) if not noun_clauses.is_on_subject(tree, word)
    )


def object_clause(tree: Tree) -> Iterator[Structure]:
    """Level 3, finite clause as object: *I know that she left*."""
    for word in tree.related("ccomp"):
        if tree.is_finite(word) or not tree.of(word, "nsubj"):
            yield tree.clause(word)


def object_nominalisation(tree: Tree) -> Iterator[Structure]:
    """Level 3, nominalisation elsewhere than in the subject: *understand his rejection of the offer*."""
    yield from (found for found in _nominalisations(tree) if not tree.is_subject_side(found.word))


def extraposed_subject(tree: Tree) -> Iterator[Structure]:
    """Level 3, clausal subject after its verb: *it was surprising for John to have left*."""
    yield from (tree.clause(word) for word in tree.related("csubj") if word > tree.head(word))


def raising(tree: Tree) -> Iterator[Structure]:
    """Level 3, raising: *John seems to be happy*."""
    for word in tree.related("xcomp"):
        if _is_verbal_complement(tree, word) and _is_raised(tree, word):
            yield tree.clause(word)


def own_subject_complement(tree: Tree) -> Iterator[Structure]:
    """Level 4, non-finite complement with its own understood subject: *I want it done*, *consider John a fool*."""
    for word in tree.related("xcomp"):
        if _has_object(tree, tree.head(word)) and tree.lemma(tree.head(word)) not in SEMI_AUXILIARIES:
            yield tree.clause(word)
    for word in tree.related("ccomp"):
        if not tree.is_finite(word) and tree.of(word, "nsubj"):
            yield tree.clause(word)


def comparison(tree: Tree) -> Iterator[Structure]:
    """Level 4, comparative with what is compared: *older than Mary*, *more than £30*."""
    compared = 0  # the last comparative seen that no "than" has taken
    for word in tree.words:
        if _is_comparative(tree, word):
            compared = word
        elif tree.form(word) == "than" and compared and word < len(tree.words):
            yield Structure(compared, tuple(range(compared, word + 2)))
            compared = 0
    for word in tree.words[:-3]:
        if tree.form(word) == tree.form(word + 2) == "as" and tree.form(word + 1) not in FIXED_AS:
            yield Structure(word + 1, tuple(range(word, word + 4)))


def adverbial_clause(tree: Tree) -> Iterator[Structure]:
    """Level 5, finite clause with a subordinating conjunction: *they will play if it does not rain*."""
    yield from (tree.clause(word) for word in _adverbial(tree) if tree.is_finite(word))


def adjunct_clause(tree: Tree) -> Iterator[Structure]:
    """Level 5, non-finite clause as adjunct: *having tried both, I prefer the second*."""
    yield from (tree.clause(word) for word in _adverbial(tree) if not tree.is_finite(word))
    yield from (tree.clause(word) for word in tree.related("acl") if noun_clauses.is_fronted(tree, word))


def subject_relative_clause(tree: Tree) -> Iterator[Structure]:
    """Level 6, relative clause, also a reduced one, on the subject: *the man who cleans the room left*."""
    yield from (
        tree.clause(word) for word in noun_clauses.find_noun_clauses(tree) if noun_clauses.is_on_subject(tree, word)
    )


def clausal_subject(tree: Tree) -> Iterator[Structure]:
    """Level 6, clause as subject: *for John to have left was surprising*."""
    yield from (tree.clause(word) for word in tree.related("csubj") if word < tree.head(word))


def subject_nominalisation(tree: Tree) -> Iterator[Structure]:
    """Level 6, nominalisation as subject: *John's refusal of the drink angered Mary*."""
    yield from (found for found in _nominalisations(tree) if tree.is_subject_side(found.word))


def _conjoined(tree: Tree, fits: Callable[[int, int], bool], relation: str = "conj") -> Iterator[Structure]:
    """Coordinations, each once however many conjuncts it has; the word is the first of those that are joined on."""
    for first in tree.words:
        others = [other for other in tree.of(first, relation) if fits(first, other)]
        if others:
            joined = {place for other in others for place in tree.span(other)}
            yield Structure(others[0], tuple(sorted(joined)))


def _nominalisations(tree: Tree) -> Iterator[Structure]:
    """Nouns made from verbs that have both arguments of the verb: a possessor and an of-phrase."""
    for word in tree.words:
        if tree.upos(word) == "NOUN" and tree.lemma(word).endswith(DEVERBAL):
            owned = any(tree.parse.deprels[child - 1] == "nmod:poss" for child in tree.children[word])
            phrases = tree.of(word, "nmod")
            if owned and any(tree.form(case) == "of" for phrase in phrases for case in tree.of(phrase, "case")):
                yield tree.clause(word)


def _adverbial(tree: Tree) -> Iterator[int]:
    """Heads of adverbial clauses, less those that belong to a comparison, or are something else in fact."""
    for word in tree.related("advcl"):
        compares = any(tree.form(mark) == "than" for mark in tree.of(word, "mark", "case"))
        if not compares and not _is_like_complement(tree, word) and not noun_clauses.parts_subject(tree, word):
            yield word


def _is_verbal_complement(tree: Tree, word: int) -> bool:
    is_verbal = tree.upos(word) in ("VERB", "AUX") or tree.has_to(word) or bool(tree.of(word, "cop"))
    return is_verbal and tree.lemma(tree.head(word)) not in SEMI_AUXILIARIES


def _is_raised(tree: Tree, word: int) -> bool:
    return tree.lemma(tree.head(word)) in RAISING


def _is_like_complement(tree: Tree, word: int) -> bool:
    likes = any(tree.form(mark) == "like" for mark in tree.of(word, "mark"))
    return likes and tree.xpos(word) == "VBG" and tree.lemma(tree.head(word)) == "feel"


def _is_comparative(tree: Tree, word: int) -> bool:
    form = tree.form(word)
    ends = form.endswith("er") and tree.upos(word) in ("ADJ", "ADV") and form not in NO_COMPARATIVES
    return ends or form in COMPARATIVES


def _has_object(tree: Tree, verb: int) -> bool:
    return bool(tree.of(verb, "obj", "iobj"))


def _is_nominal(tree: Tree, word: int) -> bool:
    return tree.upos(word) in ("NOUN", "PROPN", "PRON", "NUM")
