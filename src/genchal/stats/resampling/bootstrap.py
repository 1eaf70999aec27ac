"""The bootstrap on additive rows (Efron 1979; Koehn 2004 for corpus metrics).

A resample of a corpus is a vector of weights, how often each instance was drawn, and its totals are ``weights @ rows``:
no text is looked at again. All systems see the same draws, so differences between them are paired.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from genchal.text.arrays.ragged import FloatArray, IntArray

WEIGHTS_AT_ONCE = 1 << 22  # keeps the weight matrix at 32 MB however large the corpus
MOST_UNITS = 1 << 12  # more instances than this are drawn in random bundles
MOST_PERMUTED = 1 << 20  # more instances than this are dealt out to bundles a stretch at a time
STRETCH = 1 << 16  # instances that are dealt out together


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds of a percentile interval, one per leading entry of the values."""

    low: FloatArray
    high: FloatArray
    confidence: float
    resamples: int


def bootstrap_totals(rows: FloatArray, resamples: int, rng: np.random.Generator) -> FloatArray:
    """Sum the rows of `resamples` corpora drawn with replacement.

    `rows` is instances x columns, or systems x instances x columns; rows with NaN are not scored and add nothing.
    The result has the shape resamples x (systems x) columns. With few instances (below about 30) percentile
    intervals made from it are too narrow. More than 4,096 instances are put into that many random bundles first, which
    are then drawn as wholes: sums of independent instances vary just as much, and the cost stays bounded.
    """
    stacked = np.atleast_3d(rows) if rows.ndim == 3 else rows[None]
    systems, instances, columns = stacked.shape
    flat = np.nan_to_num(stacked, nan=0.0).transpose(1, 0, 2).reshape(instances, systems * columns)
    if instances > MOST_UNITS:
        flat = bundle_rows(flat, rng)
        instances = len(flat)
    totals = np.empty((resamples, systems * columns))
    step = max(1, WEIGHTS_AT_ONCE // max(instances, 1))
    for start in range(0, resamples, step):
        some = min(step, resamples - start)
        draws = rng.integers(0, max(instances, 1), size=(some, instances))
        draws += np.arange(some)[:, None] * instances
        weights = np.bincount(draws.ravel(), minlength=some * instances).reshape(some, instances)
        totals[start : start + some] = weights.astype(np.float64) @ flat
    shaped = totals.reshape(resamples, systems, columns)
    return shaped if rows.ndim == 3 else shaped[:, 0]


def bundle_rows(rows: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Sum rows in MOST_UNITS bundles of equal size, give or take one, put together at random."""
    bundles: FloatArray = bundle_blocks([rows[None]], len(rows), rng)[0]
    return bundles


def bundle_blocks(blocks: Iterable[FloatArray], instances: int, rng: np.random.Generator) -> FloatArray:
    """Sum the rows of so many instances in random bundles if there are more than MOST_UNITS of them.

    They come in blocks, systems x some instances x columns, and the blocks need not fit into memory together. The
    result has one entry per bundle, or per instance if they are few, and does not depend on where blocks end.
    """
    if instances <= MOST_UNITS:
        return np.concatenate(list(blocks), axis=1)
    bundling = _Bundling(instances, rng)
    sums: FloatArray | None = None
    for block in blocks:
        systems, count, columns = block.shape
        flat = np.nan_to_num(block, nan=0.0).transpose(0, 2, 1).reshape(systems * columns, count)
        if sums is None:
            sums = np.zeros((systems * columns, MOST_UNITS))
        # The sums so far come first, so that numbers are added in the same order wherever blocks end.
        number = np.concatenate([np.arange(MOST_UNITS), bundling.take(count)])
        for place, column in enumerate(flat):
            sums[place] = np.bincount(number, np.concatenate([sums[place], column]), MOST_UNITS)
    if sums is None:
        raise ValueError(f"there are no blocks of {instances} instances")
    return np.ascontiguousarray(sums.reshape(systems, columns, MOST_UNITS).transpose(0, 2, 1))


class _Bundling:
    """The bundle of every instance, for instances that come one after the other.

    Up to MOST_PERMUTED of them are put into a random order as a whole. Beyond that a stretch of them is dealt out at a
    time: how many of it go to each bundle is drawn from the multivariate hypergeometric distribution of the places that
    are left, which is how a random order of all of them would have dealt them out, without the order being in memory.
    """

    def __init__(self, instances: int, rng: np.random.Generator) -> None:
        starts = np.linspace(0, instances, MOST_UNITS, endpoint=False).astype(np.int64)
        self._room = np.diff(starts, append=instances)
        self._rng = rng
        self._ready = np.empty(0, dtype=np.int16)
        if instances <= MOST_PERMUTED:
            self._ready = np.empty(instances, dtype=np.int16)
            self._ready[rng.permutation(instances)] = np.repeat(np.arange(MOST_UNITS), self._room)
            self._room[:] = 0

    def take(self, count: int) -> IntArray:
        """The bundles of the next instances."""
        while len(self._ready) < count:
            stretch = min(STRETCH, int(self._room.sum()))
            dealt = self._rng.multivariate_hypergeometric(self._room, stretch)
            self._room -= dealt
            numbers = self._rng.permutation(np.repeat(np.arange(MOST_UNITS, dtype=np.int16), dealt))
            self._ready = np.concatenate([self._ready, numbers])
        taken, self._ready = self._ready[:count], self._ready[count:]
        return taken.astype(np.int64)


def percentile_interval(values: FloatArray, confidence: float) -> Interval:
    """Take the middle `confidence` share of resampled values (first axis).

    Resamples that drew nothing scored are NaN and left out; the bounds are NaN where every value is.
    """
    tail = (1 - confidence) / 2
    flat = values.reshape(len(values), -1)
    bounds = np.full((2, flat.shape[1]), np.nan)
    known = ~np.isnan(flat)
    whole = known.all(axis=0)
    bounds[:, whole] = _quantiles(flat[:, whole], tail)
    for column in np.flatnonzero(known.any(axis=0) & ~whole):
        bounds[:, column] = _quantiles(flat[known[:, column], column], tail)
    low, high = bounds.reshape(2, *values.shape[1:])
    return Interval(low, high, confidence, len(values))


def _quantiles(values: FloatArray, tail: float) -> FloatArray:
    """Lower and upper quantile along the first axis, interpolated linearly.

    This is numpy's own default; numpy's function loads masked arrays first, which takes longer than the whole job.
    """
    ordered = np.sort(values, axis=0)
    place = np.array([tail, 1 - tail]) * (len(values) - 1)
    below = np.floor(place).astype(np.int64)
    above = np.minimum(below + 1, len(values) - 1)
    share = (place - below).reshape(2, *[1] * (values.ndim - 1))
    result: FloatArray = ordered[below] * (1 - share) + ordered[above] * share
    return result
