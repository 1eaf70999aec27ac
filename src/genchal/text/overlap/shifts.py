"""Edits with shifts: the least number that a greedy search finds, as in TER (Snover et al. 2006).

A shift moves a run of words that also stands in the reference, and costs as much as one edit. The search takes the
shift that lowers the edit distance most, again and again until none does. Which shifts are tried, in which order, and
which one wins follows tercom in the form of sacreBLEU 2.6, limits included. All pairs are searched side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of, positions
from genchal.text.overlap.beam import BEAM, BeamAlignment, Side, align, beam_distances, is_within_beam

LONGEST_SHIFT = 10  # words; tercom's
FARTHEST_SHIFT = 50  # between the places of a run in output and reference; tercom's
MOST_CANDIDATES = 1000  # shifts tried for one pair; sacreBLEU's
CELLS_AT_ONCE = 1 << 21  # of tables of edit distances
WORDS_AT_ONCE = 1 << 17  # of shifted outputs
RUNS_AT_ONCE = 1 << 17


def shift_edits(
    texts: Ragged, outputs: IntArray, references: IntArray, plain: IntArray, least: IntArray, enough: IntArray
) -> IntArray:
    """Edits and shifts that turn ``texts[outputs[i]]`` into ``texts[references[i]]``, for every i; none may be empty.

    Without shifts it is ``plain[i]`` edits, and no order of the output's words is nearer to the reference than
    ``least[i]``. A search that cannot end below ``enough[i]`` is left off; the result is then some number not below it.
    """
    found = np.empty(len(outputs), dtype=np.int64)
    lengths = texts.lengths[outputs], texts.lengths[references]
    whole = is_within_beam(plain, *lengths) & (lengths[1] <= 4 * BEAM)  # in longer texts the beam is less work
    for some in _alike(whole, *lengths):
        both = Side.of(texts.take(np.concatenate([outputs[some], references[some]])))
        ours, theirs = both.take(np.arange(len(some))), both.take(np.arange(len(some), 2 * len(some)))
        found[some] = _search(ours, theirs, least[some], enough[some], bool(whole[some[0]]))
    return found


def _alike(whole: NDArray[np.bool_], outputs: IntArray, references: IntArray) -> Iterator[IntArray]:
    """Put pairs of the same kind and of similar lengths together, not too many at once."""
    order = np.lexsort((references, outputs, whole))
    cells = np.maximum(outputs, 1) * np.maximum(np.where(whole, references, 0), 2 * BEAM)
    while len(order):
        some = order[:CELLS_AT_ONCE]
        size = np.maximum.accumulate(cells[some]) * np.arange(1, len(some) + 1)
        fits = (size <= CELLS_AT_ONCE) & (whole[some] == whole[some[0]])
        stop = len(some) if fits.all() else max(int(np.argmin(fits)), 1)
        yield order[:stop]
        order = order[stop:]


@dataclass(frozen=True, eq=False)
class _Moves:
    """Shifts to try: ``length`` words of a pair's output, from ``start``, are moved before the word at ``target``."""

    pair: IntArray
    start: IntArray
    length: IntArray
    target: IntArray

    def take(self, rows: IntArray) -> _Moves:
        """Return some of them."""
        return _Moves(self.pair[rows], self.start[rows], self.length[rows], self.target[rows])

    def applied(self, outputs: Side) -> Side:
        """Return the moved words: a part of the text is turned round like a wheel, so that its back comes to the front.

        A target inside the run itself moves it to the right by as many words as the target lies after its start.
        """
        lengths = outputs.lengths[self.pair]
        after = self.start + self.length
        leftwards = self.target < self.start
        begin = np.where(leftwards, self.target, self.start)
        inside = np.minimum(self.target + self.length, lengths)
        end = np.where(leftwards, after, np.where(self.target > after, self.target, inside))
        turn = np.where(leftwards, self.start - self.target, self.length)
        place = np.repeat(np.arange(len(outputs.words))[:, None], len(lengths), axis=1)
        moves = (place >= begin) & (place < end)
        place += np.where(moves, turn, 0)
        place -= np.where(moves & (place >= end), end - begin, 0)
        return Side(outputs.words[place, self.pair], lengths)


def _search(outputs: Side, references: Side, least: IntArray, enough: IntArray, within_beam: bool) -> IntArray:
    """Shift until nothing gets better."""
    result = np.zeros(len(least), dtype=np.int64)
    tried = np.zeros(len(least), dtype=np.int64)
    who = np.arange(len(least))  # finished pairs drop out
    shifts = 0
    while len(who):
        alignment = align(outputs, references, within_beam)
        result[who] = shifts + alignment.distance
        hopeful = np.flatnonzero((alignment.distance > least[who]) & (shifts + 1 + least[who] < enough[who]))
        moves = _moves(outputs, references, alignment, hopeful, tried)
        tried += np.bincount(moves.pair, minlength=len(tried))
        best = _best(moves.take(np.flatnonzero(tried[moves.pair] < MOST_CANDIDATES)), outputs, references, alignment)
        outputs, references = best.applied(outputs), references.take(best.pair)
        who, tried = who[best.pair], tried[best.pair]
        shifts += 1
    return result


