"""METEOR's alignment search (Denkowski and Lavie 2011): a beam search from left to right, for many pairs at once.

Among the candidates a set is chosen in which no word is used twice. Partial alignments are ranked by the words that
they cover (words matched exactly count 1, others 1/2, rounded down per match and side), then by fewer chunks, then by
the distance between the positions of matched words; the best 40 go on. Equal ones are ranked by age, so the order of
everything matters, and the original's bookkeeping is followed exactly: the distance of a match is charged to the
alternatives that are tried after it, not to the path that takes it.

All pairs advance together, a step at a time, and their paths are rows of the same arrays.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.metrics.meteor.board import NONE, Board
from genchal.metrics.meteor.candidates import Candidates
from genchal.text.arrays.ragged import IntArray, offsets_of, positions
from genchal.text.kernels.library import Kernels, active_kernels


@dataclass(frozen=True, slots=True)
class Alignments:
    """What was chosen: candidates of all pairs, in no order, and the number of chunks of every pair."""

    candidates: IntArray
    chunks: IntArray


def align(
    candidates: Candidates,
    is_contested: NDArray[np.bool_],
    is_exact: NDArray[np.bool_],
    lengths: IntArray,
    output_lengths: IntArray,
    beam: int,
) -> Alignments:
    """Align pairs, numbered from 0, whose texts have so many words.

    Candidates are sorted by pair and position, in the order in which METEOR considers them, and it is said of each
    whether another one competes with it; `is_exact` is for matchers.
    """
    board = Board(candidates, is_contested, lengths, output_lengths, is_exact)
    kernels = active_kernels()
    if kernels is not None:
        return _align_compiled(kernels, board, len(lengths), beam)
    search = _Search(board, beam)
    chunks = np.zeros(len(lengths), dtype=np.int64)
    trace = _Trace()
    paths = search.start(len(lengths))
    for step in range(int(board.steps.max(initial=0)) + 1):
        is_done = board.steps[paths.pair] == step
        rows = np.flatnonzero(~is_done)
        if len(rows) < len(is_done):
            done = np.flatnonzero(is_done)
            finished = paths.take(done)
            finished.rank += board.ranks.chunk * (finished.end != NONE)
            best = search.best(finished.pair, finished.rank, 1)
            chunks[finished.pair[best]] = board.ranks.chunks_in(finished.rank[best])
            trace.end(step, done[best])
            paths = paths.take(rows)
        if not len(rows):
            break
        paths, row, candidate = search.advance(paths, step)
        trace.add(rows[row], candidate)
    return Alignments(np.concatenate([board.certain, board.contested[trace.candidates()]]), chunks)


def _align_compiled(kernels: Kernels, board: Board, pairs: int, beam: int) -> Alignments:
    """The same by a kernel, which takes one pair after the other."""
    bits = np.stack(board.bits)
    taken, chunks = np.empty(int(board.steps.sum()), dtype=np.int32), np.empty(pairs, dtype=np.int64)
    found = kernels.call(
        "best_alignments",
        pairs,
        beam,
        board.ranks.start,
        board.ranks.chunk,
        board.ranks.credit,
        *(np.ascontiguousarray(column, dtype=np.int64) for column in (board.steps, board.first_step)),
        np.ascontiguousarray(board.position, dtype=np.int32),
        *(np.ascontiguousarray(column, dtype=np.int64) for column in (board.options, board.first_option)),
        np.ascontiguousarray(board.begin, dtype=np.int32),
        np.ascontiguousarray(board.change, dtype=np.int64),
        np.ascontiguousarray(board.finish, dtype=np.int32),
        *(np.ascontiguousarray(column, dtype=np.int64) for column in (board.gain, board.charge)),
        *(
            np.ascontiguousarray(column, dtype=np.int32)
            for column in (board.length, board.output_start, board.output_end)
        ),
        bits,
        *bits.shape,
        taken,
        chunks,
    )
    return Alignments(np.concatenate([board.certain, board.contested[taken[:found]]]), chunks)


@dataclass(slots=True)
class _Paths:
    """Partial alignments, a row each: those of a pair stand together, from best to worst."""

    pair: IntArray
    rank: IntArray
    end: NDArray[np.int32]  # where the open chunk would go on in the output, or NONE
    busy: NDArray[np.int32]  # first position of the reference after the last match
    used: list[NDArray[np.uint64]]  # contested words of the output that are taken: a bit each, 64 in a column

    def take(self, rows: IntArray) -> _Paths:
        return _Paths(
            self.pair.take(rows),
            self.rank.take(rows),
            self.end.take(rows),
            self.busy.take(rows),
            [column.take(rows) for column in self.used],
        )


class _Search:
    """One step at a time, with all paths of all pairs."""

    def __init__(self, board: Board, beam: int) -> None:
        self.board = board
        self.beam = beam

    def start(self, pairs: int) -> _Paths:
        """An empty path for every pair."""
        return _Paths(
            np.arange(pairs),
            np.full(pairs, self.board.ranks.start),
            np.full(pairs, NONE, dtype=np.int32),
            np.zeros(pairs, dtype=np.int32),
            [np.zeros(pairs, dtype=np.uint64) for _ in self.board.bits],
        )

    def advance(self, paths: _Paths, step: int) -> tuple[_Paths, IntArray, IntArray]:
        """Take a step and keep the best paths; also return of each its old row and the candidate that it took."""
        board = self.board
        here = board.first_step.take(paths.pair) + step
        position = board.position.take(here)
        is_free = paths.busy <= position  # at a contested position a path may still be inside a match
        options = np.where(is_free, board.options.take(here), 0)
        row, candidate = self._tried(paths, options, board.first_option.take(here))

        # Ways to go on stand path by path: with each of the candidates, in order, and then without any.
        ends = np.bincount(row, minlength=len(here)).cumsum()
        without = ends + np.arange(len(here))
        with_one = np.arange(len(row)) + row
        old = np.empty(len(row) + len(here), dtype=np.int64)
        old[with_one], old[without] = row, np.arange(len(here))
        taken = np.full(len(old), NONE)
        taken[with_one] = candidate
        rank = np.empty(len(old), dtype=np.int64)
        rank[with_one], rank[without] = self._ranks(paths, here, is_free, row, candidate, ends)

        kept = self.best(paths.pair.take(old), rank, self.beam)
        old, taken = old.take(kept), taken.take(kept)
        has_match = taken != NONE
        finish = np.where(is_free, board.finish.take(here), paths.end)
        new = _Paths(
            paths.pair.take(old),
            rank.take(kept),
            np.where(has_match, board.output_end[taken], finish.take(old)),
            np.where(has_match, position.take(old) + board.length[taken], paths.busy.take(old)),
            [used.take(old) | bits[taken] for used, bits in zip(paths.used, board.bits, strict=True)],
        )
        return new, old, taken

    def _tried(self, paths: _Paths, options: IntArray, first_option: IntArray) -> tuple[IntArray, IntArray]:
        """Every path with each of its candidates whose words are free, in order."""
        row = np.repeat(np.arange(len(options)), options)
        candidate = positions(first_option, options, offsets_of(options))
        is_blocked = np.zeros(len(row), dtype=bool)
        for used, bits in zip(paths.used, self.board.bits, strict=True):
            is_blocked |= (used.take(row) & bits.take(candidate)) != 0
        fits = np.flatnonzero(~is_blocked)
        return row.take(fits), candidate.take(fits)

    def _ranks(
        self,
        paths: _Paths,
        here: IntArray,
        is_free: NDArray[np.bool_],
        row: IntArray,
        candidate: IntArray,
        ends: IntArray,
    ) -> tuple[IntArray, IntArray]:
        """Ranks of paths that take a candidate (those of path i end at ``ends[i]``), and of paths that take none."""
        board = self.board
        charges = offsets_of(board.charge.take(candidate))  # what all candidates so far have been charged
        before = charges.take(np.concatenate([[0], ends[:-1]]))
        is_open = paths.end != NONE
        breaks = is_open.take(row) & (board.output_start.take(candidate) != paths.end.take(row))
        with_one = (paths.rank - before).take(row) + charges[:-1] + board.gain.take(candidate)
        with_one += board.ranks.chunk * breaks
        without = paths.rank + board.change.take(here) + charges.take(ends) - before
        without += board.ranks.chunk * (is_free & is_open & (board.begin.take(here) != paths.end))
        return with_one, without

    def best(self, pair: IntArray, rank: IntArray, beam: int) -> IntArray:
        """Rows of the best paths of each pair, from best to worst, the oldest first among equals."""
        order = self._sorted(pair, rank)
        pair = pair.take(order)
        is_first = np.empty(len(pair), dtype=bool)
        is_first[:1] = True
        np.not_equal(pair[1:], pair[:-1], out=is_first[1:])
        if beam == 1:
            return order[is_first]
        first = np.flatnonzero(is_first)
        counts = np.diff(first, append=len(pair))
        if counts.max(initial=0) <= beam:
            return order
        kept = np.minimum(counts, beam)
        return order.take(positions(first, kept, offsets_of(kept)))

    def _sorted(self, pair: IntArray, rank: IntArray) -> IntArray:
        """Rows by pair and rank, ties kept."""
        rank_bits, row_bits = self.board.ranks.bits, len(rank).bit_length()
        if len(self.board.steps).bit_length() + rank_bits + row_bits > 63:  # texts of many hundred words
            return np.lexsort((rank, pair))
        keys = pair << rank_bits
        keys += rank
        keys <<= row_bits
        keys += np.arange(len(rank))
        keys.sort(kind="stable")  # rows of a pair stand together already, which suits Timsort
        keys &= (1 << row_bits) - 1
        return keys


class _Trace:
    """Which path came from which, and by which candidate."""

    def __init__(self) -> None:
        self.steps: list[tuple[NDArray[np.int32], NDArray[np.int32]]] = []
        self.ends: dict[int, IntArray] = {}

    def add(self, row: IntArray, candidate: IntArray) -> None:
        """Keep one step: of every path the row that it had before, and the candidate that it took."""
        self.steps.append((row.astype(np.int32), candidate.astype(np.int32)))

    def end(self, step: int, rows: IntArray) -> None:
        """Keep the rows of paths that are complete before a step is taken, and the best of their pair."""
        self.ends[step] = rows

    def candidates(self) -> NDArray[np.int32]:
        """Follow the best paths back and gather the candidates that they took."""
        nobody = np.zeros(0, dtype=np.int64)
        found = [np.zeros(0, dtype=np.int32)]
        rows = self.ends.get(len(self.steps), nobody)
        for step in range(len(self.steps) - 1, -1, -1):
            before, candidate = self.steps[step]
            found.append(candidate[rows])
            rows = np.concatenate([before[rows], self.ends.get(step, nobody)])
        every = np.concatenate(found)
        taken: NDArray[np.int32] = every[every != NONE]
        return taken
