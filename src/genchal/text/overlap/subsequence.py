"""Longest common subsequences and edit distances (Levenshtein 1966) of many pairs of token sequences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.numbering import Numbering
from genchal.text.arrays.ragged import IntArray, Ragged
from genchal.text.kernels import overlap as compiled
from genchal.text.kernels.library import active_kernels

PAIRS_AT_ONCE = 1 << 16
CELLS_AT_ONCE = 1 << 22  # of the tables behind `lcs_places`; one byte of memory for 8 of them
_SEPARATOR = 0  # code points from 1 on stand for tokens


def lcs_lengths(texts: Ragged, left: IntArray, right: IntArray) -> IntArray:
    """Length of the longest common subsequence of ``texts[left[i]]`` and ``texts[right[i]]``, for every i."""
    kernels = active_kernels()
    if kernels is not None and texts.lengths.max(initial=0) <= compiled.LONGEST:
        return compiled.lcs_lengths(kernels, texts, left, right)
    from rapidfuzz.distance import LCSseq

    return _compared(texts, left, right, LCSseq.similarity)


def edit_distances(texts: Ragged, left: IntArray, right: IntArray, substitution: Literal[1, 2] = 1) -> IntArray:
    """Least cost of turning ``texts[left[i]]`` into ``texts[right[i]]``, for every i.

    To insert or delete a token costs 1. Where a substitution costs as much as a deletion and an insertion, what is
    not in the longest common subsequence is deleted or inserted.
    """
    if substitution == 2:
        lengths = texts.lengths
        return lengths[left] + lengths[right] - 2 * lcs_lengths(texts, left, right)
    from rapidfuzz.distance import Levenshtein

    return _compared(texts, left, right, Levenshtein.distance)


def _compared(texts: Ragged, left: IntArray, right: IntArray, scorer: Callable[..., int]) -> IntArray:
    """Compare ``texts[left[i]]`` and ``texts[right[i]]`` with one of RapidFuzz's bit-parallel scorers, for every i.

    Token numbers become characters and the pairs go to RapidFuzz as two lists of strings, equal pairs once.
    """
    from rapidfuzz.process import cpdist

    result = np.zeros(len(left), dtype=np.int64)
    for start in range(0, len(left), PAIRS_AT_ONCE):
        some = slice(start, start + PAIRS_AT_ONCE)
        pairs = Numbering((left[some] << 32) | right[some])
        different = np.empty(pairs.count, dtype=np.int64)
        different[pairs.numbers] = pairs.keys
        used, place = _numbered(np.concatenate([different >> 32, different & 0xFFFFFFFF]))
        strings = _as_strings(texts.take(used))
        queries, choices = ([strings[number] for number in half.tolist()] for half in np.split(place, 2))
        result[some] = cpdist(queries, choices, scorer=scorer, dtype=np.int64)[pairs.numbers]
    return result


def lcs_places(texts: Ragged, left: IntArray, right: IntArray) -> tuple[IntArray, IntArray]:
    """Which tokens of ``texts[left[i]]`` make up the longest common subsequence with ``texts[right[i]]``, for every i.

    The result are pairs (i, place within the left text), in no particular order. Where there are several longest
    ones, it is the one that the rouge-score package reads from its table: from the end, a token of the right text is
    skipped only if skipping one of the left text would lose length.
    """
    lefts, rights = texts.lengths[left], texts.lengths[right]
    found: list[tuple[IntArray, IntArray]] = [(np.zeros(0, np.int64), np.zeros(0, np.int64))]
    for some in _tables(lefts, rights):
        who, place = _read(_padded(texts, left[some], -1), lefts[some], _padded(texts, right[some], -2), rights[some])
        found.append((some[who], place))
    who, place = (np.concatenate(column) for column in zip(*found, strict=True))
    return who, place


def _tables(lefts: IntArray, rights: IntArray) -> Iterator[IntArray]:
    """Put pairs of similar size together, as many as have CELLS_AT_ONCE cells in their tables."""
    order = np.lexsort((rights, lefts))
    order = order[(lefts > 0)[order] & (rights > 0)[order]]
    while len(order):
        some = order[:PAIRS_AT_ONCE]
        cells = np.arange(1, len(some) + 1) * lefts[some] * np.maximum.accumulate(rights[some])
        stop = max(int(np.searchsorted(cells, CELLS_AT_ONCE)), 1)
        yield order[:stop]
        order = order[stop:]


def _padded(texts: Ragged, rows: IntArray, filler: int) -> NDArray[np.int32]:
    """Texts as columns of one array, filled up at their ends."""
    some = texts.take(rows)
    lengths = some.lengths
    result = np.full((int(lengths.max()), len(rows)), filler, dtype=np.int32)
    result[np.arange(len(some.values)) - np.repeat(some.offsets[:-1], lengths), some.rows()] = some.values
    return result


def _read(
    left: NDArray[np.int32], lefts: IntArray, right: NDArray[np.int32], rights: IntArray
) -> tuple[IntArray, IntArray]:
    """Fill the tables of some pairs at once, line by line, and read the subsequences from their ends."""
    width, pairs = right.shape
    skips_right = np.empty((len(left), width, -(-pairs // 8)), dtype=np.uint8)  # bits: what to do at every cell
    above = np.zeros((width + 1, pairs), dtype=np.int32)
    for line, token in enumerate(left):
        here = np.zeros_like(above)
        np.maximum(above[1:], above[:-1] + (right == token), out=here[1:])
        np.maximum.accumulate(here, axis=0, out=here)
        skips_right[line] = np.packbits(here[:-1] > above[1:], axis=1)
        above = here
    who = np.arange(pairs)
    i, j = lefts - 1, rights - 1
    found = []
    while len(who):
        same = left[i, who] == right[j, who]
        found.append((who[same], i[same]))
        skip_right = (skips_right[i, j, who >> 3] >> (7 - (who & 7)).astype(np.uint8) & 1).astype(bool)
        i, j = i - (same | ~skip_right), j - (same | skip_right)
        open_ = (i >= 0) & (j >= 0)
        who, i, j = who[open_], i[open_], j[open_]
    who, place = (np.concatenate(column) for column in zip(*found, strict=True))
    return who, place


def _as_strings(texts: Ragged) -> list[str]:
    """One string per text, one character per token: equal characters for equal tokens."""
    _, dense = _numbered(texts.values)  # so that large vocabularies fit into the code space
    symbols = dense.astype(np.uint32) + 1
    symbols[symbols >= 0xD800] += 0x800  # jump over the surrogates, which do not decode
    ends = texts.offsets[1:]
    flat = np.insert(symbols, ends, _SEPARATOR)
    return flat.astype("<u4").tobytes().decode("utf-32-le").split(chr(_SEPARATOR))[:-1]


def _numbered(values: NDArray[Any]) -> tuple[IntArray, IntArray]:
    """The different values, ascending, and which of them every value is; values are small, so they are marked off."""
    occurs = np.zeros(int(values.max(initial=-1)) + 1, dtype=bool)
    occurs[values] = True
    return np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[values]
