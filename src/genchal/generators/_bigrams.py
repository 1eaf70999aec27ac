"""A bigram language model, good enough to tell a fluent template from an odd one."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

START, END = "<s>", "</s>"


@dataclass(frozen=True, slots=True)
class BigramModel:
    """Bigrams interpolated with unigrams (weight 0.1), unigrams smoothed by adding one."""

    pairs: Counter[tuple[str, str]]
    words: Counter[str]
    total: int

    @classmethod
    def trained(cls, texts: Iterable[list[str]]) -> BigramModel:
        """Count words and pairs of words."""
        pairs: Counter[tuple[str, str]] = Counter()
        words: Counter[str] = Counter()
        for tokens in texts:
            padded = [START, *tokens, END]
            pairs.update(pairwise(padded))
            words.update(padded)
        return cls(pairs, words, sum(words.values()))

    def score(self, tokens: list[str]) -> float:
        """Mean log-probability per word, so that short texts are not preferred."""
        logs = [self.log_probability(previous, word) for previous, word in pairwise([START, *tokens, END])]
        return sum(logs) / len(logs)

    def log_probability(self, previous: str, word: str) -> float:
        """Log-probability of a word after another one."""
        return math.log(
            0.9 * self.pairs[previous, word] / max(self.words[previous], 1)
            + 0.1 * (self.words[word] + 1) / (self.total + len(self.words) + 1)
        )
