"""How far apart two distributions over levels are: Bhattacharyya's coefficient and distance (1943)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from genchal.text.arrays.ragged import IntArray


@dataclass(frozen=True, slots=True)
class Bhattacharyya:
    """`coefficient` is 1 for equal shares and 0 for disjoint ones; `distance` is -ln of it, `hellinger` sqrt(1 - it).

    `p_value` is None where no permutations were asked for.
    """

    coefficient: float
    distance: float
    hellinger: float
    p_value: float | None
    n: int
    m: int
    permutations: int


def bhattacharyya(
    first: IntArray, second: IntArray, permutations: int = 0, rng: np.random.Generator | None = None
) -> Bhattacharyya:
    """Measure how much the shares of levels in two samples overlap: the sum of sqrt(p q) (Bhattacharyya 1943).

    `first` and `second` are counts over the same levels, in any order: unlike Kolmogorov and Smirnov's distance this
    one knows no neighbours. Disjoint samples are infinitely far apart; an empty one has no distance (NaN). With
    `permutations` observations are dealt out again that many times, and the p-value is the share of deals at least as
    far apart, 1 added above and below the line. Small samples of one distribution are some distance apart by chance:
    do not read the distance without its p-value. Observations are taken for independent.
    """
    first, second = np.asarray(first, dtype=np.int64), np.asarray(second, dtype=np.int64)
    n, m = int(first.sum()), int(second.sum())
    if n == 0 or m == 0:
        nan = float("nan")
        return Bhattacharyya(nan, nan, nan, None, n, m, permutations)
    coefficient = float(np.sqrt(first / n * (second / m)).sum())
    coefficient = min(coefficient, 1.0)
    p_value = None
    if permutations:
        if rng is None:
            raise ValueError("permutations need a generator of random numbers")
        pooled = first + second
        dealt = rng.multivariate_hypergeometric(pooled, n, size=permutations, method="marginals")
        again = np.sqrt(dealt / n * ((pooled - dealt) / m)).sum(axis=1)
        p_value = (1 + int(np.count_nonzero(again <= coefficient + 1e-12))) / (permutations + 1)
    distance = -math.log(coefficient) if coefficient > 0 else math.inf
    return Bhattacharyya(coefficient, distance + 0.0, math.sqrt(1 - coefficient), p_value, n, m, permutations)
