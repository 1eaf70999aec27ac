"""Learning and applying the order of words: a log-linear model of which member of a family comes next.

The members of a family are written from left to right. The probability of the next one is a softmax over the members
that are left; see `order_search` for the scores. Trained by AdaGrad (Duchi et al. 2011) on the families of a treebank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from genchal.domain import Parameters
from genchal.generators.realising.forest import Forest
from genchal.generators.realising.linear import pack_weights, unpack_weights
from genchal.generators.realising.order_features import (
    BITS,
    MIRRORED,
    WordCodes,
    adjacency_features,
    encode_words,
    make_members,
    precedence_features,
)
from genchal.generators.realising.order_search import Floats, Ints, best_orders, greedy_orders

Search = Literal["search", "greedy", "random"]

EPOCHS = 8
RATE = 0.25
DECAY = 1e-6  # of all weights, at every step
BATCH = 512  # families
LARGEST = 24  # families with more members say little about order and cost much: they are not learnt from
CHUNK = 4000  # pairs of members whose features are made at once


@dataclass(frozen=True, slots=True)
class Families:
    """Families with equally many members: words in the order of the sentence (training) or in any order."""

    heads: Ints
    members: Ints


@dataclass(frozen=True, slots=True)
class OrderModel:
    """Weights of hashed features."""

    weights: Floats

    def order(self, forest: Forest, search: Search, rng: np.random.Generator) -> list[list[int]]:
        """Order the words of every tree: families from the leaves upwards, each as one piece (projective)."""
        if search == "random":
            return [_spell_out(forest, tree, _shuffled(forest, tree, rng)) for tree in range(len(forest.roots))]
        words = encode_words(forest)
        left, right = np.arange(len(forest)), np.arange(len(forest))
        ordered: dict[int, list[int]] = {}
        for height in sorted({*forest.heights, max(forest.heights, default=0) + 1} - {0}):
            for families in _families_at(forest, height):
                found = self._ordered(words, families, left, right, search)
                inside = families.heads >= 0
                head, edges = families.heads[inside], found[inside][:, [0, -1]]
                left[head] = np.where(edges[:, 0] == head, head, left[edges[:, 0]])
                right[head] = np.where(edges[:, 1] == head, head, right[edges[:, 1]])
                ordered.update(zip(families.heads.tolist(), found.tolist(), strict=True))
        return [_spell_out(forest, tree, ordered) for tree in range(len(forest.roots))]

    def parameters(self) -> Parameters:
        """Weights that are not 0."""
        return Parameters(pack_weights(self.weights))

    @classmethod
    def with_parameters(cls, learnt: Parameters) -> Self:
        """Take them back."""
        return cls(unpack_weights(learnt.arrays, BITS))

    def _ordered(self, words: WordCodes, families: Families, left: Ints, right: Ints, search: Search) -> Ints:
        size = families.members.shape[1]
        first, second = np.triu_indices(size, 1)
        last, following = np.divmod(np.arange((size + 1) * size), size)
        step = max(1, CHUNK // (size * size))
        found = []
        for start in range(0, len(families.heads), step):
            rows = slice(start, start + step)
            members = make_members(words, families.members[rows], families.heads[rows], left, right)
            scores = self._scores(precedence_features(members, first, second))
            precedence = np.zeros((len(scores), size, size), dtype=np.float32)
            precedence[:, first, second] = scores
            precedence[:, second, first] = -scores
            adjacency = self._scores(adjacency_features(members, last - 1, following)).reshape(-1, size + 1, size)
            orders = (best_orders if search == "search" else greedy_orders)(precedence, adjacency)
            found.append(np.take_along_axis(families.members[rows], orders, axis=1))
        return np.concatenate(found)

    def _scores(self, features: NDArray[np.int32]) -> Floats:
        scores: Floats = _signed(self.weights, features).sum(axis=-1)
        return scores


def train_order(forest: Forest, rng: np.random.Generator, epochs: int = EPOCHS) -> OrderModel:
    """Learn weights from the order of words in a forest of treebank trees."""
    words = encode_words(forest)
    left, right = _edges(forest)
    batches = list(_training_batches(forest, words, left, right))
    weights = np.zeros(1 << BITS, dtype=np.float32)
    squares = np.full(1 << BITS, 1e-2, dtype=np.float32)
    mean = np.zeros_like(weights)
    for epoch in range(epochs):
        for number in rng.permutation(len(batches)):
            precedence, adjacency, size = batches[number]
            _step(weights, squares, precedence, adjacency, size)
        if epoch >= epochs // 2:
            mean += weights
    return OrderModel(mean / np.float32(max(epochs - epochs // 2, 1)))


def _training_batches(
    forest: Forest, words: WordCodes, left: Ints, right: Ints
) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32], int]]:
    """Features of families in the order of the sentence: of pairs, and of what may follow each member."""
    for families in _families_by_size(forest, range(len(forest))):
        size = families.members.shape[1]
        if size > LARGEST:
            continue
        first, second = np.triu_indices(size, 1)
        last, following = np.triu_indices(size, 0)  # member t may be followed by any of t + 1 ...
        step = max(8, BATCH * 4 // size // size)
        for start in range(0, len(families.heads), step):
            rows = slice(start, start + step)
            members = make_members(words, families.members[rows], families.heads[rows], left, right)
            yield (
                precedence_features(members, first, second),
                adjacency_features(members, last - 1, following),
                size,
            )


def _step(
    weights: Floats, squares: Floats, precedence: NDArray[np.int32], adjacency: NDArray[np.int32], size: int
) -> None:
    """Follow the gradient of the log-probability of these families' orders."""
    families = len(precedence)
    first, second = np.triu_indices(size, 1)
    last, following = np.triu_indices(size, 0)
    pairs = np.zeros((families, size, size), dtype=np.float32)
    scores = _signed(weights, precedence).sum(axis=-1)
    pairs[:, first, second] = scores
    pairs[:, second, first] = -scores
    # next_[f, t, x]: score of x >= t at step t, that is, before all others from t on, and right after t - 1
    next_ = np.cumsum(pairs[:, :, ::-1], axis=2)[:, :, ::-1].transpose(0, 2, 1).copy()
    next_[:, last, following] += _signed(weights, adjacency).sum(axis=-1)
    next_[:, np.tril_indices(size, -1)[0], np.tril_indices(size, -1)[1]] = -np.inf
    next_ -= next_.max(axis=2, keepdims=True)
    slope = np.exp(next_)
    slope /= slope.sum(axis=2, keepdims=True)
    slope = -slope
    steps = np.arange(size)
    slope[:, steps, steps] += 1  # gradient of the log-probability by scores of the next member
    upto = np.cumsum(slope, axis=1)  # a pair counts in all steps up to the earlier of its two
    by_pair = upto[:, first, first] - upto[:, first, second]
    _climb(weights, squares, precedence, by_pair)
    _climb(weights, squares, adjacency, slope[:, last, following])


