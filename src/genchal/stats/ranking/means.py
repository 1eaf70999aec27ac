"""Means of ratings per system, raw or per-rater standard scores (z-scores), as in WMT's direct assessment."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from genchal.domain.results.judgements.scale import RatingScale
from genchal.stats.resampling.clustered import Contributions, Rescorer
from genchal.text.arrays.ragged import FloatArray, IntArray

CELLS_AT_ONCE = 1 << 20  # raters x systems that are standardised together, to save memory


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


@dataclass(frozen=True, slots=True)
class RaterTotals:
    """Numbers and sums of ratings by rater and system (raters x systems), and sums of their squares by rater.

    `offset` is, by rater, what has to be added to a rating for its distance from the mean of the pooled scale.
    """

    count: FloatArray
    total: FloatArray
    square: FloatArray
    offset: FloatArray

    def standardise(self, *, spread: bool, pooled: float | None = None) -> tuple[FloatArray, FloatArray]:
        """Sums of ratings minus their rater's mean (with `spread`: in the rater's deviations), and their numbers.

        Raters without a deviation of their own are on the `pooled` one's scale; without it they count for nothing.
        """
        number = self.count.sum(axis=1)
        mean = self.total.sum(axis=1) / np.maximum(number, 1)
        centred = self.total - self.count * mean[:, None]
        if not spread:
            return centred, self.count
        squares = np.maximum(self.square - number * mean**2, 0.0)
        varies = (number > 1) & (squares > 1e-20 * np.maximum(self.square, 1e-300))
        deviation = np.sqrt(np.where(varies, squares, 1.0) / np.where(varies, number - 1, 1.0))
        own = centred / deviation[:, None]
        if pooled is None:
            return np.where(varies[:, None], own, 0.0), self.count * varies[:, None]
        return np.where(varies[:, None], own, (self.total + self.count * self.offset[:, None]) / pooled), self.count

    def take(self, raters: IntArray | NDArray[np.bool_]) -> RaterTotals:
        """Those of some raters."""
        return RaterTotals(self.count[raters], self.total[raters], self.square[raters], self.offset[raters])

    def minus(self, other: RaterTotals) -> RaterTotals:
        """Without a part of the ratings."""
        return RaterTotals(self.count - other.count, self.total - other.total, self.square - other.square, self.offset)


def sum_by_rater(value: FloatArray, system: IntArray, rater: IntArray, systems: int, raters: int) -> RaterTotals:
    """Add up ratings by rater and system."""
    place, cells = rater * systems + system, raters * systems
    return RaterTotals(
        np.bincount(place, minlength=cells).reshape(raters, systems).astype(np.float64),
        np.bincount(place, value, cells).reshape(raters, systems).astype(np.float64),
        np.bincount(rater, value**2, raters).astype(np.float64),
        np.zeros(raters),
    )


def rescore_standardised(
    value: FloatArray,
    system: IntArray,
    rater: IntArray,
    systems: int,
    *,
    spread: bool,
    level: bool,
    pool: tuple[float, float] | None = None,
) -> Rescorer:
    """Score by means of standardised ratings without one group after another, each rater standardised again.

    With `level` the mean of all ratings is added. What a rater's mean and deviation owe to a group goes with it: to
    keep them would count the difficulty of instances as uncertainty that they have taken out. `pool`, mean and
    deviation, is the scale of raters who have none of their own, as in `standardise_ratings`; it stays as it is.
    """
    raters = int(rater.max(initial=-1)) + 1
    habit = np.bincount(rater, value, raters) / np.maximum(np.bincount(rater, minlength=raters), 1)
    near = value - habit[rater]  # sums of squares of small numbers are exact enough to be subtracted
    whole = sum_by_rater(near, system, rater, systems, raters)
    pooled = None
    if pool is not None:
        whole, pooled = replace(whole, offset=habit - pool[0]), pool[1]
    points, counts = whole.standardise(spread=spread, pooled=pooled)

    def without(group: IntArray, groups: int) -> FloatArray:
        pair = group * raters + rater
        order = np.argsort(pair, kind="stable")
        begins = np.flatnonzero(np.diff(pair[order], prepend=-1))
        place = np.empty(len(pair), dtype=np.int64)  # of every rating: which group and rater it is in
        place[order] = np.repeat(np.arange(len(begins)), np.diff(begins, append=len(pair)))
        left, people = np.divmod(pair[order[begins]], raters)
        point, count = np.tile(points.sum(axis=0), (groups, 1)), np.tile(counts.sum(axis=0), (groups, 1))
        for start in range(0, len(begins), step := max(1, CELLS_AT_ONCE // systems)):
            some = slice(start, start + step)
            rows = order[begins[start] : begins[start + step] if start + step < len(begins) else len(pair)]
            part = sum_by_rater(near[rows], system[rows], place[rows] - start, systems, len(people[some]))
            again = whole.take(people[some]).minus(part).standardise(spread=spread, pooled=pooled)
            for sums, new, old in ((point, again[0], points), (count, again[1], counts)):
                np.add.at(sums, left[some], new - old[people[some]])
        with np.errstate(divide="ignore", invalid="ignore"):
            scores = np.where(count > 0.5, point / count, np.nan)
            if level:
                numbers = len(value) - np.bincount(group, minlength=groups)
                scores += ((value.sum() - np.bincount(group, value, groups)) / numbers)[:, None]
        return scores

    return without
