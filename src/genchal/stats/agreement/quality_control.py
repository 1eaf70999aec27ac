"""Judgements that are asked for only to find out whether a rater can be trusted (Graham et al. 2017).

An item is shown again as it was (repeat), or with words removed or replaced (damaged). Pairs are grouped by rater.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from genchal.stats.correlation.coefficients import correlation
from genchal.stats.significance.paired_segments import paired_t, wilcoxon
from genchal.text.arrays.ragged import FloatArray, IntArray, count_earlier

PairedTest = Literal["wilcoxon", "t"]
FEWEST_PAIRS = {"wilcoxon": 5, "t": 2}  # below this no outcome is significant at 0.05, one-sided


@dataclass(frozen=True, slots=True)
class ControlPairs:
    """An entry per rater: first judgement minus second, and how likely that is if nothing differs.

    `p_lower` is one-sided (the second is lower), `p_different` two-sided; NaN where a rater has no pairs.
    `distance` is the mean absolute difference, `correlation` Pearson's.
    """

    difference: FloatArray
    distance: FloatArray
    correlation: FloatArray
    p_lower: FloatArray
    p_different: FloatArray
    n: IntArray
    test: PairedTest


@dataclass(frozen=True, slots=True)
class IntraRater:
    """Agreement of raters with themselves: the mean over HITs, of the `known` among them that have a coefficient."""

    value: float
    sheet: FloatArray
    n: IntArray
    known: int


def control_pairs(
    first: FloatArray, second: FloatArray, rater: IntArray, raters: int, test: PairedTest = "wilcoxon"
) -> ControlPairs:
    """Compare what each rater gave an item and its control copy: `first`, `second` and `rater` have an entry per pair.

    Wilcoxon's signed-rank test is that of WMT (Bojar et al. 2017): a rater passes whose damaged copies score
    significantly lower, p < 0.05. Five pairs are the fewest that can show it; at ten a good rater may still fail. It
    says that a rater sees damage, not that the rater is right about anything finer. No difference in repeats is weak
    evidence: a rater who clicks at random shows none either, so look at `distance` and `correlation`, too.
    """
    rows = _by_group(first, second, rater, raters)
    pairs = np.arange(2 * raters).reshape(-1, 2)
    t = paired_t(rows, pairs)
    difference = -t.effect.difference
    if test == "t":
        from scipy.special import stdtr

        p_different = t.p_value
        p_lower = stdtr(t.effect.n - 1.0, t.t)
    else:
        ranks = wilcoxon(rows, pairs)
        p_different = ranks.p_value
        falls = ranks.other_rank_sum > ranks.rank_sum
        p_lower = np.where(falls, p_different / 2, 1 - p_different / 2)
    together = correlation(rows[0::2], rows[1::2], tested=False)
    with np.errstate(invalid="ignore"):
        distance = np.nansum(np.abs(rows[1::2] - rows[0::2]), axis=1) / np.where(t.effect.n > 0, t.effect.n, np.nan)
    return ControlPairs(
        difference=difference,
        distance=distance,
        correlation=np.where(t.effect.n > 2, together.value, np.nan),
        p_lower=np.where(np.isnan(p_different), np.nan, p_lower),
        p_different=p_different,
        n=t.effect.n,
        test=test,
    )


def intra_rater(first: FloatArray, second: FloatArray, sheet: IntArray, sheets: int) -> IntraRater:
    """Pearson's correlation on the repeats of each HIT, averaged over HITs: raters against themselves (SR'18).

    HITs with fewer than three repeats, or whose rater gave all of them the same value, have no coefficient (NaN). With
    five repeats a HIT single coefficients are nearly noise; only the mean over many can be trusted.
    """
    rows = _by_group(first, second, sheet, sheets)
    found = correlation(rows[0::2], rows[1::2], tested=False)
    value = np.where(found.n > 2, found.value, np.nan)
    known = ~np.isnan(value)
    mean = float(value[known].mean()) if known.any() else np.nan
    return IntraRater(mean, value, found.n.astype(np.int64), int(known.sum()))


def _by_group(first: FloatArray, second: FloatArray, group: IntArray, groups: int) -> FloatArray:
    """Pairs as two rows per group, one for each side, NaN at the end."""
    place = count_earlier(group)
    rows = np.full((2 * groups, int(place.max(initial=-1)) + 1), np.nan)
    rows[2 * group, place] = first
    rows[2 * group + 1, place] = second
    return rows
