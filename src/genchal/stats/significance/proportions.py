"""Check-boxes: added and missed information as shares, and tests of differences between shares."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from genchal.text.arrays.ragged import FloatArray, IntArray

McNemarForm = Literal["exact", "mid-p", "chi2", "chi2-corrected"]


@dataclass(frozen=True, slots=True)
class McNemar:
    """`only_first` and `only_second` count the pairs in which just one of the two is marked."""

    only_first: int
    only_second: int
    statistic: float
    p_value: float
    form: McNemarForm


@dataclass(frozen=True, slots=True)
class ChiSquared:
    """Cramér's `v` is the effect size, from 0 for no association to 1; `smallest` is the least expected count."""

    statistic: float
    degrees: int
    p_value: float
    v: float
    smallest: float
    table: IntArray
    yates: bool

    @property
    def is_trusted(self) -> bool:
        """Whether expected counts are large enough for the chi-squared distribution (Cochran's rule: 5)."""
        return self.smallest >= 5


@dataclass(frozen=True, slots=True)
class InformationShares:
    """Shares per system, in 0-1: nothing ticked, only added, only missed, both; `n` answers.

    `any_added` and `any_missed` count an answer with both under either.
    """

    ok: FloatArray
    added: FloatArray
    missed: FloatArray
    both: FloatArray
    any_added: FloatArray
    any_missed: FloatArray
    n: IntArray


@dataclass(frozen=True, slots=True)
class WilsonInterval:
    """Shares `count` / `n` with their bounds; NaN throughout where n is 0."""

    share: FloatArray
    low: FloatArray
    high: FloatArray
    count: IntArray
    n: IntArray
    confidence: float


def wilson(count: IntArray, n: IntArray, confidence: float = 0.95) -> WilsonInterval:
    """Bounds of a share by Wilson's score interval (1927), which is good for few answers and for shares near 0 and 1.

    `count` of `n` answers are marked. Answers are taken for independent: several of one rater, or on one item, are not,
    and the interval is then too narrow.
    """
    from scipy.special import ndtri

    count, n = np.asarray(count, dtype=np.int64), np.asarray(n, dtype=np.int64)
    z = float(ndtri((1 + confidence) / 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        share = count / n
        middle = (count + z**2 / 2) / (n + z**2)
        reach = z / (n + z**2) * np.sqrt(count * (n - count) / n + z**2 / 4)
    low, high = np.where(count == 0, 0.0, middle - reach), np.where(count == n, 1.0, middle + reach)
    there = n > 0
    low, high = np.where(there, low, np.nan), np.where(there, high, np.nan)
    return WilsonInterval(share, low, high, count, n, confidence)


def information_shares(added: FloatArray, missed: FloatArray, system: IntArray, systems: int) -> InformationShares:
    """Turn check-boxes into the classes OK, A, M and A+M of the E2E report (Table 12).

    `added` and `missed` are 0 or 1 for every answer; NaN in either is not an answer. A system without answers has NaN.
    Several raters of one output may disagree: shares are of answers, not of outputs.
    """
    known = np.isfinite(added) & np.isfinite(missed)
    a, m, system = added[known] > 0, missed[known] > 0, system[known]
    n = np.bincount(system, minlength=systems)
    with np.errstate(invalid="ignore"):
        ok, only_a, only_m, both, any_a, any_m = (
            np.bincount(system[chosen], minlength=systems) / n for chosen in (~a & ~m, a & ~m, m & ~a, a & m, a, m)
        )
    return InformationShares(ok, only_a, only_m, both, any_a, any_m, n)


def mcnemar(only_first: int, only_second: int, form: McNemarForm = "exact") -> McNemar:
    """Test whether two systems are marked equally often on the same items by the same raters (McNemar 1947).

    Only pairs in which one of the two is marked count. "exact" is the two-sided binomial test; "mid-p" counts the
    observed number by half (Lancaster 1961; Fagerland and others 2013), which is less conservative; "chi2" and
    "chi2-corrected" (Edwards 1948) are for 25 such pairs or more. Without any such pair p is 1.

    Pairs are taken for independent: with several answers from one rater p-values are too small. On ratings use
    `system_contrasts`, which clusters by rater and item.
    """
    total, few = only_first + only_second, min(only_first, only_second)
    if total == 0:
        return McNemar(only_first, only_second, 0.0, 1.0, form)
    if form in ("exact", "mid-p"):
        from scipy.special import bdtr

        p_value = 2 * float(bdtr(few, total, 0.5))
        if form == "mid-p":
            ways = math.lgamma(total + 1) - math.lgamma(few + 1) - math.lgamma(total - few + 1)
            p_value -= math.exp(ways - total * math.log(2))
        return McNemar(only_first, only_second, float(few), min(1.0, p_value), form)
    apart = abs(only_first - only_second) - (1 if form == "chi2-corrected" else 0)
    statistic = max(apart, 0) ** 2 / total
    return McNemar(only_first, only_second, statistic, math.erfc(math.sqrt(statistic / 2)), form)


def chi_squared(table: IntArray, yates: bool = False) -> ChiSquared:
    """Test whether the rows of a table of counts have the same proportions (Pearson 1900).

    Rows may be systems or designs, columns marked and not marked, or the classes OK, A, M, A+M. `yates` takes up to 1/2
    off every difference of a 2 x 2 table. Rows and columns without a count are left out; with fewer than two of either
    there is nothing to test (NaN). Do not trust it where an expected count lies below 5. Answers are taken for
    independent, which several from one rater are not.
    """
    from scipy.special import chdtrc

    table = np.asarray(table, dtype=np.int64)
    used = table[np.ix_(table.sum(axis=1) > 0, table.sum(axis=0) > 0)].astype(np.float64)
    rows, columns = used.shape
    if rows < 2 or columns < 2:
        nan = float("nan")
        return ChiSquared(nan, 0, nan, nan, nan, table, yates)
    expected = used.sum(axis=1, keepdims=True) * used.sum(axis=0, keepdims=True) / used.sum()
    apart = np.abs(used - expected)
    degrees = (rows - 1) * (columns - 1)
    if yates and degrees == 1:
        apart = apart - np.minimum(apart, 0.5)
    statistic = float((apart**2 / expected).sum())
    v = math.sqrt(statistic / (used.sum() * (min(rows, columns) - 1)))
    return ChiSquared(statistic, degrees, float(chdtrc(degrees, statistic)), v, float(expected.min()), table, yates)
