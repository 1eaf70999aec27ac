"""Which longest common subsequence is taken, against rouge-score's table read one cell at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text.arrays.ragged import Ragged, offsets_of
from genchal.text.overlap import subsequence
from genchal.text.overlap.subsequence import lcs_places

# Few different tokens: most pairs have several longest common subsequences.
sequences = st.lists(st.lists(st.integers(0, 3), max_size=12), min_size=1, max_size=5)


def slow_places(left: list[int], right: list[int]) -> list[int]:
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, x in enumerate(left):
        for j, y in enumerate(right):
            table[i + 1][j + 1] = table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
    places = []
    i, j = len(left), len(right)
    while i > 0 and j > 0:
        if left[i - 1] == right[j - 1]:
            i, j = i - 1, j - 1
            places.append(i)
        elif table[i][j - 1] > table[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return places[::-1]


@pytest.mark.parametrize("cells", [1, 50, 1 << 22])
@given(texts=sequences)
def test_places_are_those_read_from_the_textbook_table(cells: int, texts: list[list[int]]) -> None:
    flat = np.array([token for text in texts for token in text], dtype=np.int32)
    ragged = Ragged(flat, offsets_of(np.array([len(text) for text in texts], dtype=np.int64)))
    left, right = (side.ravel() for side in np.indices((len(texts), len(texts))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subsequence, "CELLS_AT_ONCE", cells)
        who, place = lcs_places(ragged, left, right)
    for number, (i, j) in enumerate(zip(left, right, strict=True)):
        assert sorted(place[who == number].tolist()) == slow_places(texts[i], texts[j])


def test_where_both_skips_keep_the_length_the_left_token_is_skipped() -> None:
    # "a b" and "b a" have two: read from the end, b and a differ and both skips keep length 1, so b is skipped.
    ragged = Ragged(np.array([0, 1, 1, 0], dtype=np.int32), np.array([0, 2, 4]))
    who, place = lcs_places(ragged, np.array([0]), np.array([1]))
    assert (who.tolist(), place.tolist()) == ([0], [0])
