"""Minimality: the share of descriptions that identify with as few attributes as possible (Gatt and Belz 2010)."""

from dataclasses import dataclass
from typing import ClassVar

from genchal.domain import AttributeSet, Batch, Card, Rows, setting
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
    card: ClassVar[Card] = Card(
        measures="How often a system selects no more attributes than are needed to identify the object.",
        published=(
            "MINIMALITY of TUNA-AS (Gatt and Belz 2010, Table 5: it falls as Dice and MASI rise); the outputs of the "
            "challenges were not released. Measured: what people selected in the 780 singular trials of the TUNA "
            "corpus is minimal in 0.010 of them, and in 0.185 with free=type."
        ),
        limits=(
            "No measure of quality by itself: people say more than they need, and systems that resemble them do. A set "
            "that is not unique is not minimal. It is not known whether the type counted in the challenges."
        ),
        citation=(
            "Dale and Reiter (1995), Computational Interpretations of the Gricean Maxims in the Generation of "
            "Referring Expressions; Gatt and Belz (2010), Introducing Shared Tasks to NLG: The TUNA Shared Task "
            "Evaluation Challenges."
        ),
    )

    free: str = setting("", "Attributes that do not count towards the length, separated by blanks: type, or none.")
    untrue: Untrue = setting("fails", "A set with untrue attributes: fails, or is judged without or with them.")
    without: str = setting("", "Attributes that are left out of sets and scenes, separated by blanks.")

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
