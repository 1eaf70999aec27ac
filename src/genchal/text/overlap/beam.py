"""Edit distances within a beam around the diagonal, with alignments: the inner part of TER (Snover et al. 2006).

The table of an edit distance is filled only near the diagonal that joins its corners, as tercom does and in the way
sacreBLEU does it. Many pairs are worked on at once, line by line of their tables, outputs downwards and references
across. Texts are columns of one array, filled up with numbers that occur nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import IntArray, Ragged

Costs = NDArray[np.signedinteger[Any]]
BEAM = 25  # tercom's: columns on either side of the diagonal
FAR = 1 << 29  # cost of what lies outside the beam
SAME, OTHER, EXTRA, MISSING = range(4)  # what becomes of a word: kept, replaced, too much, not there


@dataclass(frozen=True, eq=False)
class Side:
    """One side of many pairs: texts as columns, words numbered from 1 and zeros after them, and their lengths."""

    words: NDArray[np.int32]
    lengths: IntArray

    @classmethod
    def of(cls, texts: Ragged) -> Side:
        """Lay texts out, and number their words again."""
        lengths = texts.lengths
        place = np.arange(len(texts.values)) - np.repeat(texts.offsets[:-1], lengths)
        words = np.zeros((int(lengths.max(initial=0)), len(texts)), dtype=np.int32)
        words[place, texts.rows()] = np.unique(texts.values, return_inverse=True)[1] + 1
        return cls(words, lengths)

    def take(self, pairs: IntArray) -> Side:
        """Return some of the pairs, not longer than needed."""
        lengths = self.lengths[pairs]
        return Side(self.words[: int(lengths.max(initial=0)), pairs], lengths)

    def strings(self) -> list[str]:
        """One string per text, one character per word."""
        characters = np.ascontiguousarray(self.words.T).view(f"<U{len(self.words)}")  # zeros at the end do not count
        strings: list[str] = characters[:, 0].tolist()
        return strings


@dataclass(frozen=True, eq=False)
class BeamAlignment:
    """What an edit distance does to each word; pairs are columns."""

    distance: IntArray
    before: IntArray  # place r + 1: words of the output up to the one that reference word r is aligned with
    output_wrong: NDArray[np.bool_]
    reference_wrong: NDArray[np.bool_]


def is_within_beam(distance: IntArray, outputs: IntArray, references: IntArray) -> NDArray[np.bool_]:
    """Whether an edit distance of texts with these lengths, and its edits, are surely the same within the beam.

    Edits lead away from the diagonal by at most half of the distance and the difference of lengths together. Short
    references are within the beam altogether, and so is what there is to do to an empty output.
    """
    near = distance + np.abs(outputs - references) <= 2 * (BEAM - 2)
    within: NDArray[np.bool_] = near | (references < BEAM) | (outputs == 0)
    return within


def beam_distances(outputs: Side, references: Side) -> IntArray:
    """Edit distances within the beam."""
    distance = references.lengths.copy()  # of empty outputs
    for line, start, costs, _ in _lines_in_beam(outputs, references):
        ends = np.flatnonzero(outputs.lengths == line)
        distance[ends] = costs[references.lengths[ends] - start[ends], ends]
    return distance


def align(outputs: Side, references: Side, within_beam: bool) -> BeamAlignment:
    """Find the edits; of equally cheap ones a word replaced, then one too much, then one missing.

    They are read from the ends of the texts. `within_beam` says that they are known to lie within the beam.
    """
    pairs = len(references.lengths)
    distance = references.lengths.copy()
    starts, edits = [], []
    for line, start, costs, edit in (_lines if within_beam else _lines_in_beam)(outputs, references):
        ends = np.flatnonzero(outputs.lengths == line)
        distance[ends] = costs[references.lengths[ends] - start[ends], ends]
        starts.append(start)
        edits.append(edit)
    start, table = np.stack(starts), np.stack(edits)

    before = np.zeros((len(references.words) + 1, pairs), dtype=np.int64)
    output_wrong = np.zeros(outputs.words.shape, dtype=bool)
    reference_wrong = np.zeros(references.words.shape, dtype=bool)
    pair, i, j = np.arange(pairs), outputs.lengths, references.lengths
    while len(pair):
        place = np.maximum(i, 1) - 1
        edit = table[place, np.maximum(j - start[place, pair], 0), pair]
        edit[i == 0] = MISSING
        edit[j == 0] = EXTRA
        down, across = np.flatnonzero(edit != MISSING), np.flatnonzero(edit != EXTRA)
        output_wrong[i[down] - 1, pair[down]] = edit[down] != SAME
        reference_wrong[j[across] - 1, pair[across]] = edit[across] != SAME
        before[j[across], pair[across]] = i[across]
        i, j = i - (edit != MISSING), j - (edit != EXTRA)
        going = np.flatnonzero((i > 0) | (j > 0))
        pair, i, j = pair[going], i[going], j[going]
    return BeamAlignment(distance, before, output_wrong, reference_wrong)


Line = tuple[int, IntArray, Costs, NDArray[np.uint8]]  # its number, the column that each pair begins at, costs, edits


def _lines(outputs: Side, references: Side) -> Iterator[Line]:
    """Lines 1, 2, ... of whole tables. Those past the end of an output are of no meaning, and so are such columns."""
    start = np.zeros(len(references.lengths), dtype=np.int64)
    far = len(outputs.words) + len(references.words) + 1
    column: Costs = np.arange(len(references.words) + 1)[:, None].astype(np.int16 if far < 1 << 15 else np.int32)
    above = np.repeat(column, len(start), axis=1)
    beside = np.full_like(above, far)
    differs = np.ones(above.shape, dtype=bool)
    for line, word in enumerate(outputs.words, start=1):
        np.not_equal(references.words, word, out=differs[1:])
        np.add(above[:-1], differs[1:], out=beside[1:])
        above, edit = _filled(beside, above + 1, differs, column)
        yield line, start, above, edit


def _lines_in_beam(outputs: Side, references: Side) -> Iterator[Line]:
    """Lines 1, 2, ... of tables, as much of them as lies within the beam."""
    pairs = np.arange(len(references.lengths))
    slope = references.lengths / np.maximum(outputs.lengths, 1)
    # Wider where the lengths are so different that lines would not overlap.
    beam = np.where(slope / 2 > BEAM, np.ceil(slope / 2 + BEAM), BEAM).astype(np.int64)
    reach = np.maximum(beam, slope.astype(np.int64) + 1) + beam  # the second line sees that far into the first
    width = min(len(references.words) + 1, int(reach.max()))
    column: Costs = np.arange(width, dtype=np.int32)[:, None]
    words = np.full((len(references.words) + 1 + width, len(pairs)), -3, dtype=np.int32)
    words[1 : len(references.words) + 1] = references.words  # in place j the word before column j
    start = np.zeros(len(pairs), dtype=np.int64)
    above = np.full((width + 2, len(pairs)), FAR, dtype=np.int32)  # a column on either side is outside
    above[1:-1] = column
    for line, word in enumerate(outputs.words, start=1):
        diagonal = np.floor(line * slope).astype(np.int64)
        begin = np.clip(diagonal - beam, 0, references.lengths)
        end = np.where(outputs.lengths == line, references.lengths, diagonal + beam - 1)
        outside = begin + column > np.minimum(end, references.lengths)
        place = np.minimum(begin - start + np.arange(width + 1)[:, None], width + 1)
        seen = above[place, pairs]
        differs = words[begin + column, pairs] != word
        beside, over = seen[:-1] + differs, seen[1:] + 1
        beside[outside] = FAR
        over[outside] = FAR
        costs, edit = _filled(beside, over, differs, column)
        costs[outside] = FAR
        yield line, begin, costs, edit
        above[1:-1], start = costs, begin


def _filled(beside: Costs, over: Costs, differs: NDArray[np.bool_], column: Costs) -> tuple[Costs, NDArray[np.uint8]]:
    """Costs and edits of a line, given the costs with a word kept or replaced and with a word too much."""
    least = np.minimum(beside, over)
    least -= column
    costs = np.minimum.accumulate(least, axis=0)
    costs += column
    others = np.where(costs == over, np.uint8(EXTRA), np.uint8(MISSING))
    return costs, np.where(costs == beside, differs.view(np.uint8), others)
