"""Do raters agree more under one design than under another? A test of two intraclass correlations.

Fisher's z of an intraclass correlation is half the logarithm of a ratio of variances. Its error is found by leaving
out items, one after the other (the jackknife of Arvesen and Schmitz 1970), which does not need normal ratings and sees
that two designs share items; the interval of the difference is put together from those of both (Zou 2007).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from genchal.stats.agreement.icc import Model, icc, step_up
from genchal.text.arrays.ragged import FloatArray

MOST_GROUPS = 200  # left out in turn; more items are left out in groups


@dataclass(frozen=True, slots=True)
class IccDifference:
    """Two coefficients, second minus first with its interval, and a two-sided test of "no difference" (`t`, `df`)."""

    first: float
    second: float
    difference: float
    low: float
    high: float
    t: float
    df: float
    p_value: float
    model: Model
    average: bool
    paired: bool
    items: tuple[int, int]
    confidence: float


@dataclass(frozen=True, slots=True)
class _Jackknife:
    """Fisher's z of a table, and its pseudo-values (one per group of items that was left out)."""

    value: float
    z: float
    pseudo: FloatArray
    raters: int
    items: int

    @property
    def variance(self) -> float:
        return float(self.pseudo.var(ddof=1) / len(self.pseudo))


def icc_difference(
    first: FloatArray,
    second: FloatArray,
    model: Model = 1,
    average: bool = False,
    paired: bool = False,
    confidence: float = 0.95,
) -> IccDifference:
    """Test whether two designs differ in ICC(model, 1) or, with `average`, ICC(model, k).

    Tables are items x raters, NaN an empty cell; items with one are set aside. With `paired`, row i of both tables is
    the same item, and an item counts where both have it. The test is Student's t on the jackknifed z (Welch's
    degrees of freedom if not paired), in both forms on z of the single-rater coefficient: if numbers of raters
    differ, ICC(k) may differ where agreement does not. With skewed ratings it finds a difference in 5 to 7% of
    cases where there is none. Raters are taken as given, so that it says nothing about other raters. Coefficients
    of 1 or at their lower end cannot be tested (NaN).
    """
    first_table, other = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if paired:
        whole = ~(np.isnan(first_table).any(axis=1) | np.isnan(other).any(axis=1))
        first_table, other = first_table[whole], other[whole]
    a, b = (_jackknife_items(table[~np.isnan(table).any(axis=1)], model) for table in (first_table, other))
    df, error, correlation = _errors(a, b, paired)
    from scipy.special import stdtr, stdtrit

    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.divide(b.pseudo.mean() - a.pseudo.mean(), error)
        p_value = 2 * stdtr(df, -abs(t))
    reach = float(stdtrit(df, (1 + confidence) / 2))
    bounds = [_bounds(each, reach, average) for each in (a, b)]
    values = [float(step_up(np.asarray(each.value), each.raters)) if average else each.value for each in (a, b)]
    below, above = _put_together(values, bounds, correlation)
    return IccDifference(
        first=values[0],
        second=values[1],
        difference=values[1] - values[0],
        low=below,
        high=above,
        t=float(t),
        df=df,
        p_value=float(p_value),
        model=model,
        average=average,
        paired=paired,
        items=(a.items, b.items),
        confidence=confidence,
    )


def _jackknife_items(table: FloatArray, model: Model) -> _Jackknife:
    items, raters = table.shape
    value = float(icc(table, model).value)
    z = float(_fisher(np.asarray(value), raters))
    groups = min(items, MOST_GROUPS)
    if groups < 3:
        return _Jackknife(value, z, np.full(3, np.nan), raters, items)
    left_out = np.arange(items) % groups == np.arange(groups)[:, None]
    without = np.where(left_out[..., None], np.nan, table)
    pseudo = groups * z - (groups - 1) * _fisher(icc(without, model).value, raters)
    return _Jackknife(value, z, pseudo, raters, items)


def _fisher(value: FloatArray, raters: int) -> FloatArray:
    """Fisher's z of a single-rater coefficient; NaN at the ends, where it is infinite."""
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.log((1 + (raters - 1) * value) / (1 - value)) / 2
    return np.where(np.isfinite(z), z, np.nan)


def _errors(a: _Jackknife, b: _Jackknife, paired: bool) -> tuple[float, float, float]:
    """Degrees of freedom, standard error of the difference of z, and the correlation of both."""
    if paired:
        apart = b.pseudo - a.pseudo
        with np.errstate(divide="ignore", invalid="ignore"):
            correlation = float(np.corrcoef(a.pseudo, b.pseudo)[0, 1])
        return float(len(apart) - 1), float(apart.std(ddof=1) / np.sqrt(len(apart))), correlation
    total = a.variance + b.variance
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = np.divide(a.variance**2, len(a.pseudo) - 1) + np.divide(b.variance**2, len(b.pseudo) - 1)
        return float(np.divide(total**2, parts)), float(np.sqrt(total)), 0.0


def _bounds(table: _Jackknife, reach: float, average: bool) -> tuple[float, float]:
    """An interval of a coefficient, from that of its z."""
    ends = table.pseudo.mean() + np.array([-1.0, 1.0]) * reach * np.sqrt(table.variance)
    ratio = np.exp(2 * ends)
    single = (ratio - 1) / (ratio + table.raters - 1)
    low, high = step_up(single, table.raters) if average else single
    return float(low), float(high)


def _put_together(values: list[float], bounds: list[tuple[float, float]], correlation: float) -> tuple[float, float]:
    """The interval of a difference of dependent estimates (Zou 2007)."""
    (low_a, high_a), (low_b, high_b) = bounds
    a, b = values

    def reach(to_a: float, to_b: float) -> float:
        return float(np.sqrt(max(to_a**2 + to_b**2 - 2 * correlation * to_a * to_b, 0.0)))

    return b - a - reach(high_a - a, b - low_b), b - a + reach(a - low_a, high_b - b)
