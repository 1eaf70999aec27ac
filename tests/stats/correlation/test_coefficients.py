"""Correlations against scipy, by hand, and at the edges."""

import itertools
import math
import warnings
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from genchal.domain.results.correlation import CorrelationMethod
from genchal.stats.correlation.coefficients import correlation, correlation_interval, weighted_correlation
from genchal.stats.correlation.kendall import pair_counts

Floats = NDArray[np.float64]
SCIPY: dict[CorrelationMethod, Any] = {
    "pearson": scipy.stats.pearsonr,
    "spearman": scipy.stats.spearmanr,
    "kendall": scipy.stats.kendalltau,
}


def data_set(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Two columns as they come: few or many values, ties, constants, unknown ones, large offsets."""
    n = int(rng.choice([2, 3, 4, 5, 8, 12, 33, 34, 60]))
    x = rng.normal(size=n) * 10 ** rng.uniform(-3, 3) + rng.choice([0.0, 100.0])
    y = rng.normal(size=n) + rng.choice([-1.0, 0.0, 0.5]) * x
    kind = rng.integers(6)
    if kind == 1:
        x, y = rng.integers(0, 4, size=(2, n)).astype(np.float64)
    elif kind == 2:
        x = np.full(n, 0.1)
    elif kind == 3:
        x = np.round(x, 1)
    elif kind == 4:
        y = x.copy()
    if rng.random() < 0.3:
        x[rng.random(n) < 0.2] = np.nan
    return x, y


@pytest.mark.parametrize("method", SCIPY)
def test_coefficients_and_p_values_are_scipys(method: CorrelationMethod) -> None:
    rng = np.random.default_rng(1)
    seen = 0
    for _ in range(1500):
        x, y = data_set(rng)
        known = ~np.isnan(x)
        found = correlation(x, y, method)
        assert found.n == known.sum()
        if known.sum() < 2:
            assert np.isnan(found.value)
            continue
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            theirs = SCIPY[method](x[known], y[known])
        assert found.value == pytest.approx(theirs.statistic, abs=1e-12, nan_ok=True)
        if method == "spearman" and known.sum() == 2:
            assert np.isnan(found.value) or found.p_value == 1  # scipy has NaN
            continue
        # p of few ranks is exact here, and from Student's t there; so is that of values on a line.
        # scipy's tau is exact without ties only.
        if method == "kendall" and known.sum() <= 10 and len({*x[known]}) + len({*y[known]}) < 2 * known.sum():
            continue
        if (method == "spearman" and known.sum() <= 12) or (method != "kendall" and abs(found.value) > 1 - 1e-12):
            continue
        assert found.p_value == pytest.approx(theirs.pvalue, abs=1e-12, nan_ok=True)
        seen += 1
    assert seen > (300 if method == "spearman" else 800)


def test_all_pairs_of_columns_at_once_are_those_one_by_one() -> None:
    rng = np.random.default_rng(2)
    x, y = rng.integers(0, 5, size=(3, 40)).astype(np.float64), rng.normal(size=(4, 40))
    x[0, :7] = y[2, 5:9] = np.nan
    for method in ("pearson", "spearman", "kendall", "accuracy"):
        found = correlation(x[:, None], y, method)
        assert found.value.shape == found.p_value.shape == found.n.shape == (3, 4)
        for i, j in np.ndindex(3, 4):
            one = correlation(x[i], y[j], method)
            assert found.value[i, j] == pytest.approx(float(one.value), abs=1e-14)
            assert found.p_value[i, j] == pytest.approx(float(one.p_value), abs=1e-14, nan_ok=True)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=20))
def test_pairs_are_counted_as_one_would_by_hand(values: list[tuple[int, int]]) -> None:
    x, y = np.array(values, dtype=np.float64).T
    found = pair_counts(x, y)
    counts = dict.fromkeys(("concordant", "discordant", "tied_x", "tied_y", "tied_both"), 0)
    for i in range(len(x)):
        for j in range(i):
            product = np.sign(x[i] - x[j]) * np.sign(y[i] - y[j])
            tied = ("tied_both" if y[i] == y[j] else "tied_x") if x[i] == x[j] else "tied_y"
            counts["concordant" if product > 0 else "discordant" if product < 0 else tied] += 1
    assert {name: float(getattr(found, name)) for name in counts} == counts
    if len(x) > 1:
        expected = (counts["concordant"] + counts["tied_both"]) / sum(counts.values())
        assert correlation(x, y, "accuracy").value == pytest.approx(expected)


@pytest.mark.parametrize("method", ["pearson", "spearman", "kendall"])
def test_weights_are_copies(method: CorrelationMethod) -> None:
    rng = np.random.default_rng(3)
    for n in (3, 8, 40):
        x, y = rng.integers(0, 6, size=(2, n)).astype(np.float64)
        weights = rng.integers(0, 3, size=(20, n))
        found = weighted_correlation(x, y, weights.astype(np.float64), method)
        copied = [correlation(np.repeat(x, row), np.repeat(y, row), method).value for row in weights]
        assert found == pytest.approx(np.array(copied), abs=1e-12, nan_ok=True)


def test_many_values_are_counted_exactly() -> None:
    rng = np.random.default_rng(4)
    x, y = rng.integers(0, 300, size=(2, 5000)).astype(np.float64)
    theirs = scipy.stats.kendalltau(x, y)
    found = correlation(x, y, "kendall")
    assert [float(found.value), float(found.p_value)] == pytest.approx([theirs.statistic, theirs.pvalue], abs=1e-12)


def test_orders_that_differ_in_one_pair_have_an_exact_p_value_however_long() -> None:
    x = np.arange(50.0)
    y = x.copy()
    y[[3, 4]] = y[[4, 3]]
    theirs = scipy.stats.kendalltau(x, y)
    assert correlation(x, y, "kendall").p_value == pytest.approx(theirs.pvalue, rel=1e-9)


# --- Intervals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4, 10, 200])
def test_fishers_interval_is_scipys(n: int) -> None:
    x, y = np.random.default_rng(n).normal(size=(2, n))
    theirs = scipy.stats.pearsonr(x, y).confidence_interval(0.9)
    found = correlation(x, y)
    bounds = correlation_interval(found.value, found.n, confidence=0.9)
    assert [float(bounds.low), float(bounds.high)] == pytest.approx([theirs.low, theirs.high], abs=1e-12)


@pytest.mark.parametrize(("method", "least"), [("pearson", 0.94), ("spearman", 0.93), ("kendall", 0.93)])
def test_intervals_cover_the_coefficient_about_as_often_as_they_say(method: CorrelationMethod, least: float) -> None:
    # Normal values with r = 0.6: rho is 6/pi asin(r/2), tau 2/pi asin(r).
    truth = {"pearson": 0.6, "spearman": 6 / np.pi * np.arcsin(0.3), "kendall": 2 / np.pi * np.arcsin(0.6)}[method]
    rng = np.random.default_rng(5)
    x, noise = rng.normal(size=(2, 2000, 50))
    found = correlation(x, 0.6 * x + 0.8 * noise, method)
    bounds = correlation_interval(found.value, found.n, method)
    covered = np.mean((bounds.low <= truth) & (truth <= bounds.high))
    assert least <= covered <= 0.97


def test_p_values_are_uniform_where_nothing_is_correlated() -> None:
    rng = np.random.default_rng(6)
    x, y = rng.gamma(2.0, size=(2, 2000, 25))
    for method in ("pearson", "spearman", "kendall"):
        assert 0.035 <= np.mean(correlation(x, y, method).p_value <= 0.05) <= 0.065


# --- The edges -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", SCIPY)
def test_constant_values_have_no_correlation(method: CorrelationMethod) -> None:
    found = correlation(np.full(9, 0.1), np.arange(9.0), method)
    assert np.isnan([found.value, found.p_value]).all()
    assert np.isnan(correlation(np.array([1.0]), np.array([2.0]), method).value)
    assert np.isnan(correlation(np.full(3, np.nan), np.arange(3.0), method).value)
    bounds = correlation_interval(found.value, found.n, method)
    assert np.isnan([bounds.low, bounds.high]).all()


def test_two_values_say_nothing() -> None:
    for method in SCIPY:
        found = correlation(np.array([1.0, 2.0]), np.array([5.0, 3.0]), method)
        assert [float(found.value), float(found.p_value)] == [-1, 1]


def test_accuracy_has_no_p_value_and_no_formula_for_its_interval() -> None:
    found = correlation(np.arange(5.0), np.arange(5.0), "accuracy")
    assert found.value == 1
    assert np.isnan(found.p_value)
    assert np.isnan(correlation_interval(found.value, found.n, "accuracy").low)


def test_large_offsets_do_not_spoil_a_coefficient() -> None:
    x = np.array([1.0, 2.0, 4.0, 3.0])
    assert correlation(x + 1e9, x * 1e-9).value == pytest.approx(1.0, abs=1e-12)


# --- Few values ------------------------------------------------------------------------------------------------------


def permuted(x: Floats, y: Floats) -> float:
    """The exact p-value by going through all orders: scipy's statistic, as far from 0 as the observed one."""
    found = scipy.stats.permutation_test(
        (x,),
        lambda order: abs(float(np.corrcoef(scipy.stats.rankdata(order), scipy.stats.rankdata(y))[0, 1])),
        permutation_type="pairings",
        n_resamples=np.inf,
        alternative="greater",
        vectorized=False,
    )
    return float(found.pvalue)


def test_three_systems_in_the_same_order_are_no_evidence() -> None:
    x, y = np.array([0.1, 0.2, 0.4]), np.array([1.0, 7.0, 8.0])
    found = correlation(x, y, "spearman")
    assert [float(found.value), float(found.p_value)] == pytest.approx([1, 2 / 6])
    assert correlation(x, -y, "spearman").p_value == pytest.approx(2 / 6)
    four, five, twelve = (correlation(np.arange(float(n)), np.arange(float(n)) ** 3, "spearman") for n in (4, 5, 12))
    assert [float(one.p_value) for one in (four, five)] == pytest.approx([2 / 24, 2 / 120])
    assert twelve.p_value == pytest.approx(2 / math.factorial(12))


@pytest.mark.parametrize("levels", [0, 2, 3, 5])
def test_p_of_rho_is_that_of_all_orders(levels: int) -> None:
    rng = np.random.default_rng(levels)
    for n in (3, 4, 5, 6, 6, 7):
        x, y = rng.normal(size=(2, n)) if not levels else rng.integers(0, levels, size=(2, n)).astype(np.float64)
        if np.ptp(x) and np.ptp(y):
            with np.errstate(all="ignore"):
                expected = permuted(x, y)
            assert correlation(x, y, "spearman").p_value == pytest.approx(expected, abs=1e-12), (x, y)


def test_p_of_tau_with_ties_is_that_of_all_orders() -> None:
    halves = np.array([1.0, 1, 1, 2, 2, 2])
    # 2 of the 20 ways to choose three of six values are as far apart.
    assert correlation(halves, halves, "kendall").p_value == pytest.approx(0.1)
    # One of three orders has a difference of 2 pairs, the other two have one of -1, and none is the first reversed.
    assert correlation(np.array([1.0, 2, 2]), np.array([1.0, 2, 2]), "kendall").p_value == pytest.approx(1 / 3)
    rng = np.random.default_rng(5)
    for levels, n in ((2, 4), (2, 6), (3, 5), (3, 6), (4, 6), (5, 6), (5, 7), (9, 6)):
        x, y = rng.integers(0, levels, size=(2, n)).astype(np.float64)
        signs = np.sign(x[:, None] - x)
        orders = np.array(list(itertools.permutations(y)))
        apart = (signs * np.sign(orders[:, :, None] - orders[:, None])).sum(axis=(1, 2))
        if np.ptp(x) and np.ptp(y):
            expected = np.mean(np.abs(apart) >= abs(apart[0]))
            assert correlation(x, y, "kendall").p_value == pytest.approx(expected, abs=1e-12), (x, y)


def test_p_of_rho_is_near_that_of_random_orders_where_all_are_too_many_to_try() -> None:
    rng = np.random.default_rng(9)
    for n in (10, 12, 13, 20):
        x = rng.normal(size=n)
        y = np.round(x + rng.normal(size=n) * 1.5, 1)
        ranks = scipy.stats.rankdata(y)
        orders = scipy.stats.rankdata(rng.permuted(np.tile(x, (40_000, 1)), axis=1), axis=1)
        found = correlation(x, y, "spearman")
        rho = np.abs((orders - orders.mean()) @ (ranks - ranks.mean())) / (n * orders[0].std() * ranks.std())
        share = np.mean(rho >= abs(found.value) - 1e-9)
        assert found.p_value == pytest.approx(share, rel=0.12, abs=4 * np.sqrt(share / 40_000))


def test_values_on_a_line_have_the_p_value_of_their_ranks() -> None:
    for n in (3, 4, 8, 40):
        x = np.arange(n) / 3
        found, ranks = correlation(x, 7 - 0.1 * x), correlation(x, -x, "spearman")
        assert found.value == pytest.approx(-1)
        assert found.p_value == ranks.p_value > 0
    bent = correlation(np.array([1.0, 2, 3, 5]), np.array([1.0, 2, 3, 4]))
    theirs = scipy.stats.pearsonr([1.0, 2, 3, 5], [1.0, 2, 3, 4])
    assert bent.p_value == pytest.approx(theirs.pvalue)  # Student's t with 2 degrees of freedom
    constant = correlation(np.ones(3), np.arange(3.0), "spearman")
    assert np.isnan([constant.value, constant.p_value]).all()


def test_unknown_values_are_no_part_of_any_order() -> None:
    x, y = np.array([1.0, np.nan, 2, 3, 9]), np.array([2.0, 3, np.nan, 4, 5])
    assert correlation(x, y, "spearman").p_value == pytest.approx(2 / 6)


def test_coefficients_alone_have_no_p_values() -> None:
    for method in SCIPY:
        found = correlation(np.arange(5.0), np.arange(5.0), method, tested=False)
        assert found.value == pytest.approx(1)
        assert np.isnan(found.p_value)
