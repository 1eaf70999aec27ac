"""Numbers for integers against a dictionary."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text.arrays import numbering
from genchal.text.arrays.numbering import Numbering

keys = st.lists(
    st.one_of(st.integers(0, 9), st.integers(0, 2**62), st.integers(0, 9).map(lambda n: n << 40)), max_size=60
)


@given(own=keys, others=keys)
def test_equal_keys_have_equal_numbers_and_others_are_not_found(own: list[int], others: list[int]) -> None:
    made = Numbering(np.array(own, dtype=np.int64))
    by_key = dict(zip(own, made.numbers.tolist(), strict=True))
    assert made.numbers.tolist() == [by_key[key] for key in own]
    assert sorted(by_key.values()) == list(range(made.count)) == list(range(len(set(own))))
    wanted = [*others, *own]
    assert made.find(np.array(wanted, dtype=np.int64)).tolist() == [by_key.get(key, -1) for key in wanted]


def test_keys_that_defeat_every_scatter_are_numbered_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbering, "_MULTIPLIERS", [np.uint64(0)])  # everything lands in one place
    made = Numbering(np.array([5, 7, 5, 9]))
    assert made.count == 3
    assert made.numbers[0] == made.numbers[2]
    assert made.find(np.array([9, 8, 7, 5])).tolist() == [made.numbers[3], -1, made.numbers[1], made.numbers[0]]
