"""Meanings and texts as numbers, ready for a network: what its encoder reads, what its decoder writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Self

from genchal.generators._slots import unnumbered
from genchal.generators.neural.data.meanings import (
    Delexicalisation,
    Meaning,
    Pair,
    feature_places,
    list_features,
    name_feature,
)
from genchal.generators.neural.data.tokens import PAD, RESERVED, UNKNOWN, Spelling, Unit, Vocabulary, split_words

Layout = Literal["facts", "flat", "words", "characters"]


class Source(NamedTuple):
    """A meaning as an encoder reads it: at every place a slot and a token; and what may be copied from there.

    `copies` are numbers of the target vocabulary; numbers beyond it stand for `extra`, words that it does not have.
    `values` are the words of each fact, hidden or not, for hierarchical encoders.
    """

    slots: list[int]
    tokens: list[int]
    copies: list[int]
    extra: tuple[str, ...]
    features: list[int]
    values: list[list[int]]


@dataclass(frozen=True, slots=True)
class Codec:
    """Everything between inputs and numbers, and between numbers and texts; learnt from training pairs."""

    layout: Layout
    hidden: Delexicalisation
    slots: tuple[str, ...]
    tokens: tuple[str, ...]
    features: tuple[str, ...]
    vocabulary: Vocabulary
    spelling: Spelling
    copies: bool  # whether words that the vocabulary does not have may be copied
    slot_numbers: Mapping[str, int]
    token_numbers: Mapping[str, int]
    feature_numbers: Mapping[str, int]

    @classmethod
    def make(
        cls,
        layout: Layout,
        hidden: Delexicalisation,
        slots: Sequence[str],
        tokens: Sequence[str],
        features: Sequence[str],
        vocabulary: Vocabulary,
        spelling: Spelling,
        copies: bool,
    ) -> Self:
        """Number all names."""
        slots, tokens = (tuple(dict.fromkeys([*RESERVED, *names])) for names in (slots, tokens))
        numbers = [{name: number for number, name in enumerate(names)} for names in (slots, tokens, features)]
        return cls(layout, hidden, slots, tokens, tuple(features), vocabulary, spelling, copies, *numbers)

    @classmethod
    def learn(
        cls,
        layout: Layout,
        unit: Unit,
        hidden: Delexicalisation,
        pairs: Sequence[Pair],
        *,
        copies: bool,
        reads_values: bool = False,
    ) -> Self:
        """Take slots, values and words from training pairs; the words of hidden values only if they are read, too."""
        meanings = list(dict.fromkeys(hidden.hide(meaning) for meaning, _ in pairs))
        texts = [hidden.hide_text(meaning, text) for meaning, text in pairs]
        slots = sorted({fact.slot for meaning in meanings for fact in meaning})
        vocabulary = Vocabulary.learn(unit, texts)
        tokens = {token for meaning in meanings for token in _list_tokens(layout, meaning, vocabulary)}
        if reads_values:
            values = {fact.value for meaning, _ in pairs for fact in meaning}
            tokens |= {word for value in values for word in _value_words(value, vocabulary)}
        return cls.make(
            layout, hidden, slots, sorted(tokens), list_features(meanings), vocabulary, Spelling.learn(texts), copies
        )

    def read(self, meaning: Meaning) -> Source:
        """A meaning as numbers; what training did not have is unknown, but may be copied."""
        seen = self.hidden.hide(meaning)
        extra: dict[str, int] = {}
        places: list[tuple[int, int, int]] = []
        for slot, token in _list_places(self.layout, seen, self.vocabulary):
            number = self.vocabulary.numbers.get(_target_token(self, slot, token))
            if number is None:
                number = len(self.vocabulary) + extra.setdefault(token, len(extra)) if self.copies else UNKNOWN
            places.append((self.slot_numbers.get(slot, UNKNOWN), self.token_numbers.get(token, UNKNOWN), number))
        slots, tokens, copies = zip(*places, strict=True) if places else ((UNKNOWN,), (UNKNOWN,), (UNKNOWN,))
        return Source(
            list(slots),
            list(tokens),
            list(copies),
            tuple(extra),
            feature_places(seen, self.feature_numbers),
            [
                [self.token_numbers.get(word, UNKNOWN) for word in _value_words(fact.value, self.vocabulary)]
                for fact in meaning
            ]
            or [[UNKNOWN]],
        )

    def encode(self, meaning: Meaning, text: str, source: Source) -> list[int]:
        """A text as numbers; words that only the source has get the numbers to copy them by."""
        extra = {token: len(self.vocabulary) + place for place, token in enumerate(source.extra)}
        tokens = self.vocabulary.split(self.hidden.hide_text(meaning, text))
        return [self.vocabulary.numbers.get(token, extra.get(token, UNKNOWN)) for token in tokens]

    def words(self, numbers: Sequence[int], extra: Sequence[str] = ()) -> list[str]:
        """Tokens as words (or characters), placeholders left in; what is reserved says nothing."""
        known = len(self.vocabulary)
        tokens = [
            self.vocabulary.tokens[number] if number < known else extra[number - known]
            for number in numbers
            if number > UNKNOWN and number < known + len(extra)
        ]
        return self.vocabulary.words(tokens)

    def write(self, words: Sequence[str], meaning: Meaning) -> str:
        """Words as a text, with the values of the meaning."""
        values = {fact.slot: fact.value for fact in meaning}
        if self.vocabulary.unit == "characters":
            return self.spelling.write(split_words("".join(words)), values) if self.hidden.slots else "".join(words)
        return self.spelling.write(words, values)

    def values(self) -> dict[str, Any]:
        """What JSON can hold."""
        return {
            "layout": self.layout,
            "hidden": sorted(self.hidden.slots),
            "slots": list(self.slots),
            "tokens": list(self.tokens),
            "features": list(self.features),
            "unit": self.vocabulary.unit,
            "vocabulary": list(self.vocabulary.tokens),
            "merges": [list(pair) for pair in self.vocabulary.merges],
            "spelling": self.spelling.values(),
            "copies": self.copies,
        }

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Take them back."""
        merges = [(first, second) for first, second in values["merges"]]
        return cls.make(
            values["layout"],
            Delexicalisation(frozenset(values["hidden"])),
            values["slots"],
            values["tokens"],
            values["features"],
            Vocabulary.make(values["unit"], values["vocabulary"], merges),
            Spelling.of(values["spelling"]),
            values["copies"],
        )


