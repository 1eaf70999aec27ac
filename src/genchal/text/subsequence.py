"""Longest common subsequences of many pairs of token sequences."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.text.ragged import IntArray, Ragged

PAIRS_AT_ONCE = 1 << 16
_SEPARATOR = 0  # code points from 1 on stand for tokens


def lcs_lengths(texts: Ragged, left: IntArray, right: IntArray) -> IntArray:
    """Length of the longest common subsequence of ``texts[left[i]]`` and ``texts[right[i]]``, for every i.

    Token numbers become characters and the pairs go to RapidFuzz's bit-parallel search as two lists of strings.
    """
    from rapidfuzz.distance import LCSseq
    from rapidfuzz.process import cpdist

    result = np.zeros(len(left), dtype=np.int64)
    for start in range(0, len(left), PAIRS_AT_ONCE):
        some = slice(start, start + PAIRS_AT_ONCE)
        used, place = _numbered(np.concatenate([left[some], right[some]]))
        strings = _as_strings(texts.take(used))
        queries, choices = ([strings[number] for number in half.tolist()] for half in np.split(place, 2))
        result[some] = cpdist(queries, choices, scorer=LCSseq.similarity, dtype=np.int64)
    return result


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
