"""Means of ratings per system, raw or per-rater standard scores (z-scores), as in WMT's direct assessment."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.domain.results.scale import RatingScale
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


@dataclass(frozen=True, slots=True)
class StandardRatings:
    """Ratings on a scale: `value` has an entry per rating, NaN where there is no scale to put it on.

    `pooled` numbers the raters without a scale of their own, whose ratings are on the pooled one: minus `mean`, in
    `deviation`.
    """

    value: FloatArray
    pooled: IntArray
    mean: float
    deviation: float


def standardise_ratings(value: FloatArray, rater: IntArray, scale: RatingScale = "rater") -> StandardRatings:
    """Put ratings on the scale of their rater (`rater_z_scores`), on the pooled scale, or leave them as they are (raw).

    The pooled scale is that of a typical rater: mean and standard deviation within raters, from all who gave different
    values; from all ratings if nobody did. On the raters' scale it stands in for raters of one value, whose own
    standard deviation is not known: what they gave says whether they found it good, though not how strict they are.
    Where no rater gave different values there are no scales of raters, and everything is NaN. Raters of one value who
    judged all systems alike add noise, so look at who they are.
    """
    own = rater_z_scores(value, rater)
    known = np.isfinite(value)
    if scale == "raw":
        return StandardRatings(np.where(known, value, np.nan), np.array([], dtype=np.int64), 0.0, 1.0)
    varies = known & np.isfinite(own.z)
    some = value[varies] if varies.any() else value[known]
    if varies.any():
        raters = np.unique(rater[varies]).size
        squares = float(((value - own.mean[rater])[varies] ** 2).sum()) / (len(some) - raters)
    else:
        squares = float(some.var(ddof=1)) if len(some) > 1 else 0.0
    mean, deviation = (float(some.mean()), squares**0.5) if len(some) else (np.nan, np.nan)
    is_flat = not deviation > 1e-12 * max(abs(mean), 1e-300)
    pooled = np.full(len(value), np.nan) if is_flat else (value - mean) / deviation
    if scale == "pooled":
        return StandardRatings(pooled, np.unique(rater[known]), mean, deviation)
    if not varies.any():
        return StandardRatings(own.z, np.array([], dtype=np.int64), mean, deviation)
    return StandardRatings(np.where(varies, own.z, pooled), own.constant, mean, deviation)


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
