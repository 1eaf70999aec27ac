"""Whole corpora to integers: no Python call per text, one call per *different* chunk.

Texts are joined in blocks, split at white space by one call, and their chunks are numbered by a dictionary
that is driven from C. The numbering does not depend on the tokeniser, so several tokenisers and both cases
share it; each splits every different chunk once and the tokens are laid out by array code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.text.ragged import IntArray, Ragged, offsets_of, positions
from genchal.text.tokenisers import Tokeniser

BLOCK = 1 << 20  # characters joined at a time: large enough for C speed, small enough to stay in cache
# Candidates for marking text borders: characters that are not white space and hardly ever stand alone in text.
_BORDERS = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b"


class _Numbering(dict[str, int]):
    """Gives every new key the next number."""

    def __missing__(self, key: str) -> int:
        number = self[key] = len(self)
        return number


@dataclass(frozen=True, slots=True)
class Encoded:
    """Texts as token numbers; equal numbers mean equal tokens. The numbers run from 0 to ``types - 1``."""

    tokens: Ragged
    vocabulary: tuple[str, ...]

    @property
    def types(self) -> int:
        """Number of different tokens."""
        return len(self.vocabulary)

    def strings(self, row: int) -> list[str]:
        """Tokens of one text, to look at."""
        start, end = self.tokens.offsets[row : row + 2]
        return [self.vocabulary[number] for number in self.tokens.values[start:end]]


class Chunks:
    """Texts as numbers of their chunks, ready to be tokenised in several ways."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        numbering = _Numbering()
        blocks = [_number_block(block, numbering) for block in _blocks(texts)]
        numbers = np.concatenate([numbers for numbers, _ in blocks] or [np.zeros(0, dtype=np.int32)])
        lengths = np.concatenate([lengths for _, lengths in blocks] or [np.zeros(0, dtype=np.int64)])
        strings = list(numbering)
        used, numbers = _used(numbers, len(strings))  # border marks are numbered too, and nobody uses them
        self.strings = [strings[number] for number in used.tolist()]
        self.numbers = Ragged(numbers, offsets_of(lengths))

    def encode(self, tokeniser: Tokeniser, lower: bool) -> Encoded:
        """Tokenise, lower-casing if asked."""
        prepared = tokeniser.prepare(self.texts)
        if prepared is not self.texts:
            return Chunks(prepared)._expand(tokeniser, lower)
        return self._expand(tokeniser, lower)

    def _expand(self, tokeniser: Tokeniser, lower: bool) -> Encoded:
        kinds, kind_of_chunk = self._kinds(tokeniser.positional)
        numbering = _Numbering()
        flat: list[int] = []
        ends = [0]
        number = numbering.__getitem__
        lower_before = lower and not tokeniser.case_sensitive
        lower_after = lower and tokeniser.case_sensitive
        for kind in kinds.tolist():
            chunk = self.strings[kind >> 2]
            tokens = tokeniser.split(chunk.lower() if lower_before else chunk, bool(kind & 1), bool(kind & 2))
            if lower_after:
                tokens = [token.lower() for token in tokens]
            flat.extend(map(number, tokens))
            ends.append(len(flat))
        table = Ragged(np.array(flat, dtype=np.int32), np.array(ends, dtype=np.int64))
        return Encoded(_lay_out(self.numbers, kind_of_chunk, table), tuple(numbering))

    def _kinds(self, positional: bool) -> tuple[IntArray, NDArray[np.int32]]:
        """Return the different things to split (chunk number * 4 + first + 2 * last), and which one every chunk is."""
        plain = np.arange(len(self.strings)) << 2
        numbers = self.numbers.values
        if not positional:
            return plain, numbers
        filled = self.numbers.lengths > 0
        first, last = self.numbers.offsets[:-1][filled], self.numbers.offsets[1:][filled] - 1
        # White space before the first chunk counts as a character before it; at the end texts are stripped.
        bare = np.fromiter((not text[:1].isspace() for text in self.texts), dtype=bool, count=len(self.texts))[filled]
        edges = np.concatenate([first, last[last > first]])
        keys = numbers[edges].astype(np.int64) << 2
        keys[: len(first)] += bare + 2 * (first == last)
        keys[len(first) :] += 2
        special, inverse = np.unique(keys, return_inverse=True)
        kinds = np.concatenate([plain, special])
        kind_of_chunk = numbers.copy()
        kind_of_chunk[edges] = len(plain) + inverse
        used, kind_of_chunk = _used(kind_of_chunk, len(kinds))
        return kinds[used], kind_of_chunk


def encode(texts: Sequence[str], tokeniser: Tokeniser, lower: bool = False) -> Encoded:
    """Tokenise and number a list of texts."""
    return Chunks(texts).encode(tokeniser, lower)


def _blocks(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Cut a list of texts into runs of about BLOCK characters."""
    start = size = 0
    for index, text in enumerate(texts):
        size += len(text)
        if size >= BLOCK:
            yield texts[start : index + 1]
            start, size = index + 1, 0
    if start < len(texts):
        yield texts[start:]


def _number_block(texts: Sequence[str], numbering: _Numbering) -> tuple[NDArray[np.int32], IntArray]:
    """Number the chunks of some texts; also return how many chunks each text has."""
    for border in _BORDERS:
        chunks = f" {border} ".join([*texts, ""]).split()
        if chunks.count(border) == len(texts):
            numbers = np.fromiter(map(numbering.__getitem__, chunks), dtype=np.int32, count=len(chunks))
            ends = np.flatnonzero(numbers == numbering[border])
            return np.delete(numbers, ends), np.diff(ends, prepend=-1) - 1
    # Every candidate occurs as a chunk of its own: go the slow way.
    split = [text.split() for text in texts]
    flat = [numbering[chunk] for chunks in split for chunk in chunks]
    return np.array(flat, dtype=np.int32), np.array([len(chunks) for chunks in split], dtype=np.int64)


def _used(numbers: NDArray[np.int32], count: int) -> tuple[IntArray, NDArray[np.int32]]:
    """Return which of `count` numbers occur, and the numbers counted anew without the others."""
    occurs = np.bincount(numbers, minlength=count) > 0
    if occurs.all():
        return np.arange(count), numbers
    renumbered = np.cumsum(occurs, dtype=np.int32) - np.int32(1)
    return np.flatnonzero(occurs), renumbered[numbers]


def _lay_out(chunks: Ragged, kind_of_chunk: NDArray[np.int32], table: Ragged) -> Ragged:
    """Replace every chunk by its tokens, some hundred thousand chunks at a time to stay small."""
    lengths_of_kind = table.lengths
    flat: list[NDArray[np.int32]] = []
    ends = np.zeros(len(kind_of_chunk) + 1, dtype=np.int64)
    step = 1 << 18
    for start in range(0, len(kind_of_chunk), step):
        kinds = kind_of_chunk[start : start + step]
        lengths = lengths_of_kind[kinds]
        offsets = offsets_of(lengths)
        flat.append(table.values[positions(table.offsets[kinds], lengths, offsets)])
        ends[start + 1 : start + 1 + len(kinds)] = offsets[1:] + ends[start]
    values = np.concatenate(flat) if flat else np.zeros(0, dtype=np.int32)
    return Ragged(values, ends[chunks.offsets])
