"""Clipped matches against counting with dictionaries."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text.arrays.ragged import Ragged, offsets_of
from genchal.text.overlap import ngrams
from genchal.text.overlap.ngrams import clipped_matches

sequences = st.lists(st.integers(0, 4), max_size=9)


def grams(tokens: list[int], order: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1))


def slow_matches(output: list[int], references: list[list[int]], order: int) -> int:
    most: Counter[tuple[int, ...]] = Counter()
    for reference in references:
        most |= grams(reference, order)
    return sum((grams(output, order) & most).values())


def ragged(rows: list[list[int]]) -> Ragged:
    flat = np.array([value for row in rows for value in row], dtype=np.int32)
    return Ragged(flat, offsets_of(np.array([len(row) for row in rows], dtype=np.int64)))


@pytest.mark.parametrize("piece", [1, 1 << 17])
@given(
    data=st.data(), groups=st.lists(st.lists(sequences, max_size=3), min_size=1, max_size=5), order=st.integers(1, 5)
)
def test_matches_equal_those_counted_with_dictionaries(
    piece: int, data: st.DataObject, groups: list[list[list[int]]], order: int
) -> None:
    segments = data.draw(st.lists(st.tuples(st.integers(0, len(groups) - 1), sequences), max_size=6))
    texts = [output for _, output in segments] + [reference for group in groups for reference in group]
    numbers = ragged([list(range(len(group))) for group in groups])
    members = Ragged((np.arange(len(numbers.values)) + len(segments)).astype(np.int32), numbers.offsets)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ngrams, "TOKENS_AT_ONCE", piece)
        found = clipped_matches(
            ragged(texts),
            5,
            np.arange(len(segments)),
            members,
            np.array([g for g, _ in segments], dtype=np.int64),
            order,
        )
    expected = [[slow_matches(output, groups[group], n) for n in range(1, order + 1)] for group, output in segments]
    assert found.tolist() == expected
