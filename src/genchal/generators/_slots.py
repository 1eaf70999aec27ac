"""What the slot-value generators share: reading their inputs, and finding the training data for a set of slots."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from genchal.domain import DialogueAct, Instance, SlotValues
from genchal.errors import InvalidInput

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


def training_pairs(train: Sequence[Instance], generator: str) -> list[tuple[SlotValues, str]]:
    """Return every reference beside its input."""
    return [(slot_values(instance, generator), text) for instance in train for text in instance.references]
