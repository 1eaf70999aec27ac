"""Power by simulation: the statistic is the default test's, and power behaves as it must."""

import numpy as np
import pytest

from genchal.stats.planning.power import RatingSpread, comparisons_needed, compute_test_statistics, power_by_simulation
from genchal.stats.significance.clustered_contrasts import system_contrasts


@pytest.mark.parametrize(("items", "raters", "systems"), [(30, 8, 4), (50, 3, 2), (230, 12, 3)])
def test_the_statistic_is_that_of_the_default_test(items: int, raters: int, systems: int) -> None:
    sheets = np.arange(items * 3)
    item, rater = sheets // 3, sheets % raters
    value = np.random.default_rng(1).normal(size=(1, len(sheets), systems))
    t, degrees = compute_test_statistics(value, rater, item)
    pairs = np.stack(np.triu_indices(systems, k=1), axis=1)
    codes = np.tile(np.arange(systems), len(sheets)), np.repeat(rater, systems), np.repeat(item, systems)
    found = system_contrasts(value.ravel(), *codes, pairs)
    assert t[0] == pytest.approx(found.t)
    assert degrees[0] == pytest.approx(found.degrees)


def test_power_grows_with_items_raters_and_the_difference() -> None:
    spread = RatingSpread(0.05, 0.1, 1.0)

    def power(difference: float, items: int, raters: int) -> float:
        return power_by_simulation(spread, difference, items, raters, np.random.default_rng(2), simulations=400).power

    assert power(0.3, 50, 10) < power(0.3, 200, 10) < power(0.3, 200, 40)
    assert power(0.2, 100, 20) < power(0.4, 100, 20)
    assert power(2.0, 200, 40) == 1


def test_power_is_that_of_the_t_test_where_only_the_rest_varies() -> None:
    from scipy.stats import nct, t

    found = power_by_simulation(
        RatingSpread(0, 0, 1), 0.4, 200, 40, np.random.default_rng(3), judgements=1, simulations=2000
    )
    shift = 0.4 / np.sqrt(2 / 200)
    exact = nct.sf(t.ppf(0.975, 199), 199, shift)
    assert found.power == pytest.approx(exact, abs=0.06)  # clustering by raters as well costs a little
    assert found.error < 0.02


def test_without_a_difference_alarms_stay_at_the_level() -> None:
    for systems in (2, 4):
        found = power_by_simulation(
            RatingSpread(0.3, 0.3, 1.0), 0.0, 60, 10, np.random.default_rng(4), systems=systems, simulations=2000
        )
        assert found.power < 0.065


def test_four_times_the_data_halve_the_error() -> None:
    # reach = 1.96 + 0.84 = 2.80; a difference of 1.4 standard errors needs 4 times the data.
    found = comparisons_needed(np.array([1.4008]), np.array([1.0]), np.array([[0, 1]]), 100)
    assert found.factor[0] == pytest.approx(4, abs=0.01)
    assert found.further[0] == pytest.approx(300, abs=2)
    few = comparisons_needed(np.array([1.4]), np.array([1.0]), np.array([[0, 1]]), 100, degrees=np.array([4.0]))
    assert few.factor[0] == pytest.approx(((2.776 + 0.842) / 1.4) ** 2, abs=0.01)
    many = comparisons_needed(np.array([1.4]), np.array([1.0]), np.array([[0, 1]]), 100, family=10)
    assert many.factor[0] == pytest.approx(((2.807 + 0.842) / 1.4) ** 2, abs=0.01)
    assert comparisons_needed(np.array([9.0]), np.array([1.0]), np.array([[0, 1]]), 100).further[0] == 0
    assert np.isinf(comparisons_needed(np.array([0.0]), np.array([1.0]), np.array([[0, 1]]), 100).factor[0])
