"""What a finished text costs: its distance from references by BLEU and ROUGE-L, and slots that it gets wrong."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rapidfuzz.distance import LCSseq

from genchal.generators.linear._alignment import Words
from genchal.generators.linear._verdicts import Verdicts, count_repeats
from genchal.generators.neural.data.meanings import Fact, Meaning
from genchal.generators.neural.learning.selection import ORDER, count_ngrams

BETA = 1.2  # weight of recall in ROUGE-L, as in the challenge


@dataclass(frozen=True)
class Target:
    """A meaning with the references that its texts are compared with."""

    meaning: Meaning
    references: tuple[Words, ...]
    most: tuple[Counter[tuple[str, ...]], ...] = field(repr=False)  # n-grams, as often as any reference has them

    @classmethod
    def make(cls, meaning: Meaning, references: Sequence[Words]) -> Target:
        """Count n-grams once."""
        most: list[Counter[tuple[str, ...]]] = [Counter() for _ in range(ORDER)]
        for reference in references:
            for known, found in zip(most, count_ngrams(reference), strict=True):
                known |= found
        return cls(meaning, tuple(references), tuple(most))


@dataclass(frozen=True)
class Costs:
    """1 minus the mean of BLEU and ROUGE-L, plus the share of slots that are wrong."""

    verdicts: Verdicts
    weight: float  # of slot errors

    def judge(self, target: Target, runs: Sequence[tuple[Fact, Words]], words: Words) -> float:
        """The cost of a text, whose runs are said for these facts."""
        similarity = (multi_bleu(words, target) + rouge_l(words, target.references)) / 2
        errors = self.count_errors(target.meaning, runs, words)
        return 1 - similarity + self.weight * errors / max(1, len(target.meaning))

    def count_errors(self, meaning: Meaning, runs: Sequence[tuple[Fact, Words]], words: Words) -> int:
        """Facts without words that say them or with words that contradict them, and names said again."""
        right = {fact for fact, run in runs if self.verdicts.is_said(fact, run)}
        right -= self.verdicts.find_contradicted(meaning, words)
        return sum(fact not in right for fact in meaning if fact.value) + count_repeats(words)


def multi_bleu(words: Words, target: Target) -> float:
    """BLEU of one text against several references; counts of longer n-grams are smoothed by one (Lin and Och 2004)."""
    if not words or not target.references:
        return 0.0
    product = 1.0
    for size, (found, most) in enumerate(zip(count_ngrams(words), target.most, strict=True)):
        smooth = int(size > 0)
        match = sum(min(count, most[gram]) for gram, count in found.items() if gram in most) + smooth
        product *= match / (max(0, len(words) - size) + smooth)
    closest = min((abs(len(reference) - len(words)), len(reference)) for reference in target.references)[1]
    return math.pow(product, 1 / ORDER) * min(1.0, math.exp(1 - closest / len(words)))


def rouge_l(words: Words, references: Sequence[Words]) -> float:
    """ROUGE-L with precision and recall from whichever reference has the best (Lin 2004, as in the challenge)."""
    common = [LCSseq.similarity(words, reference) for reference in references]
    if not words or not any(common):
        return 0.0
    precision = max(common) / len(words)
    recall = max(count / len(reference) for count, reference in zip(common, references, strict=True) if reference)
    return (1 + BETA**2) * precision * recall / (recall + BETA**2 * precision)
