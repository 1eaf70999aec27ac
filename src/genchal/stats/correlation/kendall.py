"""Pairs of values that agree and disagree in their order: what Kendall's tau and pairwise accuracy are made of."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from genchal.stats.correlation._sorted_values import SortedValues, take_places
from genchal.text.arrays.ragged import FloatArray

MOST_EXACT = 33  # values without ties, up to which all orders are counted
MOST_TIED = 10  # the same with ties, where every way to be tied has its own counts: 25 ms at most
Sizes = tuple[int, ...]  # how many values are the smallest, the next ..., and the largest


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Pairs of different values by how x and y order them; `tied_x` has only x tied, `tied_both` both of them."""

    concordant: FloatArray
    discordant: FloatArray
    tied_x: FloatArray
    tied_y: FloatArray
    tied_both: FloatArray

    @property
    def total(self) -> FloatArray:
        """All pairs."""
        return self.concordant + self.discordant + self.tied_x + self.tied_y + self.tied_both

    def tau_b(self) -> FloatArray:
        """Kendall's tau-b (1945); NaN where all x or all y are equal."""
        ordered = self.concordant + self.discordant
        scale = np.sqrt(ordered + self.tied_y) * np.sqrt(ordered + self.tied_x)
        with np.errstate(divide="ignore", invalid="ignore"):
            tau = (self.concordant - self.discordant) / np.where(scale > 0, scale, np.nan)
        return np.clip(tau, -1.0, 1.0)

    def accuracy(self) -> FloatArray:
        """Share of pairs that x and y order alike or both call equal (Deutsch et al. 2023, acc_eq)."""
        total = self.total
        return (self.concordant + self.tied_both) / np.where(total > 0, total, np.nan)


def pair_counts(x: FloatArray, y: FloatArray, weights: FloatArray | None = None) -> PairCounts:
    """Count pairs along the last axis in n log n steps; leading axes are broadcast.

    A weight is how often a value is there, 0 if it is not. A value that was drawn twice makes no pair with its copy.
    """
    x, y = np.broadcast_arrays(np.asarray(x, np.float64), np.asarray(y, np.float64))
    weights = np.ones(x.shape) if weights is None else np.asarray(weights, np.float64)
    by_x, by_y = SortedValues.of(x), SortedValues.of(y)
    # A value's place among all, first by x and then by y, is a sort key for pairs of values.
    n = x.shape[-1]
    by_both = SortedValues.of((by_x.first * n + by_y.first).astype(np.float64))
    copies = (weights * (weights - 1)).sum(axis=-1) / 2
    size = weights.sum(axis=-1)
    pairs = size * (size - 1) / 2
    all_x, all_y, both = (order.tied(weights) for order in (by_x, by_y, by_both))
    discordant = _inversions(
        np.take_along_axis(by_y.first, by_both.sorted, axis=-1).astype(np.float64), take_places(weights, by_both.sorted)
    )
    concordant = pairs - all_x - all_y + both - discordant
    return PairCounts(concordant, discordant, all_x - both, all_y - both, both - copies)


