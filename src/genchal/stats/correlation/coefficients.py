"""Correlation: Pearson's r, Spearman's rho, Kendall's tau-b, pairwise accuracy.

Values lie along the last axis, leading axes are broadcast, so that ``correlation(x[:, None], y)`` is a matrix over all
pairs of rows. A pair of values counts where both are known (NaN is not). One path of code does it with and without
weights: a bootstrap resample is a weight for each value, how often it was drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.domain.results.correlation import CorrelationMethod
from genchal.stats.correlation._sorted_values import SortedValues
from genchal.stats.correlation.kendall import kendall_p_values, pair_counts
from genchal.stats.correlation.spearman import exact_spearman_p_values
from genchal.text.arrays.ragged import FloatArray

ON_A_LINE = 1e-12  # what rounding takes from a coefficient of 1 or -1


@dataclass(frozen=True, slots=True)
class Coefficients:
    """Coefficients with two-sided p-values against no correlation; `n` is the number of pairs of values."""

    value: FloatArray
    p_value: FloatArray
    n: FloatArray
    method: CorrelationMethod


@dataclass(frozen=True, slots=True)
class CorrelationInterval:
    """Bounds of a coefficient."""

    low: FloatArray
    high: FloatArray
    confidence: float
    method: CorrelationMethod


def correlation(
    x: FloatArray, y: FloatArray, method: CorrelationMethod = "pearson", *, tested: bool = True
) -> Coefficients:
    """Correlate x and y along the last axis, with two-sided p-values if `tested` (else they are NaN).

    ``"pearson"`` is the product-moment coefficient, with p from Student's t with n - 2 degrees of freedom; it trusts in
    a straight line, and one far value can make or break it. Values on a straight line have nothing left from which t
    could learn how they scatter, so that p would be 0 even of three of them; theirs is that of their ranks.
    ``"spearman"`` is the same of ranks, ties sharing their mean rank. Its p is exact up to 12 values, ties included:
    the share of all orders of the values that correlate as strongly, which is never below 0.333 for 3 values and 0.083
    for 4. Beyond, p is from t, by up to a tenth too small at 0.05 and a fourth at 0.01, less and less the more values
    there are.

    ``"kendall"`` is tau-b (Kendall 1945), its p exact up to 33 values without ties and up to 10
    with them, and normal otherwise.
    ``"accuracy"`` is the share of pairs that both order alike, or both call equal (Kocmi et al. 2021; Deutsch et al.
    2023); it has no p-value (NaN), and chance level is near one half only where ties are rare.

    Constant values have no correlation (NaN). Two values correlate with 1 or -1 and say nothing: p is 1. All p-values
    take pairs of values to be independent; segments that share an input or a system are not, so that p comes out too
    small over several systems at once.
    """
    x, y, weights = _fill_unknown(x, y)
    if method == "accuracy":
        value = pair_counts(x, y, weights).accuracy()
        return Coefficients(value, np.full(value.shape, np.nan), weights.sum(axis=-1), method)
    if method == "kendall":
        counts = pair_counts(x, y, weights)
        tau = counts.tau_b()
        p_value = kendall_p_values(x, y, weights, counts) if tested else np.full(tau.shape, np.nan)
        return Coefficients(tau, p_value, weights.sum(axis=-1), method)
    value, n = weighted_correlation(x, y, weights, method), weights.sum(axis=-1)
    value = np.where(n == 2, np.round(value), value)
    p_value = _p_values(x, y, weights, value, method) if tested else np.full(value.shape, np.nan)
    return Coefficients(value, p_value, n, method)


def weighted_correlation(x: FloatArray, y: FloatArray, weights: FloatArray, method: CorrelationMethod) -> FloatArray:
    """The coefficient where each pair of values is there as often as its weight says; all of x and y are known."""
    if method == "pearson":
        return _pearson(x, y, weights)
    if method == "spearman":
        return _pearson(SortedValues.of(x).ranks(weights), SortedValues.of(y).ranks(weights), weights)
    counts = pair_counts(x, y, weights)
    return counts.tau_b() if method == "kendall" else counts.accuracy()


def correlation_interval(
    value: FloatArray, n: FloatArray, method: CorrelationMethod = "pearson", confidence: float = 0.95
) -> CorrelationInterval:
    """Bounds by Fisher's z, its standard error that of Fisher (1921) or of Bonett and Wright (2000).

    With z = artanh(r) the variance is 1 / (n - 3) for Pearson's r, (1 + r * r / 2) / (n - 3) for Spearman's rho and
    0.437 / (n - 4) for Kendall's tau. Too few values give -1 to 1; accuracy has no such interval (NaN). Pearson's needs
    values that are nearly normal; with heavy tails or ceilings, and wherever values share inputs or systems, bootstrap
    instead. The other two are approximate below about 25 values and for coefficients beyond 0.9 (Kendall: 0.8).
    """
    from scipy.special import ndtri

    value, n = np.asarray(value, np.float64), np.asarray(n, np.float64)
    if method == "accuracy":
        nothing = np.full(value.shape, np.nan)
        return CorrelationInterval(nothing, nothing, confidence, method)
    spare = 4 if method == "kendall" else 3
    spread = {"pearson": 1.0, "spearman": 1 + value**2 / 2, "kendall": 0.437}[method]
    with np.errstate(divide="ignore", invalid="ignore"):
        half = ndtri((1 + confidence) / 2) * np.sqrt(spread / np.maximum(n - spare, 0))
        z = np.arctanh(value)
        low, high = np.tanh(z - half), np.tanh(z + half)
    few = n <= spare
    low, high = np.where(few, -1.0, low), np.where(few, 1.0, high)
    unknown = np.isnan(value)
    return CorrelationInterval(np.where(unknown, np.nan, low), np.where(unknown, np.nan, high), confidence, method)


def _fill_unknown(x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Both, with 0 where one of them is unknown, and weights that leave these out."""
    x, y = np.broadcast_arrays(np.asarray(x, np.float64), np.asarray(y, np.float64))
    both = ~(np.isnan(x) | np.isnan(y))
    return np.where(both, x, 0.0), np.where(both, y, 0.0), both.astype(np.float64)


