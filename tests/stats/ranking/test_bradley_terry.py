"""Bradley-Terry, with and without ties, against choix, evalica and a general optimiser."""

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize

from genchal.stats.ranking.bradley_terry import bradley_terry, collect_comparisons, strength_covariances, win_rates

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import choix
    import evalica

Ints = NDArray[np.int64]


def made_up(rng: np.random.Generator, systems: int, comparisons: int, ties: bool) -> tuple[Ints, Ints, Ints]:
    """Comparisons that bound all strengths: everybody wins against the next one, in a circle, at least once."""
    circle = np.arange(systems)
    left = np.concatenate([circle, rng.integers(0, systems, comparisons)])
    step = np.concatenate([np.ones(systems, dtype=np.int64), rng.integers(1, systems, comparisons)])
    right = (left + step) % systems
    chance = 1 / (1 + np.exp(-(right - left) * rng.normal(0, 0.3)))
    outcome = np.where(rng.random(len(left)) < chance, 1, -1)
    outcome[:systems] = 1
    if ties:
        outcome[systems:][rng.random(comparisons) < 0.3] = 0
    return left, right, outcome


def strengths(left: Ints, right: Ints, outcome: Ints, systems: int, **settings: Any) -> Any:
    return bradley_terry(collect_comparisons(left, right, outcome, systems).totals(), systems, **settings)


def test_without_ties_strengths_are_those_of_choix() -> None:
    for seed in range(150):
        rng = np.random.default_rng(seed)
        systems = int(rng.integers(2, 9))
        left, right, outcome = made_up(rng, systems, int(rng.integers(0, 80)), ties=False)
        wins = [(a, b) if o > 0 else (b, a) for a, b, o in zip(left, right, outcome, strict=True)]
        found = strengths(left, right, outcome, systems, prior=0.0)
        theirs = choix.ilsr_pairwise(systems, wins, alpha=0.0, tol=1e-11, max_iter=5000)
        assert found.strength == pytest.approx(theirs, abs=1e-9)
        assert found.tie == 0


def test_the_prior_is_choix_penalty() -> None:
    rng = np.random.default_rng(3)
    left, right, outcome = made_up(rng, 5, 40, ties=False)
    outcome[:] = np.where(left < right, 1, -1)  # separated: only the prior bounds it
    wins = [(a, b) if o > 0 else (b, a) for a, b, o in zip(left, right, outcome, strict=True)]
    theirs = choix.opt_pairwise(5, wins, alpha=0.1, tol=1e-13)  # penalty alpha x sum of squares: half our prior
    assert strengths(left, right, outcome, 5, prior=0.2).strength == pytest.approx(theirs, abs=1e-8)


def test_without_ties_strengths_are_those_of_evalica() -> None:
    rng = np.random.default_rng(4)
    left, right, outcome = made_up(rng, 6, 300, ties=False)
    names = np.array(list("abcdef"))
    winners = [evalica.Winner.X if one > 0 else evalica.Winner.Y for one in outcome]
    theirs = evalica.bradley_terry(names[left], names[right], winners, tolerance=1e-14, limit=100_000).scores
    logs = np.log([theirs[name] for name in names])
    assert strengths(left, right, outcome, 6, prior=0.0).strength == pytest.approx(logs - logs.mean(), abs=1e-9)


def test_ties_are_davidsons() -> None:
    for seed in range(8):
        rng = np.random.default_rng(seed)
        left, right, outcome = made_up(rng, 4, 120, ties=True)

        def loss(place: NDArray[np.float64], l: Ints = left, r: Ints = right, o: Ints = outcome) -> float:  # noqa: E741
            worth, nu = np.exp(place[:4]), np.exp(place[4])
            tie = nu * np.sqrt(worth[l] * worth[r])
            chosen = np.where(o > 0, worth[l], np.where(o < 0, worth[r], tie))
            return float(-np.log(chosen / (worth[l] + worth[r] + tie)).sum())

        found = strengths(left, right, outcome, 4, prior=0.0)
        best = minimize(loss, np.zeros(5), method="BFGS", options={"gtol": 1e-9})
        assert found.strength == pytest.approx(best.x[:4] - best.x[:4].mean(), abs=1e-5)
        assert found.tie == pytest.approx(np.exp(best.x[4]), rel=1e-5)
        ours = np.append(found.strength, np.log(found.tie))
        assert loss(ours) <= best.fun + 1e-9


