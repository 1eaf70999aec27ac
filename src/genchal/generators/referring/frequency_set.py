"""The attributes that people mention together most often, of those that distinguish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from genchal.generators.referring._rates import ANYWHERE, by_preference, in_context, mention_rates
from genchal.generators.referring._scenes import Choices, Example
from genchal.generators.referring._selector import Selector
from genchal.generators.referring.incremental import select_in_turn


@dataclass(frozen=True, slots=True)
class FrequencySet(Selector):
    """The most frequent set of attribute names in training that distinguishes here; else attributes by frequency."""

    name: ClassVar[str] = "frequency_set"
    version: ClassVar[int] = 1

    def learn(self, examples: Sequence[Example], rng: np.random.Generator) -> Mapping[str, Any]:
        """Sets of names by frequency, and names by frequency, by condition."""
        counts: dict[str, Counter[tuple[str, ...]]] = {}
        for example in examples:
            names = tuple(sorted({example.choices.properties[place][0] for place in example.said}))
            for context in (example.choices.context, ANYWHERE):
                counts.setdefault(context, Counter())[names] += 1
        sets = {
            context: {
                "sets": [list(names) for names in sorted(own, key=lambda names: (-own[names], len(names), names))]
            }
            for context, own in sorted(counts.items())
        }
        return {"sets": sets, "rates": mention_rates(examples, by_value=False)}

    def select(self, choices: Choices) -> Sequence[int]:
        """The first set that distinguishes, together with the noun."""
        nouns = self.nouns(choices)
        for names in in_context(self._learnt.get("sets", {}), choices).get("sets", ()):
            places = [place for place, (name, _) in enumerate(choices.properties) if name in names]
            if not choices.left([*nouns, *places]):
                return places
        rates = in_context(self._learnt.get("rates", {}), choices)
        return select_in_turn(choices, by_preference({name for name, _ in choices.properties}, rates), nouns)
