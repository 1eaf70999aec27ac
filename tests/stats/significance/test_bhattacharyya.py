"""Bhattacharyya's distance: by hand, with its permutation test, at the edges."""

import math

import numpy as np
import pytest

from genchal.stats.significance.bhattacharyya import bhattacharyya


def test_it_is_the_sum_of_roots() -> None:
    found = bhattacharyya(np.array([1, 3]), np.array([2, 2]))
    coefficient = math.sqrt(0.25 * 0.5) + math.sqrt(0.75 * 0.5)
    assert found.coefficient == pytest.approx(coefficient)
    assert found.distance == pytest.approx(-math.log(coefficient))
    assert found.hellinger == pytest.approx(math.sqrt(1 - coefficient))
    assert found.p_value is None


def test_equal_shares_are_at_0_and_disjoint_ones_infinitely_far() -> None:
    assert bhattacharyya(np.array([2, 4]), np.array([1, 2])).distance == pytest.approx(0, abs=1e-12)
    assert bhattacharyya(np.array([2, 0]), np.array([0, 2])).distance == math.inf
    assert math.isnan(bhattacharyya(np.array([0, 0]), np.array([0, 2])).distance)


def test_permutations_come_close_to_all_deals_and_hold_the_level() -> None:
    rng = np.random.default_rng(1)
    # Two of 3 + 3 observations on two levels: 3 | 0 against 0 | 3 comes up in 2 of 20 deals.
    found = bhattacharyya(np.array([3, 0]), np.array([0, 3]), 20_000, rng)
    assert found.p_value == pytest.approx(0.1, abs=0.01)
    share = np.array([0.5, 0.3, 0.2])
    draws = (rng.multinomial(60, share, size=(300, 2))).tolist()
    p_values = [bhattacharyya(np.array(a), np.array(b), 199, rng).p_value or 0.0 for a, b in draws]
    assert np.mean(np.array(p_values) <= 0.05) < 0.1


def test_permutations_need_a_generator() -> None:
    with pytest.raises(ValueError, match="generator"):
        bhattacharyya(np.array([1, 2]), np.array([2, 1]), 10)