def test_many_totals_at_once_are_as_good_as_one_by_one() -> None:
    rng = np.random.default_rng(5)
    totals = [collect_comparisons(*made_up(rng, 5, 60, ties=seed % 2 > 0), 5).totals() for seed in range(40)]
    together = bradley_terry(np.stack(totals), 5)
    apart = [bradley_terry(one, 5) for one in totals]
    assert together.strength == pytest.approx(np.stack([one.strength for one in apart]), abs=1e-9)
    warm = bradley_terry(np.stack(totals), 5, start=apart[0])
    assert warm.strength == pytest.approx(together.strength, abs=1e-9)


def test_a_system_that_won_everything_stays_finite_and_first() -> None:
    left, right = np.array([0, 0, 0, 1, 2]), np.array([1, 2, 1, 2, 1])
    found = strengths(left, right, np.ones(5, dtype=np.int64), 3)
    assert found.strength.argmax() == 0
    assert np.isfinite(found.strength).all()
    assert found.change < 1e-11


def test_only_ties_make_equal_systems() -> None:
    found = strengths(np.array([0, 1, 2]), np.array([1, 2, 0]), np.zeros(3, dtype=np.int64), 3)
    assert found.strength == pytest.approx([0, 0, 0], abs=1e-12)


def test_a_system_without_comparisons_has_no_strength_nor_win_rate() -> None:
    totals = collect_comparisons(np.array([0, 0, 1]), np.array([1, 1, 0]), np.array([1, 0, 1]), 3).totals()
    assert np.isnan(bradley_terry(totals, 3).strength).tolist() == [False, False, True]
    # 0: a win, a tie, a loss; so has 1.
    assert win_rates(totals, 3)[:2].tolist() == [0.5, 0.5]
    assert np.isnan(win_rates(totals, 3)[2])


def test_win_rates_count_ties_by_half() -> None:
    totals = collect_comparisons(np.array([0, 2, 0]), np.array([1, 0, 2]), np.array([1, 0, -1]), 3).totals()
    # 0: won once, tied once, lost once; 1 lost; 2 tied and won.
    assert win_rates(totals, 3).tolist() == [0.5, 0.0, 0.75]


def test_swapping_sides_changes_nothing() -> None:
    left, right, outcome = made_up(np.random.default_rng(6), 5, 80, ties=True)
    assert strengths(left, right, outcome, 5).strength == pytest.approx(
        strengths(right, left, -outcome, 5).strength, abs=1e-12
    )


@pytest.mark.parametrize("number", [5, 6, 10, 20, 40])
def test_the_least_variance_of_a_winner_of_everything_is_about_that_of_the_score_test(number: int) -> None:
    # n out of n: the score test has t = (n / 2) / sqrt(n / 4) = sqrt(n).
    left, right, outcome = np.zeros(number, dtype=np.int64), np.ones(number, dtype=np.int64), np.ones(number, dtype=int)
    totals = collect_comparisons(left, right, outcome, 2).totals()
    found = bradley_terry(totals, 2)
    at_estimate, if_equal = (
        model[0, 0] - 2 * model[0, 1] + model[1, 1] for model in strength_covariances(totals, found)
    )
    t = np.subtract(*found.strength) / (at_estimate * if_equal) ** 0.25
    assert t == pytest.approx(np.sqrt(number), rel=0.15)
    assert at_estimate > if_equal
