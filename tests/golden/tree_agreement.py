"""How far derived inputs of surface realisation are those of the task: same trees, same nodes, same labels.

    GENCHAL_DATA=... python tests/golden/tree_agreement.py

prints the table of docs/how-to/derive-realisation-inputs.md.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from genchal.domain import DependencyTree
from genchal.domain.trees.deep_input import derive_deep
from genchal.domain.trees.deep_languages import find_deep_language
from genchal.domain.trees.shallow_input import can_be_input
from genchal.domain.trees.words import read_words, split_features
from genchal.resources.files import read_lines
from genchal.tasks.conllu import ConllU

SHALLOW = ("en", "es_ancora", "fi", "fr", "it", "nl", "pt")
DEEP = ("en", "es_ancora", "fr")
ADDED_IN_2019 = ("lin", "original_id")


class DeepAgreement(NamedTuple):
    """Shares in percent: F1 of the nodes, and of the common nodes those with equal label, and with equal features."""

    f1: float
    labels: float
    features: float


def read_trees(path: Path) -> list[DependencyTree]:
    trees = [instance.input for instance in ConllU().parse(read_lines(path), path.name)]
    return [tree for tree in trees if isinstance(tree, DependencyTree)]


def shape(tree: DependencyTree, *, is_treebank: bool) -> tuple[object, ...]:
    """A tree without the order and the numbers of its words."""
    below: dict[str, list[tuple[object, ...]]] = {}
    words = read_words(tree)
    depth: dict[str, int] = {}
    for word in words:
        above, at = 0, word
        while at.head is not None:
            above, at = above + 1, at.head
        depth[word.node.id] = above
    for word in sorted(words, key=lambda word: -depth[word.node.id]):
        node = word.node
        lemma = word.lemma if is_treebank else node.form
        own = (lemma, node.upos, node.xpos, node.feats, node.deprel, *sorted(below.get(node.id, []), key=repr))
        below.setdefault(node.head, []).append(own)
    return tuple(below["0"])


def compare_shallow(treebank: Path, official: Path) -> tuple[int, int]:
    """Identical trees, in the same order, and all of the official file."""
    kept = [tree for tree in read_trees(treebank) if can_be_input(read_words(tree))]
    wanted = read_trees(official)
    assert len(kept) == len(wanted)
    pairs = zip(kept, wanted, strict=True)
    return sum(shape(one, is_treebank=True) == shape(two, is_treebank=False) for one, two in pairs), len(wanted)


def compare_deep(shallow: Iterable[DependencyTree], deep: Iterable[DependencyTree], language: str) -> DeepAgreement:
    """Derive deep inputs from official shallow ones; `id1` of official deep nodes names their shallow node."""
    rules = find_deep_language(language)
    common = ours = theirs = labels = features = 0
    for given, wanted in zip(shallow, deep, strict=True):
        derived = {}
        for own in derive_deep(read_words(given), rules):
            if own.word is not None:
                derived[own.word.node.id] = own
            elif own.head is not None and own.head.word is not None:
                derived[f"subject of {own.head.word.node.id}"] = own
        names = {node.id: split_features(node.feats).get("id1", node.id) for node in wanted.nodes}
        official = {
            names[node.id] if node.form != "_" else f"subject of {names[node.head]}": node for node in wanted.nodes
        }
        ours, theirs = ours + len(derived), theirs + len(wanted.nodes)
        for name in derived.keys() & official.keys():
            node = official[name]
            expected = {key: value for key, value in split_features(node.feats).items() if not is_alignment(key)}
            common += 1
            labels += derived[name].label == node.deprel
            features += {
                key: value for key, value in derived[name].features.items() if not is_alignment(key)
            } == expected
    return DeepAgreement(200 * common / (ours + theirs), 100 * labels / common, 100 * features / common)


def is_alignment(feature: str) -> bool:
    return feature in ADDED_IN_2019 or (feature.startswith("id") and feature[2:].isdecimal())


def compare_deep_files(data: Path, name: str) -> DeepAgreement:
    """The derivation for official files of SR'18."""
    folder = data / "sr18" / "official"
    shallow = read_trees(folder / "T1" / f"{name}.conll.xz")
    return compare_deep(shallow, read_trees(folder / "T2" / f"T2_{name}.conll.xz"), name[:2])


def compare_partut(data: Path) -> DeepAgreement:
    """The derivation for the English training pairs of SR'19, whose rules had changed."""
    folder = data / "sr18" / "sr19-en_partut"
    shallow = [
        DependencyTree(tuple(node._replace(lemma="_") for node in tree.nodes))  # SR'19 has forms in the third column
        for tree in read_trees(folder / "T1" / "en_partut-ud-train.conllu.xz")
    ]
    return compare_deep(shallow, read_trees(folder / "T2" / "en_partut-ud-train_DEEP.conllu.xz"), "en")


if __name__ == "__main__":
    data = Path(os.environ["GENCHAL_DATA"])
    for name in SHALLOW:
        treebank, official = f"ud/{name}-ud-test.conllu.xz", f"official/T1/{name}-ud-test.conll.xz"
        print(name, *compare_shallow(data / "sr18" / treebank, data / "sr18" / official))
    for name in DEEP:
        for part in ("dev", "test"):
            print(name, part, *(f"{share:.2f}" for share in compare_deep_files(data, f"{name}-ud-{part}")))
    print("partut", *(f"{share:.2f}" for share in compare_partut(data)))
