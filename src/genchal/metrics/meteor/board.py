"""What the alignment search walks on: the candidates of many pairs, laid out as steps along their references.

A candidate that competes with no other is certain: it changes all partial alignments of its pair alike. So a step is
either one contested position, where candidates may be tried, or a whole stretch of positions without competition.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from genchal.metrics.meteor.candidates import Candidates, stretches
from genchal.text.arrays.ragged import IntArray, offsets_of

NONE = -1  # no chunk is open, no match begins here, no candidate is taken


class PathRanks:
    """Numbers by which partial alignments are compared: credit not yet earned, then chunks, then distance.

    The lowest is the best. `credit` and `chunk` are what one of each counts; distances count 1.
    """

    def __init__(self, most_credit: int, most_chunks: int, most_distance: int) -> None:
        self.chunk = 1 << most_distance.bit_length()
        self.credit = self.chunk << most_chunks.bit_length()
        self.start = most_credit * self.credit
        self.bits = (self.start + self.credit).bit_length()

    def chunks_in(self, ranks: IntArray) -> IntArray:
        """Read the number of chunks."""
        return ranks % self.credit // self.chunk


class Board:
    """Steps of all pairs, one pair after the other; those of pair i begin at ``first_step[i]``.

    A step has a position in the reference, candidates that begin there (`options` of them, from `first_option` on, in
    the order of `contested`), and what passing it does to a path: a match may `begin` at some word of the output (which
    decides whether an open chunk goes on), the rank may `change`, and then the open chunk would go on at `finish`.
    """

    def __init__(
        self,
        candidates: Candidates,
        is_contested: NDArray[np.bool_],
        lengths: IntArray,
        output_lengths: IntArray,
        is_exact: NDArray[np.bool_],
    ) -> None:
        whole = candidates.length + candidates.output_length
        half = candidates.length // 2 + candidates.output_length // 2
        credit = np.where(is_exact[candidates.matcher], whole, half).astype(np.int64)
        distance = np.abs(candidates.start - candidates.output_start).astype(np.int64)
        self.ranks = PathRanks(
            int((lengths + output_lengths).max(initial=0)),
            int(lengths.max(initial=0)) + 1,
            int(np.bincount(candidates.pair, distance).max(initial=0)),
        )
        self.certain, self.contested = np.flatnonzero(~is_contested), np.flatnonzero(is_contested)
        some = candidates.take(self.contested)
        self.bits = _bits(some, output_lengths)
        self.gain = -credit[self.contested] * self.ranks.credit  # what taking a candidate does to the rank ...
        self.charge = distance[self.contested]  # ... and what it adds for those who are tried after it
        # The zero at the end is for paths that take no candidate: NONE, the last one.
        self.length = np.append(some.length, np.int32(0))
        self.output_start = some.output_start
        self.output_end = np.append(some.output_start + some.output_length, np.int32(0))
        self._lay_out(some, lengths)
        gain = distance[self.certain] - credit[self.certain] * self.ranks.credit
        self._lay_certain(candidates.take(self.certain), gain, lengths)

    def _lay_out(self, contested: Candidates, lengths: IntArray) -> None:
        """Divide references into steps, and say which candidates begin at each."""
        offsets = offsets_of(lengths)
        size = int(offsets[-1])
        start = offsets[contested.pair] + contested.start
        covered = np.zeros(size + 1, dtype=bool)
        covered[stretches(start, contested.length)[0]] = True
        begins = covered.copy()
        begins[offsets] = True
        begins[1:] |= covered[:-1]
        self.places = np.flatnonzero(begins[:size])  # where each step begins, all references one after the other
        pair = np.searchsorted(offsets, self.places, side="right") - 1
        self.steps = np.bincount(pair, minlength=len(lengths))
        self.first_step = offsets_of(self.steps)[:-1]
        self.position = (self.places - offsets[pair]).astype(np.int32)
        counts = np.bincount(start, minlength=size + 1)
        self.options = counts[self.places]
        self.first_option = (np.cumsum(counts) - counts)[self.places]

    def _lay_certain(self, certain: Candidates, gain: IntArray, lengths: IntArray) -> None:
        """Work out what passing each step does."""
        offsets = offsets_of(lengths)
        size = int(offsets[-1])
        start = offsets[certain.pair] + certain.start
        begin = np.full(size + 1, NONE, dtype=np.int32)  # where a certain match begins: its start in the output
        begin[start] = certain.output_start
        go_on = np.full(size + 1, NONE, dtype=np.int32)  # just after its end: where its chunk would go on
        go_on[start + certain.length] = certain.output_start + certain.output_length
        breaks = (go_on != NONE) & (go_on != begin)
        breaks[self.places] = breaks[size] = False  # between steps that depends on the path
        self.begin = begin[self.places]
        self.finish = go_on[np.append(self.places[1:], size)] if len(self.places) else go_on[:0]
        self.change = self.ranks.chunk * self._step_of(np.flatnonzero(breaks), counted=True)
        np.add.at(self.change, self._step_of(start), gain)

    def _step_of(self, places: IntArray, counted: bool = False) -> IntArray:
        """The steps that contain some places; or how many of the places each step contains."""
        found = np.searchsorted(self.places, places, side="right") - 1
        return np.bincount(found, minlength=len(self.places)) if counted else found


def _bits(contested: Candidates, output_lengths: IntArray) -> list[NDArray[np.uint64]]:
    """Number the words of each output that candidates compete for; return those of every candidate as bits.

    A column has 64 of them. Past the last candidate there is one without words.
    """
    offsets = offsets_of(output_lengths)
    words, owner = stretches(offsets[contested.pair] + contested.output_start, contested.output_length)
    matters = np.zeros(int(offsets[-1]) + 1, dtype=bool)
    matters[words] = True
    before = np.cumsum(matters) - matters
    bit = before[words] - before[offsets[contested.pair[owner]]]
    bits = np.zeros((int(bit.max(initial=0)) // 64 + 1, len(contested) + 1), dtype=np.uint64)
    np.bitwise_or.at(bits, (bit >> 6, owner), np.uint64(1) << (bit & 63).astype(np.uint64))
    return list(bits)
