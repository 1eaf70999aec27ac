"""Every two raters and the items that both have rated: what kappa and correlations between raters start from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from genchal.text.arrays.ragged import FloatArray, IntArray, offsets_of, pairs_within

CELLS_AT_ONCE = 1 << 21  # keeps padded arrays at 16 MB each


@dataclass(frozen=True, slots=True)
class RaterPairs:
    """Pair p is raters `first[p]` < `second[p]`; their values of shared items lie between two `offsets` in `x`, `y`."""

    first: IntArray
    second: IntArray
    offsets: IntArray
    x: FloatArray
    y: FloatArray

    def __len__(self) -> int:
        return len(self.first)

    @property
    def shared(self) -> IntArray:
        """Number of items that both have rated."""
        return np.diff(self.offsets)

    def pad(self) -> Iterator[tuple[IntArray, FloatArray, FloatArray]]:
        """Pairs in portions of about equal length: their places, and values as pairs x items, NaN at the end."""
        order = np.argsort(self.shared, kind="stable")
        start = 0
        while start < len(order):
            some = order[start : start + 1 + CELLS_AT_ONCE // max(int(self.shared[order[start]]), 1)]
            some = some[np.maximum.accumulate(self.shared[some]) * np.arange(1, len(some) + 1) <= CELLS_AT_ONCE]
            some = some if len(some) else order[start : start + 1]
            width = np.arange(self.shared[some].max(initial=0))
            inside = width < self.shared[some][:, None]
            places = np.where(inside, self.offsets[some][:, None] + width, 0)
            yield some, np.where(inside, self.x[places], np.nan), np.where(inside, self.y[places], np.nan)
            start += len(some)


def pair_raters(value: FloatArray, item: IntArray, rater: IntArray) -> RaterPairs:
    """Bring judgements of the same item by two raters together; NaN is no judgement.

    Where a rater has judged an item more than once, the first judgement counts.
    """
    known = ~np.isnan(value)
    value, item, rater = value[known], item[known], rater[known]
    raters = int(rater.max(initial=0)) + 1
    _, firsts = np.unique(item * raters + rater, return_index=True)  # in the order of items, then raters
    value, item, rater = value[firsts], item[firsts], rater[firsts]
    _, sizes = np.unique(item, return_counts=True)
    left, right = pairs_within(sizes)
    pairs, counts = np.unique(rater[left] * raters + rater[right], return_counts=True)
    order = np.argsort(rater[left] * raters + rater[right], kind="stable")
    return RaterPairs(pairs // raters, pairs % raters, offsets_of(counts), value[left[order]], value[right[order]])
