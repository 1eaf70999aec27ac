"""The human ceiling: how well one half of the raters predicts the other (Sharma et al. 2017, table 3, "Human").

No metric can be expected to agree with raters better than raters agree with each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from genchal.domain.results.correlation import CorrelationMethod
from genchal.stats.agreement.icc import step_up
from genchal.stats.correlation.coefficients import correlation
from genchal.stats.resampling.bootstrap import percentile_interval
from genchal.text.arrays.ragged import FloatArray, IntArray, count_earlier

CELLS_AT_ONCE = 1 << 21


@dataclass(frozen=True, slots=True)
class SplitHalf:
    """Mean correlation of two halves over many splits; the middle `confidence` share of splits lies in low to high.

    `step_up` is the mean of the splits' coefficients by Spearman and Brown's formula: the reliability of the means
    over all raters. `items` had a judgement in both halves, on average over splits; `known` splits have a coefficient.
    """

    value: float
    low: float
    high: float
    stepped_up: float
    items: float
    known: int
    splits: int
    by: Literal["raters", "judgements"]
    method: CorrelationMethod
    confidence: float


def split_half(
    value: FloatArray,
    item: IntArray,
    rater: IntArray,
    rng: np.random.Generator,
    method: CorrelationMethod = "pearson",
    splits: int = 1000,
    by: Literal["raters", "judgements"] = "raters",
    confidence: float = 0.95,
) -> SplitHalf:
    """Split raters at random into two halves, correlate the items' means of both, and repeat.

    Of an odd number of raters one half has one more. With `by` "judgements" those of every item are split by
    themselves, for crowds in which most raters have seen few items. An item counts in a split where both halves have
    judged it. Spearman and Brown's formula (1910) holds for Pearson's coefficient.

    The spread over splits is not a confidence interval: splits share the raters and the items. A ceiling for a metric
    that is compared with the means of *all* raters lies higher than this; take `step_up`, or better its square root.
    Correlations over items of several systems mix good and bad systems, and good and bad outputs of one system.
    """
    known = ~np.isnan(value)
    value, item, rater = value[known], np.unique(item[known], return_inverse=True)[1], rater[known]
    people, rater = np.unique(rater, return_inverse=True)
    items = int(item.max(initial=-1)) + 1
    enough = len(people) > 1 if by == "raters" else len(value) > items
    found, counts = np.full(splits, np.nan), np.zeros(splits)
    step = max(1, CELLS_AT_ONCE // max(len(value), 1))
    for start in range(0, splits if enough else 0, step):
        some = slice(start, min(start + step, splits))
        number = some.stop - start
        halves = (
            _rater_halves(len(people), number, rng)[:, rater] if by == "raters" else _item_halves(item, number, rng)
        )
        first, second = (_means(value, item, items, part) for part in (halves, ~halves))
        result = correlation(first, second, method, tested=False)
        found[some], counts[some] = result.value, result.n
    found[counts < 3] = np.nan  # two items always lie on a line
    fine = ~np.isnan(found)
    interval = percentile_interval(found, confidence)
    return SplitHalf(
        value=float(found[fine].mean()) if fine.any() else np.nan,
        low=float(interval.low),
        high=float(interval.high),
        stepped_up=float(step_up(found[fine], 2.0).mean()) if fine.any() and method == "pearson" else np.nan,
        items=float(counts[fine].mean()) if fine.any() else 0.0,
        known=int(fine.sum()),
        splits=splits,
        by=by,
        method=method,
        confidence=confidence,
    )


def _rater_halves(raters: int, splits: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Splits x raters: who is in the first half."""
    places = np.argsort(rng.random((splits, raters)), axis=1)
    return np.asarray(places < raters // 2)


def _item_halves(item: IntArray, splits: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Splits x judgements: every other one of an item, in random order, and a coin for who begins."""
    halves = np.empty((splits, len(item)), dtype=np.bool_)
    for place in range(splits):
        order = np.argsort(item + rng.random(len(item)))
        coin = rng.integers(0, 2, int(item.max()) + 1)
        halves[place, order] = (count_earlier(item[order]) + coin[item[order]]) % 2 == 0
    return halves


def _means(value: FloatArray, item: IntArray, items: int, part: NDArray[np.bool_]) -> FloatArray:
    """Splits x items: means of the judgements in a half, NaN where there is none."""
    splits = len(part)
    cell = np.arange(splits)[:, None] * items + item
    counts = np.bincount(cell[part], minlength=splits * items)
    sums = np.bincount(cell[part], np.broadcast_to(value, part.shape)[part], splits * items)
    means = np.divide(sums, counts, out=np.full(splits * items, np.nan), where=counts > 0)
    return np.asarray(means.reshape(splits, items))
