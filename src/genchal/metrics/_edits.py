"""What the edit distances share: one value per segment from those of its references."""

from __future__ import annotations

import numpy as np

from genchal.domain import Pairs, Rows
from genchal.metrics._means import with_count
from genchal.metrics.each_reference import Each
from genchal.text.arrays.ragged import FloatArray, IntArray


def mean_rows(pairs: Pairs, values: FloatArray, each: Each, higher_is_better: bool) -> Rows:
    """Rows (value, 1) from the values of pairs: the best or the mean over the references, NaN without any."""
    if each == "mean":
        value = means(pairs, values)
    elif higher_is_better:
        value = pairs.best(values)
    else:
        value = -pairs.best(-values) + 0.0  # no minus before 0
    return with_count(value)


def means(pairs: Pairs, values: FloatArray | IntArray) -> FloatArray:
    """Mean over the references of every segment; NaN where there is none."""
    counts = np.diff(pairs.offsets)
    filled = counts > 0
    result = np.full(len(counts), np.nan)
    if filled.any():
        result[filled] = np.add.reduceat(values, pairs.offsets[:-1][filled]) / counts[filled]
    return result


def first_best(pairs: Pairs, values: FloatArray) -> IntArray:
    """The pair with the largest value of every segment that has a reference, the first one on ties."""
    counts = np.diff(pairs.offsets)
    order = np.lexsort((-values, np.repeat(np.arange(len(counts)), counts)))  # stable
    chosen: IntArray = order[pairs.offsets[:-1][counts > 0]]
    return chosen
