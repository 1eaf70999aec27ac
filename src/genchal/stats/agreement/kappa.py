"""Cohen's kappa: agreement of two raters on categories, beyond chance (Cohen 1960; weighted: Cohen 1968)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from genchal.stats.agreement.rater_pairs import CELLS_AT_ONCE, RaterPairs, pair_raters
from genchal.text.arrays.ragged import FloatArray, IntArray

Weights = Literal["none", "linear", "quadratic"]


@dataclass(frozen=True, slots=True)
class CohenKappa:
    """Kappa of every pair of raters, with standard error and interval; `n` items were rated by both.

    `observed` and `expected` are (weighted) shares of agreement; `categories` is the number of different values.
    """

    value: FloatArray
    standard_error: FloatArray
    low: FloatArray
    high: FloatArray
    observed: FloatArray
    expected: FloatArray
    n: IntArray
    first: IntArray
    second: IntArray
    categories: int
    weights: Weights
    confidence: float


def cohen_kappa(
    value: FloatArray,
    item: IntArray,
    rater: IntArray,
    weights: Weights = "none",
    confidence: float = 0.95,
    categories: FloatArray | None = None,
) -> CohenKappa:
    """Compute kappa for every two raters who share an item; judgements have an entry in `value`, `item` and `rater`.

    Weighted kappa forgives near misses by the distance of categories in their order, linear or squared. Categories are
    the different values of all raters; give `categories` if some never occur, which matters to weights alone. The
    standard error is that of Fleiss, Cohen and Everitt (1969), for large numbers of items; bounds may pass 1.

    Two raters who both use one and the same category have no kappa (NaN); a rater who uses one category has 0 with
    everybody else. Do not trust it with fewer than about 30 shared items, nor where one category makes up nearly all
    judgements: kappa is then low even if raters nearly always agree (Feinstein and Cicchetti 1990).
    """
    pairs = pair_raters(np.asarray(value, dtype=np.float64), np.asarray(item), np.asarray(rater))
    known = np.unique(np.concatenate([pairs.x, pairs.y]) if categories is None else categories)
    closeness = _closeness(len(known), weights)
    parts = [_portion(pairs, start, known, closeness) for start in range(0, len(pairs), _step(len(known)))]
    observed, expected, variance = np.concatenate([np.zeros((3, 0)), *parts], axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        kappa = np.where(1 - expected > 1e-12, (observed - expected) / (1 - expected), np.nan)
    error = np.where(np.isnan(kappa), np.nan, np.sqrt(np.maximum(variance, 0.0)))
    from scipy.special import ndtri

    reach = ndtri((1 + confidence) / 2) * error
    return CohenKappa(
        value=kappa,
        standard_error=error,
        low=kappa - reach,
        high=kappa + reach,
        observed=observed,
        expected=expected,
        n=pairs.shared,
        first=pairs.first,
        second=pairs.second,
        categories=len(known),
        weights=weights,
        confidence=confidence,
    )


def _step(categories: int) -> int:
    return max(1, CELLS_AT_ONCE // max(categories, 1))


def _closeness(categories: int, weights: Weights) -> FloatArray:
    """How much two categories agree: 1 for the same, 0 for the two ends."""
    if weights == "none":
        return np.eye(categories)
    apart = np.abs(np.subtract.outer(np.arange(categories), np.arange(categories))) / max(categories - 1, 1)
    return np.asarray(1 - (apart if weights == "linear" else apart**2))


def _portion(pairs: RaterPairs, start: int, known: FloatArray, closeness: FloatArray) -> FloatArray:
    """Observed and expected agreement, and variance of kappa, of some pairs.

    Nothing is as large as a table of categories by categories for every pair: sums over its cells are sums over items.
    """
    number = min(_step(len(known)), len(pairs) - start)
    begin, end = pairs.offsets[start], pairs.offsets[start + number]
    n = pairs.shared[start : start + number].astype(np.float64)
    owner = np.repeat(np.arange(number), pairs.shared[start : start + number])
    x, y = (np.searchsorted(known, values[begin:end]) for values in (pairs.x, pairs.y))
    width = len(known)
    share_x, share_y = (
        np.bincount(owner * width + codes, minlength=number * width).reshape(number, width) / n[:, None]
        for codes in (x, y)
    )
    expected_x, expected_y = share_y @ closeness, share_x @ closeness  # how a category of one fares with the other
    seen = closeness[x, y]
    observed = np.bincount(owner, seen, number) / n
    expected = (share_x * expected_x).sum(axis=1)
    bias = expected_x[owner, x] + expected_y[owner, y]
    squares = (seen * (1 - expected)[owner] - bias * (1 - observed)[owner]) ** 2
    mean = np.bincount(owner, squares, number) / n
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = (mean - (observed * expected - 2 * expected + observed) ** 2) / (n * (1 - expected) ** 4)
    return np.stack([observed, expected, variance])
