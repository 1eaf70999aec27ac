"""How many different words and n-grams there are, and how many occur once (Dušek et al. 2020, Tables 4 and 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.profile import Needs, Profile, StreamedTexts, TextCollection
from genchal.domain.settings import setting


@dataclass(frozen=True, slots=True)
class Vocabulary(Profile):
    """Distinct tokens, lemmas, bigrams and trigrams, punctuation included; those that occur once; and their share.

    N-grams cross the borders of sentences, not of texts. All these numbers grow with the amount of text: compare
    collections of the same size, such as systems' outputs for the same inputs.
    """

    name: ClassVar = "vocabulary"
    version: ClassVar = 1
    citation: ClassVar = "Dušek, Novikova and Rieser (2020), Computer Speech & Language 59, Tables 4 and 10."
    meanings: ClassVar = {
        **{
            name.format(kind): meaning.format(kind)
            for kind in ("tokens", "bigrams", "trigrams")
            for name, meaning in (
                ("distinct_{}", "different {}"),
                ("distinct_{}_once", "different {} that occur once"),
                ("unique_{}_percent", "the same, in percent of the different {}"),
            )
        },
        "distinct_lemmas": "different lemmas, punctuation included; with `lemmas=yes`",
    }

    lemmas: bool = setting(False, "Also count lemmas, with the tags of the parser.")

    def needs(self) -> frozenset[Needs]:
        """Lemmas, if they are to be counted."""
        return frozenset(["lemmas"] if self.lemmas else [])

    def numbers(self, collection: TextCollection) -> dict[str, float]:
        """Count."""
        found: dict[str, float] = {}
        for order, kind in enumerate(("tokens", "bigrams", "trigrams"), start=1):
            counts = collection.counts(order)
            found |= _distinct(kind, int(np.count_nonzero(counts)), int(np.count_nonzero(counts == 1)))
        if self.lemmas and collection.lemmas is not None:
            found["distinct_lemmas"] = len(np.unique(collection.lemmas.of_token.values))
        return found

    def can_stream(self) -> bool:
        """Whether it needs no lemmas."""
        return not self.lemmas

    def streamed_numbers(self, texts: StreamedTexts) -> dict[str, float]:
        """Count."""
        found: dict[str, float] = {}
        for order, kind in enumerate(("tokens", "bigrams", "trigrams"), start=1):
            distinct = once = 0
            for counts, _ in texts.counts(order):
                distinct, once = distinct + len(counts), once + int(np.count_nonzero(counts == 1))
            found |= _distinct(kind, distinct, once)
        return found


def _distinct(kind: str, distinct: int, once: int) -> dict[str, float]:
    return {
        f"distinct_{kind}": distinct,
        f"distinct_{kind}_once": once,
        f"unique_{kind}_percent": 100 * once / distinct if distinct else np.nan,
    }
