"""Letters and marks say exactly what the tests say."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.reports.standings import Placed, Standing, letter_groups, measure_standing, people_standings
from reports.made_up import LARGE, Plan, made_up_track


def make_standing(wins: set[tuple[int, int]], systems: int) -> Standing:
    names = tuple(f"s{place}" for place in range(systems))
    better = frozenset((names[a], names[b]) for a, b in wins)
    ties = frozenset(
        pair
        for a, b in combinations(names, 2)
        if (a, b) not in better and (b, a) not in better
        for pair in ((a, b), (b, a))
    )
    placed = {name: Placed(float(-place)) for place, name in enumerate(names)}
    return Standing("bleu", "BLEU", "metric", True, placed, names, better, ties, {}, "test")


def letters_of(written: str) -> set[str]:
    """Letters that a string such as "ac–f" stands for."""
    found: set[str] = set()
    for place, letter in enumerate(written):
        if letter == "–":
            found |= {chr(code) for code in range(ord(written[place - 1]), ord(written[place + 1]) + 1)}
        else:
            found.add(letter)
    return found


@given(st.data())
def test_two_systems_share_a_letter_if_and_only_if_the_test_did_not_separate_them(data: st.DataObject) -> None:
    systems = data.draw(st.integers(2, 8))
    wins = {pair for pair in combinations(range(systems), 2) if data.draw(st.booleans())}
    standing = make_standing(wins, systems)
    letters = letter_groups(standing)
    for a, b in combinations(range(systems), 2):
        shared = letters_of(letters[f"s{a}"]) & letters_of(letters[f"s{b}"])
        assert bool(shared) == ((a, b) not in wins)


def test_letters_start_with_the_best() -> None:
    assert letter_groups(make_standing({(0, 2), (1, 2)}, 3)) == {"s0": "a", "s1": "a", "s2": "b"}
    assert letter_groups(make_standing({(0, 2)}, 3)) == {"s0": "a", "s1": "ab", "s2": "b"}
    assert set(letter_groups(make_standing(set(), 4)).values()) == {"a"}


def test_groups_that_outnumber_the_alphabet_are_numbered() -> None:
    letters = letter_groups(make_standing(set(combinations(range(30), 2)), 30))
    assert letters == {f"s{place}": str(place + 1) for place in range(30)}
    # Only those four places apart or further differ: every system is in a run of groups.
    far = {(a, b) for a, b in combinations(range(40), 2) if b - a > 4}
    letters = letter_groups(make_standing(far, 40))
    assert [letters[name] for name in ("s0", "s1", "s2", "s10", "s39")] == ["1", "1,2", "1,2,3", "7–11", "36"]


def test_without_tests_or_a_direction_there_are_no_letters() -> None:
    untested = made_up_track(Plan(people=False, tested=False))
    assert letter_groups(measure_standing(untested, untested.measures[0])) == {}


@pytest.mark.parametrize("plan", [LARGE, Plan(systems=60, instances=30, seed=4)])
def test_many_systems_have_letters_or_none_but_do_not_take_forever(plan: Plan) -> None:
    track = made_up_track(plan)
    for standing in (*people_standings(track), *(measure_standing(track, measure) for measure in track.measures)):
        assert set(letter_groups(standing)) in (set(), set(standing.order))


def test_the_order_is_best_first_whatever_the_direction() -> None:
    track = made_up_track(Plan())
    for measure in track.measures:
        standing = measure_standing(track, measure)
        values = [standing.placed[system].value for system in standing.order]
        assert (np.diff(values) >= 0).all() if measure.higher_is_better is False else (np.diff(values) <= 0).all()


def test_a_criterion_of_two_evaluations_says_which_one_it_is_of() -> None:
    track = made_up_track(Plan())
    (evaluation,) = track.people
    twice = replace(track, people=(evaluation, replace(evaluation, name="experts")))
    criteria = [results.criterion for results in evaluation.criteria]
    assert [standing.label for standing in people_standings(track)] == criteria
    names = [evaluation.name] * len(criteria) + ["experts"] * len(criteria)
    labels = [f"{criterion} ({name})" for criterion, name in zip([*criteria, *criteria], names, strict=True)]
    assert [standing.label for standing in people_standings(twice)] == labels
