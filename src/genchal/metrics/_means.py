"""Means over segments as additive rows."""

from __future__ import annotations

import numpy as np

from genchal.domain import Rows, Scores, Totals
from genchal.text.arrays.ragged import FloatArray


def with_count(*columns: FloatArray) -> Rows:
    """Rows of these columns and a 1; the columns are NaN where a segment is not scored, and then the 1 is, too."""
    return np.stack([*columns, np.where(np.isnan(columns[0]), np.nan, 1.0)], axis=1)


def mean(totals: Totals, column: int = 0) -> Scores:
    """Mean of a column; NaN for the sum of no rows."""
    with np.errstate(invalid="ignore"):
        return totals[..., column] / totals[..., -1]
