"""Inputs of surface realisation from single trees: what is dropped, how it is labelled, and which trees are refused."""

import numpy as np
import pytest

from genchal.domain import DependencyTree, Node
from genchal.domain.trees.deep_input import DeepWord, derive_deep, write_deep
from genchal.domain.trees.deep_languages import find_deep_language
from genchal.domain.trees.shallow_input import derive_shallow
from genchal.domain.trees.words import check_tree, read_words
from genchal.errors import InvalidInput

# "The letter that he had sent was not read by the queen."
LETTER = """the DET Definite=Def 2 det
letter NOUN Number=Sing 10 nsubj:pass
that PRON PronType=Rel 6 obj
he PRON Person=3|PronType=Prs|Case=Nom 6 nsubj
have AUX Tense=Past|VerbForm=Fin 6 aux
send VERB Tense=Past|VerbForm=Part 2 acl:relcl
be AUX Tense=Past|VerbForm=Fin|Person=3 10 aux:pass
not PART _ 10 advmod
be AUX VerbForm=Ger 10 aux
read VERB Tense=Past|VerbForm=Part|Voice=Pass 0 root
by ADP _ 13 case
the DET Definite=Def 13 det
queen NOUN Number=Sing 10 obl
. PUNCT _ 10 punct"""


def tree(text: str) -> DependencyTree:
    nodes = []
    for number, line in enumerate(text.splitlines(), start=1):
        lemma, upos, feats, head, deprel = line.split()
        nodes.append(Node(str(number), lemma, lemma, upos, upos, feats, head, deprel, "_", "_"))
    return DependencyTree(tuple(nodes))


def deep(text: str, language: str = "en") -> dict[str, DeepWord]:
    found = derive_deep(read_words(tree(text)), find_deep_language(language))
    return {own.lemma: own for own in found}


def test_functional_words_become_features_and_relations_labels() -> None:
    found = deep(LETTER)
    assert {lemma: own.label for lemma, own in found.items()} == {
        "letter": "A2",
        "he": "A1",
        "send": "A2INV",
        "not": "A1INV",
        "read": "ROOT",
        "queen": "AM",
    }
    assert found["letter"].features == {"Number": "Sing", "Definite": "Def"}
    assert found["he"].features == {"Person": "3", "PronType": "Prs"}
    assert found["send"].features == {"Tense": "Pres", "Aspect": "Perf"}
    assert found["read"].features["ClauseType"] == "Dec"
    assert sorted(word.lemma for word in found["queen"].dropped) == ["by", "the"]


def test_a_finite_verb_without_a_subject_gets_one() -> None:
    found = deep("llegar VERB Number=Plur|Person=3|Tense=Past|VerbForm=Fin|Mood=Ind 0 root", "es")
    assert found["_"].features == {"Number": "Plur", "Gender": "-", "Person": "3", "PronType": "Prs"}
    assert (found["_"].label, found["_"].head) == ("A1", found["llegar"])


def test_functional_words_with_dependents_stay() -> None:
    found = deep("because ADP _ 3 case\nof ADP _ 1 fixed\nrain NOUN Number=Sing 0 root")
    assert {lemma: own.label for lemma, own in found.items()} == {"because": "A2INV", "rain": "ROOT"}


def test_alignment_features_name_the_words_of_the_shallow_input() -> None:
    given = tree(LETTER)
    derived = derive_shallow(given, np.random.default_rng(1))
    assert derived is not None
    shallow, numbers = derived
    written = write_deep(derive_deep(read_words(given), find_deep_language("en")), numbers, np.random.default_rng(2))
    lemmas = {node.id: node.form for node in shallow.nodes}
    queen = next(node for node in written.nodes if node.form == "queen")
    stands_for = [feature.partition("=") for feature in queen.feats.split("|") if feature.startswith("id")]
    assert sorted(lemmas[number] for _, _, number in stands_for) == ["by", "queen", "the"]


def test_the_order_of_shallow_inputs_depends_on_the_seed_alone() -> None:
    first, second, other = (derive_shallow(tree(LETTER), np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert first == second
    assert first != other
    assert first is not None
    assert [int(node.id) for node in first[0].nodes] == list(range(1, 15))
    assert {node.lemma for node in first[0].nodes} == {"_"}


@pytest.mark.parametrize("relation", ["reparandum", "goeswith", "orphan"])
def test_sentences_with_relations_of_the_analysis_alone_are_left_out(relation: str) -> None:
    assert derive_shallow(tree(f"a X _ 0 root\nb X _ 1 {relation}"), np.random.default_rng(1)) is None


def test_a_word_without_a_lemma_has_its_form_for_one() -> None:
    given = DependencyTree((Node("1", "Barata", "_", "NOUN", "_", "_", "0", "root", "_", "_"),))
    derived = derive_shallow(given, np.random.default_rng(1))
    assert derived is not None
    assert derived[0].nodes[0].form == "Barata"


@pytest.mark.parametrize("size", [1, 300])
def test_trees_of_one_word_and_of_300_words_work(size: int) -> None:
    chain = tree("\n".join(f"word{number} NOUN Number=Sing {number} nmod" for number in range(size)))
    check_tree(chain, "here")
    derived = derive_shallow(chain, np.random.default_rng(1))
    assert derived is not None
    found = derive_deep(read_words(chain), find_deep_language("en"))
    assert len(found) == len(derived[0].nodes) == size


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a X _ 0 root\nb X _ 0 root", r"2 roots \(1, 2\)"),
        ("a X _ 2 dep\nb X _ 1 dep", "no root"),
        ("a X _ 0 root\nb X _ 3 dep\nc X _ 2 dep", "cycle"),
        ("_ X _ 0 root", "neither lemma nor form"),
        ("", "no words"),
    ],
)
def test_bad_trees_are_refused_in_one_line(text: str, problem: str) -> None:
    with pytest.raises(InvalidInput, match=f"here: .*{problem}"):
        check_tree(tree(text), "here")


def test_a_language_without_deep_inputs_is_refused() -> None:
    with pytest.raises(InvalidInput, match="language 'fi'"):
        find_deep_language("fi")
