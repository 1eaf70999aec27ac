"""Intraclass correlation: how much of what ratings vary by is due to the items (Shrout and Fleiss 1979).

A table has a row per item and a column per rater. Model 1: every item has raters of its own (one-way); model 2: the
same raters, drawn from many, rate all items, and being stricter counts as disagreeing (absolute agreement); model 3:
the same raters, and only they matter (consistency). McGraw and Wong (1996) write ICC(1), ICC(A) and ICC(C).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import FloatArray, IntArray

Model = Literal[1, 2, 3]
EmptyCells = Literal["complete", "unbalanced"]
NOTHING = 1e-13  # of all squares: less than this is rounding
ROUNDING = 1e-9  # of a coefficient: less than this above its lower end, its average form is noise


@dataclass(frozen=True, slots=True)
class Icc:
    """Coefficients with intervals and F tests of "no agreement", an entry per table (a number for a single table).

    `raters` is the number of columns, or with unbalanced tables the k0 that stands for it; `items` were used, and
    `set_aside` of them were not, because of empty cells.
    """

    value: FloatArray
    low: FloatArray
    high: FloatArray
    f: FloatArray
    df1: FloatArray
    df2: FloatArray
    p_value: FloatArray
    items: IntArray
    set_aside: IntArray
    raters: FloatArray
    model: Model
    average: bool
    confidence: float
    missing: EmptyCells


@dataclass(frozen=True, slots=True)
class _Squares:
    """Mean squares of the analysis of variance, and the sizes that go with them."""

    items: FloatArray  # between items
    within: FloatArray  # within items
    raters: FloatArray  # between raters
    rest: FloatArray  # what neither explains
    n: FloatArray
    k: FloatArray
    df_within: FloatArray


def icc(
    tables: FloatArray | Sequence[Sequence[float]],
    model: Model = 2,
    average: bool = False,
    confidence: float = 0.95,
    missing: EmptyCells = "complete",
) -> Icc:
    """Compute one of the six forms ICC(model, 1) or, with `average`, ICC(model, k), for one table or many at once.

    `tables` is (...) x items x raters; NaN is an empty cell. Items with an empty cell are set aside and counted; with
    `missing` "unbalanced", for model 1 alone, every item counts with as many ratings as it has, and
    k0 = (N - sum n_i^2 / N) / (n - 1) takes the place of k (Searle, Casella and McCulloch 1992).

    Formulas are those of Shrout and Fleiss (1979), the interval of model 2 that of McGraw and Wong (1996, table 7);
    unbalanced intervals are approximate. The average form is the reliability of means over k raters, not of a rater.
    Coefficients may be negative: items then differ less than chance would have it. Tables in which nothing varies, or
    with fewer than two items or raters, have no coefficient (NaN). The correlation of k ratings is -1 / (k - 1) at
    least; what the formula of model 2 puts below that, where raters contradict each other more than chance allows, is
    NaN too, and so is the average form from there on, where its formula jumps from minus to plus infinity. Bounds end
    there as well. An interval whose approximation does not hold its coefficient is NaN (few, contradictory ratings).
    Do not trust it with fewer than about 30 items, with
    a few huge values (take logarithms of magnitudes first), or where items hardly differ: raters who agree that all
    items are good get an ICC near 0. A model 2 or 3 coefficient needs columns that are raters, not places in a file.
    """
    table = np.asarray(tables, dtype=np.float64)
    if missing == "unbalanced" and model != 1:
        raise ValueError("only model 1 can be unbalanced")
    known = ~np.isnan(table)
    used = np.asarray(known.any(axis=-1) if missing == "unbalanced" else known.all(axis=-1))
    squares = _mean_squares(table, known & used[..., None])
    with np.errstate(divide="ignore", invalid="ignore"):
        value, low, high, f = _coefficients(squares, model, average, confidence)
    df1, df2 = squares.n - 1, squares.df_within if model == 1 else (squares.n - 1) * (squares.k - 1)
    return Icc(
        value=value[()],
        low=low[()],
        high=high[()],
        f=f[()],
        df1=np.asarray(df1)[()],
        df2=np.asarray(df2)[()],
        p_value=_f_above(df1, df2, f)[()],
        items=used.sum(axis=-1),
        set_aside=(~used).sum(axis=-1),
        raters=squares.k[()],
        model=model,
        average=average,
        confidence=confidence,
        missing=missing,
    )


def step_up(single: FloatArray, raters: FloatArray | float) -> FloatArray:
    """Reliability of the mean of several raters from that of one (Spearman 1910; Brown 1910).

    It is not defined (NaN) from -1 / (raters - 1) downwards, the least that so many ratings can be correlated.
    """
    part = 1 + (np.asarray(raters) - 1) * single
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(part > ROUNDING, raters * single / part, np.nan)


def _mean_squares(table: FloatArray, used: NDArray[np.bool_]) -> _Squares:
    """Analysis of variance of the cells in use, table by table."""
    sizes = used.sum(axis=-1).astype(np.float64)
    cells = sizes.sum(axis=-1)
    n = (sizes > 0).sum(axis=-1).astype(np.float64)
    filled = np.where(used, table, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        centre = filled.sum(axis=(-1, -2)) / cells
        apart = np.where(used, table - np.nan_to_num(centre)[..., None, None], 0.0)
        item_means = np.nan_to_num(apart.sum(axis=-1) / sizes)
        rater_means = np.nan_to_num(apart.sum(axis=-2) / n[..., None])
        k = (cells - (sizes**2).sum(axis=-1) / cells) / (n - 1)
        total = (apart**2).sum(axis=(-1, -2))
        between = (sizes * item_means**2).sum(axis=-1)
        within = (np.where(used, apart - item_means[..., None], 0.0) ** 2).sum(axis=(-1, -2))
        columns = (n[..., None] * rater_means**2).sum(axis=-1)
        left = np.where(used, apart - item_means[..., None] - rater_means[..., None, :], 0.0)
        rest = (left**2).sum(axis=(-1, -2))
        # What is left by rounding is nothing: neither in a table of equal values nor beside what does vary.
        floor = np.maximum(NOTHING * total, 1e-26 * cells * np.abs(filled).max(axis=(-1, -2), initial=0.0) ** 2)
        between, within, columns, rest = (
            np.where(squares > floor, squares, 0.0) for squares in (between, within, columns, rest)
        )
        return _Squares(
            items=between / (n - 1),
            within=within / (cells - n),
            raters=columns / (k - 1),
            rest=rest / ((n - 1) * (k - 1)),
            n=n,
            k=k,
            df_within=cells - n,
        )


def _coefficients(
    squares: _Squares, model: Model, average: bool, confidence: float
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Value, bounds and F."""
    n, k, items = squares.n, squares.k, squares.items
    error = squares.within if model == 1 else squares.rest
    spread = k * (squares.raters - error) / n if model == 2 else 0.0  # strictness of raters, where it counts
    f = items / error
    single = (items - error) / (items + (k - 1) * error + spread)
    if model == 2:
        low, high = _absolute_bounds(squares, single, confidence)
    else:
        tail = (1 + confidence) / 2
        df1, df2 = n - 1, squares.df_within if model == 1 else (n - 1) * (k - 1)
        low, high = (_from_f(ratio, k) for ratio in (f / _f_at(df1, df2, tail), f * _f_at(df2, df1, tail)))
    least = -1 / (k - 1)
    single = np.where(single < least - ROUNDING, np.nan, np.maximum(single, least))
    low, high = np.maximum(low, least), np.minimum(high, 1.0)
    held = (low <= single + ROUNDING) & (high >= single - ROUNDING)  # also False where there is no coefficient
    low, high = np.where(held, np.minimum(low, single), np.nan), np.where(held, np.maximum(high, single), np.nan)
    if not average:
        return single, low, high, f
    value = step_up(single, k)
    known = ~np.isnan(value)
    return value, np.where(known, step_up(low, k), np.nan), np.where(known, step_up(high, k), np.nan), f


