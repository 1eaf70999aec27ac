"""The bootstrap on totals against resampling by hand."""

import numpy as np
import pytest

from genchal.stats.resampling import bootstrap
from genchal.stats.resampling.bootstrap import bootstrap_totals, percentile_interval


def test_totals_are_sums_over_drawn_rows() -> None:
    rows = np.arange(12.0).reshape(6, 2)
    totals = bootstrap_totals(rows, 5, np.random.default_rng(3))
    draws = np.random.default_rng(3).integers(0, 6, size=(5, 6))
    assert totals.tolist() == [rows[draw].sum(axis=0).tolist() for draw in draws]


def test_all_systems_see_the_same_draws() -> None:
    rows = np.random.default_rng(0).normal(size=(1, 20, 3))
    totals = bootstrap_totals(np.concatenate([rows, rows * 2]), 50, np.random.default_rng(1))
    assert np.allclose(totals[:, 1], 2 * totals[:, 0])


def test_rows_that_are_not_scored_add_nothing() -> None:
    rows = np.ones((4, 1))
    rows[2] = np.nan
    totals = bootstrap_totals(rows, 200, np.random.default_rng(1))
    assert totals.max() <= 4
    assert totals.mean() == pytest.approx(3, abs=0.2)  # three of four instances count 1 each


def test_blocks_of_resamples_change_nothing_but_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.random.default_rng(5).normal(size=(10, 2))
    whole = bootstrap_totals(rows, 30, np.random.default_rng(2))
    monkeypatch.setattr(bootstrap, "WEIGHTS_AT_ONCE", 40)
    assert np.allclose(bootstrap_totals(rows, 30, np.random.default_rng(2)), whole)


def test_many_instances_in_bundles_vary_as_much_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.random.default_rng(4).normal(size=(4000, 1))
    single = bootstrap_totals(rows, 2000, np.random.default_rng(1))
    monkeypatch.setattr(bootstrap, "MOST_UNITS", 500)
    bundled = bootstrap_totals(rows, 2000, np.random.default_rng(1))
    # Standard deviation of a sum of 4,000: sqrt(4000) = 63; over 2,000 resamples it is known to about 2 %, and 500
    # bundles add 1 / sqrt(2 * 500) = 3 %.
    assert bundled.std() == pytest.approx(single.std(), rel=0.12)
    assert bundled.mean() == pytest.approx(rows.sum(), abs=6)


def test_the_interval_of_a_mean_covers_the_true_mean_about_as_often_as_it_says() -> None:
    # 400 normal samples of 60: 95 % intervals must cover 0 in 95 % of cases, give or take 3.5 points.
    rng = np.random.default_rng(11)
    covered = 0
    for _ in range(400):
        values = rng.normal(size=60)
        totals = bootstrap_totals(np.stack([values, np.ones(60)], axis=1), 300, rng)
        interval = percentile_interval(totals[:, 0] / totals[:, 1], 0.95)
        covered += bool(interval.low <= 0 <= interval.high)
    assert 0.915 <= covered / 400 <= 0.985


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
def test_bounds_are_numpys_quantiles(confidence: float) -> None:
    values = np.random.default_rng(8).normal(size=(1000, 3, 2))
    interval = percentile_interval(values, confidence)
    tail = (1 - confidence) / 2
    assert np.allclose([interval.low, interval.high], np.quantile(values, [tail, 1 - tail], axis=0), rtol=1e-12)


def test_an_interval_of_nothing_is_not_a_number() -> None:
    interval = percentile_interval(np.full((10, 2), np.nan), 0.95)
    assert np.isnan(interval.low).all()
    assert np.isnan(interval.high).all()
    assert (interval.confidence, interval.resamples) == (0.95, 10)