def _moves(outputs: Side, references: Side, alignment: BeamAlignment, pairs: IntArray, tried: IntArray) -> _Moves:
    """The shifts that are tried, in tercom's order: by place in the output, place in the reference, length.

    Something must be wrong with the words at both places, and the run must not be aligned with itself.
    """
    before = alignment.before
    output_errors, reference_errors = _summed(alignment.output_wrong), _summed(alignment.reference_wrong)
    room = MOST_CANDIDATES - tried
    kept = [np.zeros((4, 0), dtype=np.int64)]
    for pair, start, place, longest in _common_runs(outputs, references, pairs, room):
        length = np.arange(longest.sum()) - np.repeat(offsets_of(longest)[:-1], longest) + 1
        pair, start, place = (np.repeat(column, longest) for column in (pair, start, place))
        aligned = before[place + 1, pair] - 1
        useful = np.flatnonzero(
            (output_errors[start + length, pair] > output_errors[start, pair])
            & (reference_errors[place + length, pair] > reference_errors[place, pair])
            & ((aligned < start) | (aligned >= start + length))
        )
        kept.append(np.stack([pair, start, place, length])[:, useful])
        np.subtract.at(room, pair[useful], 1)
    pair, start, place, length = np.concatenate(kept, axis=1)
    # Targets are the words after those that the run's words, and the one before them, are aligned with.
    ends = offsets_of(length + 1)
    run = np.repeat(np.arange(len(pair)), length + 1)
    target = before[positions(place, length + 1, ends), pair[run]]
    is_new = np.ones(len(target), dtype=bool)
    is_new[1:] = (target[1:] != target[:-1]) | (run[1:] != run[:-1])
    # A run is tried with all its targets as long as there is room before it.
    earlier = offsets_of(is_new.astype(np.int64))[ends[:-1]]
    earlier -= earlier[np.searchsorted(pair, pair)]
    chosen = np.flatnonzero(is_new & (tried[pair] + earlier < MOST_CANDIDATES)[run])
    run = run[chosen]
    return _Moves(pair[run], start[run], length[run], target[chosen])


def _common_runs(
    outputs: Side, references: Side, pairs: IntArray, room: IntArray
) -> Iterator[tuple[IntArray, IntArray, IntArray, IntArray]]:
    """Where the same words stand in output and reference: pair, place in the output, in the reference, longest run.

    Places are not farther apart than FARTHEST_SHIFT. Comes in pieces; pairs without `room` are left out.
    """
    words = outputs.words[:, pairs].T
    width = words.shape[1]
    left, right = min(FARTHEST_SHIFT, width - 1), min(FARTHEST_SHIFT, len(references.words) - 1)
    around = np.full((len(pairs), width + left + right), -1, dtype=np.int32)
    shown = references.words[: width + right, pairs].T
    around[:, left : left + shown.shape[1]] = np.where(shown, shown, -1)
    windows = np.lib.stride_tricks.sliding_window_view(around, left + right + 1, axis=1)
    same = np.zeros((len(pairs), width + LONGEST_SHIFT, left + right + 1), dtype=bool)  # lines below: nothing there
    np.equal(words[:, :, None], windows, out=same[:, :width])
    flat, line = same.reshape(-1), left + right + 1
    cells = np.flatnonzero(flat)
    longest = np.ones(len(cells), dtype=np.int64)
    going = np.arange(len(cells))
    for ahead in range(1, LONGEST_SHIFT):
        going = going[flat[cells[going] + ahead * line]]
        longest[going] += 1
    for first in range(0, len(cells), RUNS_AT_ONCE):
        some = slice(first, first + RUNS_AT_ONCE)
        where, offset = np.divmod(cells[some], line)
        number, start = np.divmod(where, width + LONGEST_SHIFT)
        pair = pairs[number]
        open_ = np.flatnonzero(room[pair] > 0)
        yield pair[open_], start[open_], (start + offset - left)[open_], longest[some][open_]


def _best(moves: _Moves, outputs: Side, references: Side, alignment: BeamAlignment) -> _Moves:
    """Of each pair the shift that gains most, if it gains at all: of equal ones the longest, then the first."""
    size = len(outputs.words) + 1
    moves = moves.take(np.flatnonzero(moves.target != moves.start))
    same = ((moves.pair * size + moves.start) * size + moves.target) * (LONGEST_SHIFT + 1) + moves.length
    moves = moves.take(np.unique(same, return_index=True)[1])
    gain = alignment.distance[moves.pair] - _distances(moves, outputs, references)
    gains = np.flatnonzero(gain > 0)
    moves, gain = moves.take(gains), gain[gains]
    order = np.lexsort((-moves.target, -moves.start, moves.length, gain, moves.pair))
    last = np.diff(moves.pair[order], append=-1) != 0
    return moves.take(order[last])


def _distances(moves: _Moves, outputs: Side, references: Side) -> IntArray:
    """Edit distances after each shift."""
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cpdist

    targets = references.strings()
    distance = np.zeros(len(moves.pair), dtype=np.int64)
    for some in _slices(np.arange(len(distance)), outputs, WORDS_AT_ONCE):
        moved = moves.take(some)
        queries = [targets[pair] for pair in moved.pair.tolist()]
        choices = moved.applied(outputs).strings()
        distance[some] = cpdist(queries, choices, scorer=Levenshtein.distance, dtype=np.int64)
    lengths = outputs.lengths[moves.pair], references.lengths[moves.pair]
    unsure = np.flatnonzero(~is_within_beam(distance, *lengths))
    for some in _slices(unsure, outputs, 32 * WORDS_AT_ONCE):  # line by line, so that many at once are less work
        moved = moves.take(some)
        distance[some] = beam_distances(moved.applied(outputs), references.take(moved.pair))
    return distance


def _slices(moves: IntArray, outputs: Side, words: int) -> Iterator[IntArray]:
    """Cut shifts into parts whose outputs have so many words together."""
    size = max(words // len(outputs.words), 1)
    return (moves[first : first + size] for first in range(0, len(moves), size))


def _summed(flags: NDArray[np.bool_]) -> IntArray:
    """How many are set before every place of each column."""
    sums = np.zeros((len(flags) + 1, flags.shape[1]), dtype=np.int64)
    np.cumsum(flags, axis=0, out=sums[1:])
    return sums
