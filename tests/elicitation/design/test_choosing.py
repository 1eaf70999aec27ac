"""Which block comes next, and what a study is like after raters have come and gone."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from genchal.domain import Instance, Text
from genchal.domain.study import Block, Item
from genchal.domain.study_design import Control, StudyDesign
from genchal.elicitation import METHODS
from genchal.elicitation.design.choosing import (
    Pool,
    balanced_choice,
    free_turn,
    informative_choice,
    originals,
    pair_information,
)
from genchal.elicitation.design.composing import compose
from genchal.elicitation.design.simulation import Behaviour, simulate

SYSTEMS = ("a", "b", "c", "d")


def block(number: int, systems: str) -> Block:
    return Block(f"b{number}", tuple(Item(f"{number}{one}", f"i{number}", one, "t") for one in systems))


def pool(*sheets: str) -> Pool:
    return Pool.of([block(number, systems) for number, systems in enumerate(sheets)], SYSTEMS)


def everything(size: int) -> np.ndarray:
    return np.ones(size, dtype=bool)


@given(data=st.data())
def test_meetings_are_those_of_all_who_have_a_block(data: st.DataObject) -> None:
    subsets = st.sets(st.sampled_from(SYSTEMS)).map(lambda some: "".join(sorted(some)))
    sheets = data.draw(st.lists(subsets, min_size=1, max_size=6))
    load = np.array(data.draw(st.lists(st.integers(0, 4), min_size=len(sheets), max_size=len(sheets))))
    met = pool(*sheets).meetings(load)
    for (i, first), (j, second) in combinations(enumerate(SYSTEMS), 2):
        expected = sum(
            int(times) for times, sheet in zip(load, sheets, strict=True) if first in sheet and second in sheet
        )
        assert met[i, j] == met[j, i] == expected
    assert not met.diagonal().any()


def test_who_has_met_least_meets_next() -> None:
    some = pool("ab", "ac", "ab", "cd")
    quota = np.full(4, 2)
    assert balanced_choice(some, np.array([1, 0, 0, 0]), quota, everything(4)) == 1  # a and b have met: 2 comes later
    assert balanced_choice(some, np.array([1, 1, 0, 1]), quota, everything(4)) == 2  # fewest have it
    assert balanced_choice(some, np.array([1, 1, 0, 1]), quota, np.array([True, False, False, False])) == 0
    assert balanced_choice(some, quota, quota, everything(4)) is None


def test_nobody_sees_an_item_again_under_another_name() -> None:
    first = Block("x", (Item("o", "i", "a", "t"), Item("p", "j", "b", "t", "practice")))
    copy = Block("y", (Item("c", "i", "a", "t", "repeat", source="o"),))
    apart = Block("z", (Item("q", "j", "b", "t", "attention"),))
    some = Pool.of([first, copy, apart], SYSTEMS)
    assert originals(first.items) == {"o"}
    assert some.unseen(originals(first.items)).tolist() == [False, False, True]


def test_an_abandoned_turn_is_given_again() -> None:
    assert free_turn(set()) == 0
    assert free_turn({0, 1, 3}) == 2


@given(mu=st.floats(-3, 3), sigma=st.floats(0.1, 2), beta=st.floats(0.1, 2))
def test_information_is_the_expected_fall_of_the_variance(mu: float, sigma: float, beta: float) -> None:
    found = pair_information(np.array([mu, 0.0]), np.array([sigma, 1.0]), beta)[0, 1]
    variance = sigma**2 + 1
    total = variance + 2 * beta**2
    t = mu / total**0.5

    def fall(t: float) -> float:  # Herbrich et al. 2007: v and w of a win
        v = norm.pdf(t) / norm.cdf(t)
        return float(variance**2 / total * v * (v + t))

    assert found == pytest.approx(norm.cdf(t) * fall(t) + norm.cdf(-t) * fall(-t), rel=1e-6)


def test_comparisons_are_chosen_where_the_ranking_is_least_certain() -> None:
    some, quota = pool("ab", "cd", "ad"), np.full(3, 9)
    mu, beta = np.array([0.0, 0.1, 2.0, 2.0]), 0.5
    sure = np.array([0.1, 0.1, 1.0, 1.0])
    assert informative_choice(some, np.zeros(3, int), quota, everything(3), mu, sure, beta) == 1  # little is known
    alike = np.full(4, 0.5)
    far = np.array([0.0, 3.0, 5.0, 5.1])
    assert informative_choice(some, np.zeros(3, int), quota, everything(3), far, alike, beta) == 1  # they are close
    assert informative_choice(some, quota, quota, everything(3), mu, sure, beta) is None
    extreme = pair_information(np.array([0.0, 500.0]), np.full(2, 0.1), 0.1)
    assert np.isfinite(extreme).all()


def study(
    method: str, systems: int, instances: int, together: int, control: Control, items: int | None
) -> tuple[tuple[Block, ...], tuple[str, ...]]:
    design = StudyDesign("s", method, outputs_per_sheet=together, items_per_sheet=items, control=control)
    given_ = [Instance(f"i{one}", Text(f"in {one}"), (f"reference {one}",)) for one in range(instances)]
    outputs = {f"s{one}": [f"words of {one} on {number}" for number in range(instances)] for one in range(systems)}
    composed = compose(design, METHODS[method].example(), given_, outputs, np.random.default_rng(1))
    return composed.blocks, composed.systems


@pytest.mark.parametrize(
    ("method", "systems", "instances", "together", "control", "items", "quota", "raters"),
    [
        ("rankme", 6, 40, 3, Control(), None, 6, 400),
        ("pairwise", 5, 40, 2, Control(), None, 10, 600),
        ("direct_assessment", 4, 40, 1, Control(repeat=2, damaged=2), 20, 20, 400),
    ],
)
def test_raters_who_leave_do_not_tip_the_balance(
    method: str,
    systems: int,
    instances: int,
    together: int,
    control: Control,
    items: int | None,
    quota: int,
    raters: int,
) -> None:
    blocks, names = study(method, systems, instances, together, control, items)
    behaviour = Behaviour(sheets=5, leaves=0.25, returns=0.4)
    end = simulate(blocks, names, quota, raters, np.random.default_rng(2), behaviour)
    assert min(end.left, end.returned, end.expired, end.surplus) > 10
    assert (end.answered == quota).all()
    assert end.stranded == end.seen_twice == 0
    assert end.spread_of_meetings <= 0.05
    assert end.spread_of_positions <= 0.05


def test_a_study_that_is_not_finished_strands_nothing() -> None:
    blocks, names = study("rankme", 6, 40, 3, Control(), None)
    end = simulate(blocks, names, 6, 30, np.random.default_rng(2), Behaviour(leaves=0.5))
    assert 0 < end.answered.sum() < 6 * len(blocks)
    assert np.ptp(end.answered) <= 2
    assert end.stranded == 0
