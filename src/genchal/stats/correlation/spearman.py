"""Exact p-values of Spearman's rho: the share of all orders that correlate at least as strongly.

Orders are not listed, which would be 479 million for 12 values, but counted: values of x are given values of y one
after the other, and all ways that have used the same ones are one entry with the distribution of their sums.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache

import numpy as np

from genchal.stats.correlation._sorted_values import SortedValues
from genchal.text.arrays.ragged import FloatArray, IntArray

MOST_EXACT = 12  # values up to which all orders are counted: 4,096 sets of used values, 40 ms without ties
Ranks = tuple[int, ...]  # sorted, as whole numbers: twice their distance from the mean rank


def exact_spearman_p_values(x: FloatArray, y: FloatArray, weights: FloatArray, t_p_values: FloatArray) -> FloatArray:
    """Two-sided p-values along the last axis: exact up to 12 values, ties included, else those of Student's t.

    Where t says less than 2 in as many as there are orders of the values, it is these 2: the best order of n different
    values and its reverse. `weights` are 0 or 1; unknown p-values stay unknown.
    """
    x, y, weights = np.broadcast_arrays(x, y, weights)
    n = x.shape[-1]
    ranks_x, ranks_y = (SortedValues.of(values).ranks(weights).reshape(-1, n) for values in (x, y))
    there = weights.reshape(-1, n) > 0
    found = np.array(t_p_values, np.float64).reshape(-1)
    for place in np.flatnonzero(~np.isnan(found)).tolist():
        known = there[place]
        size = int(known.sum())
        if size > MOST_EXACT:
            found[place] = max(found[place], 2.0 * math.exp(-math.lgamma(size + 1)))
            continue
        doubled = (np.rint(2 * ranks[place, known]).astype(np.int64) - (size + 1) for ranks in (ranks_x, ranks_y))
        found[place] = _exact_p(*doubled)
    return found.reshape(np.shape(t_p_values))


def _exact_p(x: IntArray, y: IntArray) -> float:
    """Share of all orders whose sum of products lies as far from 0, which is its mean; whole numbers, no rounding."""
    observed = abs(int(x @ y))
    sides = sorted((tuple(sorted(side.tolist())) for side in (x, y)), key=lambda side: (_count_states(side), side))
    shares, unit = _distribution(sides[1], sides[0])
    middle = len(shares) // 2
    distances = np.abs(np.arange(len(shares)) - middle) * unit
    return min(1.0, float(shares[distances >= observed].sum()))


def _count_states(ranks: Ranks) -> int:
    return math.prod(count + 1 for count in Counter(ranks).values())


@lru_cache(maxsize=1024)
def _distribution(x: Ranks, y: Ranks) -> tuple[FloatArray, int]:
    """How often each sum of products comes up over all orders of y: shares of -m, ..., 0, ..., m, and their unit.

    Orders that differ in equal values only are one, which leaves all orders equally likely.
    """
    steps = [math.gcd(*side) or 1 for side in (x, y)]
    x, y = (tuple(rank // step for rank in side) for side, step in zip((x, y), steps, strict=True))
    # No part of the sum is larger than this either (Cauchy and Schwarz).
    largest = math.isqrt(sum(rank * rank for rank in x) * sum(rank * rank for rank in y))
    values = sorted(Counter(y).items())
    nothing = np.zeros(2 * largest + 1, np.int64)
    nothing[largest] = 1
    layer = {(0,) * len(values): nothing}
    for rank in x:
        following: dict[Ranks, IntArray] = {}
        for used, counts in layer.items():
            for place, (value, there) in enumerate(values):
                if used[place] == there:
                    continue
                state = (*used[:place], used[place] + 1, *used[place + 1 :])
                sums = following.setdefault(state, np.zeros_like(nothing))
                shift = rank * value
                if shift >= 0:
                    sums[shift:] += counts[: len(counts) - shift]
                else:
                    sums[:shift] += counts[-shift:]
        layer = following
    (counts,) = layer.values()
    return counts / counts.sum(), steps[0] * steps[1]
