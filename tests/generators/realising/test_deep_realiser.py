"""The deep realiser: words that deep trees leave out come back, and nothing but the tree tells them."""

import json
from dataclasses import replace

import numpy as np
import pytest

from genchal.domain import DependencyTree, Instance, Node, Parameters
from genchal.errors import InvalidInput
from genchal.generators.realising.deep_realiser import DeepRealiser

SENTENCES = [
    (
        "The/the/DET/Definite=Def/2/det fox/fox/NOUN/Number=Sing/4/nsubj has/have/AUX/Tense=Pres|VerbForm=Fin/4/aux"
        " slept/sleep/VERB/Tense=Past|VerbForm=Part/0/root in/in/ADP/_/7/case the/the/DET/Definite=Def/7/det"
        " wood/wood/NOUN/Number=Sing/4/obl ././PUNCT/_/4/punct"
    ),
    (
        "A/a/DET/Definite=Ind/2/det heron/heron/NOUN/Number=Sing/3/nsubj sees/see/VERB/Tense=Pres|VerbForm=Fin/0/root"
        " the/the/DET/Definite=Def/5/det fox/fox/NOUN/Number=Sing/3/obj ././PUNCT/_/3/punct"
    ),
]
# What the first sentence is in a deep tree: form, upos, feats, head, label.
DEEP = [
    ("fox", "NOUN", "Number=Sing|id1=5|Definite=Def|id2=8", "2", "A1"),
    ("sleep", "VERB", "Tense=Pres|Aspect=Perf|ClauseType=Dec|id1=1|id2=3", "0", "ROOT"),
    ("wood", "NOUN", "Number=Sing|Definite=Def|id1=2|id2=6|id3=4", "2", "AM"),
]


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def tree(text: str) -> DependencyTree:
    nodes = []
    for number, word in enumerate(text.split(), start=1):
        form, lemma, upos, feats, head, deprel = word.split("/")
        misc = "SpaceAfter=No" if upos == "NOUN" and deprel != "nsubj" else "_"
        nodes.append(Node(str(number), form, lemma, upos, upos, feats, head, deprel, "_", misc))
    return DependencyTree(tuple(nodes))


TRAIN = [Instance(str(number), tree(text)) for number, text in enumerate(SENTENCES)] * 10


def deep(order: tuple[int, ...] = (0, 1, 2), *, is_aligned: bool = True) -> Instance:
    new = {str(old + 1): str(place) for place, old in enumerate(order, start=1)} | {"0": "0"}
    nodes = []
    for old in order:
        form, upos, feats, head, label = DEEP[old]
        kept = [feature for feature in feats.split("|") if is_aligned or not feature.startswith("id")]
        nodes.append(Node(new[str(old + 1)], form, "_", upos, "_", "|".join(kept), new[head], label, "_", "_"))
    return Instance("t", DependencyTree(tuple(nodes)))


@pytest.fixture(scope="module")
def fitted() -> DeepRealiser:
    return DeepRealiser().fitted(TRAIN, [], rng())


def test_words_that_were_left_out_come_back(fitted: DeepRealiser) -> None:
    assert fitted.generate([deep()], rng()) == ["The fox has slept in the wood."]


@pytest.mark.parametrize("order", [(2, 1, 0), (1, 2, 0), (1, 0, 2)])
def test_order_and_numbers_of_the_lines_change_nothing(fitted: DeepRealiser, order: tuple[int, ...]) -> None:
    assert fitted.generate([deep(order)], rng()) == fitted.generate([deep()], rng())


def test_alignment_features_are_not_used(fitted: DeepRealiser) -> None:
    assert fitted.generate([deep(is_aligned=False)], rng()) == fitted.generate([deep()], rng())


def test_without_function_words_only_the_given_words_are_written(fitted: DeepRealiser) -> None:
    (text,) = replace(fitted, function_words="none").generate([deep()], rng())
    assert text is not None
    assert sorted(text.lower().split()) == ["fox", "slept", "wood"]


def test_what_was_learnt_can_be_kept_and_taken_back(fitted: DeepRealiser) -> None:
    learnt = fitted.parameters()
    kept = Parameters(learnt.arrays, json.loads(json.dumps(learnt.values)))
    assert DeepRealiser().with_parameters(kept).generate([deep()], rng()) == fitted.generate([deep()], rng())


def test_a_language_without_rules_is_refused() -> None:
    with pytest.raises(InvalidInput, match="language 'fi'"):
        DeepRealiser(language="fi")


def test_a_realiser_that_has_learnt_nothing_says_so() -> None:
    with pytest.raises(InvalidInput, match="has learnt nothing yet"):
        DeepRealiser().generate([deep()], rng())
