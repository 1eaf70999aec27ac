"""Forms from a treebank file, for trees that are in it: what a realiser would reach if it inflected without errors."""

from __future__ import annotations

from collections.abc import Sequence

from genchal.domain import DependencyTree, Node
from genchal.errors import InvalidInput, counted
from genchal.generators.realising.forest import Forest, read_forest

COLUMNS = 10


def find_gold_forms(forest: Forest, text: str) -> list[list[str] | None]:
    """Forms of each tree's words, in the order of the forest; None for a tree that the treebank does not have.

    Trees are matched by their contents: words and relations, in whatever order. Where a treebank has a tree twice, the
    first one counts.
    """
    gold = read_forest(_read_trees(text), is_ordered=False)
    known: dict[bytes, list[str]] = {}
    for key, forms in zip(_keys(gold), _by_tree(gold), strict=True):
        known.setdefault(key, forms)
    return [known.get(key) for key in _keys(forest)]


def _keys(forest: Forest) -> list[bytes]:
    return [b"".join(sorted(forest.digests[root] for root in roots)) for roots in forest.roots]


def _by_tree(forest: Forest) -> list[list[str]]:
    return [forest.forms[start:end] for start, end in zip(forest.bounds, forest.bounds[1:], strict=False)]


def _read_trees(text: str) -> Sequence[DependencyTree]:
    trees: list[DependencyTree] = []
    nodes: list[Node] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.startswith("#"):
            continue
        if not line.strip():
            if nodes:
                trees.append(DependencyTree(tuple(nodes)))
            nodes = []
            continue
        cells = line.split("\t")
        if len(cells) != COLUMNS:
            raise InvalidInput(
                f"gold forms, line {number}: {counted(len(cells), 'column')}, expected {COLUMNS}",
                "Give the treebank file (CoNLL-U) that the trees were made from.",
            )
        nodes.append(Node._make(cells))
    return trees
