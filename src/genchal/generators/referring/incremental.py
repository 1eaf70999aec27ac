"""The Incremental Algorithm (Dale and Reiter 1995): attributes in an order of preference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from genchal.domain import setting
from genchal.errors import InvalidInput, suggestion
from genchal.generators.referring._rates import by_preference, in_context, mention_rates
from genchal.generators.referring._scenes import Choices, Example
from genchal.generators.referring._selector import Selector


@dataclass(frozen=True, slots=True)
class Incremental(Selector):
    """Adds each attribute in turn if it rules out anything, until nothing is left."""

    name: ClassVar[str] = "incremental"
    version: ClassVar[int] = 1

    order: str = setting(
        "", "Order of preference, as names of attributes separated by spaces; by frequency in training if empty."
    )

    def learn(self, examples: Sequence[Example], rng: np.random.Generator) -> Mapping[str, Any]:
        """How often attributes are mentioned, by condition; an order with attributes that no scene has is refused."""
        known = sorted({name for example in examples for name, _ in example.choices.properties})
        unknown = [name for name in self.order.split() if name not in known]
        if known and unknown:
            raise InvalidInput(
                f"the order of generator '{self.name}' has '{unknown[0]}', which no training scene has",
                suggestion(unknown[0], known),
            )
        return {"rates": mention_rates(examples, by_value=False)}

    def select(self, choices: Choices) -> Sequence[int]:
        """The properties that rule out something when their turn comes."""
        return select_in_turn(choices, self._preference(choices), self.nouns(choices))

    def _preference(self, choices: Choices) -> list[str]:
        """Attributes in the order given; those that it does not name come after it, by frequency."""
        given = self.order.split()
        rates = in_context(self._learnt.get("rates", {}), choices)
        return [*given, *by_preference({name for name, _ in choices.properties} - {*given}, rates)]


def select_in_turn(choices: Choices, order: Sequence[str], chosen: Sequence[int]) -> list[int]:
    """Add to what is chosen, attribute by attribute, what rules out a distractor that is left."""
    selected = list(chosen)
    remaining = choices.left(selected)
    for name in order:
        for place, (own, _) in enumerate(choices.properties):
            if own == name and choices.rules_out[place] & remaining:
                selected.append(place)
                remaining &= ~choices.rules_out[place]
    return selected
