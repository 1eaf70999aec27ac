"""Tags by which instances of the outputs browser can be chosen: what a format carries besides, slots, and lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from genchal.domain import DialogueAct, Instance, SlotValues
from genchal.reports.page.browser_columns import encode_bits

MOST_VALUES = 30  # of a group; a property with more values than this is a name, not a tag
LENGTHS = (5, 10, 20, 40, 80)  # words of an input: the upper ends of the bands, and one band above

Tagged = dict[str, dict[str, list[int]]]  # group, label, places of the instances


def instance_tags(instances: Sequence[Instance]) -> list[dict[str, Any]]:
    """List the tags that part the instances: what all have, or what has too many values to choose from, is left out."""
    groups: Tagged = {}
    for place, instance in enumerate(instances):
        for group, label in _tags(instance):
            places = groups.setdefault(group, {}).setdefault(label, [])
            if not places or places[-1] != place:
                places.append(place)
    return [
        {"group": group, "label": label, "bits": encode_bits(_flags(places, len(instances)))}
        for group, labels in groups.items()
        if len(labels) <= MOST_VALUES
        for label, places in sorted(labels.items(), key=_numbers_first)
        if len(places) < len(instances)
    ]


def _tags(instance: Instance) -> list[tuple[str, str]]:
    tags = [(name, value) for name, value in instance.meta.items()]
    given = instance.input
    if isinstance(given, DialogueAct):
        tags += [("act", act.type) for act in given.acts]
    if isinstance(given, SlotValues | DialogueAct):
        tags += [("slot", slot) for slot in given.slots]
        tags.append(("number of slots", str(len(given.slots))))
    else:
        tags.append(("words of the input", _band(len(str(given).split()))))
    return tags


def _band(words: int) -> str:
    low = 0
    for high in LENGTHS:
        if words <= high:
            return f"{low}–{high}"
        low = high + 1
    return f"{low} or more"


def _numbers_first(entry: tuple[str, list[int]]) -> tuple[int, str]:
    digits = entry[0].split("–")[0].split(" ")[0]
    return (int(digits), "") if digits.isdecimal() and digits.isascii() else (10**9, entry[0])


def _flags(places: list[int], count: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    flags = np.zeros(count, dtype=np.bool_)
    flags[places] = True
    return flags
