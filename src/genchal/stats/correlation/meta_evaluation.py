"""How well a metric agrees with people, at system and at segment level, with its uncertainty.

What is correlated are units: a value of the metric and one of people, each with the number of its system and of its
instance. At segment level units are correlated all together, or within each instance or system, and the coefficients of
these groups are averaged; at system level their means are. WMT and Deutsch et al. (2021, 2023) have the same three
ways.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.domain.results.correlation import CorrelationLevel, CorrelationMethod, Within
from genchal.stats.correlation.coefficients import correlation
from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class UnitGroups:
    """Which system and which instance each unit belongs to, and how units are taken together."""

    system: IntArray
    instance: IntArray
    level: CorrelationLevel = "segment"
    within: Within = "none"

    def groups(self) -> list[IntArray]:
        """Units of every group; at system level a group is what is averaged."""
        if self.level == "segment" and self.within == "none":
            return [np.arange(len(self.system))]
        codes = self.instance if self.level == "segment" and self.within == "item" else self.system
        order = np.argsort(codes, kind="stable")
        return np.split(order, np.flatnonzero(np.diff(codes[order])) + 1) if len(codes) else []


@dataclass(frozen=True, slots=True)
class MetaCorrelation:
    """A coefficient, and those of the groups that it is the mean of; groups without one (NaN) are left out of it.

    Groups that are items have no p-values (NaN).
    """

    value: float
    p_value: float  # NaN for a mean of groups
    n: int
    group_values: FloatArray
    group_p_values: FloatArray
    group_n: IntArray
    method: CorrelationMethod


def meta_correlation(
    scores: FloatArray, human: FloatArray, units: UnitGroups, method: CorrelationMethod = "pearson"
) -> MetaCorrelation:
    """Correlate a metric with people, unit by unit, group by group, or system by system.

    A unit counts where both are known; at system level a system's mean is over the units that each of them has, so that
    a metric is averaged over all outputs and people over those that were rated (Deutsch et al. 2022). A mean over
    groups has no p-value. Trust nothing at system level below about 10 systems, where a single one can turn the sign.
    Within items, groups whose values are all equal have no coefficient: many of them bias the mean.
    """
    groups = units.groups()
    if units.level == "system":
        found = correlation(average_groups(scores, groups), average_groups(human, groups), method)
        nothing = np.zeros(0)
        return MetaCorrelation(
            float(found.value), float(found.p_value), int(found.n), nothing, nothing, np.zeros(0, np.int64), method
        )
    tested = units.within != "item"  # nobody asks whether the few outputs of an input correlate
    each = [correlation(scores[rows], human[rows], method, tested=tested) for rows in groups]
    values, p_values, n = (np.array([getattr(found, part) for found in each]) for part in ("value", "p_value", "n"))
    value = average_known(values, np.ones(len(values)))
    used = n[~np.isnan(values)] if units.within != "none" else n
    p_value = float(p_values[0]) if units.within == "none" and len(p_values) else np.nan
    return MetaCorrelation(float(value), p_value, int(used.sum()), values, p_values, n.astype(np.int64), method)


def average_groups(values: FloatArray, groups: list[IntArray]) -> FloatArray:
    """Mean of the known values of each group, along the last axis."""
    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    sums = np.stack([filled[..., rows].sum(axis=-1) for rows in groups], axis=-1)
    counts = np.stack([known[..., rows].sum(axis=-1) for rows in groups], axis=-1)
    return sums / np.where(counts > 0, counts, np.nan)


def average_known(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Weighted mean of what is known, along the last axis."""
    known = ~np.isnan(values) & (weights > 0)
    total = np.where(known, weights, 0.0).sum(axis=-1)
    summed = np.where(known, values * weights, 0.0).sum(axis=-1)
    return np.asarray(summed / np.where(total > 0, total, np.nan))
