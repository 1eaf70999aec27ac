"""Profiles: numbers of a whole collection of texts that are not sums over texts, such as types and entropies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from genchal.domain.settings import described, settings_of
from genchal.text.arrays.numbering import Numbering
from genchal.text.arrays.ragged import FloatArray, IntArray, Ragged, offsets_of

Unit = Literal["token", "word", "lemma"]
Needs = Literal["inputs", "lemmas", "frequencies"]
PUNCTUATION = frozenset(".!?…,:;()[]{}-–—")  # tokens of these alone are no words; a currency sign is one


@dataclass(frozen=True, eq=False)
class Annotation:
    """A lemma or a tag for every token of a collection, laid out as its tokens are."""

    of_token: Ragged
    vocabulary: tuple[str, ...]

    def take(self, rows: IntArray) -> Annotation:
        """The annotation of these texts."""
        return Annotation(self.of_token.take(rows), self.vocabulary)


@dataclass(frozen=True, eq=False)
class Inputs:
    """What the texts of a collection were written for: text i for input ``of_text[i]``.

    `slots` counts the slots of every input (an act without slots counts as one; NaN where there can be none); inputs
    that are equal but for the values that are delexicalised have equal numbers in `without_values`, if any are.
    """

    of_text: IntArray
    slots: FloatArray
    without_values: IntArray | None = None

    def take(self, rows: IntArray) -> Inputs:
        """The inputs of these texts; inputs keep their numbers."""
        return replace(self, of_text=self.of_text[rows])


@dataclass(frozen=True, eq=False)
class TextCollection:
    """Texts as numbers of tokens; `sentences` has the lengths of every text's sentences.

    `conditions` say how the tokens came about, as signatures show it (``tok:morphodita``, ``case:lower``).
    """

    tokens: Ragged
    sentences: Ragged
    vocabulary: tuple[str, ...]
    lemmas: Annotation | None = None
    tags: Annotation | None = None
    inputs: Inputs | None = None
    conditions: tuple[str, ...] = ()
    _origin: tuple[TextCollection, IntArray] | None = field(default=None, repr=False)
    _grams: dict[int, tuple[Ragged, IntArray]] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.tokens)

    def take(self, rows: IntArray) -> TextCollection:
        """A collection of these texts, in this order; n-grams and words are not numbered again."""
        return replace(
            self,
            tokens=self.tokens.take(rows),
            sentences=self.sentences.take(rows),
            lemmas=self.lemmas and self.lemmas.take(rows),
            tags=self.tags and self.tags.take(rows),
            inputs=self.inputs and self.inputs.take(rows),
            _origin=(self, rows) if self._origin is None else (self._origin[0], self._origin[1][rows]),
            _grams={},
        )

    def counts(self, order: int) -> IntArray:
        """How often every n-gram occurs; n-grams stay inside texts but cross the borders of sentences."""
        return np.bincount(self.grams(order)[0].values, minlength=len(self.grams(order)[1]))

    def grams(self, order: int) -> tuple[Ragged, IntArray]:
        """Numbers of the n-grams of every text, and for every n-gram the number of its first n - 1 words."""
        if order not in self._grams:
            if self._origin is not None:
                whole, rows = self._origin
                numbers, beginnings = whole.grams(order)
                self._grams[order] = numbers.take(rows), beginnings
            else:
                self._grams[order] = self._numbered(order)
        return self._grams[order]

    def _numbered(self, order: int) -> tuple[Ragged, IntArray]:
        if order == 1:
            return self.tokens, np.zeros(len(self.vocabulary), dtype=np.int64)
        shorter, _ = self.grams(order - 1)
        lengths = np.maximum(shorter.lengths - 1, 0)
        offsets = offsets_of(lengths)
        text = np.repeat(np.arange(len(lengths)), lengths)
        inside = np.arange(offsets[-1]) - offsets[text]
        beginning = shorter.values[shorter.offsets[text] + inside].astype(np.int64)
        last = self.tokens.values[self.tokens.offsets[text] + inside + order - 1].astype(np.int64)
        keys = (beginning << 32) | last
        numbering = Numbering(keys)
        beginnings = np.zeros(numbering.count, dtype=np.int64)
        beginnings[numbering.numbers] = beginning
        return Ragged(numbering.numbers.astype(np.int32), offsets), beginnings

    @cached_property
    def is_word(self) -> NDArray[np.bool_]:
        """For every entry of the vocabulary, whether it is a word rather than punctuation."""
        if self._origin is not None:
            return self._origin[0].is_word
        return np.array([not PUNCTUATION.issuperset(token) for token in self.vocabulary], dtype=bool)

    @cached_property
    def words(self) -> NDArray[np.bool_]:
        """For every token, whether it is a word."""
        return self.is_word[self.tokens.values]

    @cached_property
    def has_letters(self) -> NDArray[np.bool_]:
        """For every entry of the vocabulary, whether it has a letter or digit."""
        if self._origin is not None:
            return self._origin[0].has_letters
        return np.array([any(map(str.isalnum, token)) for token in self.vocabulary], dtype=bool)

    def sequence(self, unit: Unit) -> IntArray:
        """All tokens, words or lemmas of words, one after the other, in small letters, as numbers.

        Words are here what has a letter or digit: symbols such as £ are left out.
        """
        if unit == "token":
            return self._small[self.tokens.values]
        chosen = self.has_letters[self.tokens.values]
        if unit == "word":
            return self._small[self.tokens.values[chosen]]
        if self.lemmas is None:
            raise ValueError("the collection has no lemmas")
        return self.lemmas.of_token.values[chosen].astype(np.int64)

    @cached_property
    def _small(self) -> IntArray:
        """Numbers of the vocabulary's entries that are equal where the entries are equal in small letters."""
        if self._origin is not None:
            return self._origin[0]._small
        first: dict[str, int] = {}
        return np.array([first.setdefault(token.lower(), len(first)) for token in self.vocabulary], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class CountRange:
    """The sum and the ends of the range of counts, one per text."""

    total: int
    least: int
    most: int


class StreamedTexts(Protocol):
    """A collection that is larger than memory should hold: what can be counted of it by going through it in order."""

    @property
    def conditions(self) -> tuple[str, ...]:
        """How the tokens came about, as signatures show it."""
        ...

    @property
    def texts(self) -> int:
        """How many texts there are."""
        ...

    @property
    def words(self) -> int:
        """How many tokens are words rather than punctuation."""
        ...

    @property
    def tokens_per_text(self) -> CountRange:
        """Tokens of texts."""
        ...

    @property
    def sentences_per_text(self) -> CountRange:
        """Sentences of texts."""
        ...

    def counts(self, order: int) -> Iterator[tuple[IntArray, IntArray]]:
        """How often every n-gram occurs and how often its first n - 1 words do, in pieces; the latter 0 for words."""
        ...

    def sequence(self, unit: Unit, backwards: bool = False) -> Iterator[IntArray]:
        """All tokens or words in small letters as numbers, in pieces; `backwards` begins with the last."""
        ...

    def type_counts(self, unit: Unit) -> IntArray:
        """How often every one of these numbers comes."""
        ...


class Profile(ABC):
    """A family of numbers of a collection of texts; the dataclass fields of a profile are its settings.

    A number that cannot be had (of too few words, say) is NaN. `meanings` explains every number by its name.
    """

    __slots__ = ()

    name: ClassVar[str]
    version: ClassVar[int]  # raised by every change that alters any number
    citation: ClassVar[str]
    meanings: ClassVar[Mapping[str, str]]

    def needs(self) -> frozenset[Needs]:
        """What a collection must have besides tokens, and which resource must be there."""
        return frozenset()

    def equipped(self, resource: Any) -> Self:
        """Take the resource that `needs` asked for."""
        return self

    @abstractmethod
    def numbers(self, collection: TextCollection) -> dict[str, float]:
        """Look at a collection."""

    def can_stream(self) -> bool:
        """Whether `streamed_numbers` gives the same numbers of a collection without inputs that is on disk."""
        return False

    def streamed_numbers(self, texts: StreamedTexts) -> dict[str, float]:
        """Look at a collection that is larger than memory should hold."""
        raise NotImplementedError(f"'{self.name}' cannot be counted piece by piece")

    def signature(self, collection: TextCollection | StreamedTexts) -> str:
        """What belongs beside every number: how texts were read, the settings, the version."""
        settings = [f"{name}:{described(getattr(self, name))}" for name in settings_of(type(self))]
        return "|".join([self.name, *collection.conditions, *settings, *self.resources(), f"v:{self.version}"])

    def resources(self) -> Sequence[str]:
        """Fields of the signature that name what `equipped` brought in."""
        return ()
