"""Leaving out raters and instances: against formulas and by hand, and under simulated campaigns."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import stdtrit

from genchal.stats.ranking.means import average_ratings, collect_ratings, rater_z_scores, rescore_standardised
from genchal.stats.resampling import bootstrap
from genchal.stats.resampling import clustered as resampling
from genchal.stats.resampling.clustered import (
    ClusteredScores,
    Clusters,
    Contributions,
    clustered_scores,
    find_repeated_systems,
    number_clusters,
)
from genchal.stats.significance._jackknife import OwnVariance, own_degrees, own_variance
from genchal.stats.significance.clustered_contrasts import system_contrasts

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


def scored(value: Floats, system: Ints, rater: Ints, item: Ints, seed: int = 1) -> ClusteredScores:
    evidence = collect_ratings(value, system, 3)
    clusters = number_clusters(rater, item, system[:, None], 3, np.random.default_rng(seed))
    return clustered_scores(average_ratings(evidence.totals()), evidence.rescore(average_ratings), clusters)


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


def test_scores_move_as_they_do_without_a_cluster() -> None:
    value, system, rater, item = crossed(6, 9, np.random.default_rng(2))
    kept = np.random.default_rng(3).random(len(value)) < 0.7
    value, system, rater, item = value[kept], system[kept], rater[kept], item[kept]
    found = scored(value, system, rater, item)
    for way, codes in enumerate((rater, item)):
        for left in np.unique(codes):
            without = [value[(codes != left) & (system == one)].mean() for one in range(3)]
            assert found.moved[way][left] == pytest.approx(np.array(without) - found.score)


def test_one_way_variances_are_those_of_cluster_means() -> None:
    value, system, rater, item = crossed(20, 30, np.random.default_rng(2))
    found = scored(value, system, rater, item)
    cells = value.reshape(20, 30, 3)
    for way, axis in ((0, 1), (1, 0)):
        by_cluster = cells.mean(axis=axis)
        m = len(by_cluster)
        # Where clusters are of one size the jackknife is the textbook's: variance of cluster means / m.
        exact = np.cov(by_cluster.T) / m
        assert (m - 1) / m * found.moved[way].T @ found.moved[way] == pytest.approx(exact)


def test_the_two_ways_are_put_together() -> None:
    counts = (np.ones((11, 2)), np.ones((21, 2)))
    clusters = Clusters((np.arange(1),) * 3, counts, (11, 21), (0, 1))
    # Sums of squares of 4 and 1 by rater, 2 and 3 by instance, 1 and 3.5 by both, without covariances.
    moved = tuple(np.diag(np.sqrt(squares)) for squares in ([4.0, 1.0], [2.0, 3.0], [1.0, 3.5]))
    found = ClusteredScores(np.array([1.0, 0.0]), (moved[0], moved[1], moved[2]), clusters, np.ones(2, dtype=bool))
    weights = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]])
    variance, degrees = found.variance(weights, together=True)
    # 4 + 2 - 1; 1 + 3 - 3.5 is below 3, one of the two; and 5 + 5 - 4.5 for the difference.
    assert variance.tolist() == pytest.approx([5, 3, 5.5])
    # Satterthwaite, with the shares of all three: raters (4 + 1 + 5) / 13.5, instances (2 + 3 + 5) / 13.5.
    assert degrees == pytest.approx([1 / ((10 / 13.5) ** 2 / 10 + (10 / 13.5) ** 2 / 20)] * 3)
    alone, degrees = found.variance(weights[:1], together=False)
    # Of themselves: two groups a way here, hence half of everything. Clusters of one size have 10 and 20 degrees, and
    # Satterthwaite would have 25 / (16 / 10 + 4 / 20), if neither way were bounded by what both have in common.
    assert alone.tolist() == pytest.approx([2.5])
    rng = np.random.default_rng(1)
    drawn = [np.maximum(part * rng.chisquare(m, 400_000) / m, 0.5) for part, m in ((2.0, 10), (1.0, 20))]
    assert degrees == pytest.approx([2 * 2.5**2 / sum(part.var() for part in drawn)], rel=0.01)
    assert degrees[0] > 25 / 1.8


@pytest.mark.parametrize("shared", [1.0, 0.4, 0.0])
def test_variances_of_unequal_clusters_are_those_of_drawn_campaigns(shared: float) -> None:
    rng = np.random.default_rng(12)
    share = np.array([8.0, 5.0, 4.0, 2.0, 1.0]) / 20
    own = (1.0 - shared) / (share**2).sum() + shared / share  # variances of the means of clusters; 1 of their mean
    means = rng.normal(size=(400_000, 5)) * np.sqrt(own)
    moves = share / (1 - share) * (means - (means @ share)[:, None])
    drawn = 0.8 * (moves**2).sum(axis=1)  # as the jackknife has it
    found = own_variance(np.array([1.0]), np.array([shared]), 20 * share[:, None])
    assert drawn.mean() > 1.05
    assert found.variance == pytest.approx([1 / drawn.mean()], rel=0.01)
    assert found.degrees == pytest.approx([2 * drawn.mean() ** 2 / drawn.var()], rel=0.02)


def test_clusters_of_one_size_have_no_bias_and_one_degree_less_than_there_are() -> None:
    for shared in (1.0, 0.4, 0.0, 3.0):
        found = own_variance(np.array([1.0]), np.array([shared]), np.ones((7, 1)))
        assert found.variance == pytest.approx([1])
        assert found.degrees == pytest.approx([6])


def test_a_way_that_adds_nothing_does_not_make_intervals_uncertain() -> None:
    # By rater the variance is what single sheets have anyway: it is known from them, not from five raters alone.
    shared, items = np.array([1.0]), OwnVariance(np.array([1.0]), np.array([59.0]))
    raters = {part: OwnVariance(np.array([part]), np.array([4.0])) for part in (0.3, 1.0, 8.0)}
    below, at_bound, above = (own_degrees([way, items], shared, np.array([max(x, 1.0)])) for x, way in raters.items())
    assert below == at_bound
    assert 4 < above < 5 < at_bound < 59
    assert own_degrees([raters[0.3]], shared, np.array([0.3])) == pytest.approx([4])  # one way alone has no bound


def test_tests_of_means_are_those_of_the_default_test_where_sheets_are_full() -> None:
    value, system, rater, item = crossed(7, 12, np.random.default_rng(8))
    found = scored(value, system, rater, item).tests()
    theirs = system_contrasts(value, system, rater, item, found.pairs)
    assert found.difference == pytest.approx(-theirs.difference)
    # All but the part by both together, which is taken out around the fit there, and by leaving out here.
    assert found.p_value == pytest.approx(theirs.p_value, rel=0.1)


def test_raters_of_whom_nothing_is_known_leave_clustering_by_instance() -> None:
    value, system, _, item = crossed(4, 30, np.random.default_rng(9))
    alone = scored(value, system, np.zeros_like(item), item)
    unknown = scored(value, system, np.arange(len(value)), item)
    assert unknown.clusters.used == (1,)
    assert unknown.tests().p_value == pytest.approx(alone.tests().p_value)
    assert np.array(unknown.interval(0.95)) == pytest.approx(np.array(alone.interval(0.95)))
    pairs = alone.tests().pairs
    known, other = (
        system_contrasts(value, system, codes, item, pairs) for codes in (np.zeros_like(item), np.arange(len(value)))
    )
    assert other.p_value == pytest.approx(known.p_value)


def test_many_clusters_are_left_out_in_groups() -> None:
    value, system, rater, item = crossed(3, 900, np.random.default_rng(10))
    one, other = (scored(value, system, rater, item, seed) for seed in (1, 2))
    assert len(one.moved[1]) == 200
    assert one.clusters.numbers == (3, 900)
    assert one.tests().p_value == pytest.approx(other.tests().p_value, rel=0.3)


def test_raters_are_standardised_again_without_a_cluster() -> None:
    value, system, rater, item = crossed(5, 8, np.random.default_rng(11))
    rescore = rescore_standardised(value, system, rater, 3, spread=True, level=False)
    for codes in (rater, item):
        groups = int(codes.max()) + 1
        found = rescore(codes, groups)
        for left in range(groups):
            kept = codes != left
            z = rater_z_scores(value[kept], rater[kept]).z
            assert found[left] == pytest.approx([z[system[kept] == one].mean() for one in range(3)])
    moduli = rescore_standardised(value, system, rater, 3, spread=False, level=True)(item, 8)
    kept = item != 3
    mean = np.bincount(rater[kept], value[kept]) / np.bincount(rater[kept])
    centred = value[kept] - mean[rater[kept]] + value[kept].mean()
    assert moduli[3] == pytest.approx([centred[system[kept] == one].mean() for one in range(3)])


def test_with_one_rater_instances_alone_are_drawn() -> None:
    value, system, rater, item = crossed(1, 40, np.random.default_rng(3))
    found = scored(value, system, rater, item)
    assert found.clusters.used == (1,)
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


def test_a_system_that_hangs_on_one_rater_is_not_tested_against_others() -> None:
    value, system, rater, item = crossed(8, 30, np.random.default_rng(5))
    kept = (system != 2) | (rater == 0)
    system, rater, item = system[kept], rater[kept], item[kept]
    told = find_repeated_systems(system, 3, rater, item)
    assert told.tolist() == [True, True, False]
    found = scored(value[kept] + 9.0 * system, system, rater, item)
    assert found.determined.tolist() == [True, True, False]  # without that rater it has no score
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
        found = scored(value, system, rater, item, seed)
        low, high = found.interval(0.95)
        middle = found.score.mean()  # intervals are of the distance from it, which is truly 0 for all systems
        covered.append((low <= middle) & (middle <= high))
        alarms.append((found.tests().adjusted <= 0.05).any())
        cells = value.reshape(-1, 3)
        z = np.subtract(*cells.mean(axis=0)[:2]) / np.sqrt(cells[:, :2].var(axis=0).sum() / len(cells))
        naive.append(abs(z) > 1.96)
    assert np.mean(covered) >= 0.92  # 120 data sets: known to 0.02
    assert np.mean(alarms) <= 0.10
    assert np.mean(naive) > 0.2  # what happens if ratings are taken for independent


def test_intervals_do_not_hold_how_strict_raters_are_with_all_systems() -> None:
    value, system, rater, item = crossed(6, 40, np.random.default_rng(7))
    strict = np.random.default_rng(8).normal(0, 50, 6)[rater] + np.random.default_rng(9).normal(0, 50, 40)[item]
    mild, severe = scored(value, system, rater, item), scored(value + strict, system, rater, item)
    half = [np.subtract(*reversed(found.interval(0.95))) for found in (mild, severe)]
    assert half[1] == pytest.approx(half[0])
    assert severe.score - severe.score.mean() == pytest.approx(mild.score - mild.score.mean())


def test_an_interval_is_that_of_the_distance_from_the_mean_of_all_systems() -> None:
    # The scores minus their mean, as scores of their own: each leave-out is centred before it is squared.
    value, system, rater, item = crossed(7, 30, np.random.default_rng(10))
    found = scored(value, system, rater, item)
    centred = replace(
        found,
        score=found.score - found.score.mean(),
        moved=tuple(moved - moved.mean(axis=1, keepdims=True) for moved in found.moved),
    )
    assert np.subtract(*found.interval(0.95)) == pytest.approx(np.subtract(*centred.interval(0.95)))


def test_a_system_alone_has_the_interval_of_its_score() -> None:
    value, system, rater, item = crossed(7, 30, np.random.default_rng(11))
    own = system == 0
    found = scored(value[own], system[own], rater[own], item[own])
    variance, degrees = found.variance(np.eye(3), together=False)
    low, high = found.interval(0.95)
    assert (high - low)[0] / 2 == pytest.approx(stdtrit(degrees[0], 0.975) * np.sqrt(variance[0]))
    assert np.isnan(low[1:]).all()


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
