"""Many tests at once: p-values adjusted for their number.

An adjusted p-value is the smallest level at which its test would still be significant with all tests taken together, so
that it is compared with the usual 0.05. P-values that are NaN belong to tests that were not made, and do not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from genchal.domain.results.comparison import Correction
from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class AdjustedPValues:
    """Adjusted p-values beside those that they were made from; `family` is the number of tests."""

    adjusted: FloatArray
    p_value: FloatArray
    family: int
    method: Literal["holm", "bh"]


def holm(p_value: FloatArray) -> AdjustedPValues:
    """Keep the chance of even one false alarm in the family at the level (Holm 1979).

    The smallest of m p-values is multiplied by m, the next by m - 1, and so on; none may come out below one before it,
    nor above 1. It holds however the tests depend on each other, and is never weaker than Bonferroni's. With hundreds
    of pairs it misses much; and a p-value from B resamples is never below 1 / (B + 1), so that m must stay well below
    B / 20.
    """
    ordered, order = _sort_known(p_value)
    family = len(ordered)
    stepped = np.maximum.accumulate(ordered * np.arange(family, 0, -1))
    return AdjustedPValues(_put_back(stepped, order, p_value), p_value, family, "holm")


def benjamini_hochberg(p_value: FloatArray) -> AdjustedPValues:
    """Keep the expected share of false alarms among all alarms at the level (Benjamini and Hochberg 1995).

    The k-th smallest of m p-values is multiplied by m / k; none may come out above one after it, nor above 1. One in
    twenty of what is significant at 0.05 is expected to be wrong: fit for screening many systems, not for a claim about
    one pair. Proven for independent and positively dependent tests; comparisons that share a system are mostly so.
    """
    ordered, order = _sort_known(p_value)
    family = len(ordered)
    stepped = np.minimum.accumulate((ordered * family / np.arange(1, family + 1))[::-1])[::-1]
    return AdjustedPValues(_put_back(stepped, order, p_value), p_value, family, "bh")


def adjust_p_values(p_value: FloatArray, correction: Correction) -> FloatArray:
    """Adjust p-values for their number by the correction of that name; "none" leaves them as they are."""
    if correction == "none":
        return p_value
    return (holm if correction == "holm" else benjamini_hochberg)(p_value).adjusted


def _sort_known(p_value: FloatArray) -> tuple[FloatArray, IntArray]:
    """The p-values that are known in ascending order, and where they come from."""
    order = np.argsort(p_value, kind="stable")  # NaN comes last
    order = order[: np.count_nonzero(~np.isnan(p_value))]
    return p_value[order], order


def _put_back(stepped: FloatArray, order: IntArray, p_value: FloatArray) -> FloatArray:
    """Put adjusted p-values, at most 1, back in their places."""
    result = np.full(len(p_value), np.nan)
    result[order] = np.minimum(stepped, 1.0)
    return result
