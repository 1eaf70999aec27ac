"""The best order of a family, given the scores of pairs of its members.

An order is built from left to right. Of the members that are left, each has a score for being the next: its scores for
standing before each of the others that are left, plus its score for following the last one. These scores are turned
into log-probabilities, and the order with the highest sum is wanted.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

EXACT = 9  # members up to which every order is considered
BEAM = 20


def best_orders(precedence: Floats, adjacency: Floats) -> Ints:
    """Return the best orders of families of one size: by dynamic programming over subsets, or beam search if large.

    `precedence[f, a, b]` says how much a wants to stand before b in family f, `adjacency[f, a + 1, b]` how much b
    wants to follow a right away (a = -1: to stand first).
    """
    size = precedence.shape[1]
    if size == 1 or not len(precedence):
        return np.zeros((len(precedence), size), dtype=np.int64)
    if size <= EXACT:
        return _exact_orders(precedence, adjacency)
    return np.stack([_beam_order(*scores) for scores in zip(precedence, adjacency, strict=True)])


def greedy_orders(precedence: Floats, adjacency: Floats) -> Ints:
    """Take the most probable next member each time."""
    families, size = precedence.shape[:2]
    rows = np.arange(families)
    left = np.ones((families, size), dtype=bool)
    last = np.zeros(families, dtype=np.int64)
    orders = np.empty((families, size), dtype=np.int64)
    for step in range(size):
        scores = (precedence * left[:, None, :]).sum(axis=2) + adjacency[rows, last]
        orders[:, step] = np.where(left, scores, -np.inf).argmax(axis=1)
        left[rows, orders[:, step]] = False
        last = orders[:, step] + 1
    return orders


def log_probability(order: list[int], precedence: Floats, adjacency: Floats) -> float:
    """How probable a whole order of one family is."""
    total, last = 0.0, 0
    for step, member in enumerate(order):
        left = order[step:]
        scores = precedence[np.ix_(left, left)].sum(axis=1) + adjacency[last, left]
        total += float(scores[0] - np.logaddexp.reduce(scores))
        last = member + 1
    return total


def _exact_orders(precedence: Floats, adjacency: Floats) -> Ints:
    families, size = precedence.shape[:2]
    full = (1 << size) - 1
    members = np.arange(size)
    # best[s][:, l]: the highest sum of what is still to come, once the members in s stand and l is the last of them
    best: list[Floats] = [np.empty(0, dtype=np.float32)] * (full + 1)
    chosen = np.zeros((families, full + 1, size + 1), dtype=np.int8)
    best[full] = np.zeros((families, size + 1), dtype=np.float32)
    for placed in range(full - 1, -1, -1):
        left = members[(placed >> members) & 1 == 0]
        last = (
            np.append(members[(placed >> members) & 1 == 1] + 1, 0)
            if placed == 0
            else (members[(placed >> members) & 1 == 1] + 1)
        )
        scores = precedence[:, left[:, None], left].sum(axis=2)[:, None, :] + adjacency[:, last[:, None], left]
        highest = scores.max(axis=2, keepdims=True)
        scores = scores - highest - np.log(np.exp(scores - highest).sum(axis=2, keepdims=True))
        coming = np.stack([best[placed | 1 << member][:, member + 1] for member in left], axis=1)
        scores = scores + coming[:, None, :]
        choice = scores.argmax(axis=2)
        best[placed] = np.full((families, size + 1), -np.inf, dtype=np.float32)
        best[placed][:, last] = np.take_along_axis(scores, choice[:, :, None], axis=2)[:, :, 0]
        chosen[:, placed, last] = left[choice]
    rows = np.arange(families)
    orders = np.empty((families, size), dtype=np.int64)
    placed_, last_ = np.zeros(families, dtype=np.int64), np.zeros(families, dtype=np.int64)
    for step in range(size):
        orders[:, step] = chosen[rows, placed_, last_]
        placed_ |= 1 << orders[:, step]
        last_ = orders[:, step] + 1
    return orders


def _beam_order(precedence: Floats, adjacency: Floats) -> Ints:
    size = len(precedence)
    beam: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    ahead = np.zeros((1, size), dtype=np.float32) + precedence.sum(axis=1)  # over the members that are left
    for _ in range(size):
        lasts = np.array([order[-1] + 1 if order else 0 for _, order in beam])
        left = np.ones((len(beam), size), dtype=bool)
        for row, (_, order) in enumerate(beam):
            left[row, list(order)] = False
        scores = np.where(left, ahead + adjacency[lasts], -np.inf)
        scores = scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)
        scores = scores + np.array([total for total, _ in beam])[:, None]
        places = np.argsort(-scores, axis=None, kind="stable")[: min(BEAM, int(left.sum()))]
        rows, chosen = np.unravel_index(places, scores.shape)
        beam = [
            (float(scores[row, member]), (*beam[row][1], int(member))) for row, member in zip(rows, chosen, strict=True)
        ]
        ahead = ahead[rows] - precedence[:, chosen].T
    return np.array(beam[0][1], dtype=np.int64)
