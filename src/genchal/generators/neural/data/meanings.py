"""Inputs of neural generators: slots with values, which of them are written as placeholders, and their features."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from genchal.domain import Instance
from genchal.domain.slots.lexicon import NOT_LITERAL
from genchal.generators._slots import number_repeated, slot_values, unnumbered
from genchal.text.values.delexicalise import delexicalise, has_place

OPEN_VALUES = 10  # a slot with at least as many values in training is open: its values are names
FOUND = 0.7  # and most of its values stand in the references as they are
PLANNED, BY_RULE = "word to use", "made by rule"  # slots that inputs do not have: planned words, texts that rules made
OURS = (PLANNED, BY_RULE)
ANY = "*"  # the value of an open slot, as networks see it


class Fact(NamedTuple):
    """A slot of an input with its value; a slot that occurs again is numbered (`name#2`)."""

    slot: str
    value: str

    @property
    def is_ours(self) -> bool:
        """Whether this is a planned word or the mark of a rule's text, not a part of the input."""
        return self.slot.startswith(OURS)


Meaning = tuple[Fact, ...]
Pair = tuple[Meaning, str]  # a meaning and a text that expresses it


@dataclass(frozen=True, slots=True)
class Delexicalisation:
    """Which slots networks do not see the values of."""

    slots: frozenset[str]

    def hides(self, fact: Fact) -> bool:
        """Whether a fact's value becomes a placeholder; one that is never said as it stands (dont_care) does not."""
        return unnumbered(fact.slot) in self.slots and has_place(fact.slot) and fact.value.lower() not in NOT_LITERAL

    def hide(self, meaning: Meaning) -> Meaning:
        """The meaning as networks see it."""
        return tuple(Fact(fact.slot, ANY if self.hides(fact) else fact.value) for fact in meaning)

    def hide_text(self, meaning: Meaning, text: str) -> str:
        """The text with placeholders instead of hidden values."""
        return delexicalise(text, [fact for fact in meaning if self.hides(fact)])[0]


def read_meaning(instance: Instance, generator: str) -> Meaning:
    """The facts of an input, in its order."""
    return tuple(Fact(*pair) for pair in number_repeated(slot_values(instance, generator).pairs))


def read_pairs(instances: Sequence[Instance], generator: str) -> list[Pair]:
    """Every reference beside its meaning."""
    return [
        (meaning, text)
        for instance in instances
        for meaning in (read_meaning(instance, generator),)
        for text in instance.references
    ]


def choose_delexicalisation(wanted: str, pairs: Sequence[Pair]) -> Delexicalisation:
    """Slots by name, by commas; "none"; "said": those whose values stand in references; "open": that have many, too."""
    if wanted == "none":
        return Delexicalisation(frozenset())
    if wanted not in ("open", "said"):
        return Delexicalisation(frozenset(slot.strip() for slot in wanted.split(",") if slot.strip()))
    values: dict[str, set[str]] = defaultdict(set)
    found: dict[str, list[bool]] = defaultdict(list)
    for meaning, text in pairs:
        lowered = text.lower()
        for fact in meaning:
            if fact.value.lower() not in NOT_LITERAL:
                slot = unnumbered(fact.slot)
                values[slot].add(fact.value)
                found[slot].append(fact.value.lower() in lowered)
    return Delexicalisation(
        frozenset(
            slot
            for slot, known in values.items()
            if len(known) >= (OPEN_VALUES if wanted == "open" else 1) and sum(found[slot]) >= FOUND * len(found[slot])
        )
    )


def list_features(meanings: Iterable[Meaning]) -> tuple[str, ...]:
    """What a meaning can say: slots with their values, sorted."""
    return tuple(sorted({name_feature(fact) for meaning in meanings for fact in meaning if not fact.is_ours}))


def name_feature(fact: Fact) -> str:
    """A fact in one word."""
    return f"{fact.slot}={fact.value}"


def feature_places(meaning: Meaning, numbers: Mapping[str, int]) -> list[int]:
    """Which features a meaning has; what was never seen in training has none."""
    return sorted({numbers[name] for fact in meaning if (name := name_feature(fact)) in numbers})