def _absolute_bounds(squares: _Squares, single: FloatArray, confidence: float) -> tuple[FloatArray, FloatArray]:
    """Bounds of ICC(2,1) by Satterthwaite's approximation (McGraw and Wong 1996, table 7)."""
    n, k, items, raters, rest = squares.n, squares.k, squares.items, squares.raters, squares.rest
    first, second = k * single * raters, (n * (1 + (k - 1) * single) - k * single) * rest
    df = (n - 1) * (k - 1) * (first + second) ** 2 / ((n - 1) * first**2 + second**2)
    tail = (1 + confidence) / 2
    below, above = _f_at(n - 1, df, tail), _f_at(df, n - 1, tail)
    other = k * raters + (k * n - k - n) * rest
    low = n * (items - below * rest) / (below * other + n * items)
    high = n * (above * items - rest) / (other + n * above * items)
    perfect = (raters == 0) & (rest == 0)
    return np.where(perfect, 1.0, low), np.where(perfect, 1.0, high)


def _from_f(f: FloatArray, k: FloatArray) -> FloatArray:
    """The coefficient that a ratio of mean squares stands for."""
    return np.where(np.isinf(f), 1.0, (f - 1) / (f + k - 1))


def _f_at(df1: FloatArray, df2: FloatArray, share: float) -> FloatArray:
    from scipy.special import fdtri

    return np.asarray(fdtri(df1, df2, share))


def _f_above(df1: FloatArray, df2: FloatArray, f: FloatArray) -> FloatArray:
    from scipy.special import fdtrc

    return np.where(np.isinf(f), 0.0, fdtrc(df1, df2, np.where(np.isinf(f), 1.0, f)))
