"""Which candidate becomes the output: the best, the best without slot errors, the most usual one, or a new one."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.generators.neural.learning.selection import ORDER, count_ngrams

RECENT = 50  # words: the length of the segments in which variety is measured (MSTTR)
ERROR = 100.0  # what a slot error costs: more than any difference in log-probability (TGen's constant)


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate: its words with placeholders, its text, its score per token, and slots that are wrong."""

    words: tuple[str, ...]
    text: str
    score: float
    errors: float = 0.0

    @property
    def value(self) -> float:
        """Score minus the price of errors."""
        return self.score - ERROR * self.errors


def normalise(score: float, tokens: int, power: float) -> float:
    """A text's log-probability without what its length costs it."""
    return float(score / (tokens + 1) ** power)


def choose_best(candidates: Sequence[Judged]) -> Judged:
    """The highest value; of equals the first in the alphabet."""
    return min(candidates, key=lambda candidate: (-candidate.value, candidate.words))


def keep_fewest_errors(candidates: Sequence[Judged]) -> list[Judged]:
    """Candidates with as few errors as can be had."""
    fewest = min(candidate.errors for candidate in candidates)
    return [candidate for candidate in candidates if candidate.errors == fewest]


def choose_consensus(
    candidates: Sequence[Judged], temperature: float, likeness: NDArray[np.float64] | None = None
) -> Judged:
    """Minimum Bayes risk: the candidate that is most like the others, weighted by their probability (sentence BLEU).

    `likeness`: how alike their texts are, where that is known already.
    """
    scores = np.array([candidate.score for candidate in candidates])
    weights = np.exp((scores - scores.max()) / temperature)
    gains = (compare_texts([candidate.words for candidate in candidates]) if likeness is None else likeness) @ weights
    return candidates[min(range(len(candidates)), key=lambda place: (-gains[place], candidates[place].words))]


def choose_novel(candidates: Sequence[Judged], said: Sequence[str]) -> Judged:
    """The candidate whose words were not said lately and whose pairs of words were said least; `said`: all so far.

    Only the more probable half of the candidates is considered: what is new by being wrong is rarely among them.
    """
    recent, pairs = Counter(said[-RECENT:]), Counter(itertools.pairwise(said))

    def weigh(candidate: Judged) -> float:
        words = candidate.words
        new_words = sum(1 / (1 + recent[word]) for word in dict.fromkeys(words))
        new_pairs = sum(1 / (1 + pairs[pair]) for pair in dict.fromkeys(itertools.pairwise(words)))
        return (new_words + new_pairs) / max(1, 2 * len(words) - 1)

    likely = sorted(candidates, key=lambda candidate: (-candidate.score, candidate.words))[: (len(candidates) + 1) // 2]
    return min(likely, key=lambda candidate: (-weigh(candidate), candidate.words))


def compare_texts(texts: Sequence[Sequence[str]]) -> NDArray[np.float64]:
    """Sentence BLEU of every text (rows) against every other as its reference (columns)."""
    lengths = np.array([len(words) for words in texts], dtype=np.float64)
    total = np.zeros((len(texts), len(texts)))
    grams = [count_ngrams(words) for words in texts]
    for size in range(ORDER):
        matches = _common([found[size] for found in grams]) + (size > 0)
        counts = np.maximum(0, lengths - size) + (size > 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            total += np.log(matches / counts[:, None])
    with np.errstate(divide="ignore", invalid="ignore"):
        penalty = np.minimum(0, 1 - lengths[None, :] / lengths[:, None])
        found: NDArray[np.float64] = np.nan_to_num(np.exp(total / ORDER + penalty), nan=0.0)
    return found


def _common(counts: Sequence[Counter[tuple[str, ...]]]) -> NDArray[np.float64]:
    """How many n-grams texts have in common: the sum over k of the n-grams that both have at least k times."""
    numbers: dict[tuple[str, ...], int] = {}
    for found in counts:
        for gram in found:
            numbers.setdefault(gram, len(numbers))
    table = np.zeros((len(counts), len(numbers)))
    for row, found in enumerate(counts):
        for gram, count in found.items():
            table[row, numbers[gram]] = count
    common = np.zeros((len(counts), len(counts)))
    for least in range(1, int(table.max(initial=0)) + 1):
        has = (table >= least).astype(np.float64)
        common += has @ has.T
    return common
