"""Elo ratings (Elo 1978) of systems, from comparisons in an order.

After each comparison points go from one system to the other: k times what happened (1, a half for a tie, 0) minus what
was expected, ``1 / (1 + 10 ** (difference / 400))``. The last comparisons count most, so that ratings depend on the
order. Where the order means nothing, as among judgements of the same outputs, they are averaged over several.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from genchal.stats.resampling.clustered import ClusteredScores, Clusters, combine_leave_outs
from genchal.text.arrays.ragged import FloatArray, IntArray

INITIAL, SCALE, STEP = 1000.0, 400.0, 4.0  # a rating before anything is known, its unit, and k
PORTION = 1 << 13  # comparisons whose weights are laid out at a time
ORDERS = 20  # over which ratings are averaged
GROUPS = 50  # of clusters that are left out a way: runs go side by side, and more would slow down each step


@dataclass(frozen=True, slots=True)
class Elo:
    """Ratings, runs x systems; NaN for systems without comparisons."""

    rating: FloatArray
    comparisons: int
    k: float


def elo(
    left: IntArray,
    right: IntArray,
    outcome: IntArray,
    systems: int,
    k: float = STEP,
    weigh: Callable[[slice], FloatArray] | None = None,
    runs: int = 1,
) -> Elo:
    """Rate systems by comparisons in the order given, in one run or in several side by side.

    `outcome` is 1 where the left system is better, -1 where the right one is, 0 for a tie. `weigh` says for a slice of
    the comparisons how often each counts in each of the `runs` (comparisons x runs); that often its points are given,
    at once. Do not take Elo for judgements without a natural order unless you average over orders: two orders of the
    same comparisons may rank neighbours differently. Bradley and Terry's model says what Elo approaches, without that
    noise.
    """
    rating = np.full((systems, runs), INITIAL)
    met = np.zeros((systems, runs), dtype=bool)
    gained, slope = k * (outcome + 1) / 2, math.log(10) / SCALE
    for start in range(0, len(outcome), PORTION):
        some = slice(start, start + PORTION)
        weights = np.ones((len(outcome[some]), runs)) if weigh is None else weigh(some)
        np.logical_or.at(met, left[some], weights > 0)
        np.logical_or.at(met, right[some], weights > 0)
        games = zip(left[some].tolist(), right[some].tolist(), gained[some].tolist(), weights, strict=True)
        for first, other, gain, weight in games:
            points = np.exp(slope * (rating[other] - rating[first]))
            points += 1.0
            np.divide(-k, points, out=points)  # what was expected
            points += gain
            points *= weight
            rating[first] += points
            rating[other] -= points
    return Elo(np.where(met, rating, np.nan).T, len(outcome), k)


def clustered_elo(
    left: IntArray,
    right: IntArray,
    outcome: IntArray,
    systems: int,
    clusters: Clusters,
    rng: np.random.Generator,
    orders: int = ORDERS,
) -> ClusteredScores:
    """Elo ratings averaged over random orders, scored again without one cluster after another (`clustered_scores`).

    All orders are gone through side by side, and with each of them the ratings without every group of clusters. What
    is left counts for what is missing: its points are multiplied, so that as many change hands as in the whole. Ratings
    grow with the number of comparisons until they settle; if a group took its points away, that would look like what
    raters, or instances, differ in.
    """
    order = np.stack([rng.permutation(len(outcome)) for _ in range(orders)], axis=1)
    numbers = [int(group.max(initial=-1)) + 1 for group in clusters.groups]
    first_run = 1 + np.cumsum([0, *numbers[:-1]])
    runs = np.stack([group + first for group, first in zip(clusters.groups, first_run, strict=True)], axis=1)
    rating = np.full((systems, orders, 1 + sum(numbers)), INITIAL)
    missing = np.bincount(runs.ravel(), minlength=1 + sum(numbers))
    weight = len(outcome) / np.maximum(len(outcome) - missing, 1)
    gained, slope, place = STEP * (outcome + 1) / 2, math.log(10) / SCALE, np.arange(orders)
    left, right = np.asarray(left, dtype=np.intp), np.asarray(right, dtype=np.intp)
    for games in order:
        first, other = left[games], right[games]
        ours, theirs = rating[first, place], rating[other, place]
        points = theirs - ours
        points *= slope
        np.exp(points, out=points)
        points += 1.0
        np.divide(-STEP, points, out=points)  # what was expected
        points += gained[games, None]
        points *= weight
        points[place[:, None], runs[games]] = 0.0
        ours += points
        theirs -= points
        rating[first, place] = ours
        rating[other, place] = theirs
    mean = rating.mean(axis=1).T
    met = np.zeros((len(mean), systems), dtype=np.int64)
    for side in (left, right):
        met += np.bincount(side, minlength=systems)
        for run in runs.T:
            np.subtract.at(met, (run, side), 1)
    mean = np.where(met > 0, mean, np.nan)
    moved = [
        mean[begin : begin + number] - mean[0] if number > 1 else np.zeros((0, systems))
        for begin, number in zip(first_run.tolist(), numbers, strict=True)
    ]
    return combine_leave_outs(mean[0], (moved[0], moved[1], moved[2]), clusters)
