"""Metrics that are means over segments: one value per segment from those of its references, as additive rows."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from genchal.domain import Metric, Pairs, Rows, Scores, Totals
from genchal.domain.metric import Each
from genchal.text.arrays.ragged import FloatArray, IntArray


class MeanMetric(Metric):
    """A metric whose corpus score is the mean of a column of its rows; the last column is a 1."""

    __slots__ = ()

    column: ClassVar[int] = 0

    def summarise(self, totals: Totals) -> Scores:
        """Mean over segments."""
        return mean(totals, self.column)


def with_count(*columns: FloatArray) -> Rows:
    """Rows of these columns and a 1; the columns are NaN where a segment is not scored, and then the 1 is, too."""
    return np.stack([*columns, np.where(np.isnan(columns[0]), np.nan, 1.0)], axis=1)


def mean(totals: Totals, column: int = 0) -> Scores:
    """Mean of a column; NaN for the sum of no rows."""
    with np.errstate(invalid="ignore"):
        return totals[..., column] / totals[..., -1]


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
    """The pair with the highest value of every segment that has references; the first of equal ones."""
    counts = np.diff(pairs.offsets)
    highest = np.repeat(pairs.best(values), counts)
    places = np.where(values == highest, np.arange(len(values)), len(values))
    starts = pairs.offsets[:-1][counts > 0]
    return np.minimum.reduceat(places, starts) if len(starts) else starts
