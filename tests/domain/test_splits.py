"""Splits have every instance once, no group twice, and sizes near the shares."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Instance, SlotValues, Text
from genchal.domain.splits import deal_groups, group_keys, split_instances
from genchal.errors import InvalidInput

SHARES = st.lists(st.one_of(st.integers(1, 100), st.floats(0.01, 100)), min_size=1, max_size=5)
BY = st.sampled_from(["row", "input", "slots", "participant"])


@st.composite
def rows(draw: st.DrawFn) -> list[Instance]:
    slots = st.sampled_from([("name",), ("name", "food"), ("food", "name")])
    value = st.sampled_from(["mill", "lantern", "orchard"])
    inputs = st.one_of(
        st.just(Text()), slots.flatmap(lambda own: value.map(lambda x: SlotValues(tuple((s, x) for s in own))))
    )
    people = st.sampled_from(["p1", "p2", "p3", "p4"])
    drawn = draw(st.lists(st.tuples(inputs, people), max_size=40))
    return [Instance(str(n), one, (), {"participant": who}) for n, (one, who) in enumerate(drawn, start=1)]


def split(instances: Sequence[Instance], shares: Sequence[float], by: str, seed: int) -> list[list[str]]:
    parts = split_instances(instances, shares, by, np.random.default_rng(seed))
    return [[one.id for one in part] for part in parts]


@given(instances=rows(), shares=SHARES, by=BY, seed=st.integers(0, 2**32))
def test_every_instance_is_in_one_part_in_its_order_and_no_group_is_in_two(
    instances: list[Instance], shares: list[float], by: str, seed: int
) -> None:
    parts = split(instances, shares, by, seed)
    assert len(parts) == len(shares)
    assert sorted(int(one) for part in parts for one in part) == list(range(1, len(instances) + 1))
    assert all(part == sorted(part, key=int) for part in parts)
    key_of = dict(zip((one.id for one in instances), group_keys(instances, by), strict=True))
    keys = [{key_of[one] for one in part} for part in parts]
    assert sum(map(len, keys)) == len(set(key_of.values()))
    assert parts == split(instances, shares, by, seed)


@given(sizes=st.lists(st.integers(1, 30), max_size=40), shares=SHARES, random=st.randoms())
def test_shares_are_met_within_the_size_of_the_largest_group(
    sizes: list[int], shares: list[float], random: Random
) -> None:
    order = list(range(len(sizes)))
    random.shuffle(order)
    parts = deal_groups(sizes, shares, order)
    for part, share in enumerate(shares):
        size = sum(own for own, where in zip(sizes, parts, strict=True) if where == part)
        assert abs(size - sum(sizes) * share / sum(shares)) <= max(sizes, default=0) + 1e-6


@given(
    sizes=st.lists(st.integers(1, 6), min_size=1, max_size=7),
    shares=st.lists(st.integers(1, 9), min_size=2, max_size=2),
)
def test_with_two_parts_no_move_or_exchange_would_come_nearer(sizes: list[int], shares: list[int]) -> None:
    parts = deal_groups(sizes, shares, range(len(sizes)))

    def miss(parts: Sequence[int]) -> float:
        first = sum(size for size, part in zip(sizes, parts, strict=True) if part == 0)
        return abs(first - sum(sizes) * shares[0] / sum(shares))

    for one, other in product(range(len(sizes)), repeat=2):
        moved = list(parts)
        moved[one] = 1 - moved[one]
        assert miss(moved) >= miss(parts) - 1e-9
        if parts[one] != parts[other]:
            moved[other] = 1 - moved[other]
            assert miss(moved) >= miss(parts) - 1e-9


def test_equal_groups_meet_their_shares_exactly() -> None:
    assert [deal_groups([2] * 100, [82, 9, 9], range(100)).count(part) for part in range(3)] == [82, 9, 9]


def test_a_seed_gives_this_split_everywhere() -> None:
    instances = [Instance(str(number), Text(f"text {number // 2}")) for number in range(12)]
    assert split(instances, [60, 20, 20], "input", seed=1) == [
        ["2", "3", "4", "5", "8", "9", "10", "11"],
        ["0", "1"],
        ["6", "7"],
    ]
    assert split(instances, [60, 20, 20], "input", seed=2) != split(instances, [60, 20, 20], "input", seed=1)


def test_what_an_instance_does_not_say_cannot_be_split_by() -> None:
    instances = [
        Instance("a", Text("x"), (), {"domain": "d"}),
        Instance("b", Text("y"), (), {"domain": "d", "who": "p"}),
    ]
    with pytest.raises(
        InvalidInput, match=r"1 instance without 'who', the first is 'a'\. Split by one of: row, input, slots, domain\."
    ):
        group_keys(instances, "who")


@pytest.mark.parametrize("shares", [[], [1, 0], [1, -1], [1, float("nan")], [float("inf"), 1]])
def test_shares_are_numbers_above_zero(shares: list[float]) -> None:
    with pytest.raises(InvalidInput, match="shares must be numbers above 0"):
        deal_groups([1, 2], shares, [0, 1])


@pytest.mark.parametrize("by", ["input", "slots"])
def test_parts_of_the_e2e_data_do_not_overlap(data: Path, by: str) -> None:
    from genchal.resources.files import read_lines
    from genchal.tasks.e2e import E2E

    instances = list(E2E().parse(read_lines(data / "e2e" / "trainset.csv.xz"), "trainset.csv"))
    parts = split_instances(instances, [82, 9, 9], by, np.random.default_rng(1))
    keys = [set(group_keys(part, by)) for part in parts]
    assert not (keys[0] & keys[1] or keys[0] & keys[2] or keys[1] & keys[2])
    assert [len(part) for part in parts] == (
        [34490, 3785, 3786] if by == "input" else [34490, 3786, 3785]  # 82%, 9% and 9% of 42,061
    )
