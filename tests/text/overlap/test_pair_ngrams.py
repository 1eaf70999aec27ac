"""Common n-grams against counting with dictionaries."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text.arrays.ragged import Ragged, offsets_of
from genchal.text.overlap import pair_ngrams as overlap
from genchal.text.overlap.pair_ngrams import common_ngrams

# Few numbers so that matches happen; a large one, so that n-grams do not fit into one integer.
sequences = st.lists(st.sampled_from([0, 1, 2, 3, 70_000]), max_size=9)


def slow_common(left: list[int], right: list[int], n: int) -> int:
    grams = [Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1)) for text in (left, right)]
    return sum((grams[0] & grams[1]).values())


def ragged(rows: list[list[int]]) -> Ragged:
    flat = np.array([value for row in rows for value in row], dtype=np.int32)
    return Ragged(flat, offsets_of(np.array([len(row) for row in rows], dtype=np.int64)))


@pytest.mark.parametrize(("symbols", "words"), [(1, 1), (1 << 16, 1 << 16)])
@given(
    data=st.data(),
    references=st.lists(st.lists(sequences, max_size=3), min_size=1, max_size=5),
    order=st.integers(1, 7),
)
def test_matches_equal_those_counted_with_dictionaries(
    symbols: int, words: int, data: st.DataObject, references: list[list[list[int]]], order: int
) -> None:
    group = sorted(data.draw(st.lists(st.integers(0, len(references) - 1), max_size=6)))
    outputs = [data.draw(sequences) for _ in group]
    members = ragged([list(range(len(texts))) for texts in references])
    groups = Ragged((np.arange(len(members.values)) + len(outputs)).astype(np.int32), members.offsets)
    texts = ragged(outputs + [text for one in references for text in one])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overlap, "SYMBOLS_AT_ONCE", symbols)
        patch.setattr(overlap, "WORDS_AT_ONCE", words)
        found = common_ngrams(texts, np.arange(len(outputs)), groups, np.array(group, dtype=np.int64), order)
    pairs = [(output, text) for output, one in zip(outputs, group, strict=True) for text in references[one]]
    assert found.tolist() == [[slow_common(*pair, n) for n in range(1, order + 1)] for pair in pairs]


def test_many_texts_of_one_group_are_cut_into_pieces() -> None:
    texts = ragged([[number, number + 1] for number in range(3000)])
    groups = Ragged(np.array([0], dtype=np.int32), np.array([0, 1]))
    found = common_ngrams(texts, np.arange(3000), groups, np.zeros(3000, dtype=np.int64), 2)
    assert found[:3].tolist() == [[2, 1], [1, 0], [0, 0]]
    assert found.sum() == 4
