"""Kolmogorov-Smirnov tests for discrete distributions (Arnold and Emerson 2011): levels, scales, counts.

The usual p-values are those of continuous distributions; on a scale with a few levels they are far too large. Here they
are exact: cumulated counts are a path from level to level, and the chance that it stays within bounds is worked out
step by step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from genchal.text.arrays.ragged import FloatArray, IntArray

Side = Literal["two-sided", "greater", "less"]
SLACK = 1e-9  # distances that differ by rounding are the same


@dataclass(frozen=True, slots=True)
class DiscreteKs:
    """`distance` is the largest one between the two distribution functions, at `level` (a place on the scale)."""

    distance: float
    p_value: float
    level: int
    n: int
    m: int | None
    alternative: Side


def discrete_ks(counts: IntArray, expected: FloatArray, alternative: Side = "two-sided") -> DiscreteKs:
    """Test whether counts over ordered levels come from a given discrete distribution (Arnold and Emerson 2011).

    `counts` has the number of observations at each level, `expected` the probability of each (any scale). The
    statistic is the largest distance between the two cumulative distributions: at any level, upwards ("greater") or
    downwards ("less"). The p-value is exact for any number of observations, as in Conover (1972) and Gleser (1985),
    by a recursion over the levels. Without an observation it is NaN.

    Observations are taken for independent, and `expected` as known: where it was counted from another sample,
    `discrete_ks_two_samples` is the fair test.
    It looks at distances only: an observation at a level that should not occur may go unnoticed.
    """
    counts = np.asarray(counts, dtype=np.int64)
    share = np.asarray(expected, dtype=np.float64)
    n = int(counts.sum())
    if n == 0 or not share.sum() > 0:
        return DiscreteKs(float("nan"), float("nan"), -1, n, None, alternative)
    share = share / share.sum()
    function = np.cumsum(share)
    function[-1] = 1.0
    apart = np.cumsum(counts) / n - function
    distance, level = _largest(apart, alternative)
    # Inside: the path stays closer than the distance that was seen, at every level.
    low, high = _bounds(n * function, n * distance, alternative)
    inside = _chance_inside([_poisson(n, n * chance) for chance in share], low, high, n)
    return DiscreteKs(distance, _complement(inside), level, n, None, alternative)


def discrete_ks_two_samples(first: IntArray, second: IntArray, alternative: Side = "two-sided") -> DiscreteKs:
    """Test whether counts of two samples over the same ordered levels come from one distribution.

    The p-value is exact, given how many observations of both samples together lie at each level: the share of all ways
    to deal them out in which the distance between the two cumulative distributions is at least the observed one (a
    permutation test, worked out in full). It is never larger than the continuous test's. NaN if a sample is empty.
    Observations are taken for independent.
    """
    first, second = np.asarray(first, dtype=np.int64), np.asarray(second, dtype=np.int64)
    n, m = int(first.sum()), int(second.sum())
    if n == 0 or m == 0:
        return DiscreteKs(float("nan"), float("nan"), -1, n, m, alternative)
    apart = np.cumsum(first) / n - np.cumsum(second) / m
    distance, level = _largest(apart, alternative)
    pooled = first + second
    # S / n - (T - S) / m differs from 0 by d where S differs from T n / (n + m) by d n m / (n + m).
    low, high = _bounds(np.cumsum(pooled) * n / (n + m), distance * n * m / (n + m), alternative)
    inside = _chance_inside([_binomial(int(count), n / (n + m)) for count in pooled], low, high, n)
    return DiscreteKs(distance, _complement(inside), level, n, m, alternative)


def _largest(apart: FloatArray, alternative: Side) -> tuple[float, int]:
    seen = {"two-sided": np.abs(apart), "greater": apart, "less": -apart}[alternative]
    return max(float(seen.max()), 0.0), int(seen.argmax())


def _bounds(centre: FloatArray, reach: float, alternative: Side) -> tuple[IntArray, IntArray]:
    """Lowest and highest cumulated counts that are closer to the centre than `reach`, level by level."""
    slack = SLACK * max(1.0, float(np.abs(centre).max()))
    low = np.floor(centre - reach + slack).astype(np.int64) + 1
    high = np.ceil(centre + reach - slack).astype(np.int64) - 1
    if alternative == "greater":
        low = np.zeros_like(low)
    elif alternative == "less":
        high = np.full_like(high, np.iinfo(np.int64).max)
    return low, high


def _chance_inside(steps: Sequence[FloatArray], low: IntArray, high: IntArray, total: int) -> float:
    """The chance that cumulated counts stay within bounds, given that they end at `total`.

    Counts of the levels are independent with the distributions in `steps`; knowing their sum turns Poisson counts into
    multinomial ones, and binomial counts into those of dealing out cards.
    """
    inside, free = np.ones(1), np.ones(1)
    for step, least, most in zip(steps, low.tolist(), high.tolist(), strict=True):
        inside, free = (np.convolve(path, step)[: total + 1] for path in (inside, free))
        inside[: max(least, 0)] = 0.0
        inside[min(most + 1, total + 1) if most >= 0 else 0 :] = 0.0
    reached = float(inside[total]) if len(inside) > total else 0.0
    return reached / float(free[total])


def _complement(inside: float) -> float:
    return min(max(1.0 - inside, 0.0), 1.0)


def _poisson(most: int, mean: float) -> FloatArray:
    from scipy.special import gammaln, xlogy

    count = np.arange(most + 1)
    return np.asarray(np.exp(xlogy(count, mean) - mean - gammaln(count + 1)))


def _binomial(trials: int, chance: float) -> FloatArray:
    from scipy.special import gammaln, xlog1py, xlogy

    count = np.arange(trials + 1)
    ways = gammaln(trials + 1) - gammaln(count + 1) - gammaln(trials - count + 1)
    return np.asarray(np.exp(ways + xlogy(count, chance) + xlog1py(trials - count, -chance)))
