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

from genchal.stats.resampling.clustered import ClusteredScores, bundle_units, combine_draws, number_units
from genchal.text.arrays.ragged import FloatArray, IntArray

INITIAL, SCALE, STEP = 1000.0, 400.0, 4.0  # a rating before anything is known, its unit, and k
PORTION = 1 << 13  # comparisons whose weights are laid out at a time
PATIENCE = 150_000  # comparisons gone through, over all orders
MOST_DRAWS = 200  # resamples a way: runs go side by side, and more would slow down each step


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
    rater: IntArray,
    instance: IntArray,
    resamples: int,
    rng: np.random.Generator,
    orders: int = 10,
) -> ClusteredScores:
    """Elo ratings averaged over random orders, bootstrapped by raters, by instances and by both (`clustered_scores`).

    Resamples go through the same orders as the whole, side by side; 200 a way (MOST_DRAWS) are enough for an interval,
    and more would take long. There are fewer orders where there are very many comparisons.
    """
    units = number_units(rater, instance)
    bundles, counts = [], []
    for unit in units:
        bundle, number = bundle_units(unit, rng)
        bundles.append(bundle)
        drawn = rng.multinomial(number, np.full(number, 1 / max(number, 1)), size=resamples)
        counts.append(np.ascontiguousarray(drawn.T, dtype=np.float64))
    orders = max(1, min(orders, PATIENCE // max(len(outcome), 1)))
    ratings = []
    for _ in range(orders):
        order = rng.permutation(len(outcome))

        def weigh(some: slice, order: IntArray = order) -> FloatArray:
            rows = order[some]
            resampled = (count[unit[rows]] for unit, count in zip(bundles, counts, strict=True))
            return np.concatenate([np.ones((len(rows), 1)), *resampled], axis=1)

        runs = 1 + len(units) * resamples
        ratings.append(elo(left[order], right[order], outcome[order], systems, weigh=weigh, runs=runs).rating)
    mean = np.mean(ratings, axis=0)
    draws = [mean[1 + way * resamples : 1 + (way + 1) * resamples] for way in range(len(units))]
    return combine_draws(mean[0], draws, units)
