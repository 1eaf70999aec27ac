"""Candidates: all matches between outputs and references that METEOR's matchers allow, for whole batches.

A matcher says which units may stand for each other: words, or phrases of several words. Every unit that occurs in the
outputs of a group of texts meets the units that occur in its references once, however often and in however many texts
they occur; only what matches is ever written down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.metrics.meteor.matchers import Matcher, TextUnits
from genchal.metrics.meteor.texts import Groups
from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of, positions

MOST = 256  # occurrences of a unit in one text that are considered: no sentence has more


@dataclass(frozen=True, slots=True)
class Candidates:
    """Matches that are possible: which pair, which matcher, and which words on either side.

    In the order in which METEOR considers them as soon as they are sorted by `pair`, `start` and `order`, ties kept.
    """

    pair: NDArray[np.int32]
    matcher: NDArray[np.int8]
    start: NDArray[np.int32]
    length: NDArray[np.int32]
    output_start: NDArray[np.int32]
    output_length: NDArray[np.int32]
    order: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.pair)

    def take(self, which: IntArray | slice) -> Candidates:
        """Some of them."""
        return Candidates(*(getattr(self, name)[which] for name in self.__slots__))

    def sorted(self) -> IntArray:
        """The order in which METEOR considers them."""
        columns = (self.pair, self.start, self.order)
        sizes = [int(column.max(initial=0)).bit_length() for column in columns]
        if sum(sizes) > 63:
            return np.lexsort(columns[::-1])
        keys = self.pair.astype(np.int64) << sizes[1]
        keys = ((keys | self.start) << sizes[2]) | self.order
        return np.argsort(keys, kind="stable")


def find_candidates(groups: Groups, matchers: Sequence[Matcher]) -> Candidates:
    """All possible matches of all pairs."""
    first_pair = groups.offsets[:-1] - groups.first_reference
    parts = []
    for rank, matcher in enumerate(matchers):
        ours = _Occurrences(matcher.units.take(groups.outputs), groups.output_group)
        theirs = _Occurrences(matcher.units.take(groups.references), groups.reference_group)
        if matcher.reverse:
            our, their = _joined(ours, theirs, matcher.related)
        else:
            their, our = _joined(theirs, ours, matcher.related)
        length, output_start, output_length = theirs.length[their], ours.start[our], ours.length[our]
        # Of the same words of the reference: by words of the output; or by length, then as the table has them.
        within = length if matcher.by_length else output_start * 16 + output_length
        parts.append(
            Candidates(
                (first_pair[ours.text[our]] + theirs.text[their]).astype(np.int32),
                np.full(len(our), matcher.number, dtype=np.int8),
                theirs.start[their],
                length,
                output_start,
                output_length,
                (rank << 24) + within,
            )
        )
    return Candidates(*(np.concatenate([getattr(part, name) for part in parts]) for name in Candidates.__slots__))


class _Occurrences:
    """Where the units of some texts occur, by group and unit."""

    def __init__(self, units: TextUnits, group: IntArray) -> None:
        self.text = units.numbers.rows()
        self.start, self.length = units.start, units.length
        self.width = units.count
        keys = group[self.text] * units.count + units.numbers.values
        self.by_key = np.argsort(keys, kind="stable")
        if units.numbers.lengths.max(initial=0) > MOST:
            self.by_key = self.by_key[_rank_within(keys[self.by_key], self.text[self.by_key]) < MOST]
        ordered = keys[self.by_key]
        first = np.flatnonzero(np.diff(ordered, prepend=-1))
        self.keys = ordered[first]
        self.offsets = np.append(first, len(ordered))


def _rank_within(*keys: IntArray) -> IntArray:
    """Count from 0 in every run of equal keys."""
    changes = np.logical_or.reduce([np.diff(key, prepend=-1) != 0 for key in keys])
    first = np.flatnonzero(changes)
    return np.arange(len(changes)) - np.repeat(first, np.diff(first, append=len(changes)))


def _joined(left: _Occurrences, right: _Occurrences, related: Ragged | None) -> tuple[IntArray, IntArray]:
    """Occurrences on the left beside those on the right that are related to them, in the order of the left ones."""
    if related is None:
        which, wanted = np.arange(len(left.keys)), left.keys
    else:
        unit = left.keys % left.width
        lengths = related.lengths[unit]
        which = np.repeat(np.arange(len(unit)), lengths)
        others = related.values[positions(related.offsets[unit], lengths, offsets_of(lengths))]
        wanted = (left.keys - unit)[which] + others
    place, known = _looked_up(right.keys, wanted)
    which, place = which[known], place[known]
    height = left.offsets[which + 1] - left.offsets[which]
    width = right.offsets[place + 1] - right.offsets[place]
    size = height * width
    offsets = offsets_of(size)
    within = np.arange(offsets[-1]) - np.repeat(offsets[:-1], size)
    wide = np.repeat(width, size)
    down = within // wide
    lefts = np.repeat(left.offsets[which], size) + down
    rights = np.repeat(right.offsets[place], size) + within - down * wide
    return left.by_key[lefts], right.by_key[rights]


def _looked_up(keys: IntArray, wanted: IntArray | NDArray[np.int32]) -> tuple[IntArray, NDArray[np.bool_]]:
    """Where keys stand in a sorted list, and whether they are in it at all."""
    places = np.searchsorted(keys, wanted)
    known = places < len(keys)
    known[known] = keys[places[known]] == wanted[known]
    return places, known


def stretches(start: IntArray, length: NDArray[np.int32]) -> tuple[IntArray, IntArray]:
    """All positions of some stretches, and which stretch each belongs to."""
    lengths = length.astype(np.int64)
    return positions(start, lengths, offsets_of(lengths)), np.repeat(np.arange(len(start)), lengths)


def find_contested(candidates: Candidates, lengths: IntArray, output_lengths: IntArray) -> NDArray[np.bool_]:
    """Candidates of which a word is covered by another one, too; the others are certain to be chosen."""
    contested = np.zeros(len(candidates), dtype=bool)
    for sizes, start, length in (
        (lengths, candidates.start, candidates.length),
        (output_lengths, candidates.output_start, candidates.output_length),
    ):
        covered, owner = stretches(offsets_of(sizes)[candidates.pair] + start, length)
        contested[owner[np.bincount(covered)[covered] > 1]] = True
    return contested
