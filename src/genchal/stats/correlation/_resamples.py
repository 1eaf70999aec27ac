"""Coefficients of many resamples at once: resamples are rows of weights, how often each pair of values was drawn."""

from __future__ import annotations

import numpy as np

from genchal.domain.results.correlation import CorrelationMethod
from genchal.stats.correlation.coefficients import weighted_correlation
from genchal.text.arrays.ragged import FloatArray

MOST_SIGNS = 64  # values, up to which all pairs of them are looked at; beyond, sorting is quicker
CONSTANT = 1e-12  # share of the variance below which a resample counts as constant


def correlate_resamples(x: FloatArray, y: FloatArray, weights: FloatArray, method: CorrelationMethod) -> FloatArray:
    """A coefficient for each row of weights; values that are unknown (NaN) in x or y are left out."""
    known = ~(np.isnan(x) | np.isnan(y))
    x, y, weights = x[known], y[known], weights[:, known]
    if len(x) < 2:
        return np.full(len(weights), np.nan)
    if method == "pearson":
        return _by_sums(x, y, weights)
    if len(x) > MOST_SIGNS:
        return weighted_correlation(x, y, weights, method)
    return _by_signs(x, y, weights, method)


def standardise(values: FloatArray) -> FloatArray:
    """Mean 0 and standard deviation 1; constant values become 0."""
    if not len(values) or not np.ptp(values):
        return np.zeros_like(values)
    centred = values - values.mean()
    return np.asarray(centred / centred.std())


def _by_sums(x: FloatArray, y: FloatArray, weights: FloatArray) -> FloatArray:
    """Pearson's r from sums of products, which is exact enough once values are brought to one scale."""
    x, y = standardise(x), standardise(y)
    size, sum_x, sum_y, sum_xx, sum_yy, sum_xy = (weights @ np.stack([np.ones_like(x), x, y, x * x, y * y, x * y]).T).T
    with np.errstate(divide="ignore", invalid="ignore"):
        spread_x, spread_y = sum_xx - sum_x**2 / size, sum_yy - sum_y**2 / size
        return _ratio(sum_xy - sum_x * sum_y / size, spread_x, spread_y, CONSTANT * size)


def _by_signs(x: FloatArray, y: FloatArray, weights: FloatArray, method: CorrelationMethod) -> FloatArray:
    """Rank coefficients from the signs of all differences: twice a rank, centred, is a weighted sum of signs."""
    signs_x, signs_y = (np.sign(values[:, None] - values) for values in (x, y))
    if method == "spearman":
        ranks_x, ranks_y = weights @ signs_x.T, weights @ signs_y.T
        product, spread_x, spread_y = (
            (weights * ranks * other).sum(axis=1)
            for ranks, other in ((ranks_x, ranks_y), (ranks_x, ranks_x), (ranks_y, ranks_y))
        )
        return _ratio(product, spread_x, spread_y)
    if method == "kendall":
        return _ratio(_form(weights, signs_x * signs_y), _form(weights, signs_x**2), _form(weights, signs_y**2))
    alike = (signs_x == signs_y).astype(np.float64)
    np.fill_diagonal(alike, 0.0)  # a value makes no pair with its own copy
    pairs = weights.sum(axis=1) ** 2 - (weights**2).sum(axis=1)
    return np.asarray(_form(weights, alike) / np.where(pairs > 0, pairs, np.nan))


def _form(weights: FloatArray, pairs: FloatArray) -> FloatArray:
    """Sum over all pairs, each as often as both of its values were drawn."""
    result: FloatArray = ((weights @ pairs) * weights).sum(axis=1)
    return result


def _ratio(product: FloatArray, first: FloatArray, second: FloatArray, least: FloatArray | float = 0.0) -> FloatArray:
    varies = (first > least) & (second > least)
    value = product / np.sqrt(np.where(varies, first * second, np.nan))
    return np.asarray(np.clip(value, -1.0, 1.0))