def _climb(weights: Floats, squares: Floats, features: NDArray[np.int32], slope: Floats) -> None:
    places = (features & (MIRRORED - 1)).ravel()
    sign = (1 - 2 * (features >> BITS)).astype(np.float32)
    change = (sign * slope[..., None]).ravel()
    np.add.at(squares, places, change * change)
    np.add.at(weights, places, RATE * change / np.sqrt(squares[places]))
    weights[0] = 0  # features that say nothing


def _signed(weights: Floats, features: NDArray[np.int32]) -> Floats:
    values: Floats = weights[features & (MIRRORED - 1)]
    return np.where(features >= MIRRORED, -values, values)


def _families_by_size(forest: Forest, heads: Sequence[int] | range) -> Iterator[Families]:
    """Families of these heads and, where a tree has several roots, of its roots."""
    found: dict[int, list[tuple[int, list[int]]]] = {}
    for head in heads:
        if forest.children[head]:
            members = sorted([head, *forest.children[head]])
            found.setdefault(len(members), []).append((head, members))
    for size in sorted(found):
        yield Families(np.array([head for head, _ in found[size]]), np.array([members for _, members in found[size]]))


def _families_at(forest: Forest, height: int) -> Iterator[Families]:
    heads = [place for place, own in enumerate(forest.heights) if own == height]
    yield from _families_by_size(forest, heads)


def _edges(forest: Forest) -> tuple[Ints, Ints]:
    """First and last word of every subtree, each family being one piece."""
    left, right = np.arange(len(forest)), np.arange(len(forest))
    for place in sorted(range(len(forest)), key=forest.heights.__getitem__):
        children = forest.children[place]
        if children:
            if children[0] < place:
                left[place] = left[children[0]]
            if children[-1] > place:
                right[place] = right[children[-1]]
    return left, right


def _shuffled(forest: Forest, tree: int, rng: np.random.Generator) -> dict[int, list[int]]:
    places = range(forest.bounds[tree], forest.bounds[tree + 1])
    return {place: rng.permutation([place, *forest.children[place]]).tolist() for place in places}


def _spell_out(forest: Forest, tree: int, ordered: dict[int, list[int]]) -> list[int]:
    """The words of a tree from left to right."""
    order: list[int] = []
    waiting = [(root, False) for root in reversed(forest.roots[tree])]
    while waiting:
        place, is_placed = waiting.pop()
        if is_placed or not forest.children[place]:
            order.append(place)
        else:
            waiting.extend((member, member == place) for member in reversed(ordered[place]))
    return order
