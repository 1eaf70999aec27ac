"""Word sequences that go with some texts and not with others, found by log-likelihood (Dunning 1993).

Used to propose phrases for a lexicon: which words do references have in common that express a value, and others not?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import FloatArray, IntArray, offsets_of
from genchal.text.words.phrases import Words

Mask = NDArray[np.bool_]


class Associated(NamedTuple):
    """A word sequence, how many of the texts have it, how many other texts do, and one of the texts by its number."""

    words: Words
    inside: int
    outside: int
    score: float
    example: int


class WordSequences:
    """All word sequences of some texts, up to a length, and which texts have them; a blank word interrupts."""

    def __init__(self, texts: Sequence[Words], longest: int = 5, at_least: int = 2) -> None:
        numbers: dict[Words, int] = {}
        sequence: list[int] = []
        owner: list[int] = []
        for text, words in enumerate(texts):
            own = [numbers.setdefault(gram, len(numbers)) for gram in _sequences(words, longest)]
            sequence += own
            owner += [text] * len(own)
        which, whose = np.array(sequence, dtype=np.int64), np.array(owner, dtype=np.int64)
        often = np.bincount(which, minlength=len(numbers)) >= at_least
        kept = often[which]
        which, whose = (np.cumsum(often) - 1)[which[kept]], whose[kept]
        order = np.argsort(which, kind="stable")
        self.words = [gram for gram, is_often in zip(numbers, often.tolist(), strict=True) if is_often]
        self._which: IntArray = which[order]
        self._owner: IntArray = whose[order]
        self._offsets = offsets_of(np.bincount(self._which, minlength=len(self.words)))

    def associated(self, inside: Mask, outside: Mask, most: int, at_least: int, purity: float) -> list[Associated]:
        """The sequences that go best with the texts `inside`: one after the other, each for texts not yet covered.

        One is taken if it occurs in `at_least` of them, and if among all texts with it their share, weighted as if
        both sides were equally many, is at least `purity`. Words that never come without each other stay together.
        """
        found: list[Associated] = []
        left = inside.copy()
        b = np.bincount(self._which[outside[self._owner]], minlength=len(self.words))
        others = int(outside.sum())
        while len(found) < most and left.sum() >= at_least:
            a = np.bincount(self._which[left[self._owner]], minlength=len(self.words))
            share = _share(a, int(left.sum()), b, others)
            score = np.where((a >= at_least) & (share >= purity), _likelihood(a, int(left.sum()), b, others), -1.0)
            best = int(np.argmax(score)) if len(score) else 0
            if not len(score) or score[best] <= 0:
                break
            best = self._longest_like(best, np.flatnonzero((a == a[best]) & (b == b[best])).tolist())
            having = self._owner[self._offsets[best] : self._offsets[best + 1]]
            covered = having[left[having]]
            found.append(Associated(self.words[best], len(covered), int(b[best]), float(score[best]), int(covered[0])))
            left[covered] = False
        return found

    def _longest_like(self, best: int, equals: list[int]) -> int:
        """Of the sequences as frequent as this one, the longest that contains it: it is in the same texts."""
        around = [sequence for sequence in equals if _contains(self.words[sequence], self.words[best])]
        return max(around, key=lambda sequence: len(self.words[sequence]))


def _contains(words: Words, part: Words) -> bool:
    return any(words[start : start + len(part)] == part for start in range(len(words) - len(part) + 1))


def _sequences(words: Words, longest: int) -> dict[Words, None]:
    """Each once, in order, so that of equals the first and shortest is the best."""
    found: dict[Words, None] = {}
    for start in range(len(words)):
        for end in range(start + 1, min(start + longest, len(words)) + 1):
            if not words[end - 1]:
                break
            found[words[start:end]] = None
    return found


def _share(a: IntArray, of_a: int, b: IntArray, of_b: int) -> FloatArray:
    rate_a, rate_b = a / max(of_a, 1), (b + 0.5) / max(of_b, 1)
    return rate_a / (rate_a + rate_b)


def _likelihood(a: IntArray, of_a: int, b: IntArray, of_b: int) -> FloatArray:
    """Dunning's log-likelihood ratio of counts in two collections."""
    expected_a = of_a * (a + b) / max(of_a + of_b, 1)
    expected_b = of_b * (a + b) / max(of_a + of_b, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        first = np.where(a > 0, a * np.log(a / expected_a), 0.0)
        second = np.where(b > 0, b * np.log(b / expected_b), 0.0)
    return 2 * (first + second)
