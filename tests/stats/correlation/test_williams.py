"""Williams' test against worked values, its formula, and its level."""

import numpy as np
import pytest
import scipy.stats

from genchal.stats.correlation.coefficients import correlation
from genchal.stats.correlation.williams import williams


def test_the_example_of_howells_textbook_comes_out() -> None:
    # Howell, Statistical Methods for Psychology (6th edition, p. 262): t(23) = 1.36, not significant.
    found = williams(0.80, 0.72, 0.89, 26)
    assert round(float(found.t), 3) == 1.361
    assert round(float(found.p_value), 3) == 0.187


def test_the_example_of_steiger_comes_out() -> None:
    # Steiger (1980), p. 247, case A: r12 = .4, r13 = .5, r23 = .1, n = 103; R's psych gives t = -0.89, p = 0.37.
    found = williams(0.4, 0.5, 0.1, 103)
    assert round(float(found.t), 2) == -0.89
    assert round(float(found.p_value), 2) == 0.37


def test_the_formula_is_that_of_the_docstring() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        n = int(rng.integers(4, 60))
        a, b, c = np.asarray(np.corrcoef(rng.normal(size=(3, n))))[[0, 0, 1], [1, 2, 2]]
        k = 1 - a**2 - b**2 - c**2 + 2 * a * b * c
        t = (a - b) * np.sqrt((n - 1) * (1 + c) / (2 * k * (n - 1) / (n - 3) + (a + b) ** 2 / 4 * (1 - c) ** 3))
        found = williams(a, b, c, n)
        assert found.t == pytest.approx(t)
        assert found.p_value == pytest.approx(2 * scipy.stats.t.sf(abs(t), n - 3))
        assert williams(a, b, c, n, one_sided=True).p_value == pytest.approx(scipy.stats.t.sf(t, n - 3))
        assert williams(b, a, c, n).t == pytest.approx(-found.t)


def test_a_matrix_of_metrics_is_tested_at_once() -> None:
    human = np.array([0.9, 0.7, 0.4])
    between = np.array([[1, 0.8, 0.3], [0.8, 1, 0.5], [0.3, 0.5, 1]])
    found = williams(human[:, None], human, between, 20)
    assert found.t.shape == (3, 3)
    assert np.diag(found.p_value) == pytest.approx(1)
    assert found.t == pytest.approx(-found.t.T)
    assert found.t[0, 2] == pytest.approx(float(williams(0.9, 0.4, 0.3, 20).t))


def test_what_cannot_be_tested_is_not_a_number() -> None:
    assert np.isnan(williams(0.5, 0.2, 0.1, 3).p_value)
    assert np.isnan(williams(np.nan, 0.2, 0.1, 30).p_value)
    assert np.isnan(williams(0.9, -0.9, 0.9, 30).p_value)  # no three variables correlate like that
    assert williams(0.4, 0.4, 1.0, 30).p_value == 1  # a metric beside its copy
    assert williams(0.4, 0.4, 0.2, 30, one_sided=True).p_value == 0.5


@pytest.mark.parametrize(("n", "between"), [(12, 0.3), (21, 0.9), (60, 0.5)])
def test_it_holds_its_level_where_metrics_are_equally_good(n: int, between: float) -> None:
    # Both metrics correlate with people by 0.5; 4,000 simulations know a share of 0.05 to 0.0035.
    truth = np.array([[1, 0.5, 0.5], [0.5, 1, between], [0.5, between, 1]])
    drawn = np.random.default_rng(2).normal(size=(4000, n, 3)) @ np.linalg.cholesky(truth).T
    human, first, second = np.moveaxis(drawn, -1, 0)
    r12, r13, r23 = (correlation(a, b).value for a, b in ((human, first), (human, second), (first, second)))
    assert 0.038 <= np.mean(williams(r12, r13, r23, n).p_value <= 0.05) <= 0.062


def test_it_finds_a_difference_that_is_there() -> None:
    truth = np.array([[1, 0.8, 0.3], [0.8, 1, 0.4], [0.3, 0.4, 1]])
    drawn = np.random.default_rng(3).normal(size=(1000, 60, 3)) @ np.linalg.cholesky(truth).T
    human, first, second = np.moveaxis(drawn, -1, 0)
    r12, r13, r23 = (correlation(a, b).value for a, b in ((human, first), (human, second), (first, second)))
    assert np.mean(williams(r12, r13, r23, 60).p_value <= 0.05) > 0.9


def test_a_metric_and_its_copy_on_another_scale_do_not_differ() -> None:
    rng = np.random.default_rng(4)
    people, metric = rng.normal(size=(2, 30))
    copy = 0.1 * metric + 7
    r = np.corrcoef([people, metric, copy])
    found = williams(r[0, 1], r[0, 2], r[1, 2], 30)
    assert found.p_value == 1
    # Beyond 1 by rounding, as correlations of copies come out: still p = 1, not unknown.
    assert williams(0.5, 0.5 + 1e-15, 1 + 1e-15, 30).p_value == 1
