"""The shallow realiser: what it promises about its inputs, and that it can be kept."""

import json

import numpy as np
import pytest

from genchal.domain import DependencyTree, Instance, Node, Parameters, Text
from genchal.errors import InvalidInput
from genchal.generators.realising.realiser import Realiser

SENTENCES = [
    "a/a/DET/2/det fox/fox/NOUN/3/nsubj sees/see/VERB/0/root a/a/DET/5/det heron/heron/NOUN/3/obj ././PUNCT/3/punct",
    "a/a/DET/2/det heron/heron/NOUN/3/nsubj sleeps/sleep/VERB/0/root ././PUNCT/3/punct",
    "the/the/DET/2/det owl/owl/NOUN/3/nsubj hears/hear/VERB/0/root a/a/DET/5/det fox/fox/NOUN/3/obj ././PUNCT/3/punct",
    "foxes/fox/NOUN/2/nsubj sleep/sleep/VERB/0/root ././PUNCT/2/punct",
]


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def tree(text: str) -> DependencyTree:
    """A treebank tree from form/lemma/upos/head/deprel; there is no blank before a full stop."""
    cells = [word.split("/") for word in text.split()]
    nodes = []
    for number, (form, lemma, upos, head, deprel) in enumerate(cells, start=1):
        feats = "_" if form == lemma else "Number=Plur" if upos == "NOUN" else "Number=Sing"
        is_last = number < len(cells) and cells[number][0] == "."
        nodes.append(
            Node(str(number), form, lemma, upos, "_", feats, head, deprel, "_", "SpaceAfter=No" if is_last else "_")
        )
    return DependencyTree(tuple(nodes))


TREES = [tree(text) for text in SENTENCES]
TRAIN = [Instance(str(number), tree) for number, tree in enumerate(TREES)] * 10


def shallow(given: DependencyTree, order: list[int]) -> Instance:
    """A shallow input: lemmas only, lines in another order and numbered again."""
    new = {given.nodes[old].id: str(at) for at, old in enumerate(order, start=1)} | {"0": "0"}
    nodes = [given.nodes[old] for old in order]
    return Instance(
        "t",
        DependencyTree(
            tuple(
                node._replace(id=new[node.id], head=new[node.head], form=node.lemma, lemma="_", misc="_")
                for node in nodes
            )
        ),
    )


@pytest.fixture(scope="module")
def fitted() -> Realiser:
    return Realiser().fitted(TRAIN, [], rng())


def test_sentences_of_the_treebank_come_back(fitted: Realiser) -> None:
    tests = [shallow(tree, list(range(len(tree.nodes)))[::-1]) for tree in TREES]
    assert fitted.generate(tests, rng()) == [
        "a fox sees a heron.",
        "a heron sleeps.",
        "the owl hears a fox.",
        "foxes sleep.",
    ]


def test_what_was_learnt_can_be_kept_and_taken_back(fitted: Realiser) -> None:
    learnt = fitted.parameters()
    kept = Parameters(learnt.arrays, json.loads(json.dumps(learnt.values)))
    tests = [shallow(tree, list(range(len(tree.nodes)))[::-1]) for tree in TREES]
    assert Realiser().with_parameters(kept).generate(tests, rng()) == fitted.generate(tests, rng())


def test_of_forms_that_are_as_frequent_the_same_one_is_written_by_a_model_from_a_file() -> None:
    trees = [tree(f"{form}/colour/NOUN/0/root") for form in ("colour", "color", "color", "colour")]
    learnt = Realiser().fitted([Instance(str(number), tree) for number, tree in enumerate(trees)], [], rng())
    kept = json.loads(json.dumps(learnt.parameters().values, sort_keys=True))  # as files have them
    again = Realiser().with_parameters(Parameters(learnt.parameters().arrays, kept))
    test = [Instance("t", trees[0])]
    assert again.generate(test, rng()) == learnt.generate(test, rng()) == ["colour"]


def test_inputs_that_are_no_trees_are_refused(fitted: Realiser) -> None:
    with pytest.raises(InvalidInput, match="generator 'realiser' needs dependency trees, but instance 'x' has none"):
        fitted.generate([Instance("x", Text("a fox"))], rng())
