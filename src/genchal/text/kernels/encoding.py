"""Chunks and tokens of packed texts, by the kernels."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.packed import PackedTexts
from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of
from genchal.text.kernels.library import Kernels

Rules = Literal["13a", "none", "char", "chrf"]
_NUMBERS: dict[str, int] = {"13a": 1, "none": 2, "char": 3, "chrf": 4}  # as in tokens.c


class Numbered(NamedTuple):
    """The number of every text, and for every number where its text appeared first."""

    numbers: NDArray[np.int32]
    firsts: IntArray


class Split(NamedTuple):
    """The chunks of every text as numbers, and the different chunks."""

    numbers: Ragged
    different: PackedTexts


class TokenTable(NamedTuple):
    """The tokens of every different chunk as numbers, and the different tokens."""

    tokens: Ragged
    vocabulary: PackedTexts


def number_texts(kernels: Kernels, texts: PackedTexts) -> Numbered:
    """Number texts: equal ones get equal numbers, in the order in which they first appear."""
    numbers, firsts = np.empty(len(texts), dtype=np.int32), np.empty(len(texts), dtype=np.int64)
    count = kernels.call("number_spans", texts.data, texts.starts, texts.ends, len(texts), numbers, firsts)
    return Numbered(numbers, firsts[:count].copy())


def number_rows(kernels: Kernels, rows: Ragged) -> Numbered:
    """The same for sequences of numbers."""
    values = np.ascontiguousarray(rows.values)
    ends = rows.offsets * values.itemsize
    return number_texts(kernels, PackedTexts(values.view(np.uint8), ends[:-1], ends[1:]))


def split_chunks(kernels: Kernels, texts: PackedTexts) -> Split:
    """Split texts at white space and number their chunks."""
    room = int(texts.lengths.sum()) // 2 + len(texts)
    counts = np.empty(len(texts), dtype=np.int64)
    numbers, spans = np.empty(room, dtype=np.int32), np.empty((room, 2), dtype=np.int64)
    found = kernels.call("number_chunks", texts.data, texts.starts, texts.ends, len(texts), counts, numbers, spans)
    offsets = offsets_of(counts)
    different = PackedTexts(texts.data, spans[:found, 0], spans[:found, 1])
    return Split(Ragged(numbers[: offsets[-1]].copy(), offsets), different)


def split_tokens(
    kernels: Kernels, chunks: PackedTexts, rules: Rules, lower: bool, known: dict[int, list[str]]
) -> TokenTable:
    """Split different chunks by some rules and number the tokens; `known` are those of chunks that are not ASCII."""
    given = np.full(len(chunks), -1, dtype=np.int32)
    given[list(known)] = np.arange(len(known), dtype=np.int32)
    given_tokens = PackedTexts.of([token for tokens in known.values() for token in tokens])
    given_offsets = offsets_of(np.fromiter(map(len, known.values()), dtype=np.int64, count=len(known)))
    given_ends = np.append(given_tokens.starts, len(given_tokens.data))
    spans = np.column_stack([chunks.starts, chunks.ends])
    longest = int(chunks.lengths.max(initial=0))
    own = int(chunks.lengths[given < 0].sum())
    tokens = own + int(given_offsets[-1])
    if rules == "none":
        tokens = len(chunks) + int(given_offsets[-1])
    elif rules == "chrf":
        tokens = 2 * len(chunks) + int(given_offsets[-1])
    arena = np.empty(own + len(given_tokens.data), dtype=np.uint8)
    ends = np.empty(tokens + 1, dtype=np.int64)
    numbers, offsets = np.empty(tokens, dtype=np.int32), np.empty(len(chunks) + 1, dtype=np.int64)
    types = kernels.call(
        "number_tokens",
        _NUMBERS[rules],
        int(lower),
        chunks.data,
        spans,
        len(chunks),
        given,
        given_tokens.data,
        given_ends,
        given_offsets,
        longest,
        np.empty(49 * longest + 136, dtype=np.uint8),
        arena,
        ends,
        numbers,
        offsets,
    )
    ends = ends[: types + 1].copy()
    vocabulary = PackedTexts(arena[: ends[-1]].copy(), ends[:-1], ends[1:])
    return TokenTable(Ragged(numbers[: offsets[-1]].copy(), offsets), vocabulary)


def lay_out(kernels: Kernels, chunks: Ragged, kind_of_chunk: NDArray[np.int32], table: Ragged) -> Ragged:
    """Replace every chunk by its tokens."""
    kinds = np.ascontiguousarray(kind_of_chunk, dtype=np.int32)
    values = np.ascontiguousarray(table.values, dtype=np.int32)
    text_offsets, offsets = np.ascontiguousarray(chunks.offsets), np.ascontiguousarray(table.offsets)
    counts = np.empty(len(chunks), dtype=np.int64)
    total = kernels.call("lay_out", kinds, text_offsets, len(chunks), values, offsets, counts, None)
    result = np.empty(total, dtype=np.int32)
    kernels.call("lay_out", kinds, text_offsets, len(chunks), values, offsets, counts, result)
    return Ragged(result, offsets_of(counts))
