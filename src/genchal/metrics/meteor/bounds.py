"""What a pair can score at best, before it is aligned: most references need none because another one wins anyway.

Any alignment covers some words of the reference. Those of certain matches are always among them; each of the others
adds at most what its best candidate is worth. A chunk begins at every covered word that no candidate links to the word
before it. So to every number of covered words belong a largest F-mean and a smallest number of chunks, and the best of
these combinations is the bound.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.metrics.meteor.candidates import Candidates, stretches
from genchal.metrics.meteor.formula import Formula
from genchal.metrics.meteor.texts import MeteorTexts
from genchal.text.arrays.ragged import FloatArray, IntArray, offsets_of, positions, ratio


def upper_bounds(
    texts: MeteorTexts,
    outputs: IntArray,
    references: IntArray,
    candidates: Candidates,
    is_contested: NDArray[np.bool_],
    is_exact: NDArray[np.bool_],
    formula: Formula,
) -> FloatArray:
    """No alignment of these pairs of texts scores more than this."""
    if not len(outputs):
        return np.zeros(0)
    weigh = _Weights(texts, np.array(formula.weights), is_exact, formula.delta)
    ours = _Side(texts, outputs, candidates.pair, candidates.output_start, candidates.output_length)
    theirs = _Side(texts, references, candidates.pair, candidates.start, candidates.length)
    our_worths, worths = weigh.worths(ours, candidates.matcher), weigh.worths(theirs, candidates.matcher)
    is_linked = theirs.inner.copy()
    is_linked[theirs.start[_linked(outputs, references, texts, candidates)]] = True
    is_certain = theirs.covered(np.flatnonzero(~is_contested))

    # Phrases may cover more words on one side than on the other, by as many as stand inside of them.
    slack, our_slack = theirs.sums(theirs.inner), ours.sums(ours.inner)
    most, our_most = theirs.sums(worths > 0), ours.sums(our_worths > 0)
    most, our_most = np.minimum(most, our_most + slack), np.minimum(our_most, most + our_slack)

    sure = theirs.sums(is_certain)
    pair, added, gained = _choices(theirs, np.where(is_certain, 0.0, worths), weigh.kinds)
    covered = sure[pair] + added
    our_covered = np.minimum(our_most[pair], covered + our_slack[pair])
    links = theirs.sums(is_linked & ~is_certain)  # words that need not begin a chunk, besides certain ones
    chunks = theirs.sums(is_certain & ~is_linked)[pair] + np.maximum(0.0, added - links[pair])
    chunks = np.maximum(chunks, 1.0)
    fragmentation = np.minimum(ratio(chunks, (covered + our_covered) / 2), 1.0)
    fragmentation[(chunks == 1) & (covered == texts.lengths[references][pair])] = 0.0
    precision = ratio(ours.sums(our_worths), ours.sums(weigh.shares[ours.places]))
    recall = ratio(theirs.sums(worths * is_certain)[pair] + gained, theirs.sums(weigh.shares[theirs.places])[pair])
    scores = formula.combined(precision[pair], recall, fragmentation)
    scores[covered > np.maximum(most, sure)[pair]] = 0.0
    bounds: FloatArray = np.maximum.reduceat(scores, np.flatnonzero(added == 0))
    return bounds


class _Side:
    """Outputs or references of all pairs, their words one after the other, and the stretches that candidates cover."""

    def __init__(
        self,
        texts: MeteorTexts,
        text: IntArray,
        pair: NDArray[np.int32],
        start: NDArray[np.int32],
        length: NDArray[np.int32],
    ) -> None:
        lengths = texts.lengths[text]
        self.offsets = offsets_of(lengths)
        self.places = positions(texts.words.offsets[text], lengths, self.offsets)  # where words stand in all texts
        self.start, self.length = self.offsets[pair] + start, length
        self.inner = np.zeros(len(self.places), dtype=bool)  # words inside a candidate, not at its start
        longer = np.flatnonzero(length > 1)
        self.inner[stretches(self.start[longer] + 1, length[longer] - 1)[0]] = True

    def sums(self, values: NDArray[np.bool_] | FloatArray) -> FloatArray:
        """Sums over the words of every pair."""
        totals = np.zeros(len(values) + 1)
        np.cumsum(values, out=totals[1:])
        sums: FloatArray = np.diff(totals[self.offsets])
        return sums

    def covered(self, which: IntArray) -> NDArray[np.bool_]:
        """Which words some candidates cover."""
        marks = np.zeros(len(self.places), dtype=bool)
        marks[stretches(self.start[which], self.length[which])[0]] = True
        return marks


@dataclass(frozen=True, slots=True)
class _Weights:
    """What matches of words are worth: by matcher, and by whether they are function words."""

    texts: MeteorTexts
    weights: FloatArray
    is_exact: NDArray[np.bool_]
    delta: float

    @property
    def shares(self) -> FloatArray:
        """What every word of all texts counts."""
        return np.where(self.texts.is_function, 1 - self.delta, self.delta)

    @property
    def kinds(self) -> FloatArray:
        """All that words can be worth, falling."""
        return -np.unique(-np.outer(self.weights, [self.delta, 1 - self.delta]))

    def worths(self, side: _Side, matcher: NDArray[np.int8]) -> FloatArray:
        """The most that every word can be worth.

        Words that occur more often than they do on the other side cannot all be matched exactly: the surplus ones are
        worth what other matchers give at best for that word.
        """
        size = len(side.places)
        exact, other, exactly = np.zeros(size), np.zeros(size), np.zeros(size, dtype=np.int64)
        for number in np.argsort(self.weights).tolist():  # the largest weight is written last
            which = np.flatnonzero(matcher == number)
            if self.is_exact[number]:
                exactly = np.bincount(side.start[which], minlength=size)
                exact[side.start[which]] = self.weights[number]
            else:
                other[stretches(side.start[which], side.length[which])[0]] = self.weights[number]
        worths = np.maximum(exact, other)
        first, again = self.texts.repeats
        surplus = np.flatnonzero((exactly > 0) & (again[side.places] >= exactly))
        if len(surplus):
            word = np.arange(size) - side.places + first[side.places]  # the first equal word of the same text
            best = np.zeros(size)
            np.maximum.at(best, word, other)
            worths[surplus] = best[word[surplus]]
        return worths * self.shares[side.places]


def _choices(side: _Side, worths: FloatArray, kinds: FloatArray) -> tuple[IntArray, IntArray, FloatArray]:
    """For every pair: no word, its best word, its two best and so on; how many these are, and what they are worth.

    Words without credit are left out. There are few different worths, so words are counted rather than sorted.
    """
    pairs = len(side.offsets) - 1
    words = np.flatnonzero(worths > 0)
    kind = np.searchsorted(-kinds, -worths[words])
    pair = np.searchsorted(side.offsets, words, side="right") - 1
    counts = np.ones((pairs, len(kinds) + 1), dtype=np.int64)  # the first column is for taking no word
    counts[:, 1:] = np.bincount(pair * len(kinds) + kind, minlength=pairs * len(kinds)).reshape(pairs, len(kinds))
    gains = np.repeat(np.tile(np.append(0.0, kinds), pairs), counts.ravel())
    sizes = counts.sum(axis=1)
    owner = np.repeat(np.arange(pairs), sizes)
    first = offsets_of(sizes)[:-1]
    running = np.cumsum(gains)
    return owner, np.arange(len(owner)) - first[owner], running - running[first][owner]


def _linked(outputs: IntArray, references: IntArray, texts: MeteorTexts, candidates: Candidates) -> IntArray:
    """Candidates that begin on both sides where another one ends: they may be in the same chunk."""
    width = texts.lengths[outputs] + 1
    corners = offsets_of(width * (texts.lengths[references] + 1))  # a board per pair, to mark where candidates end
    corner, wide = corners[candidates.pair], width[candidates.pair]
    ends = np.zeros(int(corners[-1]), dtype=bool)
    row, column = candidates.start + candidates.length, candidates.output_start + candidates.output_length
    ends[corner + row * wide + column] = True
    return np.flatnonzero(ends[corner + candidates.start * wide + candidates.output_start])
