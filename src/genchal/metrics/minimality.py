"""Minimality: the share of descriptions that identify with as few attributes as possible (Gatt and Belz 2010)."""

from dataclasses import dataclass
from typing import ClassVar

from genchal.domain import AttributeSet, Batch, Rows, setting
from genchal.domain.scenes.distinguishing import Descriptions
from genchal.metrics._sets import SetMetric, judged_rows, names_in
from genchal.metrics.uniqueness import Untrue, drop_untrue, is_unique


@dataclass(frozen=True, slots=True)
class Minimality(SetMetric):
    """Share of attribute sets that are unique and no longer than the shortest unique set that the scene allows.

    The shortest set is found exactly, among the attributes that the scene gives the target. All attributes count alike,
    the type too; free=type makes it cost nothing, as a description needs a noun anyway.
    """

    name: ClassVar[str] = "minimality"
    version: ClassVar[int] = 1
    wants: ClassVar[str] = "scenes with a target"

    free: str = setting("", "Attributes that do not count towards the length, separated by spaces: type, or none.")
    untrue: Untrue = setting("fails", "A set with untrue attributes fails, or is judged without them or with them.")
    without: str = setting("", "Attributes to leave out of sets and scenes, separated by spaces.")

    def measure(self, batch: Batch) -> Rows:
        """Return one row (1 if minimal, 1) per segment."""
        free = names_in(self.free)
        fewest: dict[int, int | None] = {}

        def is_minimal(scene: Descriptions, said: AttributeSet) -> bool:
            said = drop_untrue(scene, said, self.untrue)
            if not is_unique(scene, said, self.untrue):
                return False
            if id(scene) not in fewest:
                fewest[id(scene)] = scene.fewest(free)
            shortest = fewest[id(scene)]
            return shortest is not None and sum(name.lower() not in free for name, _ in said) <= shortest

        return judged_rows(batch, self.without, is_minimal)
