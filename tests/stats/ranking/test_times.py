"""Reading times: rules for outliers counted by hand, intervals clustered by rater."""

import numpy as np
import pytest

from genchal.stats.ranking.times import clustered_means, summarise_times

SECONDS = np.array([1.0, 2, 3, 100, 4, 5, np.nan, 0])
SYSTEM = np.array([0, 0, 1, 0, 1, 1, 0, 1])
RATER = np.array([0, 1, 0, 1, 1, 2, 0, 2])


def test_rules_cut_what_they_say_and_count_it() -> None:
    kept = summarise_times(SECONDS, SYSTEM, RATER, 2)
    assert kept.means.mean.tolist() == pytest.approx([103 / 3, 4])
    assert (kept.cut.tolist(), kept.unknown.tolist()) == ([0, 0], [1, 1])
    limited = summarise_times(SECONDS, SYSTEM, RATER, 2, "limit", 60)
    assert (limited.means.mean.tolist(), limited.cut.tolist()) == ([1.5, 4], [1, 0])
    assert limited.median.tolist() == [1.5, 4]
    logs = summarise_times(SECONDS, SYSTEM, RATER, 2, "log")
    assert logs.means.mean.tolist() == pytest.approx([200 ** (1 / 3), 60 ** (1 / 3)])
    assert logs.cut.sum() == 0
    # Rater 1: 2, 100, 4 has mean 35.3 and deviation 56: 100 lies 1.15 above.
    assert summarise_times(SECONDS, SYSTEM, RATER, 2, "deviations", 1.1).cut.tolist() == [1, 0]
    assert summarise_times(SECONDS, SYSTEM, RATER, 2, "deviations", 1.2).cut.tolist() == [0, 0]


def test_intervals_are_those_of_clustered_regression() -> None:
    import statsmodels.api as sm

    rng = np.random.default_rng(1)
    system, rater = rng.integers(0, 3, 400), rng.integers(0, 15, 400)
    value = rng.normal(size=15)[rater] + rng.normal(size=400) + system
    found = clustered_means(value, system, rater, 3)
    for one in range(3):
        own = system == one
        fit = sm.OLS(value[own], np.ones(own.sum())).fit(
            cov_type="cluster", cov_kwds={"groups": rater[own]}, use_t=True
        )
        low, high = fit.conf_int()[0]
        # statsmodels also takes a little for the number of observations: (n - 1) / n.
        slack = np.sqrt((own.sum() - 1) / own.sum())
        assert (found.high[one] - found.low[one]) == pytest.approx((high - low) * slack, rel=0.01)
        assert found.mean[one] == pytest.approx(fit.params[0])


def test_one_rater_has_no_interval_and_a_system_without_values_no_mean() -> None:
    found = clustered_means(np.array([0.0, 1.0, 1.0]), np.array([0, 0, 1]), np.array([0, 1, 1]), 3)
    assert found.mean[:2].tolist() == [0.5, 1]
    assert found.raters.tolist() == [2, 1, 0]
    assert np.isnan([found.low[1], found.mean[2], found.low[2]]).all()
    assert np.isfinite(found.low[0])
