"""The best reference of every output, aligning no more references than needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from genchal.metrics.meteor.bounds import upper_bounds
from genchal.metrics.meteor.candidates import Candidates, find_candidates, find_contested
from genchal.metrics.meteor.formula import LENGTHS, PER_MATCHER, Formula, is_perfect
from genchal.metrics.meteor.matchers import Matcher
from genchal.metrics.meteor.search import align
from genchal.metrics.meteor.texts import Groups, MeteorTexts
from genchal.text.arrays.ragged import FloatArray, IntArray, offsets_of

CELLS_AT_ONCE = 1 << 24  # pairs of words of output and reference that are looked at together
PAIRS_AT_ONCE = 1 << 10  # pairs that are aligned together: enough to be quick, few enough to stay in cache
MARGIN = 1e-9  # for rounding: a reference whose bound falls short of the best score by more is not aligned


@dataclass(frozen=True, slots=True)
class Aligner:
    """Texts, and all that is needed to align them."""

    texts: MeteorTexts
    matchers: Sequence[Matcher]
    is_exact: NDArray[np.bool_]
    formula: Formula
    beam: int

    def best_rows(self, groups: Groups) -> FloatArray:
        """The row of counts of every output with its best reference, the first one among equals."""
        parts = [np.zeros((0, self.formula.columns)), *map(self._best_rows, self._pieces(groups))]
        return np.concatenate(parts)

    def _pieces(self, groups: Groups) -> Iterator[Groups]:
        """Cut the groups into runs that are small enough to work on at once."""
        cells = (self.texts.lengths[groups.pair_output] + 1) * (self.texts.lengths[groups.pair_reference] + 1)
        done = offsets_of(cells)[groups.offsets]
        ends = np.append(np.flatnonzero(np.diff(groups.output_group)) + 1, len(groups.outputs))
        first = 0
        while first < len(groups.outputs):
            last = ends[max(np.searchsorted(done[ends], done[first] + CELLS_AT_ONCE, side="right") - 1, 0)]
            if last <= first:
                last = ends[np.searchsorted(ends, first, side="right")]
            yield groups.cut(first, int(last))
            first = int(last)

    def _best_rows(self, groups: Groups) -> FloatArray:
        """Align the most promising reference of every output, then others as long as they could be better."""
        pairs = _Pairs(self, groups)
        best = _Best(len(groups.outputs), self.formula)
        waiting = np.lexsort((-pairs.bounds, groups.entry))  # pairs of an output stand together
        turn, count = groups.offsets[:-1], 1
        while True:
            ahead = turn[:, None] + np.arange(count)
            entry, number = np.nonzero(ahead < groups.offsets[1:, None])
            some = waiting[ahead[entry, number]]
            some = np.sort(some[pairs.bounds[some] >= best.scores[groups.entry[some]] - MARGIN])
            if not len(some):
                return best.rows
            best.update(groups.entry[some], some, pairs.rows(some))
            turn, count = turn + count, min(2 * count, 8)


class _Best:
    """The best pair of every output so far, the first among equals, and its row."""

    def __init__(self, outputs: int, formula: Formula) -> None:
        self.formula = formula
        self.scores = np.full(outputs, -1.0)
        self.pairs = np.zeros(outputs, dtype=np.int64)
        self.rows = np.zeros((outputs, formula.columns))

    def update(self, output: IntArray, pairs: IntArray, rows: FloatArray) -> None:
        """Hear of further pairs of some outputs."""
        scores = self.formula.scores(rows)
        order = np.lexsort((pairs, -scores, output))
        first = order[np.flatnonzero(np.diff(output[order], prepend=-1))]
        where, score = output[first], scores[first]
        is_earlier = (score == self.scores[where]) & (pairs[first] < self.pairs[where])
        better = np.flatnonzero((score > self.scores[where]) | is_earlier)
        first, where = first[better], where[better]
        self.scores[where], self.pairs[where], self.rows[where] = scores[first], pairs[first], rows[first]


class _Pairs:
    """All pairs of some groups: what they can score at best, and rows of those that are asked for."""

    def __init__(self, aligner: Aligner, groups: Groups) -> None:
        self.aligner = aligner
        texts = aligner.texts
        self.output, self.reference = groups.pair_output, groups.pair_reference
        self.lengths, self.output_lengths = texts.lengths[self.reference], texts.lengths[self.output]
        self.is_same = self.output == self.reference
        candidates = find_candidates(groups, aligner.matchers)
        if self.is_same.any():
            candidates = candidates.take(np.flatnonzero(~self.is_same[candidates.pair]))
        self.candidates = candidates
        self.contested = find_contested(candidates, self.lengths, self.output_lengths)
        self.bounds = upper_bounds(
            texts, self.output, self.reference, candidates, self.contested, aligner.is_exact, aligner.formula
        )
        same = np.flatnonzero(self.is_same)
        self.bounds[same] = aligner.formula.scores(self._with_itself(same))

    def rows(self, pairs: IntArray) -> FloatArray:
        """Rows of some pairs, in ascending order."""
        rows = np.empty((len(pairs), self.aligner.formula.columns))
        same = self.is_same[pairs]
        rows[same] = self._with_itself(pairs[same])
        rows[~same] = self._aligned(pairs[~same])
        return rows

    def _empty(self, pairs: IntArray) -> FloatArray:
        """Rows without matches."""
        rows = np.zeros((len(pairs), self.aligner.formula.columns))
        functions = self.aligner.texts.functions
        rows[:, 0], rows[:, 1] = self.output_lengths[pairs], self.lengths[pairs]
        rows[:, 2], rows[:, 3] = functions[self.output[pairs]], functions[self.reference[pairs]]
        return rows

    def _with_itself(self, pairs: IntArray) -> FloatArray:
        """Equal texts match exactly, as a whole: the search considers nothing else then, and finds nothing better."""
        rows = self._empty(pairs)
        rows[:, LENGTHS : LENGTHS + 2] = rows[:, 0:2] - rows[:, 2:4]
        rows[:, LENGTHS + 2 : LENGTHS + 4] = rows[:, 2:4]
        return rows

    def _aligned(self, pairs: IntArray) -> FloatArray:
        """Search: sort the candidates of these pairs, and align some pairs at a time."""
        number = np.full(len(self.output), -1, dtype=np.int32)
        number[pairs] = np.arange(len(pairs), dtype=np.int32)
        numbers = number[self.candidates.pair]
        kept = np.flatnonzero(numbers >= 0)
        candidates = replace(self.candidates.take(kept), pair=numbers[kept])
        order = candidates.sorted()
        candidates, contested = candidates.take(order), self.contested[kept[order]]
        starts = range(0, len(pairs), PAIRS_AT_ONCE)
        cuts = np.searchsorted(candidates.pair, [*starts, len(pairs)])
        rows = self._empty(pairs)
        for first, start, end in zip(starts, cuts, cuts[1:], strict=False):
            some = candidates.take(slice(start, end))
            self._count(
                rows[first : first + PAIRS_AT_ONCE],
                pairs[first : first + PAIRS_AT_ONCE],
                replace(some, pair=some.pair - np.int32(first)),
                contested[start:end],
            )
        rows[is_perfect(rows), -1] = 0
        return rows

    def _count(self, rows: FloatArray, pairs: IntArray, candidates: Candidates, contested: NDArray[np.bool_]) -> None:
        """Align some pairs and count what was matched into their rows."""
        aligner, texts = self.aligner, self.aligner.texts
        lengths, output_lengths = self.lengths[pairs], self.output_lengths[pairs]
        found = align(candidates, contested, aligner.is_exact, lengths, output_lengths, aligner.beam)
        taken = candidates.take(found.candidates)
        cell = (taken.pair.astype(np.int64) * len(aligner.formula.weights) + taken.matcher) * PER_MATCHER
        counts = np.zeros(len(pairs) * len(aligner.formula.weights) * PER_MATCHER)
        for side, text, start, length in (
            (0, self.output, taken.output_start, taken.output_length),
            (1, self.reference, taken.start, taken.length),
        ):
            place = texts.words.offsets[text[pairs[taken.pair]]] + start
            functions = texts.functions_before[place + length] - texts.functions_before[place]
            counts += np.bincount(cell + side, length - functions, minlength=len(counts))
            counts += np.bincount(cell + side + 2, functions, minlength=len(counts))
        rows[:, LENGTHS:-1] = counts.reshape(len(pairs), -1)
        rows[:, -1] = found.chunks
