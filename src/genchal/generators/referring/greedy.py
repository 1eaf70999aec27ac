"""The Greedy Heuristic (Dale 1989): again and again the attribute that rules out most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from genchal.generators.referring._scenes import Choices
from genchal.generators.referring._selector import Selector


@dataclass(frozen=True, slots=True)
class Greedy(Selector):
    """Adds the property that rules out most of the remaining distractors; of equal ones the alphabetically first."""

    name: ClassVar[str] = "greedy"
    version: ClassVar[int] = 1
    learns: ClassVar[bool] = False

    def select(self, choices: Choices) -> Sequence[int]:
        """One property after the other until nothing is left."""
        places = range(len(choices.properties))
        selected: list[int] = []
        remaining = choices.left(self.nouns(choices))
        while remaining:
            best = max(places, key=lambda place: ((choices.rules_out[place] & remaining).bit_count(), -place))
            selected.append(best)
            remaining &= ~choices.rules_out[best]
        return selected
