"""Correlation between raters: whether they put items into the same order, however strict they are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.domain.results.correlation import CorrelationMethod
from genchal.stats.agreement.rater_pairs import pair_raters
from genchal.stats.correlation.coefficients import correlation
from genchal.text.arrays.ragged import FloatArray, IntArray

FEWEST = 3  # shared items: any two lie on a line


@dataclass(frozen=True, slots=True)
class RaterCorrelations:
    """Coefficients of every two raters who share items; `mean` is over the `known` pairs that have one.

    `rater_mean` has for every rater the mean over the pairs with others, NaN without one.
    """

    value: FloatArray
    n: IntArray
    first: IntArray
    second: IntArray
    mean: float
    rater_mean: FloatArray
    known: int
    fewest: int
    method: CorrelationMethod


def rater_correlations(
    value: FloatArray, item: IntArray, rater: IntArray, method: CorrelationMethod = "pearson", fewest: int = FEWEST
) -> RaterCorrelations:
    """Correlate every two raters over the items that both have rated; judgements have an entry in each array.

    Pairs with fewer than `fewest` shared items, or one of whose raters gave all of them the same value, have no
    coefficient (NaN) and do not enter the mean. The mean counts every pair the same and is a plain one.

    Do not trust a mean over pairs that share a handful of items each: single coefficients are then nearly noise, and
    those of constant raters are left out, which flatters the mean. Raters who differ in strictness correlate perfectly.
    """
    pairs = pair_raters(np.asarray(value, dtype=np.float64), np.asarray(item), np.asarray(rater))
    found = np.full(len(pairs), np.nan)
    for some, x, y in pairs.pad():
        found[some] = correlation(x, y, method, tested=False).value
    found[pairs.shared < fewest] = np.nan
    known = ~np.isnan(found)
    raters = int(np.max(rater, initial=-1)) + 1
    counts, sums = np.zeros(raters), np.zeros(raters)
    for side in (pairs.first, pairs.second):
        counts += np.bincount(side[known], minlength=raters)
        sums += np.bincount(side[known], found[known], raters)
    return RaterCorrelations(
        value=found,
        n=pairs.shared,
        first=pairs.first,
        second=pairs.second,
        mean=float(found[known].mean()) if known.any() else np.nan,
        rater_mean=np.divide(sums, counts, out=np.full(raters, np.nan), where=counts > 0),
        known=int(known.sum()),
        fewest=fewest,
        method=method,
    )