def _list_places(layout: Layout, meaning: Meaning, vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """Slot and token of every place that an encoder reads."""
    if layout == "facts":
        return [(fact.slot, name_feature(fact)) for fact in meaning]
    if layout == "flat":
        return [place for fact in meaning for place in ((fact.slot, fact.slot), (RESERVED[PAD], name_feature(fact)))]
    if layout == "words":
        return [(fact.slot, word) for fact in meaning for word in _value_words(fact.value, vocabulary)]
    return [(fact.slot, character) for fact in meaning for character in f"{fact.slot}[{fact.value}] "]


def _list_tokens(layout: Layout, meaning: Meaning, vocabulary: Vocabulary) -> list[str]:
    words = [word for fact in meaning for word in _value_words(fact.value, vocabulary)]
    return [*(token for _, token in _list_places(layout, meaning, vocabulary)), *words]


def _value_words(value: str, vocabulary: Vocabulary) -> list[str]:
    """Words of a value, or their parts where texts are made of parts, so that both sides share them."""
    if vocabulary.unit == "parts":
        return vocabulary.split(value) or [value.lower()]
    return [word.lower() for word in split_words(value)] or [value.lower()]


def _target_token(codec: Codec, slot: str, token: str) -> str:
    """What is written where a place is copied: a placeholder for hidden values, else the token itself."""
    return f"{{{slot}}}" if codec.hidden.slots and unnumbered(slot) in codec.hidden.slots else token
