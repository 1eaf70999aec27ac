"""Words planned before a text is written (Adapt): a first network proposes them, a second one has them as facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from genchal.generators.neural.data.meanings import PLANNED, Delexicalisation, Fact, Meaning, Pair
from genchal.generators.neural.data.tokens import split_words

COMMON = 60  # words that say too little to be planned


def list_common(pairs: Sequence[Pair], hidden: Delexicalisation) -> frozenset[str]:
    """The most frequent words of the texts, and placeholders: what is not planned."""
    counts = Counter(word for meaning, text in pairs for word in _words(hidden.hide_text(meaning, text)))
    frequent = sorted(counts, key=lambda word: (-counts[word], word))[:COMMON]
    return frozenset([*frequent, *(word for word in counts if not word[0].isalpha())])


def plan_of(meaning: Meaning, text: str, common: frozenset[str], hidden: Delexicalisation) -> list[str]:
    """The words of a text that a plan has, in their order, each once."""
    return list(dict.fromkeys(word for word in _words(hidden.hide_text(meaning, text)) if word not in common))


def add_plan(meaning: Meaning, words: Sequence[str]) -> Meaning:
    """A meaning with planned words among its facts."""
    return (*meaning, *(Fact(f"{PLANNED}#{place}", word) for place, word in enumerate(words, start=1)))


def _words(text: str) -> list[str]:
    return [word.lower() for word in split_words(text)]
