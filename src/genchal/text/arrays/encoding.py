"""Whole corpora to integers: no Python call per text, one call per *different* chunk.

Texts are joined in blocks, split at white space by one call, and their chunks are numbered by a dictionary
that is driven from C. The numbering does not depend on the tokeniser, so several tokenisers and both cases
share it; each splits every different chunk once and the tokens are laid out by array code. Where kernels were compiled,
they split, number and lay out in the same order; chunks that are not ASCII are split by the tokeniser all the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.packed import PackedTexts
from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of, positions
from genchal.text.kernels import encoding as compiled
from genchal.text.kernels.library import Kernels, active_kernels
from genchal.text.tokenisers.base import Tokeniser

CHUNKS_AT_ONCE = 1 << 18  # laid out at a time
BLOCK = 1 << 16  # characters joined at a time: large enough for C speed, small enough to stay in cache
# Candidates for marking text borders: characters that are not white space and hardly ever stand alone in text.
_BORDERS = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b"
K = TypeVar("K")


class NumberedKeys(dict[K, int]):
    """Gives every new key the next number."""

    def __missing__(self, key: K) -> int:
        number = self[key] = len(self)
        return number


@dataclass(frozen=True, slots=True)
class Encoded:
    """Texts as token numbers; equal numbers mean equal tokens. The numbers run from 0 to ``types - 1``."""

    tokens: Ragged
    vocabulary: Sequence[str]

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
        self.strings: Sequence[str]
        kernels = active_kernels()
        if kernels is not None:
            self.numbers, self.strings = compiled.split_chunks(kernels, PackedTexts.of(texts))
            return
        numbering: NumberedKeys[str] = NumberedKeys()
        numbers, lengths = array("i"), array("q")
        for block in _blocks(texts):
            chunks, counts = _number_block(block, numbering)
            numbers.frombytes(chunks.tobytes())
            lengths.frombytes(counts.tobytes())
        self.numbers = Ragged(_as_array(numbers), offsets_of(_as_array(lengths)))
        used = _renumber(self.numbers.values, len(numbering))  # border marks have numbers that nobody uses
        strings = list(numbering)
        self.strings = [strings[number] for number in used.tolist()]
        if not frozenset(_BORDERS).isdisjoint(self.strings):
            self._number_as_they_come()

    def _number_as_they_come(self) -> None:
        """Number chunks again: one that marked a border before it was found in a text has too low a number."""
        firsts = np.unique(self.numbers.values, return_index=True)[1]
        order = np.argsort(firsts)
        new = np.empty(len(order), dtype=np.int32)
        new[order] = np.arange(len(order), dtype=np.int32)
        self.numbers.values[:] = new[self.numbers.values]
        self.strings = [self.strings[number] for number in order.tolist()]

    def encode(self, tokeniser: Tokeniser, lower: bool) -> Encoded:
        """Tokenise, lower-casing if asked."""
        prepared = tokeniser.prepare(self.texts)
        chunks = self if prepared is self.texts else self._with(prepared)
        return chunks._expand(tokeniser, lower)

    def _with(self, texts: Sequence[str]) -> Chunks:
        """The same after some texts have been rewritten; only those are split and numbered again."""
        changed = [row for row, (old, new) in enumerate(zip(self.texts, texts, strict=True)) if old is not new]
        others = Chunks([texts[row] for row in changed])
        rows = np.arange(len(texts))
        rows[changed] = len(texts) + np.arange(len(changed))
        both = Ragged(
            np.concatenate([self.numbers.values, others.numbers.values + np.int32(len(self.strings))]),
            np.concatenate([self.numbers.offsets, self.numbers.offsets[-1] + others.numbers.offsets[1:]]),
        )
        made = copy(self)
        made.texts = texts
        made.numbers = both.take(rows)
        used = _renumber(made.numbers.values, len(self.strings) + len(others.strings))
        strings = [*self.strings, *others.strings]
        made.strings = [strings[number] for number in used.tolist()]
        return made

    def _expand(self, tokeniser: Tokeniser, lower: bool) -> Encoded:
        kernels = active_kernels()
        if kernels is not None and tokeniser.compiled_rules is not None:
            return self._expand_by_rules(kernels, tokeniser, tokeniser.compiled_rules, lower)
        kinds, kind_of_chunk = self._kinds(tokeniser.positional)
        before = lower and not tokeniser.case_sensitive
        strings = list(map(str.lower, self.strings)) if before else list(self.strings)
        split = tokeniser.split
        if tokeniser.positional:
            pieces = [split(strings[kind >> 2], kind & 1 == 1, kind & 2 == 2) for kind in kinds.tolist()]
        else:
            pieces = [split(chunk, False, False) for chunk in strings]
        ends = offsets_of(np.fromiter(map(len, pieces), dtype=np.int64, count=len(pieces)))
        tokens: Iterable[str] = chain.from_iterable(pieces)
        if lower and tokeniser.case_sensitive:
            tokens = map(str.lower, tokens)
        numbering: NumberedKeys[str] = NumberedKeys()
        numbers = np.fromiter(map(numbering.__getitem__, tokens), dtype=np.int32, count=int(ends[-1]))
        return Encoded(_lay_out(self.numbers, kind_of_chunk, Ragged(numbers, ends)), tuple(numbering))

    def _expand_by_rules(self, kernels: Kernels, tokeniser: Tokeniser, rules: compiled.Rules, lower: bool) -> Encoded:
        """The same by kernels: rules that they know, which look neither at places nor at capitals."""
        chunks = PackedTexts.of(self.strings)
        known = {}
        for row in chunks.non_ascii().tolist():
            chunk = chunks[row]
            known[row] = tokeniser.split(chunk.lower() if lower else chunk, False, False)
        table = compiled.split_tokens(kernels, chunks, rules, lower, known)
        return Encoded(compiled.lay_out(kernels, self.numbers, self.numbers.values, table.tokens), table.vocabulary)

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
        used = _renumber(kind_of_chunk, len(kinds))
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


def _number_block(texts: Sequence[str], numbering: NumberedKeys[str]) -> tuple[NDArray[np.int32], IntArray]:
    """Number the chunks of some texts; also return how many chunks each text has."""
    for border in _BORDERS:
        chunks = f" {border} ".join([*texts, ""]).split()
        numbers = np.fromiter(map(numbering.__getitem__, chunks), dtype=np.int32, count=len(chunks))
        marks = numbers == numbering[border]
        ends = np.flatnonzero(marks)
        if len(ends) == len(texts):  # else the mark occurs in a text as a chunk of its own: take another one
            return numbers[~marks], np.diff(ends, prepend=-1) - 1
    split = [text.split() for text in texts]
    flat = [numbering[chunk] for chunks in split for chunk in chunks]
    return np.array(flat, dtype=np.int32), np.array([len(chunks) for chunks in split], dtype=np.int64)


def _renumber(numbers: NDArray[np.int32], count: int) -> IntArray:
    """Renumber, in place, leaving out those of `count` numbers that do not occur; return those that do."""
    occurs = np.bincount(numbers, minlength=count) > 0
    if not occurs.all():
        new = np.cumsum(occurs, dtype=np.int32) - np.int32(1)
        for start in range(0, len(numbers), CHUNKS_AT_ONCE):
            some = numbers[start : start + CHUNKS_AT_ONCE]
            some[:] = new.take(some)
    return np.flatnonzero(occurs)


def _lay_out(chunks: Ragged, kind_of_chunk: NDArray[np.int32], table: Ragged) -> Ragged:
    """Replace every chunk by its tokens: count first, then fill, some texts at a time so that nothing grows large."""
    kernels = active_kernels()
    if kernels is not None:
        return compiled.lay_out(kernels, chunks, kind_of_chunk, table)
    lengths_of_kind = table.lengths
    pieces = list(_pieces(chunks.offsets))
    counts = np.zeros(len(chunks), dtype=np.int64)
    for first, last in pieces:
        begin, end = chunks.offsets[first], chunks.offsets[last]
        ends = offsets_of(lengths_of_kind.take(kind_of_chunk[begin:end]))
        counts[first:last] = np.diff(ends[chunks.offsets[first : last + 1] - begin])
    offsets = offsets_of(counts)
    values = np.empty(offsets[-1], dtype=np.int32)
    for first, last in pieces:
        kinds = kind_of_chunk[chunks.offsets[first] : chunks.offsets[last]]
        lengths = lengths_of_kind.take(kinds)
        places = positions(table.offsets.take(kinds), lengths, offsets_of(lengths))
        values[offsets[first] : offsets[last]] = table.values.take(places)
    return Ragged(values, offsets)


def _pieces(offsets: IntArray) -> Iterator[tuple[int, int]]:
    """Cut texts into runs of about CHUNKS_AT_ONCE chunks."""
    first, total = 0, len(offsets) - 1
    while first < total:
        last = int(np.searchsorted(offsets, offsets[first] + CHUNKS_AT_ONCE, side="right")) - 1
        last = max(last, first + 1)
        yield first, last
        first = last


def _as_array(sequence: array[int]) -> NDArray[Any]:
    """The same memory as a numpy array."""
    return np.frombuffer(sequence, dtype=f"i{sequence.itemsize}") if sequence else np.zeros(0, f"i{sequence.itemsize}")
