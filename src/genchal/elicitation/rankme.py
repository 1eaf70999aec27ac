"""RankME (Novikova, Dušek and Rieser 2018): relative magnitude estimation of all outputs of an instance at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from genchal.domain.study.study import Sheet
from genchal.domain.study.widgets import Note, Part
from genchal.elicitation.magnitude import Magnitude
from genchal.elicitation.messages import Messages


@dataclass(frozen=True, slots=True)
class RankMe(Magnitude):
    """Outputs of one instance on a page, each with a number in proportion to the standard; ties are allowed."""

    name: ClassVar[str] = "rankme"
    summary: ClassVar[str] = "numbers in proportion to a standard for all outputs of an instance, side by side"
    per_sheet: ClassVar[int] = 5
    fewest: ClassVar[int] = 2
    is_comparison: ClassVar[bool] = True

    def explain(self, texts: Messages) -> list[str]:
        """Numbers for texts side by side."""
        rules = [texts("rule.read_all"), *self.number_rules(texts), texts("rankme.ties")]
        return [texts("instructions.rankme"), *rules, texts("rule.no_right_answer")]

    def sheet_parts(self, sheet: Sheet, texts: Messages) -> list[Part]:
        """That texts may be equally good."""
        return [Note(texts("rankme.ties"))]
