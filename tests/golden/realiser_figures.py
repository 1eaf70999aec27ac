"""What the shallow realiser reaches on the official test inputs of SR'18: ``python tests/golden/realiser_figures.py``.

With `--folds`, the training files alone: five folds of each, scored with other settings of the realiser beside the ones
it has. No test file is read then.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

import genchal
from genchal.domain import DependencyTree, Node
from genchal.generators.realising import order_model
from genchal.generators.realising.forest import Forest, read_forest
from genchal.generators.realising.gold_forms import find_gold_forms
from genchal.generators.realising.realiser import TreeRealiser, train_realiser
from genchal.resources.files import read_lines
from genchal.tasks.conllu import ConllU
from golden.data_texts import read_table
from golden.tree_agreement import read_trees


@dataclass(frozen=True, slots=True)
class Language:
    """Treebanks to learn from, the name of the test files, and the best published BLEU of Table 3."""

    train: tuple[str, ...]
    test: str
    best: float


LANGUAGES = {
    "en": Language(("en-ud-train.r2.1",), "en-ud-test", 69.14),
    "es": Language(("es_ancora-ud-dev",), "es_ancora-ud-test", 65.31),
    "fi": Language(("fi-ud-dev",), "fi-ud-test", 37.52),
    "fr": Language(("fr-ud-dev", "fr_sequoia-ud-train"), "fr-ud-test", 52.03),
    "it": Language(("it-ud-dev", "it_partut-ud-train"), "it-ud-test", 44.46),
    "nl": Language(("nl-ud-dev",), "nl-ud-test", 32.28),
    "pt": Language(("pt-ud-dev",), "pt-ud-test", 30.82),
}


class Figures(NamedTuple):
    """Scores in percent (NIST as it is); forms: words whose form is that of the treebank, in lower case."""

    sentences: int
    bleu: float
    nist: float
    dist: float
    gold_bleu: float
    forms: float
    seconds: float


def read_training(data: Path, language: str) -> list[DependencyTree]:
    files = (data / "sr18" / "ud" / f"{name}.conllu.xz" for name in LANGUAGES[language].train)
    return [tree for file in files for tree in read_trees(file)]


def learning(seed: int = 1) -> np.random.Generator:
    """What a campaign with this seed learns with; it writes with another one, which only random orders depend on."""
    return np.random.default_rng(seed).spawn(2)[0]


def train(data: Path, language: str) -> TreeRealiser:
    return train_realiser(read_training(data, language), learning())


def read_test(data: Path, language: str) -> list[DependencyTree]:
    return read_trees(data / "sr18" / "official" / "T1" / f"{LANGUAGES[language].test}.conll.xz")


def score(data: Path, language: str, outputs: Sequence[str]) -> dict[str, float]:
    table = data / "sr18" / "official" / "sentences" / f"{LANGUAGES[language].test}.tsv.xz"
    found = genchal.score(list(outputs), [[text] for text in read_table(table, "text")], preset="sr18", resamples=0)
    return {metric: found[metric].value for metric in ("bleu", "nist", "dist")}


def measure(data: Path, language: str) -> Figures:
    """Train on the treebanks, realise the test inputs, and compare the forms with those of the test treebank."""
    start = time.process_time()
    trees = read_training(data, language)
    realiser = train_realiser(trees, learning())
    test = read_test(data, language)
    outputs = realiser.realise(test, np.random.default_rng(1))
    seconds = time.process_time() - start
    gold = "\n".join(read_lines(data / "sr18" / "ud" / f"{LANGUAGES[language].test}.conllu.xz"))
    found = score(data, language, outputs)
    with_gold = score(data, language, realiser.realise(test, np.random.default_rng(1), gold_forms=gold))
    return Figures(
        len(trees),
        100 * found["bleu"],
        found["nist"],
        100 * found["dist"],
        100 * with_gold["bleu"],
        100 * share_of_right_forms(realiser, read_forest(test, is_ordered=False), gold),
        seconds,
    )


def share_of_right_forms(realiser: TreeRealiser, forest: Forest, gold: str) -> float:
    """All words, punctuation too, of trees that the test treebank has; in the order that the realiser chose."""
    orders = realiser.order.order(forest, "search", np.random.default_rng(1))
    right = words = 0
    forms = realiser.inflection.inflect(forest, orders)
    for tree, wanted in enumerate(find_gold_forms(forest, gold)):
        if wanted is None:
            continue
        for place, form in zip(orders[tree], forms[tree], strict=True):
            words += 1
            right += form.lower() == wanted[place - forest.bounds[tree]].lower()
    return right / words


def shuffle(trees: Sequence[DependencyTree], rng: np.random.Generator) -> list[DependencyTree]:
    """The same trees with their lines in another order, and other numbers of the words."""
    shuffled = []
    for tree in trees:
        numbers = map(str, rng.permutation(len(tree.nodes)) + 1)
        ids = {node.id: number for node, number in zip(tree.nodes, numbers, strict=True)}
        nodes = [node._replace(id=ids[node.id], head=ids.get(node.head, "0")) for node in tree.nodes]
        shuffled.append(DependencyTree(tuple(nodes[place] for place in rng.permutation(len(nodes)))))
    return shuffled


def in_folds(data: Path, language: str, count: int = 5) -> float:
    """BLEU over the sentences of the training files, each written by a realiser that learnt from other folds."""
    files = (data / "sr18" / "ud" / f"{name}.conllu.xz" for name in LANGUAGES[language].train)
    instances = [instance for file in files for instance in ConllU().parse(read_lines(file), file.name)]
    order = np.random.default_rng(1).permutation(len(instances))
    outputs: list[str] = []
    references: list[list[str]] = []
    for fold in range(count):
        held = set(order[fold::count].tolist())
        trees = [instance.input for instance in instances]
        learnt = [tree for place, tree in enumerate(trees) if place not in held and isinstance(tree, DependencyTree)]
        realiser = train_realiser(learnt, learning())
        given = [tree for place in sorted(held) if isinstance(tree := trees[place], DependencyTree)]
        outputs += realiser.realise(list(map(_hide, given)), np.random.default_rng(1))
        references += [list(instances[place].references) for place in sorted(held)]
    return 100 * genchal.score(outputs, references, preset="sr18", resamples=0)["bleu"].value


def _hide(tree: DependencyTree) -> DependencyTree:
    nodes: list[Node] = [
        node._replace(form=node.lemma if node.lemma != "_" else node.form, lemma="_", deps="_", misc="_")
        for node in tree.nodes
        if node.id.isdecimal()
    ]
    return DependencyTree(tuple(nodes))


def main(arguments: Sequence[str]) -> None:
    data = Path(os.environ["GENCHAL_DATA"])
    languages = [name for name in arguments if name in LANGUAGES] or list(LANGUAGES)
    if "--folds" in arguments:
        usual = order_model.EPOCHS
        for language in languages:
            for epochs in (4, 8, 16):
                order_model.train_order.__defaults__ = (epochs,)
                print(
                    language,
                    f"epochs {epochs}{' (used)' * (epochs == usual)}",
                    f"{in_folds(data, language):.2f}",
                    flush=True,
                )
        return
    print("language sentences BLEU NIST DIST gold-forms right-forms best-published seconds")
    for language in languages:
        found = measure(data, language)
        shown = [found.sentences, *(f"{value:.2f}" for value in found[1:6]), LANGUAGES[language].best]
        print(language, *shown, f"{found.seconds:.0f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
