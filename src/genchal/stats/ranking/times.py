"""Reading times, identification times and accuracy per system, with a stated rule for outliers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.domain.results.judgements.times import Outliers
from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class ClusteredMeans:
    """An entry per system: mean, bounds of its interval, and numbers of values and of raters."""

    mean: FloatArray
    low: FloatArray
    high: FloatArray
    n: IntArray
    raters: IntArray
    confidence: float


@dataclass(frozen=True, slots=True)
class TimeSummary:
    """Seconds per system: means with intervals, medians, and how many values were cut from each.

    With the policy "log" means and bounds are geometric. `unknown` counts what is no time: NaN, 0 or below.
    """

    means: ClusteredMeans
    median: FloatArray
    cut: IntArray
    unknown: IntArray
    policy: Outliers
    limit: float


def clustered_means(
    value: FloatArray, system: IntArray, rater: IntArray, systems: int, confidence: float = 0.95
) -> ClusteredMeans:
    """Means per system with intervals that hold for other raters: times, or accuracy where values are 0 and 1.

    Standard errors are clustered by rater (Liang and Zeger 1986), t has one degree of freedom less than there are
    raters. NaN is no value. A system that one rater saw has no interval (NaN), one without values no mean. With fewer
    than about 10 raters intervals are too narrow, and so they are for accuracy close to 0 or 1. Intervals do not say
    whether systems differ: ask `system_contrasts`, which is paired.
    """
    from scipy.special import stdtrit

    known = np.isfinite(value)
    value, system, rater = value[known], system[known], rater[known]
    n = np.bincount(system, minlength=systems)
    width = int(rater.max(initial=-1)) + 1
    seen = np.bincount(system * width + rater, minlength=systems * width).reshape(systems, width)
    raters = (seen > 0).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.bincount(system, value, systems) / n
        apart = np.bincount(system * width + rater, value - mean[system], systems * width).reshape(systems, width)
        error = np.sqrt((apart**2).sum(axis=1) * raters / np.where(raters > 1, raters - 1, np.nan)) / n
        half = stdtrit(np.maximum(raters - 1.0, 1.0), (1 + confidence) / 2) * error
    return ClusteredMeans(mean, mean - half, mean + half, n, raters, confidence)


def summarise_times(
    seconds: FloatArray,
    system: IntArray,
    rater: IntArray,
    systems: int,
    policy: Outliers = "none",
    limit: float = 3.0,
    confidence: float = 0.95,
) -> TimeSummary:
    """Summarise reading or identification times per system after a rule for outliers, which is part of the result.

    "none" keeps all. "limit" cuts times above `limit` seconds. "deviations" cuts what lies more than `limit` standard
    deviations above its rater's mean, over all systems (raters with one time, or always the same, lose nothing). "log"
    cuts nothing and takes logarithms, so that means are geometric. Cut values are counted per system: a rule that cuts
    more from one system than from another has decided the comparison.
    """
    known = np.isfinite(seconds) & (seconds > 0)
    unknown = np.bincount(system[~known], minlength=systems)
    seconds, system, rater = seconds[known], system[known], rater[known]
    out = _outliers(seconds, rater, policy, limit)
    cut = np.bincount(system[out], minlength=systems)
    seconds, system, rater = seconds[~out], system[~out], rater[~out]
    values = np.log(seconds) if policy == "log" else seconds
    means = clustered_means(values, system, rater, systems, confidence)
    if policy == "log":
        mean, low, high = (np.exp(logs) for logs in (means.mean, means.low, means.high))
        means = ClusteredMeans(mean, low, high, means.n, means.raters, confidence)
    median = np.array(
        [np.median(seconds[system == number]) if means.n[number] else np.nan for number in range(systems)]
    )
    return TimeSummary(means, median, cut, unknown, policy, limit)


def _outliers(seconds: FloatArray, rater: IntArray, policy: Outliers, limit: float) -> NDArray[np.bool_]:
    if policy == "limit":
        return np.asarray(seconds > limit)
    if policy != "deviations":
        return np.zeros(len(seconds), dtype=bool)
    count = np.maximum(np.bincount(rater), 1)
    mean = np.bincount(rater, seconds) / count
    spread = np.sqrt(np.bincount(rater, (seconds - mean[rater]) ** 2) / np.maximum(count - 1, 1))
    return np.asarray((spread[rater] > 0) & (seconds > mean[rater] + limit * spread[rater]))