def _inversions(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Weight of pairs whose first value is the larger one, by merging ever larger blocks."""
    n = values.shape[-1]
    places = np.arange(n)
    found = np.zeros(np.broadcast_shapes(values.shape[:-1], weights.shape[:-1]))
    half = 1
    while half < n:
        block = places // (2 * half)
        merged = np.argsort(block * float(n) + values, axis=-1, kind="stable")  # equal values: the left half first
        is_left = (merged // half) % 2 == 0
        ordered = take_places(weights, merged)
        left = np.cumsum(np.where(is_left, ordered, 0.0), axis=-1)
        end = np.minimum((block + 1) * 2 * half, n) - 1
        found = found + np.where(is_left, 0.0, ordered * (left[..., end] - left)).sum(axis=-1)
        half *= 2
    return found


def kendall_p_values(x: FloatArray, y: FloatArray, weights: FloatArray, counts: PairCounts) -> FloatArray:
    """Two-sided p-values of tau: exact up to 33 values without ties and up to 10 with them, else normal.

    The normal ones have Noether's variance under ties. Exact, too, where at most one pair disagrees or at most one
    agrees and nothing is tied. `weights` are 0 or 1.
    """
    x, y, weights = np.broadcast_arrays(x, y, weights)
    size = weights.sum(axis=-1)
    normal = _normal_p(SortedValues.of(x), SortedValues.of(y), weights, counts)
    untied = (counts.tied_x + counts.tied_y + counts.tied_both) == 0
    fewer = np.minimum(counts.concordant, counts.discordant)
    exact = untied & (size > 1) & ((size <= MOST_EXACT) | (fewer <= 1))
    flat = normal.reshape(-1)
    for place in np.flatnonzero(exact.reshape(-1)):
        flat[place] = _exact_p(int(size.reshape(-1)[place]), int(fewer.reshape(-1)[place]))
    known = ~np.isnan(counts.tau_b())
    for row in np.flatnonzero((known & ~untied & (size <= MOST_TIED)).reshape(-1)).tolist():
        there = weights.reshape(len(flat), -1)[row] > 0
        first, second = (_count_equal(values.reshape(len(flat), -1)[row, there]) for values in (x, y))
        apart = abs(float((counts.concordant - counts.discordant).reshape(-1)[row]))
        flat[row] = _exact_tied_p(first, second, apart)
    return np.where(known, flat.reshape(normal.shape), np.nan)


def _normal_p(by_x: SortedValues, by_y: SortedValues, weights: FloatArray, counts: PairCounts) -> FloatArray:
    from scipy.special import ndtr

    size = weights.sum(axis=-1)
    pairs = size * (size - 1)
    sums = []
    for order in (by_x, by_y):
        below, not_above = order.bounds(weights)
        tied = not_above - below  # every value of a group of t has t here, so that a sum over values is one of t * ...
        sums.append(
            [(weights * (tied - 1) * factor).sum(axis=-1) for factor in (np.ones_like(tied), tied - 2, 2 * tied + 5)]
        )
    (x_two, x_three, x_five), (y_two, y_three, y_five) = sums
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = (
            (pairs * (2 * size + 5) - x_five - y_five) / 18
            + x_two * y_two / (2 * pairs)
            + np.where(x_three * y_three == 0, 0.0, x_three * y_three / (9 * pairs * (size - 2)))
        )
        z = np.abs(counts.concordant - counts.discordant) / np.sqrt(variance)
    return np.asarray(2 * ndtr(-z))


def _exact_p(size: int, fewer: int) -> float:
    """Share of all orders with at most so many pairs turned round, both ways."""
    if fewer <= 1:  # one order has none, size - 1 have one
        return min(1.0, 2.0 * math.exp(-math.lgamma(size + 1)) if fewer == 0 else 2.0 * math.exp(-math.lgamma(size)))
    shares = np.ones(1)
    for count in range(2, size + 1):  # the next value can turn round 0 to count - 1 pairs, all alike
        shares = np.convolve(shares, np.full(count, 1.0 / count))
    if 2 * fewer == size * (size - 1) / 2:
        return 1.0
    return min(1.0, float(2 * shares[: fewer + 1].sum()))


def _count_equal(values: FloatArray) -> Sizes:
    """How many values are the smallest, the next ..."""
    return tuple(np.unique(values, return_counts=True)[1].tolist())


def _exact_tied_p(x: Sizes, y: Sizes, observed: float) -> float:
    """Share of all orders in which concordant and discordant pairs differ by at least so many."""
    shares = _distribution(*sorted((x, y), key=lambda sizes: (len(sizes), sizes)))
    distances = np.abs(np.arange(len(shares)) - len(shares) // 2)
    return min(1.0, float(shares[distances >= observed - 0.5].sum()))


@lru_cache(maxsize=4096)
def _distribution(y: Sizes, x: Sizes) -> FloatArray:
    """How often concordant pairs are so many more than discordant ones, over all orders: shares of -m, ..., 0, ..., m.

    Equal values of x are given values of y together, the smallest first; all ways that have used the same values of y
    are one entry. The side with fewer different values is y, which makes for few entries.
    """
    largest = sum(y) * (sum(y) - 1) // 2
    nothing = np.zeros(2 * largest + 1)
    nothing[largest] = 1.0
    layer = {(0,) * len(y): nothing}
    for size in x:
        following: dict[Sizes, FloatArray] = {}
        for used, shares in layer.items():
            below = [0, *itertools.accumulate(used)]
            for chosen in _choices(tuple(there - gone for there, gone in zip(y, used, strict=True)), size):
                # A value is concordant with the smaller ones among those used, discordant with the larger ones.
                shift = sum(
                    some * (below[place] - below[-1] + below[place + 1]) for place, some in enumerate(chosen) if some
                )
                ways = math.factorial(size) // math.prod(map(math.factorial, chosen))
                state = tuple(gone + some for gone, some in zip(used, chosen, strict=True))
                sums = following.setdefault(state, np.zeros_like(nothing))
                if shift >= 0:
                    sums[shift:] += ways * shares[: len(shares) - shift]
                else:
                    sums[:shift] += ways * shares[-shift:]
        layer = following
    (counts,) = layer.values()
    return np.asarray(counts / counts.sum())


@lru_cache(maxsize=4096)
def _choices(left: Sizes, size: int) -> tuple[Sizes, ...]:
    """All ways to take so many values, some of each kind."""
    if not left:
        return () if size else ((),)
    return tuple(
        (some, *others) for some in range(min(left[0], size) + 1) for others in _choices(left[1:], size - some)
    )
