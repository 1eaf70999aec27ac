"""Lexicon: how the slots and values of a domain may be worded. The files are read in `genchal.resources.lexicons`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from genchal.domain.inputs import DialogueAct, Input, SlotValues
from genchal.text.words.phrases import Phrase, Words, words_of

Scope = Literal["always", "slot", "value"]
SCOPES: tuple[Scope, ...] = ("always", "slot", "value")
SHIPPED = ("e2e", "e2e_report", "sf")  # lexicons that come with genchal
SLOT_METRICS = ("slot_error", *(f"slot_error.{kind}" for kind in ("ok", "added", "missing", "both", "repeated")))
NOT_LITERAL = frozenset(["yes", "no", "none", "true", "false", "dont_care", "dontcare", "?", ""])  # never said as such
ASKED = "?"  # the value of a slot that is asked for: request(area)


class Wording(NamedTuple):
    """A phrase that expresses a value, and where it counts.

    `always`; `slot`: only where the input has the slot, so that it may be wrong but is never added; `value`: only where
    the input has exactly that value.
    """

    phrase: Phrase
    scope: Scope = "always"


class Frame(NamedTuple):
    """Words before and after the value of an open slot, and where they count."""

    before: Words = ()
    after: Words = ()
    scope: Scope = "always"


@dataclass(frozen=True, slots=True)
class LexiconSlot:
    """A slot: its values with their wordings.

    An open slot takes any value, expressed by itself inside one of the `frames`; values may have further wordings in
    `values`. `opposites` says what a negated value means (yes: no); a negated value without an opposite counts as not
    said. `exceptions` look like a wording, or contain one, and express nothing.
    """

    name: str
    values: Mapping[str, tuple[Wording, ...]]
    is_open: bool = False
    frames: tuple[Frame, ...] = (Frame(),)
    opposites: Mapping[str, str] = field(default_factory=dict)
    negations: tuple[Phrase, ...] = ()
    exceptions: tuple[Phrase, ...] = ()


@dataclass(frozen=True)
class Lexicon:
    """The slots of a domain; `fingerprint` tells two versions of it apart."""

    name: str
    slots: Mapping[str, LexiconSlot]
    fingerprint: str
    title: str = ""

    @property
    def signature(self) -> str:
        """What belongs beside everything that was found with it."""
        return f"{self.name}-{self.fingerprint}"

    @cached_property
    def _slot_names(self) -> dict[str, str]:
        return {slot_key(name): name for name in self.slots}

    @cached_property
    def _value_names(self) -> dict[tuple[str, Words], str]:
        return {(name, words_of(value)): value for name, slot in self.slots.items() for value in slot.values}

    def slot_name(self, name: str) -> str:
        """A slot as the lexicon spells it: case, blanks and underscores do not count; unknown ones stay as they are."""
        return self._slot_names.get(slot_key(name), name)

    def value_name(self, slot: str, value: str) -> str:
        """A value as the lexicon spells it."""
        return self._value_names.get((slot, words_of(value)), value)

    def wanted(self, given: Input, all_questions: bool = False) -> list[tuple[str, str]] | None:
        """The slots and values that an output must express, as the lexicon spells them; None where input has no slots.

        Every pair of every act of a dialogue turn counts, and both values of "a or b". A slot without a value is asked
        for (`ASKED`), and so is one that has a value and its opposite, as in select(kids=yes, kids=no). Questions count
        where the lexicon has words for them, or all of them on demand.
        """
        if isinstance(given, SlotValues):
            return [self._pair(slot, value) for slot, value in given.pairs]
        if not isinstance(given, DialogueAct):
            return None
        pairs = [pair for act in given.acts for pair in self._act_pairs(act.pairs)]
        return [(slot, value) for slot, value in pairs if value != ASKED or all_questions or self._can_ask(slot)]

    def _pair(self, slot: str, value: str) -> tuple[str, str]:
        name = self.slot_name(slot)
        return name, self.value_name(name, value)

    def _act_pairs(self, pairs: tuple[tuple[str, str | None], ...]) -> Iterator[tuple[str, str]]:
        named = [(self.slot_name(slot), value) for slot, value in pairs]
        told = [pair for slot, value in named if value is not None for pair in self._alternatives(slot, value)]
        asked = {slot for slot, value in told if (slot, self._opposite(slot, value)) in told}
        yield from dict.fromkeys((slot, ASKED if slot in asked else value) for slot, value in told)
        for slot in dict.fromkeys(slot for slot, value in named if value is None):
            if slot not in asked:
                yield slot, ASKED

    def _alternatives(self, slot: str, value: str) -> list[tuple[str, str]]:
        """The values in "chinatown or hayes valley", unless the lexicon knows the whole."""
        whole = self.value_name(slot, value)
        if slot in self.slots and whole in self.slots[slot].values:
            return [(slot, whole)]
        return [(slot, self.value_name(slot, part)) for part in either(value)]

    def _opposite(self, slot: str, value: str) -> str | None:
        return self.slots[slot].opposites.get(value) if slot in self.slots else None

    def _can_ask(self, slot: str) -> bool:
        return slot in self.slots and ASKED in self.slots[slot].values


def either(value: str) -> list[str]:
    """The parts of "a or b"."""
    return [part for part in value.split(" or ") if part.strip()] or [value]


def slot_key(name: str) -> str:
    """A slot's name without what people write differently: customer rating, customerRating, customer_rating."""
    return "".join(character for character in name.casefold() if character.isalnum()) or name


def lexicon_settings(lexicon: str, verbatim: str) -> dict[str, dict[str, object]]:
    """Defaults of the slot metrics for a task that has a lexicon; `verbatim` are slots whose values texts repeat."""
    settings: dict[str, dict[str, object]] = {name: {"lexicon": lexicon} for name in SLOT_METRICS}
    return settings | {"slot_error_delex": {"slots": verbatim}}
