"""Trees as flat lists of words, in an order that says nothing about the sentence.

A forest holds all words of all trees one after the other. Words of a training tree stand in the order of the sentence;
words of a tree to be realised stand in an order that follows from their contents alone, so neither the order of lines
nor the numbers of words can help.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from genchal.domain import DependencyTree, Node
from genchal.errors import InvalidInput

ROOT = -1  # the parent of a root
NOTHING = "_"  # an empty column
ORDER_FEATURES = ("lin=", "original_id=", "id1=")  # what SR'19 adds to FEATS about the order


@dataclass(slots=True)
class Forest:
    """Columns of words; `parents` and `children` are places in these columns."""

    lemmas: list[str] = field(default_factory=list)
    upos: list[str] = field(default_factory=list)
    xpos: list[str] = field(default_factory=list)
    feats: list[str] = field(default_factory=list)
    deprels: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)  # the second column: of shallow trees, lemmas
    is_spaced: list[bool] = field(default_factory=list)  # whether a blank follows, in training trees
    fused: list[tuple[int, int, str]] = field(default_factory=list)  # words first to last (inclusive) are written so
    digests: list[bytes] = field(default_factory=list)  # of a word with everything below it
    sizes: list[int] = field(default_factory=list)  # words of the subtree
    heights: list[int] = field(default_factory=list)  # of leaves: 0
    bounds: list[int] = field(default_factory=lambda: [0])  # where trees begin and end
    roots: list[list[int]] = field(default_factory=list)  # of each tree

    def __len__(self) -> int:
        return len(self.lemmas)


def read_forest(trees: Sequence[DependencyTree], *, is_ordered: bool) -> Forest:
    """Read trees: of a treebank (`is_ordered`: order and forms are there to be learnt), or trees to be realised."""
    forest = Forest()
    for tree in trees:
        _add_tree(forest, tree, is_ordered)
    return forest


def content(node: Node) -> tuple[str, str, str, str, str]:
    """What a word is, wherever it stands: lemma, tags, features and relation.

    Shallow inputs have the lemma in the column of the form, and nothing in its own.
    """
    lemma = node.lemma if node.lemma not in ("", NOTHING) else node.form
    feats = node.feats
    if "lin=" in feats or "id" in feats:
        kept = [feature for feature in feats.split("|") if not feature.startswith(ORDER_FEATURES)]
        feats = "|".join(kept) or NOTHING
    return lemma, node.upos, node.xpos, feats, node.deprel


def _add_tree(forest: Forest, tree: DependencyTree, is_ordered: bool) -> None:
    nodes = [node for node in tree.nodes if node.id.isdecimal()]
    if not nodes:
        raise InvalidInput("a dependency tree has no words", "Give it one, or leave the tree out.")
    contents = [content(node) for node in nodes]
    if is_ordered:  # a word of a treebank without a lemma: its form is not one
        contents = [(node.lemma or NOTHING, *own[1:]) for node, own in zip(nodes, contents, strict=True)]
    places = {node.id: place for place, node in enumerate(nodes)}
    parents = [places.get(node.head, ROOT) for node in nodes]
    children: list[list[int]] = [[] for _ in nodes]
    for place, parent in enumerate(parents):
        if parent != ROOT:
            children[parent].append(place)
    roots = [place for place, parent in enumerate(parents) if parent == ROOT]
    downwards = list(roots)
    for place in downwards:
        downwards.extend(children[place])
    if len(downwards) < len(nodes):
        raise InvalidInput("the heads of a dependency tree form a cycle", "Make one of its words the root (head 0).")
    digests, sizes, heights = _summarise(contents, children, downwards)

    order = list(range(len(nodes))) if is_ordered else _by_content(roots, children, digests)
    start = len(forest)
    new = {old: start + at for at, old in enumerate(order)}
    new[ROOT] = ROOT
    for old in order:
        for column, value in zip(
            (forest.lemmas, forest.upos, forest.xpos, forest.feats, forest.deprels), contents[old], strict=True
        ):
            column.append(value)
        forest.parents.append(new[parents[old]])
        forest.children.append(sorted(new[child] for child in children[old]))
        forest.digests.append(digests[old])
        forest.sizes.append(sizes[old])
        forest.heights.append(heights[old])
    forest.roots.append(sorted(new[root] for root in roots))
    forest.bounds.append(len(forest))
    forest.forms.extend(nodes[old].form for old in order)
    if is_ordered:
        forest.is_spaced.extend("SpaceAfter=No" not in node.misc for node in nodes)
        _add_fused(forest, tree, {name: start + place for name, place in places.items()})


def _add_fused(forest: Forest, tree: DependencyTree, places: dict[str, int]) -> None:
    """Take down words that are written as one, and whether a blank follows the whole."""
    for node in tree.nodes:
        first, is_range, last = node.id.partition("-")
        if is_range and first in places and last in places:
            forest.fused.append((places[first], places[last], node.form))
            forest.is_spaced[places[last]] = "SpaceAfter=No" not in node.misc


def _summarise(
    contents: Sequence[tuple[str, ...]], children: Sequence[Sequence[int]], downwards: Sequence[int]
) -> tuple[list[bytes], list[int], list[int]]:
    """Digests, sizes and heights of all subtrees, leaves first (no recursion: chains may be long)."""
    digests = [b""] * len(contents)
    sizes, heights = [1] * len(contents), [0] * len(contents)
    for place in reversed(downwards):
        below = children[place]
        text = "\t".join(contents[place]).encode(errors="surrogatepass")
        digests[place] = blake2b(
            b"\n".join([text, *sorted(digests[child] for child in below)]), digest_size=12
        ).digest()
        if below:
            sizes[place] += sum(sizes[child] for child in below)
            heights[place] = 1 + max(heights[child] for child in below)
    return digests, sizes, heights


def _by_content(roots: Sequence[int], children: Sequence[Sequence[int]], digests: Sequence[bytes]) -> list[int]:
    """Words from the roots downwards, siblings by digest; subtrees of one digest are the same in all respects."""
    order: list[int] = []
    waiting = sorted(roots, key=digests.__getitem__, reverse=True)
    while waiting:
        place = waiting.pop()
        order.append(place)
        waiting.extend(sorted(children[place], key=digests.__getitem__, reverse=True))
    return order
