"""Plackett-Luce against choix, and ties against all orders that they leave open."""

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from genchal.stats.ranking.bradley_terry import bradley_terry, collect_comparisons
from genchal.stats.ranking.plackett_luce import Orders, break_ties, collect_rankings, plackett_luce, take_one_step

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import choix


def orders_of(rankings: list[list[int]], systems: int) -> Orders:
    """Rankings, best first, without ties."""
    ranking = np.repeat(np.arange(len(rankings)), [len(one) for one in rankings])
    value = np.concatenate([-np.arange(len(one), dtype=np.float64) for one in rankings])
    return break_ties(value, ranking, np.concatenate(rankings), systems, np.random.default_rng(1))


def test_strengths_are_those_of_choix() -> None:
    for seed in range(40):
        rng = np.random.default_rng(seed)
        systems = int(rng.integers(2, 8))
        rankings = [np.roll(np.arange(systems), turn).tolist() for turn in range(systems)]  # everybody wins once
        rankings += [rng.permutation(systems)[: rng.integers(2, systems + 1)].tolist() for _ in range(30)]
        found = plackett_luce(orders_of(rankings, systems), prior=0.0)
        theirs = choix.ilsr_rankings(systems, [tuple(one) for one in rankings], alpha=0.0, tol=1e-12)
        assert found.strength == pytest.approx(theirs, abs=1e-9)
        assert found.rankings == len(rankings)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=4))
def test_ties_stand_for_every_order_that_they_leave_open(values: list[int]) -> None:
    n = len(values)
    found = break_ties(
        np.array(values, dtype=np.float64), np.zeros(n, dtype=np.int64), np.arange(n), n, np.random.default_rng(2)
    )
    wanted = [
        one
        for one in itertools.permutations(range(n))
        if all(values[a] >= values[b] for a, b in itertools.pairwise(one))
    ]
    if n == 1:
        assert len(found.weight) == 0
    else:
        assert sorted(map(tuple, found.system.tolist())) == sorted(wanted)
        assert found.weight.sum() == pytest.approx(1)


def test_of_many_orders_some_are_drawn() -> None:
    found = break_ties(np.ones(6), np.zeros(6, dtype=np.int64), np.arange(6), 6, np.random.default_rng(3))
    assert len(found.weight) == 24  # of 720
    assert found.weight.sum() == pytest.approx(1)
    assert {frozenset(one) for one in found.system.tolist()} == {frozenset(range(6))}


def test_rankings_of_two_are_bradley_and_terrys_with_half_wins() -> None:
    rng = np.random.default_rng(4)
    left = rng.integers(0, 5, 200)
    right = (left + rng.integers(1, 5, 200)) % 5
    outcome = rng.integers(-1, 2, 200)
    value = np.stack([outcome, np.zeros(200)], axis=1).ravel().astype(np.float64)
    orders = break_ties(
        value, np.repeat(np.arange(200), 2), np.stack([left, right], axis=1).ravel(), 5, np.random.default_rng(5)
    )
    # A tie counted by half a win to both is the same as a win and a loss, in twice the data.
    sides = np.concatenate([np.where(outcome == 0, 1, outcome), np.where(outcome == 0, -1, outcome)])
    halves = bradley_terry(collect_comparisons(np.tile(left, 2), np.tile(right, 2), sides, 5).totals(), 5, prior=0.0)
    assert plackett_luce(orders, prior=0.0).strength == pytest.approx(halves.strength, abs=1e-9)


def test_evidence_is_slope_and_curvature_of_the_likelihood() -> None:
    rankings = [[0, 1, 2], [2, 0], [1, 2, 0, 3]]
    orders = orders_of(rankings, 4)
    place = np.array([0.3, -0.2, 0.5, -0.6])

    def likelihood(strength: NDArray[np.float64]) -> float:
        chosen = [(one, ranking[at:]) for ranking in rankings for at, one in enumerate(ranking)]
        return float(sum(strength[one] - np.log(np.exp(strength[rest]).sum()) for one, rest in chosen))

    totals = collect_rankings(orders, place).totals()
    step = np.eye(4) * 1e-4
    slope = [(likelihood(place + d) - likelihood(place - d)) / 2e-4 for d in step]
    assert totals[:4] == pytest.approx(slope, abs=1e-6)
    curve = [
        [
            (
                likelihood(place + a + b)
                - likelihood(place + a - b)
                - likelihood(place - a + b)
                + likelihood(place - a - b)
            )
            / 4e-8
            for b in step
        ]
        for a in step
    ]
    assert -totals[4:].reshape(4, 4) == pytest.approx(np.array(curve), abs=1e-5)


def test_one_step_from_the_estimate_is_nearly_the_estimate_of_a_resample() -> None:
    rng = np.random.default_rng(6)
    strength = np.array([0.6, 0.2, 0.0, -0.3, -0.5])
    rankings = [np.argsort(-(strength + rng.gumbel(size=5))).tolist() for _ in range(400)]
    orders = orders_of(rankings, 5)
    found = plackett_luce(orders)
    assert take_one_step(collect_rankings(orders, found.strength).totals(), found) == pytest.approx(
        found.strength, abs=1e-9
    )
    drawn = rng.integers(0, 400, 400)
    again = plackett_luce(orders_of([rankings[one] for one in drawn], 5)).strength
    sums = collect_rankings(orders, found.strength).sums_by(np.arange(400), rng)
    step = take_one_step(np.bincount(drawn, minlength=400) @ sums, found)
    assert step == pytest.approx(again, abs=0.02)
    assert np.abs(again - found.strength).max() > 0.03


def test_a_system_in_no_ranking_has_no_strength() -> None:
    assert np.isnan(plackett_luce(orders_of([[0, 1], [1, 0]], 3)).strength).tolist() == [False, False, True]
