"""Orders: every item and every system has every place equally often."""

from collections import Counter
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain.study.study import Item
from genchal.elicitation.design.orders import SpacedPlaces, balance_places, order_for_turn, williams_row

seeds = st.integers(0, 2**32)


@given(size=st.integers(1, 12))
def test_every_number_has_every_place_and_follows_every_other(size: int) -> None:
    rows = [williams_row(size, turn) for turn in range(2 * size)]
    assert rows[0] == tuple(range(size))
    for half in (rows[:size], rows[size:]):
        assert all({row[place] for row in half} == set(range(size)) for place in range(size))
    follows = Counter(pair for row in rows for pair in pairwise(row))
    assert len(follows) == size * (size - 1)
    assert set(follows.values()) <= {2}


def test_a_few_turns_spread_every_item_over_a_long_sheet() -> None:
    places = np.array([np.argsort(williams_row(100, turn)) for turn in range(18)])  # nlg-eval: 18 raters of 100 items
    assert (abs(places.mean(axis=0) - 49.5) < 15).all()  # a random order: 28.9 / sqrt(18) = 6.8 is one deviation
    tenths = np.array([np.bincount(places[:, item] // 20, minlength=5) for item in range(100)])
    assert tenths.min() >= 2  # of 3.6 in each fifth of the sheet
    assert tenths.max() <= 6


@given(seed=seeds, sheets=st.lists(st.lists(st.integers(0, 6), min_size=1, max_size=6), max_size=25))
def test_every_system_has_every_place_equally_often(seed: int, sheets: list[list[int]]) -> None:
    orders = balance_places(sheets, np.random.default_rng(seed))
    counts: dict[tuple[int, int], Counter[int]] = {}
    for sheet, order in zip(sheets, orders, strict=True):
        assert sorted(order) == list(range(len(sheet)))
        for place, number in enumerate(order):
            counts.setdefault((len(sheet), sheet[number]), Counter())[place] += 1
    for (size, _), own in counts.items():
        assert max(own.values()) - min(own[place] for place in range(size)) <= 1


def test_items_of_an_instance_stay_together() -> None:
    items = [Item(f"{instance}{one}", instance, "s", "t") for instance in "abc" for one in range(3)]
    for turn in range(12):
        order = order_for_turn(items, turn)
        assert sorted(order) == list(range(9))
        seen = "".join(items[place].instance for place in order)
        assert all(instance * 3 in seen for instance in "abc")


@given(seed=seeds, copies=st.integers(1, 10), others=st.integers(0, 5), turn=st.integers(0, 200))
def test_copies_stay_half_a_sheet_away(seed: int, copies: int, others: int, turn: int) -> None:
    rng = np.random.default_rng(seed)
    items = [Item(f"o{one}", f"i{one}", f"s{one % 3}", "t") for one in range(10)]
    items += [Item(f"c{one}", f"i{one}", f"s{one % 3}", "t", "repeat", f"o{one}") for one in range(copies)]
    items += [Item(f"r{one}", f"i{one}", "reference", "t", "reference") for one in range(others)]
    system = np.array([int(item.system[1]) if item.kind == "scored" else -1 for item in items])
    source = np.array([int(item.source[1:]) if item.source else -1 for item in items])
    base = [items[place] for place in SpacedPlaces(3, 3, rng).order(system, source)]
    order = order_for_turn(base, turn)
    place_of = {base[place].id: position for position, place in enumerate(order)}
    assert sorted(place_of) == sorted(item.id for item in items)
    for one in range(copies):
        assert abs(place_of[f"o{one}"] - place_of[f"c{one}"]) >= len(items) // 2


def test_systems_are_even_among_control_items_too() -> None:
    rng = np.random.default_rng(1)
    spaced, turns, counts = SpacedPlaces(5, 3, rng), 3, np.zeros((5, 25), dtype=np.int64)
    system = np.array([*(one % 5 for one in range(20)), *[-1] * 5])
    for _ in range(100):
        source = np.array([*[-1] * 20, *rng.permutation(20)[:4], -1])
        items = [
            Item(f"{n}", f"{n}", f"{own}", "t", source=f"{at}" if at >= 0 else None)
            for n, (own, at) in enumerate(zip(system.tolist(), source.tolist(), strict=True))
        ]
        base = [items[place] for place in spaced.order(system, source)]
        for turn in range(turns):
            for position, place in enumerate(order_for_turn(base, turn)):
                if base[place].system != "-1":
                    counts[int(base[place].system), position] += 1
    assert abs(counts - 100 * turns * 4 / 25).max() <= 3  # 48 on average
