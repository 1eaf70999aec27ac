"""Elo against evalica, and resamples against running them one by one."""

import warnings

import numpy as np
import pytest

from genchal.stats.ranking import elo as module
from genchal.stats.ranking.elo import GROUPS, STEP, clustered_elo, elo
from genchal.stats.resampling.clustered import number_clusters

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import evalica


def made_up(seed: int, comparisons: int = 120) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    left = rng.integers(0, 5, comparisons)
    right = (left + rng.integers(1, 5, comparisons)) % 5
    return left, right, rng.choice([-1, 0, 1, 1], comparisons) * np.sign(right - left)


def test_ratings_are_those_of_evalica() -> None:
    names = np.array(list("abcde"))
    winners = {1: evalica.Winner.X, -1: evalica.Winner.Y, 0: evalica.Winner.Draw}
    for seed in range(30):
        left, right, outcome = made_up(seed)
        for k in (4.0, 32.0):
            theirs = evalica.elo(names[left], names[right], [winners[one] for one in outcome.tolist()], k=k).scores
            found = elo(left, right, outcome, 5, k=k)
            assert found.rating[0] == pytest.approx([theirs[name] for name in names], abs=1e-9)


def test_points_only_change_hands() -> None:
    found = elo(*made_up(1), 5)
    assert found.rating.sum() == pytest.approx(5000)


def test_runs_side_by_side_are_runs_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    left, right, outcome = made_up(2)
    weights = np.random.default_rng(3).integers(0, 2, (120, 4)).astype(np.float64)
    monkeypatch.setattr(module, "PORTION", 50)
    together = elo(left, right, outcome, 5, weigh=lambda some: weights[some], runs=4)
    for run in range(4):
        kept = weights[:, run] > 0
        alone = elo(left[kept], right[kept], outcome[kept], 5)
        assert together.rating[run] == pytest.approx(alone.rating[0], nan_ok=True)


def test_the_average_over_orders_has_a_spread_from_raters_and_instances() -> None:
    left, right, outcome = made_up(4, 2000)
    rng = np.random.default_rng(5)
    rater, instance = rng.integers(0, 12, 2000), rng.integers(0, 80, 2000)
    clusters = number_clusters(rater, instance, np.stack([left, right], axis=1), 5, rng, GROUPS)
    found = clustered_elo(left, right, outcome, 5, clusters, rng)
    assert (np.diff(found.score) < 0).all()  # the first of two wins more often
    low, high = found.interval(0.95)
    assert ((low < found.score) & (found.score < high)).all()
    assert found.clusters.numbers == (12, 80)


def test_orders_side_by_side_are_orders_by_themselves() -> None:
    left, right, outcome = made_up(6)
    rater, instance = np.arange(120) % 4, np.arange(120) % 7
    judged = np.stack([left, right], axis=1)
    clusters = number_clusters(rater, instance, judged, 5, np.random.default_rng(1), GROUPS)
    found = clustered_elo(left, right, outcome, 5, clusters, np.random.default_rng(8), orders=3)
    rng = np.random.default_rng(8)
    orders = [rng.permutation(120) for _ in range(3)]

    def average(kept: np.ndarray) -> np.ndarray:
        some, k = [order[kept[order]] for order in orders], STEP * 120 / kept.sum()  # as many points as in the whole
        ratings = [elo(left[rows], right[rows], outcome[rows], 5, k).rating[0] for rows in some]
        return np.asarray(np.mean(ratings, axis=0))

    whole = average(np.ones(120, dtype=bool))
    assert found.score == pytest.approx(whole)
    assert found.moved[0][2] == pytest.approx(average(rater != 2) - whole)
    assert found.moved[1][6] == pytest.approx(average(instance != 6) - whole)


def test_a_rater_who_says_what_all_say_does_not_move_ratings_by_being_left_out() -> None:
    # Twelve raters give the same answers. Ratings are far from settled: without the points of one of them they would be
    # nearer to 1000, as if raters differed.
    rng = np.random.default_rng(9)
    left, right = np.tile([0, 0, 1], 12), np.tile([1, 2, 2], 12)
    rater, outcome = np.repeat(np.arange(12), 3), np.ones(36, dtype=np.int64)
    clusters = number_clusters(rater, np.tile(np.arange(3), 12), np.stack([left, right], axis=1), 3, rng)
    found = clustered_elo(left, right, outcome, 3, clusters, rng)
    assert found.score[0] - 1000 > 30
    assert np.abs(found.moved[0]).max() < 0.5


def test_a_system_without_comparisons_has_no_rating() -> None:
    assert np.isnan(elo(np.array([0]), np.array([1]), np.array([1]), 3).rating[0]).tolist() == [False, False, True]
