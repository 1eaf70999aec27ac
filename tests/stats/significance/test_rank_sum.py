"""Rank sums against scipy, on thousands of samples with ties, and at the edges."""

from typing import Any, Literal, get_args

import numpy as np
import pytest
from scipy.stats import mannwhitneyu

from genchal.stats.significance.rank_sum import Alternative, rank_sum, rank_sum_matrix


@pytest.mark.parametrize("alternative", get_args(Alternative))
def test_it_is_scipys_with_and_without_ties(alternative: Literal["two-sided", "less", "greater"]) -> None:
    rng = np.random.default_rng(1)
    for _ in range(700):
        n, m = rng.integers(1, 40, 2)
        levels = rng.choice([3, 10, 10**6])
        first, second = rng.integers(0, levels, n).astype(float), rng.integers(0, levels, m) + rng.choice([0.0, 1.0])
        found = rank_sum(first, second, alternative)
        settings: dict[str, Any] = {"alternative": alternative, "method": "exact" if found.exact else "asymptotic"}
        if len({*first, *second}) == 1:
            assert found.p_value == 1
            continue
        expected = mannwhitneyu(first, second, **settings)
        assert found.u == expected.statistic
        assert found.p_value == pytest.approx(expected.pvalue, abs=1e-12)
        assert found.exact == (len({*first, *second}) == n + m)


def test_without_continuity_and_with_large_samples_it_is_scipys() -> None:
    rng = np.random.default_rng(2)
    first, second = rng.normal(size=800), rng.normal(0.1, size=700)
    expected = mannwhitneyu(first, second, use_continuity=False, method="asymptotic")
    assert rank_sum(first, second, continuity=False).p_value == pytest.approx(expected.pvalue, rel=1e-10)


def test_an_empty_sample_has_no_p_value_and_nan_is_no_value() -> None:
    assert np.isnan(rank_sum(np.array([np.nan]), np.array([1.0])).p_value)
    with_nan = rank_sum(np.array([3.0, np.nan, 5.0]), np.array([1.0, 2.0]))
    assert (with_nan.n_first, with_nan.superiority) == (2, 1.0)
    assert with_nan.p_value == pytest.approx(1 / 3)  # one of 6 arrangements, either side


def test_the_matrix_has_rows_against_columns() -> None:
    rng = np.random.default_rng(3)
    system = np.repeat([0, 1, 2], 60)
    value = rng.normal(size=180) + np.array([2.0, 0.0, 0.0])[system]
    found = rank_sum_matrix(value, system, 4)
    assert found.p_value[0, 1] < 1e-6
    assert found.p_value[1, 0] > 0.99
    assert found.superiority[1, 2] == pytest.approx(1 - found.superiority[2, 1])
    assert np.isnan(found.p_value[3]).all()
    assert np.isnan(np.diag(found.p_value)).all()
    assert found.n.tolist() == [60, 60, 60, 0]
