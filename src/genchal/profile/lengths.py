"""How long texts and sentences are (Dušek et al. 2020, Tables 2 and 9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.profile import CountRange, Profile, StreamedTexts, TextCollection
from genchal.text.arrays.ragged import IntArray


@dataclass(frozen=True, slots=True)
class Lengths(Profile):
    """Means over texts and over sentences, and the ends of the range; an empty text counts, with nothing in it."""

    name: ClassVar = "lengths"
    version: ClassVar = 1
    citation: ClassVar = "Dušek, Novikova and Rieser (2020), Computer Speech & Language 59, Tables 2 and 9."
    meanings: ClassVar = {
        "tokens_per_text": "tokens per text, punctuation included, on average",
        "tokens_per_text_min": "tokens in the shortest text",
        "tokens_per_text_max": "tokens in the longest text",
        "words_per_text": "words per text, on average",
        "sentences_per_text": "sentences per text, on average",
        "sentences_per_text_min": "the fewest sentences in a text",
        "sentences_per_text_max": "the most sentences in a text",
        "tokens_per_sentence": "tokens per sentence, on average",
        "words_per_sentence": "words per sentence, on average",
    }

    def numbers(self, collection: TextCollection) -> dict[str, float]:
        """Average."""
        tokens, sentences = _range(collection.tokens.lengths), _range(collection.sentences.lengths)
        return _averages(tokens, sentences, int(collection.words.sum()), len(collection))

    def can_stream(self) -> bool:
        """All of it is counted as texts pass."""
        return True

    def streamed_numbers(self, texts: StreamedTexts) -> dict[str, float]:
        """Average."""
        return _averages(texts.tokens_per_text, texts.sentences_per_text, texts.words, texts.texts)


def _averages(tokens: CountRange, sentences: CountRange, words: int, texts: int) -> dict[str, float]:
    return {
        "tokens_per_text": _per(tokens.total, texts),
        "tokens_per_text_min": float(tokens.least) if texts else np.nan,
        "tokens_per_text_max": float(tokens.most) if texts else np.nan,
        "words_per_text": _per(words, texts),
        "sentences_per_text": _per(sentences.total, texts),
        "sentences_per_text_min": float(sentences.least) if texts else np.nan,
        "sentences_per_text_max": float(sentences.most) if texts else np.nan,
        "tokens_per_sentence": _per(tokens.total, sentences.total),
        "words_per_sentence": _per(words, sentences.total),
    }


def _range(counts: IntArray) -> CountRange:
    if not len(counts):
        return CountRange(0, 0, 0)
    return CountRange(int(counts.sum()), int(counts.min()), int(counts.max()))


def _per(total: int, of: int) -> float:
    return total / of if of else np.nan
