"""How varied words are: type-token ratios that do or do not depend on length, and entropies.

A type-token ratio falls as a text grows. MSTTR, MTLD and HD-D are ways round that.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.profile import Needs, Profile, StreamedTexts, TextCollection, Unit
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

    def can_stream(self) -> bool:
        """Whether it needs no lemmas."""
        return self.unit != "lemma"

    def streamed_numbers(self, texts: StreamedTexts) -> dict[str, float]:
        """Go through the sequence of words in both directions, and through the counts of n-grams."""
        of_types = texts.type_counts(self.unit)
        total = int(of_types.sum())
        directions = [texts.sequence(self.unit, backwards) for backwards in (False, True)]
        return {
            "ttr": np.count_nonzero(of_types) / total if total else np.nan,
            "msttr": streamed_msttr(texts.sequence(self.unit), self.window),
            "mtld": streamed_mtld(directions, total, len(of_types), self.threshold),
            "hdd": hdd_of_counts(of_types[of_types > 0], self.draws),
            **{
                f"entropy_{kind}": streamed_entropy(counts for counts, _ in texts.counts(order))
                for order, kind in enumerate(("tokens", "bigrams", "trigrams"), start=1)
            },
            "cond_entropy_bigrams": streamed_conditional_entropy(texts, 2),
            "cond_entropy_trigrams": streamed_conditional_entropy(texts, 3),
        }


def msttr(words: IntArray, window: int) -> float:
    """Mean share of different words in consecutive windows; NaN if not one is full."""
    return streamed_msttr([words], window)


def streamed_msttr(pieces: Iterable[IntArray], window: int) -> float:
    """The same of words that come in pieces."""
    types = windows = 0
    rest = np.empty(0, dtype=np.int64)
    for piece in pieces:
        words = np.concatenate([rest, piece]) if len(rest) else piece
        full = len(words) // window
        ordered = np.sort(words[: full * window].reshape(full, window), axis=1)
        types += full + int(np.count_nonzero(np.diff(ordered, axis=1)))
        windows += full
        rest = words[full * window :]
    return types / windows / window if windows else float("nan")


def mtld(words: IntArray, threshold: float) -> float:
    """Mean of both directions; NaN where no word ever comes twice."""
    return streamed_mtld([[words], [words[::-1]]], len(words), int(words.max(initial=-1)) + 1, threshold)


def streamed_mtld(directions: Iterable[Iterable[IntArray]], total: int, types: int, threshold: float) -> float:
    """The same of `total` words that come in pieces in either direction; they are numbers below `types`."""
    factors = [_factors(_last_places(pieces, types), threshold) for pieces in directions]
    return float(np.mean([total / factor for factor in factors])) if all(factors) else float("nan")


def _last_places(pieces: Iterable[IntArray], types: int) -> Iterator[list[int]]:
    """Where every word came last before, -1 if it did not."""
    known = np.full(types, -1, dtype=np.int64)
    start = 0
    for words in pieces:
        order = np.argsort(words, kind="stable")
        last = known[words]
        again = words[order[1:]] == words[order[:-1]]
        last[order[1:][again]] = start + order[:-1][again]
        known[words[order]] = start + order  # of several places the last one stays
        start += len(words)
        yield last.tolist()


def _factors(pieces: Iterable[list[int]], threshold: float) -> float:
    """How often the ratio falls below the threshold and starts again, with the rest as a part of once."""
    factors = start = types = place = 0
    for last in pieces:
        for before in last:
            types += before < start  # a word is new unless it came since the start
            place += 1
            if types / (place - start) < threshold:
                factors, start, types = factors + 1, place, 0
    rest = place - start
    return factors + (1 - types / rest) / (1 - threshold) if rest else factors


def hdd(words: IntArray, draws: int) -> float:
    """Sum over types of their chance to be in a sample, divided by its size; NaN if there are fewer words."""
    return hdd_of_counts(np.unique(words, return_counts=True)[1], draws)


def hdd_of_counts(of_types: IntArray, draws: int) -> float:
    """The same of how often every type comes."""
    total = int(of_types.sum())
    if total < draws:
        return float("nan")
    counts, types = np.unique(of_types, return_counts=True)
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


def streamed_entropy(pieces: Iterable[IntArray]) -> float:
    """Entropy from counts that come in pieces; it differs from that of all at once in the last digits."""
    how_many: Counter[int] = Counter()  # by count: few counts are different ones
    for counts in pieces:
        values, times = np.unique(counts[counts > 0], return_counts=True)
        how_many.update(dict(zip(values.tolist(), times.tolist(), strict=True)))
    total = sum(count * times for count, times in how_many.items())
    if not total:
        return float("nan")
    shares = [(count / total, times) for count, times in sorted(how_many.items())]
    return -math.fsum(times * share * math.log2(share) for share, times in shares) + 0.0


def streamed_conditional_entropy(texts: StreamedTexts, order: int) -> float:
    """The same of counts that come in pieces, beside those of the n-grams that they begin with."""
    totals = [sum(int(counts.sum()) for counts, _ in texts.counts(size)) for size in (order, order - 1)]
    if not totals[0]:
        return float("nan")
    parts = []
    for longer, shorter in texts.counts(order):
        shares = longer / totals[0]
        parts.append(float((shares * np.log2(shares / (shorter / totals[1]))).sum()))
    return -math.fsum(parts)
