"""Uniqueness: the share of descriptions that identify what they describe (Gatt and Belz 2010)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from genchal.domain import AttributeSet, Batch, Rows, setting
from genchal.domain.scenes.distinguishing import Descriptions
from genchal.metrics._sets import SetMetric, judged_rows

Untrue = Literal["fails", "ignored", "counts"]


@dataclass(frozen=True, slots=True)
class Uniqueness(SetMetric):
    """Share of attribute sets that are true of the target and of nothing else in the scene.

    Where a scene has several targets, of all of them. What the references say does not matter.
    """

    name: ClassVar[str] = "uniqueness"
    version: ClassVar[int] = 1
    wants: ClassVar[str] = "scenes with a target"

    untrue: Untrue = setting("fails", "A set with untrue attributes fails, or is judged without them or with them.")
    without: str = setting("", "Attributes to leave out of sets and scenes, separated by spaces.")

    def measure(self, batch: Batch) -> Rows:
        """Return one row (1 if unique, 1) per segment."""

        def judge(scene: Descriptions, said: AttributeSet) -> bool:
            return is_unique(scene, drop_untrue(scene, said, self.untrue), self.untrue)

        return judged_rows(batch, self.without, judge)


def drop_untrue(scene: Descriptions, said: AttributeSet, untrue: Untrue) -> AttributeSet:
    """The attributes that count."""
    return (
        frozenset(attribute for attribute in said if scene.is_true_of_targets(*attribute))
        if untrue == "ignored"
        else said
    )


def is_unique(scene: Descriptions, said: AttributeSet, untrue: Untrue) -> bool:
    """Whether nothing else has all attributes of a set, and the targets do, or need not."""
    found = scene.referents(said)
    return not found & scene.distractors and (untrue == "counts" or found == scene.targets)
