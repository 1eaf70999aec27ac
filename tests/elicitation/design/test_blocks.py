"""Which systems meet on a sheet: designs that are exact, and others that come near."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from elicitation.design.balance import measure_balance
from genchal.elicitation.design.blocks import DIFFERENCE_SETS, Together, draw_samples, make_partitions

seeds = st.integers(0, 2**32)


def complete(systems: int, instances: int) -> list[range]:
    return [range(systems)] * instances


def flat(sheets: list[list[Together]]) -> list[Together]:
    return [sheet for some in sheets for sheet in some]


@pytest.mark.parametrize(("systems", "size"), DIFFERENCE_SETS)
def test_difference_sets_have_every_difference_equally_often(systems: int, size: int) -> None:
    own = DIFFERENCE_SETS[systems, size]
    differences = Counter((first - second) % systems for first in own for second in own if first != second)
    assert set(differences) == set(range(1, systems))
    assert set(differences.values()) == {size * (size - 1) // (systems - 1)}


@pytest.mark.parametrize(
    ("systems", "size", "instances"),
    [(3, 3, 100), (2, 2, 7), (10, 2, 18), (4, 2, 6), (9, 3, 8), (25, 5, 60), (4, 5, 10)],
)
def test_whole_cycles_of_a_resolvable_design_are_exact(systems: int, size: int, instances: int) -> None:
    sheets = make_partitions(complete(systems, instances), systems, size, np.random.default_rng(1))
    assert measure_balance(flat(sheets), systems).spread == (0, 0)


def test_five_of_21_systems_on_a_sheet_per_instance_are_a_projective_plane() -> None:
    sheets = draw_samples(complete(21, 630), 21, 5, 1, np.random.default_rng(1))
    balance = measure_balance(flat(sheets), 21)
    assert set(balance.appearances.tolist()) == {150}  # 630 x 5 / 21
    assert set(balance.meetings[np.triu_indices(21, 1)].tolist()) == {30}  # 630 x 10 / 210


def test_all_outputs_of_21_systems_meet_within_two_percent() -> None:
    sheets = make_partitions(complete(21, 630), 21, 5, np.random.default_rng(1))
    assert {len(sheet) for sheet in flat(sheets)} == {4, 5}
    appearances, meetings = measure_balance(flat(sheets), 21).spread
    assert appearances == 0
    assert meetings < 0.02


@given(seed=seeds, systems=st.integers(1, 12), size=st.integers(1, 6), data=st.data())
def test_every_output_is_on_one_sheet(seed: int, systems: int, size: int, data: st.DataObject) -> None:
    present = data.draw(st.lists(st.sets(st.integers(0, systems - 1)).map(sorted), max_size=8))
    sheets = make_partitions(present, systems, size, np.random.default_rng(seed))
    assert sheets == make_partitions(present, systems, size, np.random.default_rng(seed))
    for some, own in zip(present, sheets, strict=True):
        assert sorted(one for sheet in own for one in sheet) == some
        sizes = [len(sheet) for sheet in own]
        assert not sizes or (max(sizes) <= size and max(sizes) - min(sizes) <= 1)


@given(seed=seeds, systems=st.integers(2, 11), instances=st.integers(1, 30))
def test_pairs_are_never_alone(seed: int, systems: int, instances: int) -> None:
    sheets = make_partitions(complete(systems, instances), systems, 2, np.random.default_rng(seed), fewest=2)
    assert all(len(set(sheet)) == 2 for sheet in flat(sheets))
    for own in sheets:
        times = Counter(one for sheet in own for one in sheet)
        assert set(times) == set(range(systems))
        assert sum(times.values()) - systems == systems % 2  # who fills up the last pair
    balance = measure_balance(flat(sheets), systems)
    assert np.ptp(balance.appearances) <= 1


def test_an_instance_with_one_output_has_no_comparison() -> None:
    assert make_partitions([[3], [0, 1, 2, 3]], 4, 2, np.random.default_rng(1), fewest=2)[0] == []


@given(seed=seeds, systems=st.integers(2, 12), size=st.integers(1, 6), sheets=st.integers(1, 3))
def test_samples_show_every_system_equally_often(seed: int, systems: int, size: int, sheets: int) -> None:
    found = draw_samples(complete(systems, 20), systems, size, sheets, np.random.default_rng(seed))
    for own in found:
        assert len(own) == min(sheets, -(-systems // size))
        assert max(map(len, own)) <= size
        names = [one for sheet in own for one in sheet]
        assert len(names) == len(set(names)) == min(sheets * size, systems)
    is_exact = sheets == 1  # then a design may be used, of which the last cycle is not complete
    assert np.ptp(measure_balance(flat(found), systems).appearances) <= (size if is_exact else 2)


@given(seed=seeds, size=st.integers(2, 5), sheets=st.integers(1, 3), data=st.data())
def test_samples_show_all_that_fit_and_no_text_alone(seed: int, size: int, sheets: int, data: st.DataObject) -> None:
    present = data.draw(st.lists(st.sets(st.integers(0, 8)).map(sorted), max_size=8))
    found = draw_samples(present, 9, size, sheets, np.random.default_rng(seed), fewest=2)
    for some, own in zip(present, found, strict=True):
        assert len(own) == (min(sheets, -(-len(some) // size)) if len(some) > 1 else 0)
        assert all(2 <= len(set(sheet)) == len(sheet) <= size for sheet in own)
        assert len({one for sheet in own for one in sheet}) == min(len(some), sheets * size) * (len(some) > 1)


def test_two_sheets_of_five_of_the_e2e_challenge_meet_within_five_percent() -> None:
    sheets = draw_samples(complete(21, 630), 21, 5, 2, np.random.default_rng(1))
    assert [len(own) for own in sheets] == [2] * 630
    appearances, meetings = measure_balance(flat(sheets), 21).spread
    assert appearances == 0  # 630 x 10 / 21 = 300 each
    assert meetings < 0.05  # of 60


@given(seed=seeds)
def test_meetings_stay_even_without_a_design(seed: int) -> None:
    sheets = flat(make_partitions(complete(10, 60), 10, 3, np.random.default_rng(seed)))
    oracle = Counter(frozenset(pair) for sheet in sheets for pair in combinations(sheet, 2))
    assert len(oracle) == 45
    assert max(oracle.values()) - min(oracle.values()) <= 3
    meetings = measure_balance(sheets, 10).meetings
    assert all(meetings[min(pair), max(pair)] == count for pair, count in oracle.items())
