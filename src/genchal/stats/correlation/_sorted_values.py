"""Values in order, so that ranks and ties can be counted for any weights without sorting again.

A weight says how often a value is there: 0 leaves it out, 2 is a value drawn twice. The last axis is that of the
values.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class SortedValues:
    """Where values stand when sorted: equal ones share the places from `first` to `last`."""

    sorted: IntArray
    first: IntArray
    last: IntArray

    @classmethod
    def of(cls, values: FloatArray) -> SortedValues:
        """Sort along the last axis."""
        n = values.shape[-1]
        order = np.argsort(values, axis=-1, kind="stable")
        ascending = np.take_along_axis(values, order, axis=-1)
        begins = np.ones(values.shape, dtype=np.bool_)
        begins[..., 1:] = ascending[..., 1:] != ascending[..., :-1]
        places = np.broadcast_to(np.arange(n), values.shape)
        first = np.maximum.accumulate(np.where(begins, places, 0), axis=-1)
        ends = np.ones(values.shape, dtype=np.bool_)
        ends[..., :-1] = begins[..., 1:]
        last = np.minimum.accumulate(np.where(ends, places, n)[..., ::-1], axis=-1)[..., ::-1]
        unsorted = np.argsort(order, axis=-1, kind="stable")
        return cls(order, *(np.take_along_axis(places, unsorted, axis=-1) for places in (first, last)))

    def bounds(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """For each value the weight of those below it, and of those not above it."""
        summed = np.cumsum(take_places(weights, self.sorted), axis=-1)
        not_above = take_places(summed, self.last)
        below = np.where(self.first > 0, take_places(summed, self.first - 1), 0.0)
        return below, not_above

    def ranks(self, weights: FloatArray) -> FloatArray:
        """Ranks from 1; equal values share the mean of theirs."""
        below, not_above = self.bounds(weights)
        return (below + not_above + 1) / 2

    def tied(self, weights: FloatArray) -> FloatArray:
        """Number of pairs of equal values."""
        below, not_above = self.bounds(weights)
        pairs: FloatArray = (weights * (not_above - below - 1)).sum(axis=-1) / 2
        return pairs


def take_places(values: FloatArray, places: IntArray) -> FloatArray:
    """Values at places of the last axis, leading axes broadcast."""
    axes = max(values.ndim, places.ndim)
    values = values.reshape((1,) * (axes - values.ndim) + values.shape)
    places = places.reshape((1,) * (axes - places.ndim) + places.shape)
    return np.take_along_axis(values, places, axis=-1)
