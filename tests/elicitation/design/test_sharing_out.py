"""Instances, conditions and equitable colourings: everything gets its share."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Instance, Text
from genchal.domain.study.design import Selection
from genchal.elicitation.design._colouring import colour_equitably
from genchal.elicitation.design.conditions import share_out
from genchal.elicitation.design.instances import select_instances, select_stratified
from genchal.errors import InvalidInput

seeds = st.integers(0, 2**32)
INSTANCES = [Instance(f"i{number}", Text("w " * (number % 17 + 1))) for number in range(200)]


@given(
    seed=seeds, ends=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 7)), max_size=60), colours=st.integers(1, 9)
)
def test_every_vertex_has_every_colour_equally_often(seed: int, ends: list[tuple[int, int]], colours: int) -> None:
    left, right = (np.array([end[side] for end in ends], dtype=np.int64) for side in (0, 1))
    found = colour_equitably(left, right, colours, np.random.default_rng(seed))
    assert len(found) == len(ends)
    for vertex in (left, right, np.zeros(len(ends), dtype=np.int64)):  # the last: all edges together
        counts = np.zeros((8, colours), dtype=np.int64)
        np.add.at(counts, (vertex, found), 1)
        assert (counts.max(axis=1) - counts.min(axis=1)).max() <= 1


def test_colourings_are_the_same_for_the_same_seed_only() -> None:
    left, right = np.repeat(np.arange(30), 4), np.tile(np.arange(4), 30)
    first, again, other = (colour_equitably(left, right, 10, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()


@given(seed=seeds, lengths=st.lists(st.integers(0, 30), min_size=1, max_size=150), data=st.data())
def test_a_stratified_choice_has_the_lengths_of_the_whole_set(
    seed: int, lengths: list[int], data: st.DataObject
) -> None:
    count = data.draw(st.integers(1, len(lengths)))
    whole = np.array(lengths)
    chosen = select_stratified(whole, count, np.random.default_rng(seed))
    assert len(set(chosen.tolist())) == count
    assert (np.diff(chosen) > 0).all()
    # Distribution functions differ by less than one of the chosen, at every length.
    for length in set(lengths):
        assert abs((whole[chosen] <= length).mean() - (whole <= length).mean()) < 1 / count + 1e-9


def test_a_stratified_choice_takes_everything_equally_often() -> None:
    lengths, taken = np.array([1, 1, 2, 5, 9, 9, 9]), Counter[int]()
    for seed in range(700):
        taken.update(select_stratified(lengths, 3, np.random.default_rng(seed)).tolist())
    assert all(abs(taken[place] - 300) < 75 for place in range(7))  # 700 x 3 / 7; five deviations of a binomial are 65


def test_instances_are_chosen_as_the_study_says() -> None:
    rng = np.random.default_rng(1)
    assert select_instances(INSTANCES, Selection(), rng) == list(range(200))
    assert select_instances(INSTANCES, Selection("first", 100), rng) == list(range(100))
    some = select_instances(INSTANCES, Selection("random", 20), np.random.default_rng(3))
    assert some == select_instances(INSTANCES, Selection("random", 20), np.random.default_rng(3))
    assert len(set(some)) == 20
    assert some == sorted(some)
    assert len(select_instances(INSTANCES, Selection("stratified", 50), rng)) == 50


def test_more_instances_than_there_are_cannot_be_chosen() -> None:
    with pytest.raises(InvalidInput, match="201 instances were requested, but there are only 200"):
        select_instances(INSTANCES, Selection("random", 201), np.random.default_rng(1))


@given(seed=seeds, weights=st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any), count=st.integers(0, 120))
def test_every_beginning_is_as_near_to_the_shares_as_can_be(seed: int, weights: list[int], count: int) -> None:
    shares = {f"c{number}": weight / sum(weights) for number, weight in enumerate(weights)}
    found = share_out(shares, count, np.random.default_rng(seed))
    kinds = sum(weight > 0 for weight in weights)
    bound = 1 - 1 / (2 * kinds - 2) if kinds > 1 else 0  # Tijdeman 1980
    for number in range(count + 1):
        counts = Counter(found[:number])
        assert all(abs(counts[name] - share * number) <= bound + 1e-6 for name, share in shares.items())


def test_one_sheet_in_five_has_pictures() -> None:
    found = share_out({"text": 0.8, "picture": 0.2}, 100, np.random.default_rng(1))
    assert found.count("picture") == 20
    assert all(found[start : start + 5].count("picture") == 1 for start in range(0, 100, 5))
    assert share_out({}, 3, np.random.default_rng(1)) == ["", "", ""]
