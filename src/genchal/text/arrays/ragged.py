"""Many sequences of different lengths in one flat array."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ragged:
    """Sequence i is ``values[offsets[i]:offsets[i + 1]]``."""

    values: NDArray[np.int32]
    offsets: IntArray

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> IntArray:
        """Length of every sequence."""
        return np.diff(self.offsets)

    def take(self, rows: IntArray) -> Ragged:
        """Return the sequences at these places, in this order, repeats included."""
        starts = self.offsets.take(rows)
        lengths = self.offsets.take(rows + 1) - starts
        offsets = offsets_of(lengths)
        return Ragged(self.values.take(positions(starts, lengths, offsets)), offsets)

    def renumbered(self, number: NDArray[np.int32]) -> Ragged:
        """The same with other values: that at place i for i, those that are negative there left out."""
        values = number[self.values]
        kept = values >= 0
        before = np.zeros(len(values) + 1, dtype=np.int64)
        np.cumsum(kept, out=before[1:])
        return Ragged(values[kept], before[self.offsets])

    def rows(self) -> IntArray:
        """For every value, the number of the sequence that it stands in."""
        return np.repeat(np.arange(len(self)), self.lengths)


def offsets_of(lengths: IntArray) -> IntArray:
    """Offsets of consecutive sequences with these lengths."""
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def positions(starts: IntArray, lengths: IntArray, offsets: IntArray) -> IntArray:
    """Flat positions start, start + 1, ..., start + length - 1 of every sequence, one after the other."""
    return np.repeat(starts - offsets[:-1], lengths) + np.arange(offsets[-1])


def ratio(numerator: FloatArray | IntArray, denominator: FloatArray | IntArray) -> FloatArray:
    """Divide; 0 where the denominator is 0, NaN where either is NaN."""
    top, bottom = np.asarray(numerator, dtype=np.float64), np.asarray(denominator, dtype=np.float64)
    top, bottom = np.broadcast_arrays(top, bottom)
    return np.divide(top, bottom, out=np.zeros(top.shape), where=bottom != 0)


def combine_codes(first: IntArray, *others: IntArray) -> IntArray:
    """One number for every combination of codes from 0, ordered by the first code, then by the second and so on."""
    keys, size = first, int(first.max(initial=0)) + 1
    for column in others:
        width = int(column.max(initial=0)) + 1
        if size * width > 1 << 62:  # make room
            keys = np.unique(keys, return_inverse=True)[1]
            size = int(keys.max(initial=0)) + 1
        keys, size = keys * width + column, size * width
    return keys


def count_earlier(codes: IntArray) -> IntArray:
    """How many entries before each one have the same code: 0 for the first of a code, 1 for the second, and so on."""
    order = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    counts = np.empty(len(codes), dtype=np.int64)
    counts[order] = np.arange(len(codes)) - np.repeat(starts, np.diff(starts, append=len(codes)))
    return counts


def pairs_within(sizes: IntArray) -> tuple[IntArray, IntArray]:
    """Places of all pairs (i < j) inside consecutive groups of these sizes, in order."""
    starts = offsets_of(sizes)[:-1]
    firsts, seconds = [], []
    for size in np.unique(sizes).tolist():
        i, j = np.triu_indices(size, k=1)
        begin = starts[sizes == size][:, None]
        firsts.append((begin + i).ravel())
        seconds.append((begin + j).ravel())
    if not firsts:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    first, second = np.concatenate(firsts), np.concatenate(seconds)
    order = np.lexsort((second, first))
    return first[order], second[order]
