"""Fleiss' kappa: agreement on categories beyond chance, with any raters (Fleiss 1971)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.stats.agreement._units import JudgedUnits
from genchal.stats.resampling.bootstrap import percentile_interval
from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class FleissKappa:
    """Kappa with its interval (NaN without resamples) and a one-sided test of "no agreement".

    `observed` is the mean share of agreeing pairs of an item, `expected` that by chance. `z` and `p_value` are NaN
    where items have different numbers of judgements. `single` judgements stood alone and were not used.
    """

    value: float
    low: float
    high: float
    observed: float
    expected: float
    z: float
    p_value: float
    items: int
    judgements: int
    single: int
    categories: int
    resamples: int
    confidence: float


def fleiss_kappa(
    value: FloatArray,
    unit: IntArray,
    resamples: int = 0,
    rng: np.random.Generator | None = None,
    cluster: IntArray | None = None,
    confidence: float = 0.95,
) -> FleissKappa:
    """Compute kappa from judgements: `value` (a category, as a number) and `unit` have an entry each; NaN is none.

    An item's agreement is the share of its pairs of judgements that are equal; chance is the sum of the squared shares
    of the categories among all judgements. Items may have different numbers of judgements, which Fleiss' formula does
    not forbid: each item counts the same. The test is that of Fleiss, Nee and Landis (1979), for equal numbers; the
    interval resamples items, or whole `cluster`s of them (an entry per judgement).

    Categories have no order here: for ratings use alpha or ICC. Do not trust it where one category makes up nearly all
    judgements (Feinstein and Cicchetti 1990); with a single category it is not defined (NaN).
    """
    units = JudgedUnits.of(np.asarray(value, dtype=np.float64), np.asarray(unit), cluster)
    sizes = units.sizes.astype(np.float64)
    agreement = (units.same_pairs() - sizes) / (sizes * (sizes - 1))
    counts = np.bincount(units.code, minlength=len(units.values)).astype(np.float64)
    rows = np.stack([agreement, np.ones(len(sizes))], axis=1)
    kappa, observed, expected = (float(number[0]) for number in _kappa(rows.sum(axis=0)[None], counts[None]))
    low = high = np.nan
    if resamples and units.cluster.max(initial=0) > 0 and expected < 1:
        totals, drawn, _ = units.resample(rows, resamples, rng or np.random.default_rng(1))
        interval = percentile_interval(_kappa(totals, drawn)[0], confidence)
        low, high = float(interval.low), float(interval.high)
    z, p_value = _null_test(kappa, counts, sizes)
    return FleissKappa(
        value=kappa,
        low=low,
        high=high,
        observed=observed,
        expected=expected,
        z=z,
        p_value=p_value,
        items=len(sizes),
        judgements=len(units.code),
        single=units.single,
        categories=len(units.values),
        resamples=resamples,
        confidence=confidence,
    )


def _kappa(totals: FloatArray, counts: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Kappa, observed and expected agreement, from sums over items and counts of every category."""
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = totals[:, 0] / totals[:, 1]
        expected = ((counts / counts.sum(axis=1, keepdims=True)) ** 2).sum(axis=1)
        expected = np.where(totals[:, 1] > 0, expected, np.nan)
        several = (counts > 0).sum(axis=1) > 1
        return np.where(several, (observed - expected) / (1 - expected), np.nan), observed, expected


def _null_test(kappa: float, counts: FloatArray, sizes: FloatArray) -> tuple[float, float]:
    """How many standard errors from 0, if there were no agreement, and how likely that is."""
    from scipy.special import ndtr

    if np.isnan(kappa) or np.unique(sizes).size != 1:
        return np.nan, np.nan
    share = counts / counts.sum()
    spread = share * (1 - share)
    variance = 2 * (spread.sum() ** 2 - (spread * (1 - 2 * share)).sum())
    variance /= len(sizes) * sizes[0] * (sizes[0] - 1) * spread.sum() ** 2
    z = float(kappa / np.sqrt(variance))
    return z, float(ndtr(-z))
