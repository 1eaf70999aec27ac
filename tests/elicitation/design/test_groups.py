"""Conditions between raters: who is put into which group, and what each group practises on."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain.study.design import StudyDesign
from genchal.domain.study.study import Block, Item
from genchal.elicitation.design.conditions import choose_next_condition, give_groups_practice, share_out

FOUR = {"loc fc": 0.25, "noloc fc": 0.25, "loc nofc": 0.25, "noloc nofc": 0.25}


@given(st.integers(0, 99), st.lists(st.integers(1, 9), min_size=1, max_size=5), st.integers(0, 200))
def test_raters_who_come_one_by_one_keep_to_the_shares(seed: int, weights: list[int], count: int) -> None:
    shares = {f"c{place}": weight / sum(weights) for place, weight in enumerate(weights)}
    rng = np.random.default_rng(seed)
    given: Counter[str] = Counter()
    for _ in range(count):
        given[choose_next_condition(shares, given, rng)] += 1
    assert all(abs(given[name] - share * count) < 1 for name, share in shares.items())


@given(st.integers(0, 99), st.dictionaries(st.sampled_from("abc"), st.integers(0, 50)))
def test_whatever_the_counts_the_next_is_behind_its_share(seed: int, given: dict[str, int]) -> None:
    shares = {"a": 0.5, "b": 0.3, "c": 0.2}
    chosen = choose_next_condition(shares, given, np.random.default_rng(seed))
    total = sum(given.values()) + 1
    assert shares[chosen] * total > given.get(chosen, 0)


def test_who_leaves_is_made_up_for_and_ties_are_drawn() -> None:
    shares = {"fc": 0.5, "nofc": 0.5}
    assert choose_next_condition(shares, {"fc": 3, "nofc": 7}, np.random.default_rng(0)) == "fc"
    drawn = Counter(
        choose_next_condition(shares, {"fc": 5, "nofc": 5}, np.random.default_rng(seed)) for seed in range(200)
    )
    assert min(drawn.values()) > 70  # 100 are expected
    assert choose_next_condition({"a": 0.0, "b": 1.0}, {}, np.random.default_rng(0)) == "b"


def test_sheets_are_shared_out_as_if_they_came_one_by_one() -> None:
    assert Counter(share_out(FOUR, 40, np.random.default_rng(1))) == dict.fromkeys(FOUR, 10)
    assert share_out({}, 2, np.random.default_rng(1)) == ["", ""]


def test_every_group_practises_on_all_sheets_in_conditions_of_its_own() -> None:
    design = StudyDesign("tuna", "describing", conditions=FOUR, between=("fc", "nofc"))
    item = Item("x", "i", "", "", "practice")
    blocks = [Block(f"p{number}", (item,), "loc fc", practice=True) for number in range(2)]
    scored = Block("s", (Item("y", "i", "", ""),), "loc fc")
    found = give_groups_practice([*blocks, scored], design, np.random.default_rng(1))
    practised = [block for block in found if block.practice]
    assert sorted(block.condition for block in practised) == sorted(FOUR)
    assert len({block.id for block in found}) == len(found) == 5
    assert found[-1] == scored
    plain = StudyDesign("tuna", "describing", conditions=FOUR)
    assert give_groups_practice([*blocks, scored], plain, np.random.default_rng(1)) == (*blocks, scored)


def test_a_group_is_the_part_of_conditions_that_is_between_raters() -> None:
    design = StudyDesign("tuna", "describing", conditions=FOUR, between=("fc", "nofc"))
    assert design.group_of("noloc, fc") == "fc"
    assert design.groups == {"fc": 0.5, "nofc": 0.5}
    assert StudyDesign("tuna", "describing", conditions=FOUR).groups == {}
