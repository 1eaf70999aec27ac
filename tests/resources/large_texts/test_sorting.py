"""Sorting on disk against sorting in memory."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.resources.large_texts import sorting
from genchal.resources.large_texts.sorting import ExternalSort, Numbers, count_sorted

PARTS = st.lists(st.lists(st.integers(-9, 9), max_size=30), max_size=8)


def _sorted(
    parts: list[list[int]], run: int, piece: int, kind: type, key: Callable[[Numbers], Numbers] | None
) -> Numbers:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorting, "RUN", run)
        patch.setattr(sorting, "PIECE", piece)
        external = ExternalSort(key)
        for part in parts:
            external.add(np.array(part, dtype=kind))
        once = list(external.sorted())
        again = list(external.sorted())
    assert [own.tolist() for own in once] == [own.tolist() for own in again]
    return np.concatenate([np.empty(0, dtype=kind), *once])


@given(PARTS, st.integers(1, 20), st.integers(1, 10))
def test_numbers_come_in_order(parts: list[list[int]], run: int, piece: int) -> None:
    flat = [number for part in parts for number in part]
    assert _sorted(parts, run, piece, np.int64, None).tolist() == sorted(flat)
    found = _sorted(parts, run, piece, np.float64, np.abs)
    assert np.abs(found).tolist() == sorted(map(abs, flat))
    assert sorted(found.tolist()) == sorted(flat)  # nothing is lost, and signs stay


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=50), st.integers(1, 20), st.integers(1, 10))
def test_pairs_of_numbers_come_in_order(pairs: list[tuple[int, int]], run: int, piece: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorting, "RUN", run)
        patch.setattr(sorting, "PIECE", piece)
        external = ExternalSort()
        external.add(np.array([complex(*pair) for pair in pairs], dtype=np.complex128))
        found = [(own.real, own.imag) for part in external.sorted() for own in part.tolist()]
    assert found == sorted(pairs)


@given(PARTS)
def test_equal_numbers_are_counted_across_pieces(parts: list[list[int]]) -> None:
    flat = sorted(number for part in parts for number in part)
    cuts: list[int] = np.cumsum([len(part) for part in parts])[:-1].tolist()
    counted = list(count_sorted(iter(np.split(np.array(flat, dtype=np.int64), cuts))))
    found = [pair for keys, counts in counted for pair in zip(keys.tolist(), counts.tolist(), strict=True)]
    assert found == sorted(Counter(flat).items())
