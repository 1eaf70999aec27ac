"""Swapping outputs within instances."""

from itertools import product

import numpy as np
import pytest

from genchal.stats.resampling.output_swaps import output_swaps
from genchal.text.arrays.ragged import FloatArray, IntArray

WORDS = [{1, 2}, {3}, {4, 5}, {1}, {1}, {1, 2}]  # texts of the first system, then of the second


def distinct(rows: IntArray) -> FloatArray:
    return np.array([len(set().union(*(WORDS[row] for row in rows))), len(rows)], dtype=float)


def test_p_values_approach_those_of_all_swaps() -> None:
    first, second = np.arange(3), np.arange(3, 6)
    apart = []
    for coins in product((False, True), repeat=3):
        swapped = np.array(coins)
        apart.append(abs(distinct(np.where(swapped, first, second)) - distinct(np.where(swapped, second, first)))[0])
    exact = np.mean(np.array(apart) >= 3)  # 5 distinct words against 2
    found = output_swaps(distinct, first, second, 4000, np.random.default_rng(1))
    assert found.first.tolist() == [5, 3]
    assert found.difference.tolist() == [-3, 0]
    assert found.p_value[0] == pytest.approx(exact, abs=0.03)
    assert found.p_value[1] == 1  # numbers that never differ


def test_systems_that_write_alike_are_seldom_told_apart() -> None:
    rng = np.random.default_rng(2)
    texts = rng.integers(0, 40, size=(200, 6))
    alarms = 0
    for _ in range(60):
        rows = rng.permutation(200)

        def types(chosen: IntArray) -> FloatArray:
            return np.array([len(np.unique(texts[chosen]))], dtype=float)

        alarms += output_swaps(types, rows[:20], rows[20:40], 99, rng).p_value[0] <= 0.05
    assert alarms <= 8  # 3 are expected; more than 8 have a chance below 1 %


def test_what_is_not_a_number_has_no_p_value() -> None:
    found = output_swaps(lambda rows: np.array([np.nan]), np.arange(2), np.arange(2, 4), 9, np.random.default_rng(1))
    assert np.isnan(found.p_value[0])


def test_the_same_seed_gives_the_same_p_values() -> None:
    runs = [output_swaps(distinct, np.arange(3), np.arange(3, 6), 50, np.random.default_rng(5)) for _ in range(2)]
    assert runs[0].p_value.tolist() == runs[1].p_value.tolist()
