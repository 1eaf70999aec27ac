"""The bootstrap clustered by rater and instance: against formulas, and under simulated campaigns."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from genchal.stats.ranking.means import average_ratings, collect_ratings, rater_z_scores
from genchal.stats.resampling import bootstrap
from genchal.stats.resampling import clustered as resampling
from genchal.stats.resampling.clustered import (
    ClusteredScores,
    Contributions,
    clustered_scores,
    combine_draws,
    find_repeated_systems,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def crossed(
    raters: int, items: int, rng: np.random.Generator, *, rater_likes: float = 0.4
) -> tuple[Floats, Ints, Ints, Ints]:
    """Three systems that do not differ, rated by everybody on everything; raters have likes of their own."""
    effects = (
        rng.normal(0, 0.7, (raters, 1, 1))
        + rng.normal(0, 0.5, (1, items, 1))
        + rng.normal(0, rater_likes, (raters, 1, 3))
        + rng.normal(0, 0.3, (1, items, 3))
        + rng.normal(0, 0.6, (raters, items, 3))
    )
    rater, item, system = (one.ravel() for one in np.indices(effects.shape))
    return effects.ravel(), system, rater, item


def scored(
    value: Floats, system: Ints, rater: Ints, item: Ints, seed: int = 1, resamples: int = 400
) -> ClusteredScores:
    evidence = collect_ratings(value, system, 3)
    return clustered_scores(evidence, rater, item, average_ratings, resamples, np.random.default_rng(seed))


def test_evidence_sums_by_units() -> None:
    evidence = Contributions(np.array([0, 1, 1, 2]), np.array([0, 0, 1, 1]), np.array([1.0, 2.0, 3.0, 4.0]), 2)
    assert evidence.totals().tolist() == [3, 7]
    assert evidence.sums_by(np.array([0, 1, 0]), np.random.default_rng(1)).tolist() == [[1, 4], [2, 3]]


def test_very_many_units_are_put_into_bundles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resampling, "MOST_UNITS", 10)
    monkeypatch.setattr(bootstrap, "MOST_UNITS", 10)
    evidence = collect_ratings(np.arange(100.0), np.zeros(100, dtype=np.int64), 1)
    sums = evidence.sums_by(np.arange(100), np.random.default_rng(1))
    assert sums.shape == (10, 2)
    assert sums[:, 1].tolist() == [10] * 10
    assert sums.sum(axis=0).tolist() == evidence.totals().tolist()


def test_one_way_variances_are_those_of_cluster_means() -> None:
    value, system, rater, item = crossed(20, 30, np.random.default_rng(2))
    found = scored(value, system, rater, item, resamples=6000)
    cells = value.reshape(20, 30, 3)
    for way, axis in ((0, 1), (1, 0)):
        by_cluster = cells.mean(axis=axis)
        exact = np.cov(by_cluster.T) / len(by_cluster)
        # 6,000 resamples: a variance is known to 2 %.
        assert found.covariances[way] == pytest.approx(exact, rel=0.12, abs=0.05 * exact.max())
    assert found.effective == pytest.approx((20, 30))


def test_the_two_ways_are_put_together() -> None:
    by_rater, by_item, both = np.diag([4.0, 1.0]), np.diag([2.0, 3.0]), np.diag([1.0, 3.5])
    found = ClusteredScores(
        np.array([1.0, 0.0]), (by_rater, by_item, both), (11, 21), (11.0, 21.0), 100, np.ones(2, dtype=bool)
    )
    variance, degrees = found.variance(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]]))
    # 4 + 2 - 1; 1 + 3 - 3.5 is below 3, one of the two; and 5 + 5 - 4.5 for the difference.
    assert variance.tolist() == [5, 3, 5.5]
    # Satterthwaite: 25 / (16 / 10 + 4 / 20).
    assert degrees[0] == pytest.approx(25 / 1.8)


def test_with_one_rater_instances_alone_are_drawn() -> None:
    value, system, rater, item = crossed(1, 40, np.random.default_rng(3))
    found = scored(value, system, rater, item)
    assert np.isnan(found.covariances[0]).all()
    low, high = found.interval(0.95)
    assert (low < found.score).all()
    assert (found.score < high).all()


def test_with_one_rater_and_one_instance_there_is_no_interval() -> None:
    found = scored(np.array([1.0, 2.0, 3.0]), np.arange(3), np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64))
    assert np.isnan(found.interval(0.95)).all()
    assert np.isnan(found.tests().adjusted).all()
    assert not found.tests().better(0.05, 3).any()


def test_constant_ratings_do_not_differ() -> None:
    value, system, rater, item = crossed(5, 10, np.random.default_rng(4))
    tests = scored(np.ones_like(value), system, rater, item).tests()
    assert tests.adjusted.tolist() == [1, 1, 1]


def test_a_system_that_is_missing_in_some_resamples_still_has_an_interval() -> None:
    value, system, rater, item = crossed(8, 30, np.random.default_rng(5))
    kept = (system != 2) | (rater == 0)
    found = scored(value[kept], system[kept], rater[kept], item[kept])
    assert np.isfinite(found.interval(0.95)).all()


def test_a_system_that_hangs_on_one_rater_is_not_tested_against_others() -> None:
    value, system, rater, item = crossed(8, 30, np.random.default_rng(5))
    kept = (system != 2) | (rater == 0)
    system, rater, item = system[kept], rater[kept], item[kept]
    told = find_repeated_systems(system, 3, rater, item)
    assert told.tolist() == [True, True, False]
    found = replace(scored(value[kept] + 9.0 * system, system, rater, item), determined=told)
    assert np.isnan(found.interval(0.95)[0]).tolist() == [False, False, True]
    assert np.isnan(found.tests().p_value).tolist() == [False, True, True]
    # Where there is one rater at all, it is not the systems' fault.
    assert find_repeated_systems(system, 3, np.zeros_like(rater), item).all()


def test_a_large_difference_is_found() -> None:
    value, system, rater, item = crossed(15, 60, np.random.default_rng(6))
    tests = scored(value + np.array([1.0, 0.0, 0.0])[system], system, rater, item).tests()
    assert tests.better(0.05, 3)[0].tolist() == [False, True, True]


def test_intervals_cover_and_tests_keep_quiet_where_raters_have_their_likes() -> None:
    covered, alarms, naive = [], [], []
    for seed in range(120):
        rng = np.random.default_rng(seed)
        value, system, rater, item = crossed(12, 50, rng)
        found = scored(value, system, rater, item, seed, resamples=150)
        low, high = found.interval(0.95)
        covered.append((low <= 0) & (high >= 0))
        alarms.append((found.tests().adjusted <= 0.05).any())
        cells = value.reshape(-1, 3)
        z = np.subtract(*cells.mean(axis=0)[:2]) / np.sqrt(cells[:, :2].var(axis=0).sum() / len(cells))
        naive.append(abs(z) > 1.96)
    assert np.mean(covered) >= 0.92  # 120 data sets: known to 0.02
    assert np.mean(alarms) <= 0.10
    assert np.mean(naive) > 0.2  # what happens if ratings are taken for independent


def test_draws_that_are_missing_are_left_out() -> None:
    draws = np.array([[1.0, np.nan], [3.0, 1.0], [5.0, 2.0], [7.0, 3.0]])
    units = (np.arange(4), np.arange(4), np.arange(4))
    found = combine_draws(np.zeros(2), [draws] * 3, units)
    assert np.diag(found.covariances[0]) == pytest.approx([np.var(draws[:, 0], ddof=1) * 4 / 3, 4 / 3])


def test_z_scores_are_taken_within_raters() -> None:
    value, rater = np.array([1.0, 2.0, 3.0, 10.0, 30.0, 5.0, 5.0, 7.0]), np.array([0, 0, 0, 1, 1, 2, 2, 3])
    found = rater_z_scores(value, rater)
    assert found.z[:5] == pytest.approx([-1, 0, 1, -np.sqrt(0.5), np.sqrt(0.5)])
    assert np.isnan(found.z[5:]).all()
    assert found.constant.tolist() == [2, 3]


def test_means_leave_out_what_is_missing() -> None:
    evidence = collect_ratings(np.array([1.0, np.nan, 3.0, 5.0]), np.array([0, 0, 1, 1]), 3)
    assert average_ratings(evidence.totals())[:2].tolist() == [1, 4]
    assert np.isnan(average_ratings(evidence.totals())[2])
