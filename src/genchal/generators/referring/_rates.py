"""How often people mention what, by domain and condition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from genchal.generators.referring._scenes import Choices, Example

ANYWHERE = ""  # the context that stands for all of them, where one was never seen in training
Rates = Mapping[str, Mapping[str, Any]]


def mention_rates(examples: Sequence[Example], by_value: bool) -> dict[str, dict[str, float]]:
    """Rates of attributes, or of properties, among the targets that have them, by context and over all contexts."""
    had: dict[str, Counter[str]] = {}
    said: dict[str, Counter[str]] = {}
    for example in examples:
        keys = [property_key(*pair) if by_value else pair[0] for pair in example.choices.properties]
        had.setdefault(example.choices.context, Counter()).update(keys)
        said.setdefault(example.choices.context, Counter()).update([keys[place] for place in example.said])
    for counts in (had, said):
        counts[ANYWHERE] = sum(counts.values(), Counter())
    return {
        context: {key: said[context][key] / count for key, count in sorted(own.items())}
        for context, own in sorted(had.items())
        if own
    }


def in_context(learnt: Rates, choices: Choices) -> Mapping[str, Any]:
    """What was learnt for the context of a scene, or for all of them."""
    return learnt.get(choices.context) or learnt.get(ANYWHERE) or {}


def property_key(name: str, value: str) -> str:
    """An attribute with its value as one text."""
    return f"{name}:{value}"


def by_preference(names: Iterable[str], rates: Mapping[str, float]) -> list[str]:
    """Attributes that are mentioned most often first, then by name."""
    return sorted(set(names), key=lambda name: (-rates.get(name, 0.0), name))
