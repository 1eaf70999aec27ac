"""Raters set aside by Cohen's kappa, and the table of what is left, as in nlg-eval (Sharma et al. 2017, table 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.stats.agreement.kappa import CohenKappa
from genchal.text.arrays.ragged import FloatArray, IntArray

NLG_EVAL = 0.1  # every pair that is left lies above this
THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)  # of table 4


@dataclass(frozen=True, slots=True)
class KappaFilter:
    """Raters who are kept, and those who are not, in the order in which they were removed.

    `pairs_below[i]` is the number of pairs with other raters that were not above the threshold when `removed[i]` went.
    """

    kept: IntArray
    removed: IntArray
    pairs_below: IntArray
    threshold: float


@dataclass(frozen=True, slots=True)
class KappaTable:
    """How many of the `pairs` with a kappa lie above each threshold, and which share that is."""

    threshold: FloatArray
    above: IntArray
    share: FloatArray
    pairs: int


def kappa_filter(kappa: CohenKappa, raters: int, threshold: float = NLG_EVAL) -> KappaFilter:
    """Remove raters until every two who are left have a kappa above the threshold.

    The paper does not say who goes first. Here it is the rater with the most pairs that are not above the threshold;
    among those the one with the lowest mean kappa with the raters still there, and then the last in order. Pairs
    without a kappa (no shared item, or one shared category) speak neither for nor against anybody.

    It makes raters alike rather than right: agreement measured afterwards on the same ratings is too high, and a
    minority with good reasons is removed. Report how many went.
    """
    table = np.full((raters, raters), np.nan)
    table[kappa.first, kappa.second] = table[kappa.second, kappa.first] = kappa.value
    here = np.ones(raters, dtype=np.bool_)
    removed, below = [], []
    while True:
        left = np.where(here[:, None] & here, table, np.nan)
        low = np.count_nonzero(left <= threshold, axis=1)
        if not low.any():
            break
        known = np.count_nonzero(~np.isnan(left), axis=1)
        mean = np.nansum(left, axis=1) / np.maximum(known, 1)
        worst = max(np.flatnonzero(low == low.max()).tolist(), key=lambda rater: (-mean[rater], rater))
        here[worst] = False
        removed.append(worst)
        below.append(int(low[worst]))
    return KappaFilter(np.flatnonzero(here), np.array(removed, np.int64), np.array(below, np.int64), threshold)


def kappa_table(kappa: FloatArray, thresholds: Sequence[float] = THRESHOLDS) -> KappaTable:
    """Count pairs of raters with a kappa above each threshold, out of those that have one."""
    known: NDArray[np.bool_] = ~np.isnan(kappa)
    limits = np.asarray(thresholds, dtype=np.float64)
    above = (kappa[known][:, None] > limits).sum(axis=0)
    return KappaTable(limits, above, above / max(int(known.sum()), 1), int(known.sum()))
