"""Many tests at once: p-values adjusted for their number.

An adjusted p-value is the smallest level at which its test would still be significant with all tests taken together, so
that it is compared with the usual 0.05. P-values that are NaN belong to tests that were not made, and do not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from genchal.domain.results.comparison import Correction
from genchal.text.arrays.ragged import FloatArray


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
    return AdjustedPValues(step_down(p_value), p_value, int(np.count_nonzero(~np.isnan(p_value))), "holm")


def benjamini_hochberg(p_value: FloatArray) -> AdjustedPValues:
    """Keep the expected share of false alarms among all alarms at the level (Benjamini and Hochberg 1995).

    The k-th smallest of m p-values is multiplied by m / k; none may come out above one after it, nor above 1. One in
    twenty of what is significant at 0.05 is expected to be wrong: fit for screening many systems, not for a claim about
    one pair. Proven for independent and positively dependent tests; comparisons that share a system are mostly so.
    """
    order = np.argsort(p_value, kind="stable")  # NaN comes last, and stays NaN
    family = int(np.count_nonzero(~np.isnan(p_value)))
    stepped = np.fmin.accumulate((p_value[order] * family / np.arange(1, len(order) + 1))[::-1])[::-1]
    adjusted = np.empty_like(stepped)
    adjusted[order] = np.minimum(stepped, 1.0)
    return AdjustedPValues(adjusted, p_value, family, "bh")


def adjust_p_values(p_value: FloatArray, correction: Correction) -> FloatArray:
    """Adjust p-values for their number by the correction of that name; "none" leaves them as they are."""
    if correction == "none":
        return p_value
    return (holm if correction == "holm" else benjamini_hochberg)(p_value).adjusted


def step_down(p_value: FloatArray) -> FloatArray:
    """Holm's adjusted p-values; every row along the last axis is a family of its own."""
    order = np.argsort(p_value, axis=-1, kind="stable")  # NaN comes last, and stays NaN
    family = np.count_nonzero(~np.isnan(p_value), axis=-1, keepdims=True)
    factors = family - np.arange(p_value.shape[-1])
    stepped = np.maximum.accumulate(np.take_along_axis(p_value, order, axis=-1) * factors, axis=-1)
    adjusted = np.empty_like(stepped)
    np.put_along_axis(adjusted, order, np.minimum(stepped, 1.0), axis=-1)
    return adjusted
