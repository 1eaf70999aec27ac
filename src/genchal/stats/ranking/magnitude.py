"""Magnitude estimation (Stevens 1957; Bard, Robertson and Sorace 1996): "how much better?", on a scale of one's own.

Raters give any positive number, so that only ratios count: values are analysed as logarithms, and averages are
geometric means. RankME (Novikova, Dušek and Rieser 2018) asks for all outputs of a sheet relative to each other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from genchal.domain.results.judgements.ranking import Normalisation
from genchal.text.arrays.ragged import FloatArray, IntArray


def normalised_magnitudes(
    value: FloatArray, rater: IntArray, sheet: IntArray, normalisation: Normalisation = "modulus"
) -> FloatArray:
    """Natural logarithms of magnitudes, with what is a rater's own taken out; NaN where a value is not above 0.

    "log" takes nothing out. "modulus" divides by the rater's geometric mean, the rater's modulus, and multiplies by
    that of all raters, so that values stay on the usual scale. "z" also divides logarithms by their standard deviation
    within the rater: who spreads wide counts no more than others. "relative" divides by the geometric mean of the
    sheet, RankME's relative form: what was said about outputs side by side is left, a sheet with one output gives 0.

    A modulus is not a habit alone where raters saw different systems; with full sheets "relative" is free of that.
    """
    positive = np.isfinite(value) & (value > 0)
    logs = np.log(np.where(positive, value, 1.0))
    if normalisation == "log":
        result = logs
    elif normalisation == "relative":
        result = logs - _mean_by(logs, sheet, positive)[sheet]
    else:
        centred = logs - _mean_by(logs, rater, positive)[rater]
        if normalisation == "z":
            deviation = np.sqrt(_mean_by(centred**2, rater, positive, lost=1))[rater]
            with np.errstate(divide="ignore", invalid="ignore"):
                result = np.where(deviation > 1e-12, centred / deviation, np.nan)
        else:
            result = centred + (logs[positive].mean() if positive.any() else 0.0)
    return np.where(positive, result, np.nan)


def _mean_by(values: FloatArray, group: IntArray, known: NDArray[np.bool_], lost: int = 0) -> FloatArray:
    """Means within groups of the values that are known."""
    groups = int(group.max(initial=-1)) + 1
    counts = np.bincount(group[known], minlength=groups)
    with np.errstate(divide="ignore", invalid="ignore"):
        means: FloatArray = np.bincount(group[known], values[known], groups) / (counts - lost)
    return means
