"""How good outputs are while a network is trained and chosen: BLEU against all references, and slots that are wrong."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

from genchal.generators.neural.data.meanings import Meaning
from genchal.generators.neural.data.tokens import split_words

ORDER = 4
Words = Sequence[str]
CountErrors = Callable[[Meaning, str], int]  # slots of a text that are missing, added, wrong or repeated


def count_ngrams(words: Words) -> list[Counter[tuple[str, ...]]]:
    """How often each n-gram occurs, for lengths 1 to 4."""
    return [Counter(zip(*(words[start:] for start in range(size)), strict=False)) for size in range(1, ORDER + 1)]


def split_lower(text: str) -> list[str]:
    """Words in lower case, as BLEU counts them."""
    return [word.lower() for word in split_words(text)]


class References:
    """References of a development set, counted once."""

    def __init__(self, texts: Sequence[Sequence[Words]]) -> None:
        self.lengths = [sorted(len(words) for words in references) for references in texts]
        self.most: list[list[Counter[tuple[str, ...]]]] = []
        for references in texts:
            most: list[Counter[tuple[str, ...]]] = [Counter() for _ in range(ORDER)]
            for words in references:
                for known, found in zip(most, count_ngrams(words), strict=True):
                    known |= found
            self.most.append(most)

    def bleu(self, outputs: Sequence[Words]) -> float:
        """Corpus BLEU (Papineni et al. 2002) with the closest reference length."""
        matches, totals, length, wanted = [0] * ORDER, [0] * ORDER, 0, 0
        for words, most, lengths in zip(outputs, self.most, self.lengths, strict=True):
            length += len(words)
            wanted += min(lengths, key=lambda known: (abs(known - len(words)), known))
            for size, found in enumerate(count_ngrams(words)):
                matches[size] += sum((found & most[size]).values())
                totals[size] += max(0, len(words) - size)
        if not all(matches):
            return 0.0
        precision = sum(math.log(match / total) for match, total in zip(matches, totals, strict=True)) / ORDER
        return math.exp(precision + min(0.0, 1 - wanted / length))


class Counted:
    """A text whose n-grams are counted once, however often it is compared."""

    __slots__ = ("grams", "length")

    def __init__(self, words: Words) -> None:
        self.grams = count_ngrams(words)
        self.length = len(words)


def sentence_bleu(text: Counted, reference: Counted) -> float:
    """BLEU of one sentence against one reference; n-gram counts above 1 are smoothed by one (Lin and Och 2004)."""
    if not text.length or not reference.length:
        return 0.0
    total = 0.0
    for size, (found, wanted) in enumerate(zip(text.grams, reference.grams, strict=True)):
        smooth = int(size > 0)
        match = sum(min(count, wanted[gram]) for gram, count in found.items() if gram in wanted) + smooth
        if not match:
            return 0.0
        total += math.log(match / (max(0, text.length - size) + smooth))
    return math.exp(total / ORDER + min(0.0, 1 - reference.length / text.length))
