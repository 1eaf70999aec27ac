"""Counts of n-grams that come in parts, against counting everything with a dictionary."""

import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text.arrays.fingerprints import ngrams_by_order, token_fingerprints
from genchal.text.arrays.ragged import Ragged, offsets_of
from genchal.text.overlap.ngram_counts import GramCounts, count_grams, merge_parts

# Values at the ends, values with the same first bits, and others.
fingerprints = st.sampled_from([0, 1, 2**64 - 1, 2**63, 2**63 + 1]) | st.integers(0, 40) | st.integers(0, 2**64 - 1)


def as_array(values: list[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array(values, dtype=np.uint64)


@given(parts=st.lists(st.lists(fingerprints, max_size=30), max_size=12), others=st.lists(fingerprints, max_size=10))
def test_merged_counts_equal_those_of_a_dictionary(parts: list[list[int]], others: list[int]) -> None:
    expected = Counter(value for part in parts for value in part)
    found = merge_parts(count_grams(as_array(part), len(part)) for part in parts)
    assert dict(zip(found.keys.tolist(), found.counts.tolist(), strict=True)) == {
        value: count for value, count in expected.items() if count > 1
    }
    assert found.size == expected.total()
    asked = [*expected, *others]
    assert found.of(as_array(asked)).tolist() == [max(expected[value], 1) for value in asked]


@given(owned=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=40))
def test_what_one_owner_has_several_times_counts_once(owned: list[tuple[int, int]]) -> None:
    owned = sorted(owned)
    part = count_grams(
        as_array([value for _, value in owned]), 1, np.array([owner for owner, _ in owned], dtype=np.int64)
    )
    expected = Counter(value for _, value in set(owned))
    assert dict(zip(part.keys.tolist(), part.counts.tolist(), strict=True)) == expected


def test_the_digest_tells_tables_apart_and_survives_a_journey() -> None:
    one, two = as_array([3, 5]), np.array([2, 4], dtype=np.int32)
    tables = [
        GramCounts(one, two, 7),
        GramCounts(one, two + 1, 7),
        GramCounts(one + 1, two, 7),
        GramCounts(one, two, 8),
    ]
    assert len({table.digest for table in tables}) == 4
    assert pickle.loads(pickle.dumps(tables[0])).digest == tables[0].digest


def test_fingerprints_are_the_same_in_every_process_and_version() -> None:
    words = token_fingerprints(["walk", "\ud800", "é", ""])
    assert [f"{value:016x}" for value in words.tolist()] == [
        "3045773f651b342a",
        "680d7d923e780842",
        "2f19f3ef8bbf1acb",
        "b4b2797457a0a6e4",
    ]


@given(rows=st.lists(st.lists(st.integers(0, 3), max_size=7), max_size=5), order=st.integers(1, 5))
def test_equal_ngrams_and_no_others_have_equal_fingerprints(rows: list[list[int]], order: int) -> None:
    flat = np.array([value for row in rows for value in row], dtype=np.int32)
    texts = Ragged(flat, offsets_of(np.array([len(row) for row in rows], dtype=np.int64)))
    seen: dict[int, tuple[int, ...]] = {}
    by_order = list(ngrams_by_order(texts, token_fingerprints("abcd"), order))
    for n, (at, found) in enumerate(by_order, start=1):
        starts = [
            start + place for start, row in zip(texts.offsets, rows, strict=False) for place in range(len(row) + 1 - n)
        ]
        assert at.tolist() == starts
        for place, fingerprint in zip(at.tolist(), found.tolist(), strict=True):
            gram = tuple(flat[place : place + n].tolist())
            assert seen.setdefault(fingerprint, gram) == gram
    assert len(set(seen.values())) == len(seen)


def test_no_parts_and_empty_parts_know_nothing() -> None:
    for table in (merge_parts([]), merge_parts([count_grams(as_array([]), 0)])):
        assert table.of(as_array([1, 2])).tolist() == [1, 1]
        assert table.size == 0


@pytest.mark.parametrize("parts", [1, 7, 64])
def test_many_parts_are_merged_into_ascending_order(parts: int) -> None:
    rng = np.random.default_rng(parts)
    everything = rng.integers(0, 500, 20_000).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    table = merge_parts(count_grams(part, len(part)) for part in np.array_split(everything, parts))
    values, counts = np.unique(everything, return_counts=True)
    assert np.array_equal(table.keys, values)
    assert np.array_equal(table.counts, counts)
