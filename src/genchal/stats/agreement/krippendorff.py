"""Krippendorff's alpha: agreement of any number of raters, on any scale, with any judgements missing.

Alpha is 1 - D_o / D_e: how far judgements of one unit lie apart, over how far any two judgements do (Krippendorff 2011;
2018, chapter 12). 1 is perfect, 0 is chance, and it may be negative.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.domain.results.judgements.agreement import ScaleLevel
from genchal.stats.agreement._units import JudgedUnits
from genchal.stats.resampling.bootstrap import MOST_UNITS, percentile_interval
from genchal.text.arrays.ragged import FloatArray, IntArray, pairs_within

NOTHING = 1e-12  # of what is expected: disagreement below this is rounding


@dataclass(frozen=True, slots=True)
class Alpha:
    """Alpha with its interval (NaN without resamples); `judgements` of `units` were used, `single` ones were not.

    `clusters` were resampled; `categories` is the number of different values.
    """

    value: float
    low: float
    high: float
    observed: float
    expected: float
    judgements: int
    units: int
    single: int
    categories: int
    clusters: int
    level: ScaleLevel
    resamples: int
    confidence: float


def krippendorff_alpha(
    value: FloatArray,
    unit: IntArray,
    level: ScaleLevel = "interval",
    resamples: int = 0,
    rng: np.random.Generator | None = None,
    cluster: IntArray | None = None,
    confidence: float = 0.95,
) -> Alpha:
    """Compute alpha from judgements: `value` and `unit` have an entry each; NaN is no judgement.

    Squared distances: nominal 0 or 1; ordinal the judgements between two values, which makes it interval alpha of mean
    ranks; interval the squared difference; ratio ((a - b) / (a + b))^2, for values of at least 0, two zeros being
    equal. Units with a single judgement are set aside and counted.

    The interval resamples whole units, or whole `cluster`s of them (an entry per judgement), as Zapf et al. (2016)
    advise; ordinal ranks are found again each time. Hayes and Krippendorff (2007) draw pairs of judgements one by
    one instead and hold D_e fixed, as if the pairs of a unit had nothing to do with each other. If all values are
    the same, nothing can be expected to disagree: NaN.

    Do not trust it where one value makes up nearly all judgements: alpha is then low however often raters agree. It
    takes raters as exchangeable; one bad rater lowers it without being named.
    """
    units = JudgedUnits.of(np.asarray(value, dtype=np.float64), np.asarray(unit), cluster)
    if level == "ratio" and len(units.values) and units.values[0] < 0:
        raise ValueError("ratio level needs values of at least 0")
    observed, expected = _disagreement(units, level)
    low = high = np.nan
    clusters = int(units.cluster.max(initial=-1)) + 1
    if resamples and clusters > 1 and expected > 0:
        drawn = _resample(units, level, resamples, rng or np.random.default_rng(1))
        interval = percentile_interval(drawn, confidence)
        low, high = float(interval.low), float(interval.high)
    return Alpha(
        value=float(_alpha(np.asarray(observed), np.asarray(expected))),
        low=low,
        high=high,
        observed=observed,
        expected=expected,
        judgements=len(units.code),
        units=len(units.sizes),
        single=units.single,
        categories=len(units.values),
        clusters=clusters,
        level=level,
        resamples=resamples,
        confidence=confidence,
    )


def _disagreement(units: JudgedUnits, level: ScaleLevel) -> tuple[float, float]:
    """D_o and D_e; NaN where there is no pair of judgements."""
    n = len(units.code)
    if n < 2:
        return np.nan, np.nan
    counts = np.bincount(units.code, minlength=len(units.values)).astype(np.float64)
    scale = _mean_ranks(counts) if level == "ordinal" else units.values
    observed = _within_units(units, scale, level).sum() / n
    expected = float(_among_all(counts[None], scale, level)[0]) / (n * (n - 1))
    return float(observed) if observed > NOTHING * expected else 0.0, expected


def _alpha(observed: FloatArray, expected: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(expected > 0, 1 - observed / expected, np.nan)


def _mean_ranks(counts: FloatArray) -> FloatArray:
    """Mean ranks of values that occur so often; values last."""
    return np.asarray(np.cumsum(counts, axis=-1) - counts / 2)


def _within_units(units: JudgedUnits, scale: FloatArray, level: ScaleLevel) -> FloatArray:
    """Squared distances of the ordered pairs of every unit, over its number of judgements minus one."""
    sizes = units.sizes.astype(np.float64)
    if level == "nominal":
        apart = sizes**2 - units.same_pairs()
    elif level == "ratio":
        apart = _ratio_within(units)
    else:
        number = (scale - scale.mean())[units.code]
        apart = 2 * (sizes * units.per_unit(number**2) - units.per_unit(number) ** 2)
    return np.asarray(apart / (sizes - 1))


def _ratio_within(units: JudgedUnits) -> FloatArray:
    width = len(units.values)
    keys, counts = np.unique(units.unit * width + units.code, return_counts=True)
    owner, number = keys // width, units.values[keys % width]
    first, second = pairs_within(np.bincount(owner, minlength=len(units.sizes)))
    apart = _ratio(number[first], number[second]) * counts[first] * counts[second]
    return np.asarray(np.bincount(owner[first], 2 * apart, len(units.sizes)), np.float64)


def _ratio(first: FloatArray, second: FloatArray) -> FloatArray:
    total = first + second
    return np.divide(first - second, total, out=np.zeros(total.shape), where=total != 0) ** 2


def _among_all(counts: FloatArray, scale: FloatArray, level: ScaleLevel) -> FloatArray:
    """Squared distances of all ordered pairs of judgements, for rows of counts of every value."""
    n = counts.sum(axis=-1)
    if level == "nominal":
        return np.asarray(n**2 - (counts**2).sum(axis=-1))
    if level == "ratio":
        return np.asarray(((counts @ _ratio(scale[:, None], scale)) * counts).sum(axis=-1))
    number = scale - scale.mean(axis=-1, keepdims=True)
    return np.asarray(2 * (n * (counts * number**2).sum(axis=-1) - (counts * number).sum(axis=-1) ** 2))


def _resample(units: JudgedUnits, level: ScaleLevel, resamples: int, rng: np.random.Generator) -> FloatArray:
    if level == "ordinal":
        return _resample_ordinal(units, resamples, rng)
    within = _within_units(units, units.values, level)
    totals, counts, _ = units.resample(within[:, None], resamples, rng)
    n = counts.sum(axis=1)
    return _alpha(totals[:, 0] / n, _among_all(counts, units.values, level) / (n * (n - 1)))


def _resample_ordinal(units: JudgedUnits, resamples: int, rng: np.random.Generator) -> FloatArray:
    """Ranks depend on what was drawn, so that distances within units have to be found each time."""
    clusters = int(units.cluster.max()) + 1
    if clusters > MOST_UNITS:
        return _resample_distances(units, resamples, rng)
    sizes = units.sizes.astype(np.float64)
    drawn = np.empty(resamples)
    for place in range(resamples):
        weight = np.bincount(rng.integers(0, clusters, clusters), minlength=clusters)[units.cluster].astype(np.float64)
        counts = np.asarray(np.bincount(units.code, weight[units.unit], len(units.values)), np.float64)
        rank = _mean_ranks(counts)
        rank -= rank.mean()
        seen = rank[units.code]
        within = 2 * (sizes * units.per_unit(seen**2) - units.per_unit(seen) ** 2) / (sizes - 1)
        n = counts.sum()
        drawn[place] = _alpha(weight @ within / n, _among_all(counts, rank, "ordinal") / (n * (n - 1)))
    return drawn


def _resample_distances(units: JudgedUnits, resamples: int, rng: np.random.Generator) -> FloatArray:
    """The same for very many units: distances within units follow the ranks to first order.

    Ranks of a resample then hardly move; what is left out is one over the number of units.
    """
    counts = np.bincount(units.code, minlength=len(units.values)).astype(np.float64)
    rank = _mean_ranks(counts) / counts.sum()
    sizes, seen = units.sizes.astype(np.float64), rank[units.code]
    slope = 4 * (sizes[units.unit] * seen - units.per_unit(seen)[units.unit]) / (sizes[units.unit] - 1)
    within = _within_units(units, rank, "ordinal")
    totals, drawn, slopes = units.resample(within[:, None], resamples, rng, slope)
    n = drawn.sum(axis=1)
    moved = _mean_ranks(drawn) / n[:, None]
    observed = totals[:, 0] + (slopes * (moved - rank)).sum(axis=1)
    return _alpha(observed / n, _among_all(drawn, moved, "ordinal") / (n * (n - 1)))
