"""The mixed-effects model against statsmodels, variance components against the analysis of variance and the truth."""

import builtins
import warnings
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from genchal.errors import NeedsExtra
from genchal.stats.planning.variance_components import COMPONENTS, variance_components
from genchal.stats.significance.mixed_effects import mixed_effects

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
PAIRS = np.array([[0, 1], [0, 2], [1, 2]])


def study(
    rng: np.random.Generator, systems: int, raters: int, items: int, judgements: int, spread: tuple[float, ...]
) -> tuple[Floats, Ints, Ints, Ints]:
    """Ratings of all systems side by side; spreads of rater, item, rater x system, item x system, rest."""
    sheets = np.arange(items * judgements)
    item, rater = np.repeat(sheets // judgements, systems), np.repeat(rng.integers(0, raters, len(sheets)), systems)
    system = np.tile(np.arange(systems), len(sheets))
    value = rng.normal(0, spread[0], raters)[rater] + rng.normal(0, spread[1], items)[item]
    value += rng.normal(0, spread[2], (raters, systems))[rater, system]
    value += rng.normal(0, spread[3], (items, systems))[item, system] + rng.normal(0, spread[4], len(system))
    return value, system, rater, item


@pytest.mark.parametrize("slopes", [False, True])
def test_it_is_statsmodels_or_more_likely(slopes: bool) -> None:
    for seed in range(2):
        columns = study(np.random.default_rng(seed), 3, 6, 15, 2, (1, 0.8, 0.5, 0.6, 1))
        ours = mixed_effects(*columns, PAIRS, slopes)
        theirs = mixed_effects(*columns, PAIRS, slopes, "statsmodels")
        assert ours.converged
        assert ours.log_likelihood > theirs.log_likelihood - 1e-6
        if theirs.converged and ours.log_likelihood < theirs.log_likelihood + 1e-4:
            assert ours.difference == pytest.approx(theirs.difference, abs=0.01)
            assert ours.error == pytest.approx(theirs.error, rel=0.05)
            assert ours.variance == pytest.approx(theirs.variance, abs=0.05)
        assert (ours.adjusted >= ours.p_value).all()


def test_balanced_data_have_the_components_of_the_analysis_of_variance() -> None:
    rng = np.random.default_rng(1)
    raters, items, systems = 6, 20, 3
    cube = rng.normal(size=(raters, 1, 1)) + rng.normal(size=(1, items, 1)) + rng.normal(size=(raters, items, systems))
    cube = cube + 0.7 * rng.normal(size=(raters, 1, systems)) + 0.6 * rng.normal(size=(1, items, systems))
    rater, item, system = (one.ravel() for one in np.indices(cube.shape))
    cube = cube + 0.5 * rng.normal(size=(raters, items, 1))
    moments = variance_components(cube.ravel(), system, rater, item, np.random.default_rng(1))
    rest = cube - cube.mean(axis=2, keepdims=True)
    rest = rest - rest.mean(axis=(0, 1), keepdims=True)
    by_rater, by_item = rest.mean(axis=1), rest.mean(axis=0)
    free = systems - 1
    square_rater = items * (by_rater**2).sum() / ((raters - 1) * free)
    square_item = raters * (by_item**2).sum() / ((items - 1) * free)
    left = rest - by_rater[:, None] - by_item[None]
    square_left = (left**2).sum() / ((raters - 1) * (items - 1) * free)
    sheet = cube.mean(axis=2)
    apart = sheet - sheet.mean(axis=0) - sheet.mean(axis=1, keepdims=True) + sheet.mean()
    square_sheet = systems * (apart**2).sum() / ((raters - 1) * (items - 1))
    # Expected sums of squares come from random draws, hence not to the last digit.
    assert moments.residual == pytest.approx(square_left, rel=0.05)
    assert moments.rater_system == pytest.approx((square_rater - square_left) / items, abs=0.03)
    assert moments.item_system == pytest.approx((square_item - square_left) / raters, abs=0.03)
    assert moments.rater_item == pytest.approx((square_sheet - square_left) / systems, abs=0.03)


@pytest.mark.slow
def test_components_are_unbiased_in_uneven_designs() -> None:
    rng = np.random.default_rng(2)
    spread = (1.0, 0.8, 0.5, 0.6, 1.0)
    truth = dict(zip(("rater", "item", "rater_system", "item_system", "residual"), spread, strict=True))
    found = np.array([variance_components(*study(rng, 3, 12, 40, 3, spread), rng).estimated for _ in range(80)])
    for place, name in enumerate(COMPONENTS):
        error = found[:, place].std() / np.sqrt(len(found))
        assert found[:, place].mean() == pytest.approx(truth.get(name, 0.0) ** 2, abs=4 * error), name


def test_components_that_cannot_be_told_apart_are_nan_and_shares_add_up() -> None:
    rng = np.random.default_rng(3)
    value, system, rater, item = study(rng, 3, 4, 30, 1, (1, 1, 0, 0, 1))
    found = variance_components(value, system, rater, item, rng)
    assert np.isnan(found.item_system)  # a rating an output
    assert sum(found.shares().values()) == pytest.approx(1)
    one_rater = variance_components(value, system, np.zeros_like(rater), item, rng)
    assert np.isnan([one_rater.rater, one_rater.rater_system]).all()
    one_system = variance_components(value, np.zeros_like(system), rater, item, rng)
    assert np.isnan([one_system.rater_system, one_system.item_system, one_system.rater_item]).sum() >= 2
    nothing = variance_components(value[:1], system[:1], rater[:1], item[:1], rng)
    assert np.isnan(nothing.estimated).all()


def test_what_cannot_be_fitted_says_why() -> None:
    codes = np.array([0, 1])
    found = mixed_effects(np.array([1.0, 2.0]), codes, codes * 0, codes * 0, PAIRS[:1])
    assert np.isnan(found.p_value).all()
    assert found.notes == ("too few ratings that vary",)
    constant = study(np.random.default_rng(4), 3, 4, 10, 2, (0, 0, 0, 0, 0))
    assert not mixed_effects(*constant, PAIRS).converged


def test_an_effect_that_is_not_there_is_said_to_be_0() -> None:
    columns = study(np.random.default_rng(5), 3, 8, 30, 2, (0, 1, 0, 0, 1))
    found = mixed_effects(*columns, PAIRS)
    assert found.converged
    if found.variance[0] == 0:
        assert "the variance of rater is 0" in found.notes
    assert found.variance[0] < 0.2


def test_without_statsmodels_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **keywords: Any) -> Any:
        if name.startswith("statsmodels"):
            raise ImportError(name)
        return real(name, *arguments, **keywords)

    columns = study(np.random.default_rng(6), 3, 4, 10, 2, (1, 1, 0, 0, 1))
    monkeypatch.setattr(builtins, "__import__", without)
    with warnings.catch_warnings(), pytest.raises(NeedsExtra, match=r"genchal\[mixed\]"):
        mixed_effects(*columns, PAIRS, engine="statsmodels")
