"""N-grams that two texts have in common, for every (output, reference) pair: the evidence behind chrF.

An n-gram that occurs twice in one text and three times in another is common to them twice. So every occurrence is
identified by its rank (first, second, ... in its text), and what two texts have in common is then the intersection of
two *sets* of (n-gram, rank): a bit each, and a count of the bits that two texts share. One sort of the longest
n-grams serves all orders, because those that begin alike stand together. It runs in pieces that fit the cache, and
exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of, positions
from genchal.text.kernels import overlap as compiled
from genchal.text.kernels.library import active_kernels

SYMBOLS_AT_ONCE = 1 << 16  # per piece: the working arrays then stay within half a megabyte each
SYMBOLS_PER_TEXT = 64  # what a text counts for beside its symbols, so that there are not too many of them
WORDS_AT_ONCE = 1 << 16  # of 64 bits each, when pairs are compared
KEY_BITS = 63


def common_ngrams(texts: Ragged, outputs: IntArray, groups: Ragged, group: IntArray, order: int) -> NDArray[np.int32]:
    """Count what every output has in common with each of its references, for n = 1 to `order`.

    Output i is text ``outputs[i]`` and its references are the texts ``groups[group[i]]``; outputs of the same group
    stand together and share the work on it. The result has one line per pair, those of output 0 first, and one column
    per n.
    """
    kernels = active_kernels()
    if kernels is not None:
        return compiled.common_ngrams(kernels, texts, outputs, groups, group, order)
    offsets = offsets_of(groups.lengths[group])
    found = np.zeros((offsets[-1], order), dtype=np.int32)
    for first, last in _pieces(texts, outputs, groups, group):
        piece = _Piece.of(texts, outputs[first:last], groups, group[first:last], order)
        piece.compare(found[offsets[first] : offsets[last]])
    return found


def _pieces(texts: Ragged, outputs: IntArray, groups: Ragged, group: IntArray) -> Iterator[tuple[int, int]]:
    """Cut outputs into runs that are small together with their references."""
    sizes = texts.lengths + SYMBOLS_PER_TEXT
    references = np.diff(offsets_of(sizes[groups.values])[groups.offsets])
    opens_group = np.diff(group, prepend=-1) != 0
    ends = offsets_of(sizes[outputs] + np.where(opens_group, references[group], 0))
    return runs(ends, SYMBOLS_AT_ONCE)


@dataclass(frozen=True, eq=False)
class _Piece:
    """Some outputs and their references, one after the other, and the n-grams that begin at every symbol of them."""

    texts: Ragged
    group: IntArray  # of every text
    left: IntArray  # the pairs to compare, by place among the texts
    right: IntArray
    grams: list[IntArray]  # the longest ones, as many symbols packed into an integer as it holds; 0 past the end
    symbol_bits: int

    @classmethod
    def of(cls, texts: Ragged, outputs: IntArray, groups: Ragged, group: IntArray, order: int) -> _Piece:
        """Lay out the texts."""
        opens_group = np.diff(group, prepend=-1) != 0
        own = np.cumsum(opens_group) - 1
        different = group[opens_group]
        counts = groups.lengths[different]
        ends = offsets_of(counts)
        references = groups.values[positions(groups.offsets[different], counts, ends)]
        taken = texts.take(np.concatenate([outputs, references]))
        pairs = counts[own]
        return cls(
            taken,
            np.concatenate([own, np.repeat(np.arange(len(different)), counts)]),
            np.repeat(np.arange(len(outputs)), pairs),
            len(outputs) + positions(ends[:-1][own], pairs, offsets_of(pairs)),
            *_packed(taken, order),
        )

    def compare(self, found: NDArray[np.int32]) -> None:
        """Count for every pair (line) what is common, for n = 1, 2, ... (column)."""
        order = found.shape[1]
        row = self.texts.rows()
        left = self.texts.offsets[1:][row] - np.arange(len(row))  # symbols from here to the end of the text
        by_group = _sorted(self.group[row], self.grams, self.symbol_bits, order)
        row, left = row[by_group], left[by_group]
        by_text = np.argsort(row.astype(np.uint16 if len(self.texts) <= 1 << 16 else np.int64), kind="stable")
        place = np.empty(len(row), dtype=np.int64)
        place[by_text] = np.arange(len(row))
        grams = [gram[by_group] for gram in self.grams]
        alike = _Alike(self.group[row], grams, self.symbol_bits)
        alike_in_text = _Alike(row[by_text], [gram[by_text] for gram in grams], self.symbol_bits)
        for n in range(1, order + 1):
            rank = alike_in_text.next().ranks()[place]
            self._compare(found[:, n - 1], row, left >= n, alike.next().starts, rank)

    def _compare(
        self,
        found: NDArray[np.int32],
        row: IntArray,
        inside: NDArray[np.bool_],
        starts: NDArray[np.bool_],
        rank: NDArray[np.int32],
    ) -> None:
        """Set one bit per (n-gram, rank) of a text and count those that the texts of a pair share."""
        first = np.flatnonzero(starts)
        if not len(first):
            return
        most = np.maximum.reduceat(rank, first) + 1
        before = offsets_of(most)
        group = self.group[row[first]]
        sizes = np.bincount(group, weights=most, minlength=int(self.group.max()) + 1).astype(np.int64)
        words = (sizes + 63) >> 6
        start = offsets_of(words[self.group])
        flags = np.zeros((int(start[-1]) << 6) + 1, dtype=bool)
        # Bits of a text begin at its start; n-grams are numbered across groups.
        places = ((start[:-1] << 6) - offsets_of(sizes)[self.group])[row]
        places += rank
        places += np.repeat(before[:-1], np.diff(first, append=len(row)))
        flags[np.where(inside, places, len(flags) - 1)] = True
        bits = np.packbits(flags[:-1]).view(np.uint64)
        lengths = words[self.group[self.left]]
        ends = offsets_of(lengths)
        for begin, end in runs(ends, WORDS_AT_ONCE):
            size = lengths[begin:end]
            own = ends[begin : end + 1] - ends[begin]
            both = bits[positions(start[self.left[begin:end]], size, own)]
            both &= bits[positions(start[self.right[begin:end]], size, own)]
            total = np.zeros(len(both) + 1, dtype=np.int64)
            np.cumsum(np.bitwise_count(both), out=total[1:])
            found[begin:end] = np.diff(total[own])


class _Alike:
    """Sorted n-grams: where another one than before begins, for n = 1, 2, ..."""

    def __init__(self, kind: IntArray, grams: list[IntArray], bits: int) -> None:
        self.starts = np.ones(len(kind), dtype=bool)
        self.starts[1:] = kind[1:] != kind[:-1]
        self.changes = [gram[1:] ^ gram[:-1] for gram in grams]
        self.bits = bits
        self.n = 0

    def next(self) -> _Alike:
        """Look at one more symbol."""
        held = KEY_BITS // self.bits
        which, place = divmod(self.n, held)
        self.starts[1:] |= self.changes[which] >= 1 << (self.bits * (held - 1 - place))
        self.n += 1
        return self

    def ranks(self) -> NDArray[np.int32]:
        """How many equal ones come before."""
        places = np.arange(len(self.starts), dtype=np.int32)
        ranks: NDArray[np.int32] = places - np.maximum.accumulate(np.where(self.starts, places, 0))
        return ranks


def _packed(texts: Ragged, order: int) -> tuple[list[IntArray], int]:
    """Return the n-grams that begin at every symbol, in one or several integers, and the bits that a symbol takes."""
    bits = max(int(texts.values.max(initial=0) + 1).bit_length(), 1)
    held = KEY_BITS // bits
    gap = order - 1
    place = np.arange(len(texts.values)) + gap * texts.rows()
    symbols = np.zeros(len(texts.values) + gap * len(texts), dtype=np.int64)
    symbols[place] = texts.values.astype(np.int64) + 1
    grams = []
    for first in range(0, order, held):
        gram = np.zeros(len(symbols), dtype=np.int64)
        for ahead in range(first, min(first + held, order)):
            gram[: len(symbols) - ahead] |= symbols[ahead:] << (bits * (held - 1 - ahead + first))
        grams.append(gram[place])
    return grams, bits


def _sorted(group: IntArray, grams: list[IntArray], bits: int, order: int) -> IntArray:
    """Sort n-grams within groups; `bits` are those of a symbol."""
    if len(grams) == 1 and bits * order + int(group.max(initial=0)).bit_length() <= KEY_BITS:
        spare = bits * (KEY_BITS // bits - order)  # the lowest bits, where no symbol is
        return np.argsort((group << (bits * order)) | (grams[0] >> spare))
    return np.lexsort([*grams[::-1], group])


def runs(ends: IntArray, size: int) -> Iterator[tuple[int, int]]:
    """Cut things that end at `ends` into runs of about `size`, of at least one thing each."""
    first, total = 0, len(ends) - 1
    while first < total:
        last = max(int(np.searchsorted(ends, ends[first] + size, side="right")) - 1, first + 1)
        yield first, last
        first = last