def _pearson(x: FloatArray, y: FloatArray, weights: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = _centre(x, weights), _centre(y, weights)
        product = (weights * first * second).sum(axis=-1)
        lengths = np.sqrt((weights * first**2).sum(axis=-1)) * np.sqrt((weights * second**2).sum(axis=-1))
        value: FloatArray = product / lengths
    return np.clip(value, -1.0, 1.0)


def _centre(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Deviations from the mean, the largest of them 1; NaN where there are none."""
    there = weights > 0
    top = np.where(there, values, -np.inf).max(axis=-1, keepdims=True, initial=-np.inf)
    bottom = np.where(there, values, np.inf).min(axis=-1, keepdims=True, initial=np.inf)
    scale = np.where(top > bottom, top - bottom, np.nan)
    mean = (weights * values).sum(axis=-1, keepdims=True) / weights.sum(axis=-1, keepdims=True)
    centred: FloatArray = (values - mean) / scale
    return centred


def _p_values(
    x: FloatArray, y: FloatArray, weights: FloatArray, value: FloatArray, method: CorrelationMethod
) -> FloatArray:
    """Two-sided p-values of r or rho; those of values on a straight line are of their ranks."""
    p_value = _t_p_values(value, weights.sum(axis=-1))
    ranked = ~np.isnan(value) & ((1 - np.abs(value) <= ON_A_LINE) | (method == "spearman"))
    if not ranked.any():
        return p_value
    of_ranks = exact_spearman_p_values(x, y, weights, np.where(ranked, p_value, np.nan))
    return np.where(ranked, of_ranks, p_value)


def _t_p_values(value: FloatArray, n: FloatArray) -> FloatArray:
    """Two-sided p-values of r: t = r sqrt((n - 2) / (1 - r * r)) with n - 2 degrees of freedom."""
    from scipy.special import stdtr

    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(value) * np.sqrt((n - 2) / ((1 - value) * (1 + value)))
        p_value = 2 * stdtr(n - 2.0, -t)
    return np.where(np.isnan(value), np.nan, np.where(n == 2, 1.0, p_value))
