"""Fleiss' kappa: the published example, statsmodels, and the edges."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from genchal.stats.agreement.fleiss import FleissKappa, fleiss_kappa

Counts = NDArray[np.int64]
# Fleiss (1971), table 1: 30 patients, 6 raters, 5 diagnoses.
FLEISS_1971 = np.array(
    [
        [0, 0, 0, 6, 0], [0, 3, 0, 0, 3], [0, 1, 4, 0, 1], [0, 0, 0, 0, 6], [0, 3, 0, 3, 0], [2, 0, 4, 0, 0],
        [0, 0, 4, 0, 2], [2, 0, 3, 1, 0], [2, 0, 0, 4, 0], [0, 0, 0, 0, 6], [1, 0, 0, 5, 0], [1, 1, 0, 4, 0],
        [0, 3, 3, 0, 0], [1, 0, 0, 5, 0], [0, 2, 0, 3, 1], [0, 0, 5, 0, 1], [3, 0, 0, 1, 2], [5, 1, 0, 0, 0],
        [0, 2, 0, 4, 0], [1, 0, 2, 0, 3], [0, 0, 0, 0, 6], [0, 1, 0, 5, 0], [0, 2, 0, 1, 3], [2, 0, 0, 4, 0],
        [1, 0, 0, 4, 1], [0, 5, 0, 1, 0], [4, 0, 0, 0, 2], [0, 2, 0, 4, 0], [1, 0, 5, 0, 0], [0, 0, 0, 0, 6],
    ]
)  # fmt: skip


def of_counts(counts: Counts, resamples: int = 0) -> FleissKappa:
    """Kappa of items x categories."""
    items, categories = counts.shape
    unit = np.repeat(np.repeat(np.arange(items), categories), counts.ravel())
    value = np.repeat(np.tile(np.arange(float(categories)), items), counts.ravel())
    return fleiss_kappa(value, unit, resamples, np.random.default_rng(1))


def test_kappa_of_fleiss_diagnoses() -> None:
    found = of_counts(FLEISS_1971, 500)
    assert round(found.value, 2) == 0.43
    assert found.low < 0.43 < found.high
    assert found.p_value < 1e-9


def test_thousands_of_kappas_equal_those_of_statsmodels() -> None:
    from statsmodels.stats.inter_rater import fleiss_kappa as theirs

    rng = np.random.default_rng(2)
    for _ in range(1500):
        categories, items, raters = (int(rng.integers(2, high)) for high in (6, 20, 8))
        counts = rng.multinomial(raters, rng.dirichlet(np.full(categories, 0.7)), size=items)
        if np.count_nonzero(counts.sum(axis=0)) > 1:
            assert of_counts(counts).value == pytest.approx(theirs(counts), abs=1e-9)
        else:
            assert math.isnan(of_counts(counts).value)


def test_the_test_of_no_agreement_holds_its_level() -> None:
    rng = np.random.default_rng(3)
    p_values = [of_counts(rng.multinomial(4, [0.5, 0.3, 0.2], size=60)).p_value for _ in range(600)]
    assert 0.03 <= np.mean(np.array(p_values) <= 0.05) <= 0.08


def test_items_may_have_different_numbers_of_judgements_and_single_ones_are_set_aside() -> None:
    # Items (a, a), (a, b, b), (b): agreement 1 and 1/3, mean 2/3; shares of a and b 3/5 and 2/5, chance 13/25.
    found = fleiss_kappa(np.array([1.0, 1, 1, 2, 2, 2]), np.array([0, 0, 1, 1, 1, 2]))
    assert found.value == pytest.approx((2 / 3 - 13 / 25) / (1 - 13 / 25))
    assert (found.items, found.single) == (2, 1)
    assert math.isnan(found.p_value)


def test_nothing_to_compare_is_not_a_number() -> None:
    for value, unit in (([], []), ([1.0, 2.0], [0, 1]), ([3.0, 3.0, 3.0], [0, 0, 0])):
        found = fleiss_kappa(np.array(value), np.array(unit, dtype=np.int64), 20)
        assert np.isnan([found.value, found.low, found.p_value]).all()
