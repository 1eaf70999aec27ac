"""What the slot-value generators share: reading their inputs, and finding the training data for a set of slots."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from genchal.domain import DialogueAct, Instance, SlotValues
from genchal.errors import InvalidInput

LOG = logging.getLogger(__name__)
T = TypeVar("T")
SlotSet = frozenset[str]


def slot_values(instance: Instance, generator: str) -> SlotValues:
    """Return an instance's slots and values; the types of dialogue acts are slots without a value."""
    given = instance.input
    if isinstance(given, DialogueAct):
        acts = [(f"{act.type}()", "") for act in given.acts]
        return SlotValues((*acts, *((slot, value or "") for act in given.acts for slot, value in act.pairs)))
    if not isinstance(given, SlotValues):
        raise InvalidInput(
            f"generator '{generator}' needs slots and values, but instance '{instance.id}' has none",
            'Use it in a track with format = "slots", "e2e", "sf", "bagel" or "dstc2".',
        )
    return given


def nearest(wanted: SlotSet, known: Collection[SlotSet]) -> SlotSet | None:
    """Return the set itself if it is known, else the most similar one (Jaccard); None if there is none."""

    def distance(candidate: SlotSet) -> tuple[float, list[str]]:
        union = len(wanted | candidate)
        return (-len(wanted & candidate) / union if union else -1.0, sorted(candidate))

    if wanted in known:
        return wanted
    return min(known, key=distance, default=None)


def number_repeated(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The same pairs, but a slot that occurs again is numbered (`name#2`), so that each has one value."""
    seen: Counter[str] = Counter()
    numbered = []
    for slot, value in pairs:
        seen[slot] += 1
        numbered.append((slot if seen[slot] == 1 else f"{slot}#{seen[slot]}", value))
    return numbered


def unnumbered(slot: str) -> str:
    """The name of a slot as inputs have it, without a number."""
    name, _, number = slot.rpartition("#")
    return name if name and number.isdecimal() else slot


def warn_of_unknown_slots(generator: str, setting: str, named: Collection[str], known: Iterable[str]) -> None:
    """Say which slots a setting names that training inputs do not have."""
    if unknown := sorted(set(named) - set(map(unnumbered, known))):
        LOG.warning("%s: %s names slots that training does not have: %s", generator, setting, ", ".join(unknown))


def training_pairs(train: Sequence[Instance], generator: str) -> list[tuple[SlotValues, str]]:
    """Return every reference beside its input."""
    return [
        (slot_values(instance, generator), text)
        for instance in keep_referenced(train, generator)
        for text in instance.references
    ]


def keep_referenced(train: Sequence[Instance], generator: str) -> tuple[Instance, ...]:
    """Training instances that have a reference; an error if none has."""
    kept = tuple(instance for instance in train if instance.references)
    if not kept:
        raise InvalidInput(
            f"generator '{generator}' has nothing to learn from: the training instances have no references",
            "Give it files that have them.",
        )
    return kept
