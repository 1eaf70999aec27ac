"""Kernels count what texts share as array code does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text.arrays.ragged import Ragged, offsets_of
from genchal.text.kernels.library import Kernels
from genchal.text.overlap.ngrams import clipped_matches
from genchal.text.overlap.pair_ngrams import common_ngrams
from genchal.text.overlap.subsequence import lcs_lengths
from kernel_tools import on_both_paths, same_bits

TYPES = 6


def ragged(rows: list[list[int]]) -> Ragged:
    values = np.array([value for row in rows for value in row], dtype=np.int32)
    return Ragged(values, offsets_of(np.array([len(row) for row in rows], dtype=np.int64)))


@st.composite
def corpora(draw: st.DrawFn) -> tuple[Ragged, list[int], Ragged, list[int]]:
    """Texts, outputs, groups of references, the group of every output."""
    count = draw(st.integers(1, 6))
    tokens = st.lists(st.integers(0, TYPES - 1), max_size=draw(st.sampled_from([3, 12, 90])))
    texts = [draw(tokens) for _ in range(count)]
    places = st.integers(0, count - 1)
    groups = draw(st.lists(st.lists(places, max_size=4), min_size=1, max_size=4))
    group = draw(st.lists(st.integers(0, len(groups) - 1), max_size=8))
    return ragged(texts), [draw(places) for _ in group], ragged(groups), group


@given(corpus=corpora(), order=st.integers(1, 20))
def test_clipped_matches(kernels: Kernels, corpus: tuple[Ragged, list[int], Ragged, list[int]], order: int) -> None:
    texts, outputs, groups, group = corpus
    arguments = np.array(outputs, dtype=np.int64), groups, np.array(group, dtype=np.int64)
    both = on_both_paths(kernels, lambda: clipped_matches(texts, TYPES, *arguments, order))
    assert same_bits(*both)


@given(corpus=corpora(), order=st.integers(1, 20))
def test_common_ngrams(kernels: Kernels, corpus: tuple[Ragged, list[int], Ragged, list[int]], order: int) -> None:
    texts, outputs, groups, group = corpus
    arguments = np.array(outputs, dtype=np.int64), groups, np.sort(np.array(group, dtype=np.int64))
    assert same_bits(*on_both_paths(kernels, lambda: common_ngrams(texts, *arguments, order)))


@given(corpus=corpora(), seed=st.integers(0, 1000))
def test_lcs_lengths(kernels: Kernels, corpus: tuple[Ragged, list[int], Ragged, list[int]], seed: int) -> None:
    texts = corpus[0]
    left, right = np.random.default_rng(seed).integers(len(texts), size=(2, 9))
    assert same_bits(*on_both_paths(kernels, lambda: lcs_lengths(texts, left, right)))


@pytest.mark.parametrize("length", [63, 64, 65, 128, 1000, 20_000])
def test_long_texts(kernels: Kernels, length: int) -> None:
    rng = np.random.default_rng(length)
    values = rng.integers(50, size=3 * length).astype(np.int32)
    texts = Ragged(values, np.arange(4) * length)
    groups, none = ragged([[1, 2], [2]]), np.zeros(1, dtype=np.int64)
    pair = np.array([0, 2]), np.array([1, 1])
    assert same_bits(*on_both_paths(kernels, lambda: lcs_lengths(texts, *pair)))
    assert same_bits(*on_both_paths(kernels, lambda: clipped_matches(texts, 50, none, groups, none, 4)))
    assert same_bits(*on_both_paths(kernels, lambda: common_ngrams(texts, none, groups, none, 6)))


def test_a_kernel_that_cannot_get_memory_says_so(kernels: Kernels) -> None:
    one, many = np.zeros(1, dtype=np.int64), np.array([0, 1 << 45], dtype=np.int64)
    with pytest.raises(MemoryError, match="clipped_matches"):
        kernels.call("clipped_matches", one, many, 1, one, one, np.array([0, 1]), one, np.array([0, 1]), 1, 4, one)
