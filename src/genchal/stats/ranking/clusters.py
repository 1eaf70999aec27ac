"""From scores to rank ranges and clusters of systems that cannot be separated."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class ClusteredRanks:
    """Best and worst rank of every system, and its cluster, from 1; `order` has the systems from best to worst."""

    order: IntArray
    low: IntArray
    high: IntArray
    cluster: IntArray


def ranks_of_runs(score: FloatArray, runs: FloatArray, share: float = 0.95) -> ClusteredRanks:
    """Rank ranges from runs, and clusters from these, as in the E2E report (after Sakaguchi et al. 2014).

    `runs` is runs x systems. A system's range are its ranks in the runs without the ``ceil((1 - share) runs / 2)``
    lowest and as many highest. A cluster ends after a system, in the order of `score`, if its worst rank is better than
    the best rank of every system below. Equal values in a run take ranks in the order of the systems.

    How wide ranges are, and with them how many clusters there are, depends on how runs were made: ranges of runs that
    differ in the order of drawing alone say nothing about other raters. Systems without a score come last, ranked with
    all others.
    """
    systems = len(score)
    order = _best_first(score)
    known = ~np.isnan(score)
    places = np.argsort(-runs, axis=1, kind="stable")
    ranks = np.empty(runs.shape, dtype=np.int64)
    np.put_along_axis(ranks, places, np.broadcast_to(np.arange(1, systems + 1), runs.shape), axis=1)
    cut = math.ceil(round((len(runs) - share * len(runs)) / 2, 9))
    kept = np.sort(ranks, axis=0)[cut : len(runs) - cut]
    low, high = np.where(known, kept[0], 1), np.where(known, kept[-1], systems)
    below = np.append(np.minimum.accumulate(low[order][::-1])[::-1][1:], systems + 1)
    ends = high[order] < below
    return ClusteredRanks(order, low, high, _clusters(order, ends))


def ranks_of_tests(score: FloatArray, better: NDArray[np.bool_]) -> ClusteredRanks:
    """Rank ranges and clusters from tests of all pairs.

    ``better[a, b]`` says that a is significantly better than b. As many systems as are better stand above a system for
    certain, as many as it is better than stand below; the range is what is left (Mogstad, Romano, Shaikh and Wilhelm
    2024). A cluster ends where every system above is better than every one below. If the tests keep the chance of a
    false alarm among all pairs at 5 %, as Holm's do, so do all ranges and clusters taken together. Wide ranges may mean
    equal systems or too few judgements.
    """
    systems = len(score)
    order = _best_first(score)
    low, high = 1 + better.sum(axis=0), systems - better.sum(axis=1)
    sorted_better = better[np.ix_(order, order)]
    ends = np.array([sorted_better[: place + 1, place + 1 :].all() for place in range(systems)], dtype=bool)
    return ClusteredRanks(order, low.astype(np.int64), high.astype(np.int64), _clusters(order, ends))


def ranks_of_neighbours(score: FloatArray, resampled: FloatArray, share: float = 0.95) -> ClusteredRanks:
    """Rank ranges as in RankME's table 4: neighbours differ if at least `share` of the resamples agree on their order.

    `resampled` is resamples x systems. Systems between two places where neighbours differ share a range. Nothing is
    corrected for the number of pairs, and two systems that are far apart may still share a range through those between.
    """
    order = _best_first(score)
    ahead = np.mean(resampled[:, order[:-1]] > resampled[:, order[1:]], axis=0)
    ends = np.append(ahead >= share, True)
    cluster = _clusters(order, ends)
    low = np.array([int((cluster < own).sum()) + 1 for own in cluster], dtype=np.int64)
    high = np.array([int((cluster <= own).sum()) for own in cluster], dtype=np.int64)
    return ClusteredRanks(order, low, high, cluster)


def _best_first(score: FloatArray) -> IntArray:
    """Places of systems by score; equal ones in their order, those without a score last."""
    return np.argsort(np.where(np.isnan(score), np.inf, -score), kind="stable")


def _clusters(order: IntArray, ends: NDArray[np.bool_]) -> IntArray:
    """Number clusters from 1, by where they end in the order."""
    cluster = np.empty(len(order), dtype=np.int64)
    cluster[order] = 1 + np.concatenate([[0], np.cumsum(ends)[:-1]]) if len(order) else 0
    return cluster


def find_connected_groups(met: NDArray[np.bool_]) -> IntArray:
    """Number groups of systems that are connected by comparisons; ``met[a, b]`` says that a was compared with b."""
    return _first_of(_reachable(met | met.T))


def find_bounded_groups(beaten: NDArray[np.bool_]) -> IntArray:
    """Number groups within which every system has won or tied, at least indirectly, against every other (Ford 1957).

    ``beaten[a, b]`` says that a won against b, or tied, at least once. Only within such a group do comparisons alone
    bound the strengths of Bradley and Terry's model.
    """
    reachable = _reachable(beaten)
    return _first_of(reachable & reachable.T)


def _reachable(steps: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether one place can be reached from another in any number of steps."""
    reached = steps | np.eye(len(steps), dtype=bool)
    for _ in range(max(len(steps), 1).bit_length()):
        reached = (reached.astype(np.float32) @ reached.astype(np.float32)) > 0
    return reached


def _first_of(same: NDArray[np.bool_]) -> IntArray:
    """Number groups in the order of their first members, from 0."""
    if not len(same):
        return np.zeros(0, dtype=np.int64)
    return np.unique(same.argmax(axis=1), return_inverse=True)[1].astype(np.int64)
