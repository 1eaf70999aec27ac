"""How often n-grams occur in a corpus that is seen in parts: sorted fingerprints and counts, merged as they come.

Callers know that an n-gram occurs, or treat what does not occur as if it occurred once. So n-grams
that occur once are dropped in the end, which leaves a small part of them; before, it is not known which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.fingerprints import Fingerprints
from genchal.text.arrays.ragged import IntArray

SLICES = 64  # parts are merged slice by slice, by the first bits of fingerprints, so that little memory is used twice

Counts = NDArray[np.int32]


class GramPart(NamedTuple):
    """The n-grams of a part of a corpus: different fingerprints, ascending, their counts, and the size of the part."""

    keys: Fingerprints
    counts: Counts
    size: int


def count_grams(fingerprints: Fingerprints, size: int, owner: IntArray | None = None) -> GramPart:
    """Count fingerprints; those of one owner count once, if owners are given, equal fingerprints by ascending owner."""
    if owner is None:
        keys = np.sort(fingerprints)
        counts = np.ones(len(keys), dtype=np.int32)
    else:
        order = np.argsort(fingerprints, kind="stable")
        keys, owner = fingerprints[order], owner[order]
        counts = np.ones(len(keys), dtype=np.int32)
        counts[1:] = (keys[1:] != keys[:-1]) | (owner[1:] != owner[:-1])
    return GramPart(*_summed(keys, counts), size)


def merge_parts(parts: Iterable[GramPart]) -> GramCounts:
    """Add up the counts of all parts.

    Parts of about the same size are merged, so that each fingerprint is copied a few times only, however many parts
    there are; memory is that of the different fingerprints, 12 bytes each.
    """
    tables: list[_Table] = []
    size = 0
    for part in parts:
        size += part.size
        tables.append(_sliced(part))
        while len(tables) > 1 and _length(tables[-2]) <= _length(tables[-1]):
            tables.append(_both(tables.pop(), tables.pop()))
    while len(tables) > 1:
        tables.append(_both(tables.pop(), tables.pop()))
    kept = []
    while tables and tables[0]:
        keys, counts = tables[0].pop()
        several = counts > 1
        kept.append((keys[several], counts[several]))
    return GramCounts(
        np.concatenate([keys for keys, _ in kept] or [np.zeros(0, dtype=np.uint64)]),
        np.concatenate([counts for _, counts in kept] or [np.zeros(0, dtype=np.int32)]),
        size,
    )


@dataclass(frozen=True, eq=False)
class GramCounts:
    """Counts of the n-grams that occur more than once in a corpus, and the corpus's size."""

    keys: Fingerprints
    counts: Counts
    size: int

    def __reduce__(self) -> tuple[type[GramCounts], tuple[object, ...]]:
        """Travel without what can be made again."""
        return GramCounts, (self.keys, self.counts, self.size)

    def of(self, fingerprints: Fingerprints) -> IntArray:
        """Counts of n-grams; 1 for those not known."""
        result = np.ones(len(fingerprints), dtype=np.int64)
        if not len(self.keys):
            return result
        starts, shift = self._starts
        open_ = np.arange(len(fingerprints))
        wanted = fingerprints
        place = starts[fingerprints >> shift]
        while len(open_):  # keys with the same first bits are few
            key = self.keys[place]
            same = np.flatnonzero(key == wanted)
            result[open_[same]] = self.counts[place[same]]
            after = np.flatnonzero(key < wanted)
            after = after[place[after] + 1 < len(self.keys)]
            open_, wanted, place = open_[after], wanted[after], place[after] + 1
        return result

    @cached_property
    def digest(self) -> str:
        """Fingerprint of the whole table."""
        digest = blake2b(self.keys.tobytes(), digest_size=8)
        digest.update(self.counts.tobytes())
        return f"{digest.hexdigest()}-{self.size}"

    @cached_property
    def _starts(self) -> tuple[NDArray[np.int32], np.uint64]:
        """By first bits, the first key that has them or comes after; and how many bits are not looked at."""
        bits = len(self.keys).bit_length()
        shift = np.uint64(64 - bits)
        starts = np.searchsorted(self.keys, np.arange(1 << bits, dtype=np.uint64) << shift)
        return np.minimum(starts, len(self.keys) - 1).astype(np.int32), shift


_Table = list[tuple[Fingerprints, Counts]]  # slices, the last one first, so that they can be taken from the end


def _sliced(part: GramPart) -> _Table:
    """Cut by the first bits of fingerprints."""
    borders = np.arange(1, SLICES, dtype=np.uint64) << np.uint64(65 - SLICES.bit_length())
    cuts = np.searchsorted(part.keys, borders)
    return list(zip(np.split(part.keys, cuts), np.split(part.counts, cuts), strict=True))[::-1]


def _length(table: Sequence[tuple[Fingerprints, Counts]]) -> int:
    return sum(len(keys) for keys, _ in table)


def _both(left: _Table, right: _Table) -> _Table:
    """Merge two tables, which are used up."""
    result = []
    while left:
        (keys, counts), (other_keys, other_counts) = left.pop(), right.pop()
        keys = np.concatenate([keys, other_keys])
        order = np.argsort(keys, kind="stable")  # two ascending runs: they are merged, not sorted
        result.append(_summed(keys[order], np.concatenate([counts, other_counts])[order]))
    return result[::-1]


def _summed(keys: Fingerprints, counts: Counts) -> tuple[Fingerprints, Counts]:
    """Put the counts of equal keys, which stand together, into one."""
    if not len(keys):
        return keys, counts
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return keys[first], np.add.reduceat(counts, first, dtype=np.int32)
