"""How long texts and sentences are (Dušek et al. 2020, Tables 2 and 9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.profile import Profile, TextCollection
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
        tokens, sentences = collection.tokens.lengths, collection.sentences.lengths
        words = int(collection.words.sum())
        return {
            "tokens_per_text": _mean(tokens),
            "tokens_per_text_min": _end(tokens, -1),
            "tokens_per_text_max": _end(tokens, 1),
            "words_per_text": _per(words, len(collection)),
            "sentences_per_text": _mean(sentences),
            "sentences_per_text_min": _end(sentences, -1),
            "sentences_per_text_max": _end(sentences, 1),
            "tokens_per_sentence": _per(int(tokens.sum()), int(sentences.sum())),
            "words_per_sentence": _per(words, int(sentences.sum())),
        }


def _mean(counts: IntArray) -> float:
    return _per(int(counts.sum()), len(counts))


def _end(counts: IntArray, sign: int) -> float:
    return float(sign * (sign * counts).max()) if len(counts) else np.nan


def _per(total: int, of: int) -> float:
    return total / of if of else np.nan
