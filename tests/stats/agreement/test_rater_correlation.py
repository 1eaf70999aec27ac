"""Correlations between raters, and the split-half ceiling."""

import math
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from genchal.stats.agreement import rater_pairs as pairs_module
from genchal.stats.agreement.rater_correlation import rater_correlations
from genchal.stats.agreement.rater_pairs import pair_raters
from genchal.stats.agreement.split_half import SplitHalf, split_half

Floats = NDArray[np.float64]
METHODS: list[Literal["pearson", "spearman", "kendall"]] = ["pearson", "spearman", "kendall"]


def long(table: Floats) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    items, raters = table.shape
    return table.ravel(), np.repeat(np.arange(items), raters), np.tile(np.arange(raters), items)


def generated(seed: int, items: int = 40, raters: int = 8) -> Floats:
    rng = np.random.default_rng(seed)
    table = np.round(rng.normal(size=(items, 1)) + rng.normal(size=(items, raters)))
    table[rng.random(table.shape) < 0.4] = np.nan
    table[:, -1] = np.where(np.isnan(table[:, -1]), np.nan, 3.0)  # a constant rater
    return np.asarray(table)


@pytest.mark.parametrize("method", METHODS)
def test_every_pair_equals_scipys(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import scipy.stats

    peers: dict[str, Any] = {
        "pearson": scipy.stats.pearsonr,
        "spearman": scipy.stats.spearmanr,
        "kendall": scipy.stats.kendalltau,
    }
    monkeypatch.setattr(pairs_module, "CELLS_AT_ONCE", 60)  # several portions
    for seed in range(25):
        table = generated(seed)
        found = rater_correlations(*long(table), METHODS[METHODS.index(method)])  # type: ignore[arg-type]
        known = []
        for value, a, b, n in zip(found.value, found.first, found.second, found.n, strict=True):
            both = table[~np.isnan(table[:, [a, b]]).any(axis=1)][:, [a, b]]
            assert n == len(both)
            if n < 3 or np.ptp(both, axis=0).min() == 0:
                assert math.isnan(value)
            else:
                known.append(value)
                assert value == pytest.approx(peers[method](both[:, 0], both[:, 1]).statistic, abs=1e-9)
        assert found.mean == pytest.approx(np.mean(known))
        assert (found.known, math.isnan(found.rater_mean[7])) == (len(known), True)


def test_pairs_are_brought_together_item_by_item() -> None:
    found = pair_raters(np.array([5.0, 1, 2, 7, 3]), np.array([1, 0, 0, 1, 2]), np.array([2, 0, 2, 0, 1]))
    assert (found.first.tolist(), found.second.tolist()) == ([0], [2])
    assert (found.x.tolist(), found.y.tolist()) == ([1, 7], [2, 5])


def test_no_pair_no_mean() -> None:
    found = rater_correlations(np.array([1.0, 2.0]), np.array([0, 1]), np.array([0, 1]))
    assert (len(found.value), found.known) == (0, 0)
    assert math.isnan(found.mean)


# --- Split halves ----------------------------------------------------------------------------------------------------


def halves(table: Floats, by: Literal["raters", "judgements"] = "raters", splits: int = 300) -> SplitHalf:
    return split_half(*long(table), np.random.default_rng(1), "pearson", splits, by)


@pytest.mark.parametrize("by", ["raters", "judgements"])
def test_halves_correlate_as_the_model_of_the_ratings_says(by: Literal["raters", "judgements"]) -> None:
    # Means of 5 of 10 raters with noise of variance 4: reliability 1 / (1 + 4/5) = 5/9; of all ten: 1 / 1.4 = 5/7.
    rng = np.random.default_rng(2)
    found = halves(rng.normal(size=(3000, 1)) + 2 * rng.normal(size=(3000, 10)), by, 40)
    assert found.value == pytest.approx(5 / 9, abs=0.03)
    assert found.stepped_up == pytest.approx(5 / 7, abs=0.03)


def test_two_raters_have_one_split() -> None:
    table = np.random.default_rng(3).normal(size=(20, 2))
    found = halves(table)
    assert found.low == pytest.approx(found.high)
    assert found.value == pytest.approx(np.asarray(np.corrcoef(table.T))[0, 1])


def test_a_split_equals_one_made_by_hand() -> None:
    table = np.random.default_rng(4).normal(size=(12, 5))
    order = np.argsort(np.random.default_rng(1).random((1, 5)), axis=1)[0]
    first, second = table[:, order < 2].mean(axis=1), table[:, order >= 2].mean(axis=1)
    by_hand = np.asarray(np.corrcoef(first, second))
    assert halves(table, splits=1).value == pytest.approx(by_hand[0, 1])


def test_items_count_where_both_halves_have_judged_them() -> None:
    table = np.random.default_rng(5).normal(size=(50, 4))
    table[10:, 1:] = np.nan  # rater 0 alone has rated the others
    assert halves(table).items == 10
    assert halves(table, "judgements").items == 10


@pytest.mark.parametrize("by", ["raters", "judgements"])
@pytest.mark.parametrize("table", [np.ones((9, 1)), np.ones((9, 4)), np.array([[1.0, 2], [3, 4]]), np.zeros((0, 3))])
def test_what_cannot_be_split_is_not_a_number(table: Floats, by: Literal["raters", "judgements"]) -> None:
    found = halves(table, by, 20)
    assert found.known == 0
    assert np.isnan([found.value, found.low, found.stepped_up]).all()
