"""Wilcoxon's rank-sum test (Mann and Whitney's U), for two samples and for all pairs of systems.

Direct assessment draws its clusters with it: scores of two systems' sentences are two independent samples.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from genchal.text.arrays.ragged import FloatArray, IntArray

Alternative = Literal["two-sided", "less", "greater"]
MOST_EXACT = 49  # values in either sample, up to which U is counted out where nothing is tied


@dataclass(frozen=True, slots=True)
class RankSum:
    """`u` counts the pairs in which the first sample's value is higher, ties by half; `superiority` is its share.

    `z` is NaN where p was counted out exactly. `alternative` says what the first sample is tested to be.
    """

    u: float
    z: float
    p_value: float
    superiority: float
    n_first: int
    n_second: int
    ties: bool
    exact: bool
    alternative: Alternative


@dataclass(frozen=True, slots=True)
class RankSumMatrix:
    """All pairs of systems, rows against columns: entry [i, j] tests that i scores higher than j."""

    p_value: FloatArray
    superiority: FloatArray
    n: IntArray
    alternative: Alternative


def rank_sum(
    first: FloatArray, second: FloatArray, alternative: Alternative = "two-sided", continuity: bool = True
) -> RankSum:
    """Test whether values of one sample tend to be higher than those of another (Wilcoxon 1945; Mann and Whitney 1947).

    Without ties and with fewer than 50 values in each sample all arrangements are counted; else U is taken as normal,
    its variance corrected for ties, 1/2 taken off for `continuity`. NaN is not a value. An empty sample has no p-value
    (NaN); if all values are equal, p is 1. The effect size is the chance that a value of the first sample is the higher
    one, ties counted by half (Vargha and Delaney 2000).

    It asks whether one distribution lies above the other, not whether means differ, and takes all values for
    independent: with several ratings from one rater, or of one sentence, p-values are too small. On ratings with few
    raters use `system_contrasts`.
    """
    first, second = first[~np.isnan(first)], second[~np.isnan(second)]
    n, m = len(first), len(second)
    if not n or not m:
        nan = float("nan")
        return RankSum(nan, nan, nan, nan, n, m, False, False, alternative)
    values, inverse, counts = np.unique(np.concatenate([first, second]), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    u = float(ranks[:n].sum() - n * (n + 1) / 2)
    ties = len(values) < n + m
    if not ties and max(n, m) <= MOST_EXACT:
        return RankSum(u, float("nan"), _exact(u, n, m, alternative), u / (n * m), n, m, ties, True, alternative)
    total = n + m
    variance = n * m / 12 * (total + 1 - float((counts.astype(np.float64) ** 3 - counts).sum()) / (total * (total - 1)))
    z, p_value = _normal(u - n * m / 2, variance, alternative, continuity)
    return RankSum(u, z, p_value, u / (n * m), n, m, ties, False, alternative)


def rank_sum_matrix(
    value: FloatArray, system: IntArray, systems: int, alternative: Alternative = "greater", continuity: bool = True
) -> RankSumMatrix:
    """Test every system against every other by rank sums; rows against columns, NaN on the diagonal.

    `value` has an entry per sentence (the mean of its scores, so that sentences are independent) and `system` says
    whose it is. As in WMT's and SR'18's tables the test is one-sided by default: does the row beat the column? See
    `rank_sum` for what it assumes.
    """
    p_value, superiority = np.full((2, systems, systems), np.nan)
    samples = [value[system == number] for number in range(systems)]
    for i in range(systems):
        for j in range(systems):
            if i != j:
                found = rank_sum(samples[i], samples[j], alternative, continuity)
                p_value[i, j], superiority[i, j] = found.p_value, found.superiority
    n = np.array([np.count_nonzero(~np.isnan(sample)) for sample in samples], dtype=np.int64)
    return RankSumMatrix(p_value, superiority, n, alternative)


def _normal(apart: float, variance: float, alternative: Alternative, continuity: bool) -> tuple[float, float]:
    """Score z and p; everything tied is no difference."""
    if variance <= 0:
        return 0.0, 1.0
    half = 0.5 if continuity else 0.0
    if alternative == "two-sided":
        z = math.copysign(abs(apart) - half, apart) / math.sqrt(variance)
        return z, min(1.0, math.erfc((abs(apart) - half) / math.sqrt(2 * variance)))
    sign = 1.0 if alternative == "greater" else -1.0
    z = (sign * apart - half) / math.sqrt(variance)
    return sign * z, math.erfc(z / math.sqrt(2)) / 2


def _exact(u: float, n: int, m: int, alternative: Alternative) -> float:
    """How often U is at least as far out over all arrangements."""
    ways = np.asarray(_arrangements(min(n, m), max(n, m)))
    share = ways / ways.sum()
    high, low = float(share[round(u) :].sum()), float(share[: round(u) + 1].sum())
    if alternative == "two-sided":
        return min(1.0, 2 * min(high, low))
    return min(1.0, high if alternative == "greater" else low)


@lru_cache(maxsize=256)
def _arrangements(n: int, m: int) -> tuple[float, ...]:
    """In how many ways each value of U comes about: coefficients of the Gaussian binomial (n + m over n)."""
    ways = np.zeros(n * m + 1)
    ways[0] = 1.0
    for k in range(1, n + 1):
        for place in range(len(ways) - 1, m + k - 1, -1):
            ways[place] -= ways[place - m - k]
        for place in range(k, len(ways)):
            ways[place] += ways[place - k]
    return tuple(ways.tolist())
