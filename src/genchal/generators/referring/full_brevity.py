"""Full Brevity (Dale 1989): the shortest distinguishing description."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from genchal.generators.referring._cheapest import cheapest_places
from genchal.generators.referring._scenes import Choices
from genchal.generators.referring._selector import Selector


@dataclass(frozen=True, slots=True)
class FullBrevity(Selector):
    """As few attributes as possible; of several such sets the alphabetically first."""

    name: ClassVar[str] = "full_brevity"
    version: ClassVar[int] = 1
    learns: ClassVar[bool] = False

    def select(self, choices: Choices) -> Sequence[int]:
        """The smallest set that rules out what the noun leaves."""
        needed = choices.left(self.nouns(choices))
        return cheapest_places([1.0] * len(choices.properties), choices.rules_out, needed)
