"""TrueSkill runs against the trueskill package, and against what must hold whatever is drawn."""

import warnings

import numpy as np
import pytest
from numpy.typing import NDArray

from genchal.stats.ranking.trueskill import outcome_bounds, tabulate_comparisons, trueskill_runs, update_two_players

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import trueskill

Ints = NDArray[np.int64]


def test_single_updates_are_those_of_the_trueskill_package() -> None:
    # Its own normal distribution has seven digits; scipy's, which it can use too, has all.
    rng = np.random.default_rng(1)
    for _ in range(100):
        beta = float(rng.choice([0.1, 0.5, 4.0, 372.0]))
        chance = float(rng.choice([0.05, 0.25, 0.6]))
        world = trueskill.TrueSkill(0.0, 0.5, beta=beta, tau=0.0, draw_probability=chance, backend="scipy")
        mu, sigma = rng.normal(0, 1, 2), rng.uniform(0.05, 1.0, 2)
        bounds = outcome_bounds(beta, chance)
        for outcome in (-1, 0, 1):
            ours = update_two_players(mu[:, None], sigma[:, None] ** 2, bounds[:, [outcome + 1]], beta)
            players = [trueskill.Rating(m, s) for m, s in zip(mu, sigma, strict=True)]
            first, second = (0, 1) if outcome >= 0 else (1, 0)
            rated = trueskill.rate_1vs1(players[first], players[second], outcome == 0, env=world)
            theirs = {first: rated[0], second: rated[1]}
            assert ours[0][:, 0] == pytest.approx([theirs[0].mu, theirs[1].mu], abs=1e-9)
            assert np.sqrt(ours[1][:, 0]) == pytest.approx([theirs[0].sigma, theirs[1].sigma], abs=1e-9)


def test_a_great_surprise_moves_systems_to_the_margin_and_no_further() -> None:
    # Somebody 100 deviations behind wins: all of the difference is moved, nothing overflows.
    bounds = outcome_bounds(1e-3)
    mu, variance = update_two_players(np.array([[-50.0], [50.0]]), np.full((2, 1), 0.25), bounds[:, [2]], 1e-3)
    assert mu[0, 0] - mu[1, 0] == pytest.approx(bounds[0, 2], abs=1e-3)
    assert np.isfinite(variance).all()
    assert (variance > 0).all()


def test_comparisons_are_counted_from_both_sides() -> None:
    table = tabulate_comparisons(np.array([0, 0, 2]), np.array([1, 1, 0]), np.array([1, 0, -1]), 3)
    assert table[0, 1].tolist() == [0, 1, 1]
    assert table[1, 0].tolist() == [1, 1, 0]
    assert table[0, 2].tolist() == [0, 0, 1]
    assert table.sum() == 6


def made_up(comparisons: int = 800) -> tuple[Ints, Ints, Ints]:
    rng = np.random.default_rng(2)
    left = rng.integers(0, 5, comparisons)
    right = (left + rng.integers(1, 5, comparisons)) % 5
    apart = (left - right) * -0.4 + rng.normal(size=comparisons)
    return left, right, np.where(np.abs(apart) < 0.5, 0, np.sign(apart)).astype(np.int64)


def test_runs_of_the_package_and_ours_end_in_the_same_place() -> None:
    left, right, outcome = made_up(400)
    table = tabulate_comparisons(left, right, outcome, 5)
    found = trueskill_runs(table, 400, np.random.default_rng(3))
    assert (found.steps, found.comparisons) == (401, 400)
    assert found.beta == 0.5 * 401 / 40

    rng = np.random.default_rng(4)
    world = trueskill.TrueSkill(mu=0.0, sigma=0.5, beta=found.beta, tau=0.0, draw_probability=0.25)
    ends = []
    for _ in range(4):
        state = [world.create_rating() for _ in range(5)]
        for _ in range(401):
            first = int(np.argmax([one.sigma for one in state]))
            weights = np.exp([-abs(state[first].mu - one.mu) for one in state])
            weights[first] = 0
            second = int(rng.choice(5, p=weights / weights.sum()))
            seen = int(rng.choice(3, p=table[first, second] / table[first, second].sum())) - 1
            one, other = (first, second) if seen >= 0 else (second, first)
            state[one], state[other] = trueskill.rate_1vs1(state[one], state[other], seen == 0, env=world)
        ends.append([one.mu for one in state])
    # Four runs of theirs: the standard error of a mean is half a deviation.
    error = found.mu.std(axis=0) / np.sqrt(4)
    assert np.abs(np.mean(ends, axis=0) - found.score).max() < 4 * error.max()


def test_the_same_seed_gives_the_same_runs() -> None:
    left, right, outcome = made_up()
    table = tabulate_comparisons(left, right, outcome, 5)
    one, other = (trueskill_runs(table, 20, np.random.default_rng(5)).mu for _ in range(2))
    assert one.tolist() == other.tolist()


def test_the_order_of_systems_does_not_matter() -> None:
    left, right, outcome = made_up()
    plain = trueskill_runs(tabulate_comparisons(left, right, outcome, 5), 200, np.random.default_rng(6))
    turned = trueskill_runs(tabulate_comparisons(4 - left, 4 - right, outcome, 5), 200, np.random.default_rng(7))
    assert plain.score == pytest.approx(turned.score[::-1], abs=5 * plain.mu.std() / np.sqrt(200))


def test_a_table_for_every_run_keeps_runs_apart() -> None:
    left, right, outcome = made_up()
    table = tabulate_comparisons(left, right, outcome, 5)
    mirrored = tabulate_comparisons(left, right, -outcome, 5)
    found = trueskill_runs(np.stack([table] * 50 + [mirrored] * 50), 100, np.random.default_rng(8))
    assert (np.diff(found.mu[:50].mean(axis=0)) < 0).all()
    assert (np.diff(found.mu[50:].mean(axis=0)) > 0).all()


def test_systems_that_were_never_compared_have_no_score_and_change_nothing_for_the_others() -> None:
    left, right, outcome = made_up()
    found = trueskill_runs(tabulate_comparisons(left, right, outcome, 7), 20, np.random.default_rng(9))
    assert np.isnan(found.score).tolist() == [False] * 5 + [True] * 2
    assert np.isnan(trueskill_runs(np.zeros((2, 2, 3)), 5, np.random.default_rng(9)).mu).all()


def test_systems_meet_only_those_that_they_were_compared_with() -> None:
    # 0 beats 1, 2 beats 3; the two pairs never meet.
    table = tabulate_comparisons(np.array([0, 2] * 30), np.array([1, 3] * 30), np.ones(60, dtype=np.int64), 4)
    mu = trueskill_runs(table, 10, np.random.default_rng(10)).mu
    assert mu[:, 0] == pytest.approx(-mu[:, 1])
    assert mu[:, 2] == pytest.approx(-mu[:, 3])
    assert (mu[:, [0, 2]] > 0).all()
