"""The best tree for a matrix of arc scores: a maximum spanning arborescence with one root.

The greedy choice, the best head of every word, is a tree for most sentences and then the best one. Where it is none,
the algorithm of Chu and Liu (1965) and Edmonds (1967) finds the best tree. One root: a penalty on arcs from the root
that is greater than all other differences makes the best tree one with a single such arc, and keeps the order of these.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.floating]
Heads = NDArray[np.int64]


def best_heads(scores: Scores) -> Heads:
    """Heads of the words 1, 2, ...; ``scores[d, h]`` is for head h of word d, row 0 is not looked at."""
    size = len(scores)
    heads = greedy_heads(scores[None])[0]
    return heads[1:] if size == 1 or are_trees(heads[None])[0] else _best_tree(scores)[1:]


def greedy_heads(scores: Scores) -> Heads:
    """The best head of every word in sentences of equal length, itself excluded; 0 for the root."""
    size = scores.shape[-1]
    ranked = np.where(np.eye(size, dtype=bool), -np.inf, scores)
    heads: Heads = ranked.argmax(axis=-1)
    heads[..., 0] = 0
    return heads


def are_trees(heads: Heads) -> NDArray[np.bool_]:
    """Whether heads of sentences of equal length make trees with one root."""
    reached = heads
    for _ in range(int(heads.shape[-1]).bit_length()):  # twice as many steps up at a time
        reached = np.take_along_axis(reached, reached, axis=-1)
    single = (heads[..., 1:] == 0).sum(axis=-1) == 1
    result: NDArray[np.bool_] = single & (reached == 0).all(axis=-1)
    return result


def _best_tree(scores: Scores) -> Heads:
    weights = np.array(scores, np.float64)
    size = len(weights)
    inner = weights[1:]
    weights[:, 0] -= 1 + size * (inner.max() - inner.min())
    np.fill_diagonal(weights, -np.inf)
    return _contract(weights)


def _contract(weights: NDArray[np.float64]) -> Heads:
    """Heads of the best tree of these nodes, 0 the root: take best heads, make a cycle one node, and try again."""
    heads: Heads = weights.argmax(axis=1)
    heads[0] = 0
    cycle = _cycle(heads)
    if cycle is None:
        return heads
    size = len(weights)
    inside = np.zeros(size, dtype=bool)
    inside[cycle] = True
    outside = np.flatnonzero(~inside)  # 0, the root, stays the first
    count = len(outside)
    smaller = np.full((count + 1, count + 1), -np.inf)
    smaller[:count, :count] = weights[np.ix_(outside, outside)]
    leaving = weights[np.ix_(outside, cycle)]  # heads in the cycle
    smaller[:count, count] = leaving.max(axis=1)
    losses = weights[cycle, heads[cycle]]
    entering = weights[np.ix_(cycle, outside)] - losses[:, None]  # breaks the cycle at that word
    smaller[count, :count] = entering.max(axis=0)
    solved = _contract(smaller)
    result = np.zeros(size, dtype=np.int64)
    result[cycle] = heads[cycle]
    for node, head in enumerate(solved[:count].tolist()):
        result[outside[node]] = cycle[leaving[node].argmax()] if head == count else outside[head]
    entry = int(solved[count])
    broken = cycle[entering[:, entry].argmax()]
    result[broken] = outside[entry]
    result[0] = 0
    return result


def _cycle(heads: Heads) -> Heads | None:
    """The words of one cycle, if there is any."""
    colour = [0] * len(heads)
    colour[0] = -1
    for start in range(1, len(heads)):
        node = start
        while colour[node] == 0:
            colour[node] = start
            node = int(heads[node])
        if colour[node] == start:
            found = [node]
            while (node := int(heads[node])) != found[0]:
                found.append(node)
            return np.array(found)
        node = start
        while colour[node] == start:
            colour[node] = -1
            node = int(heads[node])
    return None
