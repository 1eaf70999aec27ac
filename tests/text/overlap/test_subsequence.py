"""Longest common subsequences against the textbook table."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text.arrays.ragged import Ragged, offsets_of
from genchal.text.overlap import subsequence
from genchal.text.overlap.subsequence import lcs_lengths


def slow_lcs(left: list[int], right: list[int]) -> int:
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, x in enumerate(left):
        for j, y in enumerate(right):
            table[i + 1][j + 1] = table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


@pytest.mark.parametrize("at_once", [1, 3, 1 << 16])
@given(texts=st.lists(st.lists(st.integers(0, 70_000), max_size=8), min_size=1, max_size=5), data=st.data())
def test_lengths_equal_those_of_the_textbook_table(at_once: int, texts: list[list[int]], data: st.DataObject) -> None:
    places = st.lists(st.integers(0, len(texts) - 1), min_size=4, max_size=4)
    left, right = data.draw(places), data.draw(places)
    flat = np.array([token for text in texts for token in text], dtype=np.int32)
    ragged = Ragged(flat, offsets_of(np.array([len(text) for text in texts], dtype=np.int64)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subsequence, "PAIRS_AT_ONCE", at_once)
        found = lcs_lengths(ragged, np.array(left), np.array(right))
    assert found.tolist() == [slow_lcs(texts[i], texts[j]) for i, j in zip(left, right, strict=True)]


def test_vocabularies_larger_than_the_surrogate_gap_are_told_apart() -> None:
    # 60,000 different tokens run past U+D800, where characters stop being decodable.
    tokens = np.arange(60_000, dtype=np.int32)
    ragged = Ragged(tokens, np.array([0, 60_000]))
    assert lcs_lengths(ragged, np.array([0]), np.array([0])).tolist() == [60_000]
