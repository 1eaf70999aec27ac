"""Longest common subsequences of many pairs of token sequences."""

from __future__ import annotations

import numpy as np

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
        used, place = np.unique(np.concatenate([left[some], right[some]]), return_inverse=True)
        strings = np.array(_as_strings(texts.take(used)), dtype=object)
        queries, choices = strings[place[: len(left[some])]], strings[place[len(left[some]) :]]
        result[some] = cpdist(queries.tolist(), choices.tolist(), scorer=LCSseq.similarity, dtype=np.int64)
    return result


def _as_strings(texts: Ragged) -> list[str]:
    """One string per text, one character per token: equal characters for equal tokens."""
    _, dense = np.unique(texts.values, return_inverse=True)  # so that large vocabularies fit into the code space
    symbols = dense.astype(np.uint32) + 1
    symbols[symbols >= 0xD800] += 0x800  # jump over the surrogates, which do not decode
    ends = texts.offsets[1:]
    flat = np.insert(symbols, ends, _SEPARATOR)
    return flat.astype("<u4").tobytes().decode("utf-32-le").split(chr(_SEPARATOR))[:-1]
