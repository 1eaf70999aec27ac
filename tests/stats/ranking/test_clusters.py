"""Rank ranges and clusters, by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.stats.ranking.clusters import (
    find_bounded_groups,
    find_connected_groups,
    ranks_of_neighbours,
    ranks_of_runs,
    ranks_of_tests,
)


def test_ranges_leave_out_the_outermost_runs() -> None:
    # 200 runs: without the 5 lowest and the 5 highest ranks. System 2 is first in 5 runs, in 6 it would count.
    runs = np.tile([3.0, 2.0, 1.0], (200, 1))
    runs[:5] = [2.0, 1.0, 3.0]
    found = ranks_of_runs(runs.mean(axis=0), runs)
    assert (found.low.tolist(), found.high.tolist()) == ([1, 2, 3], [1, 2, 3])
    assert found.cluster.tolist() == [1, 2, 3]
    runs[5] = [2.0, 1.0, 3.0]
    found = ranks_of_runs(runs.mean(axis=0), runs)
    assert (found.low.tolist(), found.high.tolist()) == ([1, 2, 1], [2, 3, 3])
    assert found.cluster.tolist() == [1, 1, 1]


def test_a_cluster_ends_where_all_below_have_worse_ranks() -> None:
    rng = np.random.default_rng(1)
    runs = np.array([5.0, 4.8, 1.0, 0.9, -3.0]) + rng.normal(0, 0.3, (200, 5))
    found = ranks_of_runs(runs.mean(axis=0), runs)
    assert found.order.tolist() == [0, 1, 2, 3, 4]
    assert found.cluster.tolist() == [1, 1, 2, 2, 3]
    assert found.high.tolist() == [2, 2, 4, 4, 5]


def test_systems_without_a_score_come_last() -> None:
    runs = np.array([[np.nan, 1.0, 2.0]] * 10)
    found = ranks_of_runs(runs.mean(axis=0), runs)
    assert found.order.tolist() == [2, 1, 0]
    assert (found.low[0], found.high[0]) == (1, 3)


def test_tests_bound_ranks() -> None:
    # 0 is better than 2 and 3; 1 is better than 3; nothing else is told.
    better = np.zeros((4, 4), dtype=bool)
    better[0, [2, 3]] = better[1, 3] = True
    found = ranks_of_tests(np.array([4.0, 3.0, 2.0, 1.0]), better)
    assert found.low.tolist() == [1, 1, 2, 3]
    assert found.high.tolist() == [2, 3, 4, 4]
    assert found.cluster.tolist() == [1, 1, 1, 1]
    better[0, 1] = better[1, 2] = True
    assert ranks_of_tests(np.array([4.0, 3.0, 2.0, 1.0]), better).cluster.tolist() == [1, 2, 3, 3]


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=8))
def test_without_a_significant_difference_all_ranks_are_possible(scores: list[float]) -> None:
    n = len(scores)
    found = ranks_of_tests(np.array(scores), np.zeros((n, n), dtype=bool))
    assert (set(found.low.tolist()), set(found.high.tolist()), set(found.cluster.tolist())) == ({1}, {n}, {1})


def test_neighbours_differ_if_resamples_agree() -> None:
    resampled = np.tile([1.0, 2.0, 3.0], (100, 1))
    resampled[:5, 2] = 1.5  # the last two agree in 95 of 100
    resampled[:6, 0] = 2.5  # the first two in 94
    found = ranks_of_neighbours(np.array([1.0, 2.0, 3.0]), resampled)
    assert found.order.tolist() == [2, 1, 0]
    assert (found.low.tolist(), found.high.tolist()) == ([2, 2, 1], [3, 3, 1])


def test_groups_that_never_met() -> None:
    met = np.zeros((5, 5), dtype=bool)
    met[0, 3] = met[3, 1] = met[2, 4] = True
    assert find_connected_groups(met).tolist() == [0, 0, 1, 0, 1]
    assert find_connected_groups(np.zeros((0, 0), dtype=bool)).tolist() == []


def test_wins_in_one_direction_bound_nothing() -> None:
    beaten = np.zeros((3, 3), dtype=bool)
    beaten[0, 1] = beaten[1, 2] = True
    assert find_bounded_groups(beaten).tolist() == [0, 1, 2]
    beaten[2, 0] = True
    assert find_bounded_groups(beaten).tolist() == [0, 0, 0]


def test_a_long_chain_is_one_group() -> None:
    met = np.eye(70, k=1, dtype=bool)
    assert find_connected_groups(met).max() == 0
    assert pytest.approx(70) == len(find_connected_groups(met))
