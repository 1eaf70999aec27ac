"""Check-boxes: shares by hand; McNemar's test and chi-squared against statsmodels and scipy."""

import numpy as np
import pytest
import scipy.stats

from genchal.stats.significance.proportions import chi_squared, information_shares, mcnemar, wilson


def test_shares_are_counted() -> None:
    added, missed = np.array([0.0, 1, 0, 1, np.nan, 0]), np.array([0.0, 0, 1, 1, 1, 0])
    found = information_shares(added, missed, np.array([0, 0, 0, 0, 0, 1]), 3)
    assert [found.ok[0], found.added[0], found.missed[0], found.both[0]] == [0.25] * 4
    assert (found.any_added[0], found.any_missed[0], found.ok[1]) == (0.5, 0.5, 1)
    assert found.n.tolist() == [4, 1, 0]
    assert np.isnan(found.ok[2])


def test_wilsons_interval_is_statsmodels_and_nothing_has_none() -> None:
    from statsmodels.stats.proportion import proportion_confint

    count, n = np.array([0, 1, 9, 30, 50]), np.array([50, 7, 50, 50, 50])
    for confidence in (0.8, 0.95, 0.99):
        found = wilson(count, n, confidence)
        low, high = proportion_confint(count, n, 1 - confidence, "wilson")
        assert np.allclose(found.low, low, atol=1e-12)
        assert np.allclose(found.high, high, atol=1e-12)
        assert np.allclose(found.share, count / n)
        assert np.all((found.low <= found.share) & (found.share <= found.high))
    nothing = wilson(np.array([0]), np.array([0]))
    assert np.isnan([nothing.share, nothing.low, nothing.high]).all()


def test_mcnemar_is_statsmodels_and_its_mid_p_is_half_a_term_less() -> None:
    from statsmodels.stats.contingency_tables import mcnemar as oracle

    rng = np.random.default_rng(1)
    for _ in range(500):
        b, c = (int(one) for one in rng.integers(0, rng.choice([5, 60]), 2))
        if b + c == 0:
            assert mcnemar(b, c).p_value == 1
            continue
        table = [[3, b], [c, 4]]
        assert mcnemar(b, c).p_value == pytest.approx(oracle(table, exact=True).pvalue, abs=1e-12)
        expected = oracle(table, exact=False, correction=False).pvalue
        assert mcnemar(b, c, "chi2").p_value == pytest.approx(expected, abs=1e-12)
        if b != c:  # there statsmodels takes 1 off a difference of 0, and finds one
            corrected = oracle(table, exact=False, correction=True).pvalue
            assert mcnemar(b, c, "chi2-corrected").p_value == pytest.approx(corrected, abs=1e-12)
        whole = 2 * scipy.stats.binom.cdf(min(b, c), b + c, 0.5) - scipy.stats.binom.pmf(b, b + c, 0.5)
        assert mcnemar(b, c, "mid-p").p_value == pytest.approx(min(whole, 1), abs=1e-12)


def test_chi_squared_is_scipys() -> None:
    rng = np.random.default_rng(2)
    for _ in range(500):
        table = rng.integers(1, 40, size=rng.integers(2, 5, 2))
        for yates in (False, True):
            found, expected = chi_squared(table, yates), scipy.stats.chi2_contingency(table, correction=yates)
            assert (found.statistic, found.p_value) == pytest.approx((expected.statistic, expected.pvalue), abs=1e-12)
            assert found.degrees == expected.dof
            assert found.smallest == pytest.approx(expected.expected_freq.min())
        assert chi_squared(table).v == pytest.approx(scipy.stats.contingency.association(table, correction=False))


def test_empty_rows_and_columns_are_left_out_and_nothing_is_no_test() -> None:
    table = np.array([[5, 0, 7], [0, 0, 0], [9, 0, 2]])
    assert chi_squared(table).p_value == pytest.approx(chi_squared(np.array([[5, 7], [9, 2]])).p_value)
    assert np.isnan(chi_squared(np.array([[5, 7]])).p_value)
    assert not chi_squared(np.array([[2, 3], [3, 2]])).is_trusted
