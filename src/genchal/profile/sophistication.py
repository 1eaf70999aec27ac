"""How many of the words are rare ones: lexical sophistication (Laufer 1994, as in Lu 2012)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from genchal.domain.profile import Needs, Profile, TextCollection
from genchal.domain.settings import setting
from genchal.errors import InvalidInput
from genchal.text.words.frequency_list import FrequencyList


@dataclass(frozen=True, slots=True)
class Sophistication(Profile):
    """LS2: the share of lemma types that are not among the most frequent lemmas of the language.

    Types have a letter or digit; what is tagged as a number is a type but never rare. The list is replaceable
    (``--frequencies``): the E2E report took the lemmas of the British National Corpus, genchal takes the word forms of
    the package wordfreq unless told otherwise, and adds them up by the lemmas of its own parser.
    """

    name: ClassVar = "sophistication"
    version: ClassVar = 1
    citation: ClassVar = "Laufer (1994), RELC Journal 25(2); Lu (2012), The Modern Language Journal 96(2)."
    meanings: ClassVar = {"ls2": "share of lemma types that are not frequent"}

    frequent: int = setting(2000, "Number of lemmas, from the top of the list, that count as frequent.")
    _list: FrequencyList | None = None

    def check(self) -> None:
        """Refuse a negative number."""
        if self.frequent < 0:
            raise InvalidInput("setting 'frequent' cannot be below 0", "Give frequent=2000, for instance.")

    def needs(self) -> frozenset[Needs]:
        """Lemmas, and a list."""
        return frozenset(["lemmas", "frequencies"])

    def equipped(self, resource: Any) -> Self:
        """Take the list."""
        return replace(self, _list=resource)

    def resources(self) -> list[str]:
        """Name the list."""
        return [f"list:{self._list.name}"] if self._list else []

    def numbers(self, collection: TextCollection) -> dict[str, float]:
        """Look at the types."""
        if self._list is None or collection.lemmas is None or collection.tags is None:
            raise ValueError("sophistication needs a list and lemmas")
        frequent = self._list.most_frequent(self.frequent)
        is_rare = np.array([lemma not in frequent for lemma in collection.lemmas.vocabulary], dtype=bool)
        is_number = np.array([tag == "CD" for tag in collection.tags.vocabulary], dtype=bool)
        counted = collection.has_letters[collection.tokens.values]
        lemma, tag = collection.lemmas.of_token.values[counted], collection.tags.of_token.values[counted]
        types = len(np.unique(lemma))
        rare = len(np.unique(lemma[is_rare[lemma] & ~is_number[tag]]))
        return {"ls2": rare / types if types else np.nan}
