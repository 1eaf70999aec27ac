"""How varied words are: type-token ratios that do or do not depend on length, and entropies.

A type-token ratio falls as a text grows. MSTTR, MTLD and HD-D are ways round that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.profile import Needs, Profile, TextCollection, Unit
from genchal.domain.settings import setting
from genchal.errors import InvalidInput
from genchal.text.arrays.ragged import IntArray


@dataclass(frozen=True, slots=True)
class Diversity(Profile):
    """TTR, MSTTR, MTLD and HD-D over all texts one after the other, and entropies of n-grams.

    The ratios are of words in small letters, or of tokens, or of the words' lemmas; a word has a letter or digit.
    N-grams are of tokens as they are, and stay inside a text. MSTTR is the mean ratio of consecutive windows, the
    last incomplete one left out. MTLD is the mean length of stretches whose ratio stays at the threshold or above,
    counted with the last incomplete stretch, forwards and backwards. HD-D is the mean contribution of all types to
    the ratio of a sample drawn without replacement. The conditional entropies are those of the next word given one
    or two words before it, with probabilities from the counts of n-grams and of (n-1)-grams.
    """

    name: ClassVar = "diversity"
    version: ClassVar = 1
    citation: ClassVar = (
        "MSTTR: Johnson (1944), Psychological Monographs 56(2). MTLD and HD-D: McCarthy and Jarvis (2010), Behavior "
        "Research Methods 42(2). Entropies: Dušek, Novikova and Rieser (2020), Computer Speech & Language 59."
    )
    meanings: ClassVar = {
        "ttr": "type-token ratio: different words / words",
        "msttr": "mean segmental type-token ratio",
        "mtld": "measure of textual lexical diversity, in words",
        "hdd": "hypergeometric distribution D, as a ratio",
        "entropy_tokens": "entropy of tokens, in bits",
        "entropy_bigrams": "entropy of bigrams, in bits",
        "entropy_trigrams": "entropy of trigrams, in bits",
        "cond_entropy_bigrams": "entropy of the next token given one before it, in bits",
        "cond_entropy_trigrams": "entropy of the next token given two before it, in bits",
    }

    unit: Unit = setting("word", "What the ratios count: token, word or lemma.")
    window: int = setting(50, "Window size of MSTTR, in words.")
    threshold: float = setting(0.72, "Threshold of MTLD, as in McCarthy and Jarvis.")
    draws: int = setting(42, "Sample size of HD-D, in words, as in McCarthy and Jarvis.")

    def check(self) -> None:
        """Refuse windows and samples of nothing."""
        if self.window < 1 or self.draws < 1:
            raise InvalidInput("'window' and 'draws' of 'diversity' must be at least 1", "Give larger numbers.")
        if not 0 < self.threshold < 1:
            raise InvalidInput("the threshold of MTLD is a ratio", "Give a number between 0 and 1, such as 0.72.")

    def needs(self) -> frozenset[Needs]:
        """Lemmas, if they are counted."""
        return frozenset(["lemmas"] if self.unit == "lemma" else [])

    def numbers(self, collection: TextCollection) -> dict[str, float]:
        """Look at the sequence of words, and at counts of n-grams."""
        words = collection.sequence(self.unit)
        counts = [collection.counts(order) for order in (1, 2, 3)]
        return {
            "ttr": len(np.unique(words)) / len(words) if len(words) else np.nan,
            "msttr": msttr(words, self.window),
            "mtld": mtld(words, self.threshold),
            "hdd": hdd(words, self.draws),
            "entropy_tokens": entropy(counts[0]),
            "entropy_bigrams": entropy(counts[1]),
            "entropy_trigrams": entropy(counts[2]),
            "cond_entropy_bigrams": conditional_entropy(counts[1], counts[0], collection.grams(2)[1]),
            "cond_entropy_trigrams": conditional_entropy(counts[2], counts[1], collection.grams(3)[1]),
        }


def msttr(words: IntArray, window: int) -> float:
    """Mean share of different words in consecutive windows; NaN if not one is full."""
    full = len(words) // window
    if not full:
        return float("nan")
    ordered = np.sort(words[: full * window].reshape(full, window), axis=1)
    types = 1 + np.count_nonzero(np.diff(ordered, axis=1), axis=1)
    return float(types.mean() / window)


def mtld(words: IntArray, threshold: float) -> float:
    """Mean of both directions; NaN where no word ever comes twice."""
    factors = [_factors(_last_place(sequence).tolist(), threshold) for sequence in (words, words[::-1])]
    return float(np.mean([len(words) / factor for factor in factors])) if all(factors) else float("nan")


def _factors(last: list[int], threshold: float) -> float:
    """How often the ratio falls below the threshold and starts again, with the rest as a part of once."""
    factors, start, types = 0, 0, 0
    for place, before in enumerate(last):
        types += before < start  # a word is new unless it came since the start
        if types / (place + 1 - start) < threshold:
            factors, start, types = factors + 1, place + 1, 0
    rest = len(last) - start
    return factors + (1 - types / rest) / (1 - threshold) if rest else factors


def _last_place(words: IntArray) -> IntArray:
    """Where every word came last before, -1 if it did not."""
    order = np.argsort(words, kind="stable")
    last = np.full(len(words), -1, dtype=np.int64)
    again = words[order[1:]] == words[order[:-1]]
    last[order[1:][again]] = order[:-1][again]
    return last


def hdd(words: IntArray, draws: int) -> float:
    """Sum over types of their chance to be in a sample, divided by its size; NaN if there are fewer words."""
    total = len(words)
    if total < draws:
        return float("nan")
    counts, types = np.unique(np.unique(words, return_counts=True)[1], return_counts=True)
    steps = np.arange(draws)
    left = np.maximum(total - counts[:, None] - steps, 0)
    never = np.prod(left / (total - steps), axis=1)
    return float((types * (1 - never)).sum() / draws)


def entropy(counts: IntArray) -> float:
    """Shannon's, in bits; NaN of nothing."""
    known = counts[counts > 0]
    if not len(known):
        return float("nan")
    shares = known / known.sum()
    return float(-(shares * np.log2(shares)).sum()) + 0.0  # not -0


def conditional_entropy(longer: IntArray, shorter: IntArray, beginning: IntArray) -> float:
    """Entropy of the last word of n-grams given those before it; NaN of nothing.

    `beginning` has the number of the shorter n-gram that a longer one begins with. The last words of texts begin
    nothing and yet count among the shorter ones, as in the E2E report.
    """
    there = np.flatnonzero(longer)
    if not len(there):
        return float("nan")
    shares = longer[there] / longer.sum()
    given = shorter[beginning[there]] / shorter.sum()
    return float(-(shares * np.log2(shares / given)).sum())
