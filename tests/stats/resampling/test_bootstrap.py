"""The bootstrap on totals against resampling by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.stats.resampling import bootstrap
from genchal.stats.resampling.bootstrap import bootstrap_totals, bundle_blocks, bundle_rows, percentile_interval


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


@given(
    st.lists(st.integers(1, 30), min_size=1, max_size=12),
    st.sampled_from([1 << 20, 10]),
    st.integers(1, 40),
)
def test_bundles_do_not_depend_on_where_blocks_end(sizes: list[int], permuted: int, stretch: int) -> None:
    rows = np.random.default_rng(2).normal(size=(2, sum(sizes), 3))
    rows[0, 0] = np.nan
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bootstrap, "MOST_UNITS", 8)
        patch.setattr(bootstrap, "MOST_PERMUTED", permuted)
        patch.setattr(bootstrap, "STRETCH", stretch)
        whole = bundle_blocks([rows], sum(sizes), np.random.default_rng(1))
        blocks = np.split(rows, np.cumsum(sizes)[:-1], axis=1)
        assert bundle_blocks(blocks, sum(sizes), np.random.default_rng(1)).tobytes() == whole.tobytes()
    expected = rows if sum(sizes) <= 8 else np.nan_to_num(rows)
    assert np.allclose(np.nansum(whole, axis=1), np.nansum(expected, axis=1))


def test_bundles_are_those_of_a_random_order(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.random.default_rng(3).normal(size=(100, 2))
    monkeypatch.setattr(bootstrap, "MOST_UNITS", 7)
    order = np.random.default_rng(1).permutation(100)  # the oracle: rows in a random order, cut into seven
    starts = np.linspace(0, 100, 7, endpoint=False).astype(np.int64)
    expected = [rows[part].sum(axis=0) for part in np.split(order, starts[1:])]
    assert np.allclose(bundle_rows(rows, np.random.default_rng(1)), expected)


def test_dealing_out_in_stretches_is_as_random_as_a_random_order(monkeypatch: pytest.MonkeyPatch) -> None:
    # Twelve instances in three bundles of four. In a random order two given instances share a bundle with probability
    # 3 / 11, however far apart they are; over 4,000 draws that is known to 0.007.
    monkeypatch.setattr(bootstrap, "MOST_UNITS", 3)
    monkeypatch.setattr(bootstrap, "MOST_PERMUTED", 0)
    monkeypatch.setattr(bootstrap, "STRETCH", 5)
    rng = np.random.default_rng(7)
    together = np.zeros((12, 12))
    for _ in range(4000):
        number = bootstrap._Bundling(12, rng).take(12)
        assert np.bincount(number, minlength=3).tolist() == [4, 4, 4]
        together += number[:, None] == number[None]
    shares = together[~np.eye(12, dtype=bool)] / 4000
    assert np.abs(shares - 3 / 11).max() < 4.5 * 0.007


def test_intervals_from_stretches_are_as_wide_as_from_an_order(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.random.default_rng(4).normal(size=(20_000, 1)) + np.linspace(-2, 2, 20_000)[:, None]  # sorted by domain
    widths = []
    for permuted in (1 << 20, 0):
        monkeypatch.setattr(bootstrap, "MOST_PERMUTED", permuted)
        rng = np.random.default_rng(1)
        totals = bootstrap_totals(bundle_blocks([rows[None]], 20_000, rng), 1000, rng)
        widths.append(totals.std())
    # The standard deviation of the sum is sqrt(20,000 * (1 + 4 / 3)) = 216, known to about 3 %.
    assert widths == pytest.approx([216, 216], rel=0.08)
