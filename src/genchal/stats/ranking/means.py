"""Means of ratings per system, raw or per-rater standard scores (z-scores), as in WMT's direct assessment."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.stats.resampling.clustered import Contributions
from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class RaterScores:
    """Ratings as deviations from their rater's mean, in that rater's standard deviations.

    NaN where the rater gave a single rating or the same one always; `constant` numbers those raters.
    """

    z: FloatArray
    mean: FloatArray
    deviation: FloatArray
    constant: IntArray


def rater_z_scores(value: FloatArray, rater: IntArray) -> RaterScores:
    """Standardise the ratings of every rater (Graham, Baldwin, Moffat and Zobel 2013), with n - 1 below the line.

    It takes out that raters are strict or mild and use more or less of the scale. Do not trust it where raters saw few
    outputs, or where some saw the better systems only: their mean is then not their habit alone.
    """
    raters = int(rater.max(initial=-1)) + 1
    known = np.isfinite(value)
    count = np.bincount(rater[known], minlength=raters)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.bincount(rater[known], value[known], raters) / count
        squares = np.bincount(rater[known], (value - mean[rater])[known] ** 2, raters)
        deviation = np.sqrt(squares / (count - 1))
        varies = deviation > 1e-12 * np.maximum(np.abs(mean), 1e-300)
        z = np.where(varies[rater], (value - mean[rater]) / deviation[rater], np.nan)
    constant = np.flatnonzero(~varies & (count > 0))
    return RaterScores(z, mean, deviation, constant)


def collect_ratings(value: FloatArray, system: IntArray, systems: int) -> Contributions:
    """What ratings add: their values, and how many they are, per system; NaN adds nothing."""
    known = np.flatnonzero(np.isfinite(value))
    return Contributions(
        np.tile(known, 2),
        np.concatenate([system[known], systems + system[known]]),
        np.concatenate([value[known], np.ones(len(known))]),
        2 * systems,
    )


def average_ratings(totals: FloatArray) -> FloatArray:
    """Mean rating per system from totals of `collect_ratings`, any leading axes; NaN where a system has no rating."""
    systems = totals.shape[-1] // 2
    with np.errstate(divide="ignore", invalid="ignore"):
        result: FloatArray = totals[..., :systems] / totals[..., systems:]
    return result
