"""Pairwise preference: which of two outputs is better, or neither (Thurstone 1927)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Circumstances, Criterion, Page, Problem, Sheet
from genchal.domain.study.widgets import Option, Part, Preference
from genchal.elicitation._fields import make_key, name_position
from genchal.elicitation.messages import ENGLISH, Messages
from genchal.elicitation.method import Method, PlacedItem, place_items, read_answer

# What each answer gives the first and the second text: places turned round, as of a ranking.
VALUES = {"first": ("-1", "-2"), "second": ("-2", "-1"), "tie": ("-1", "-1"), "both_bad": ("-2", "-2")}


@dataclass(frozen=True, slots=True)
class PairwisePreference(Method):
    """Two texts side by side: the first, neither, or the second."""

    name: ClassVar[str] = "pairwise"
    summary: ClassVar[str] = "which of two outputs is better"
    per_sheet: ClassVar[int] = 2
    fewest: ClassVar[int] = 2
    most: ClassVar[int | None] = 2
    is_comparison: ClassVar[bool] = True

    ties: bool = setting(True, "Whether raters may say that both are equally good.")
    both_bad: bool = setting(False, "Whether raters may say that neither is any good.")

    def explain(self, texts: Messages) -> list[str]:
        """A choice between two."""
        rules = [texts("rule.tie_rarely")] if self.ties else [texts("rule.choose")]
        return [texts("instructions.pairwise"), texts("rule.read_all"), *rules, texts("rule.no_right_answer")]

    def question(self, criterion: Criterion) -> str:
        """The question about both texts."""
        return _question(criterion)

    def options(self) -> list[str]:
        """Answers in the order in which they stand."""
        return ["first", *["tie"] * self.ties, "second", *["both_bad"] * self.both_bad]

    def page(self, sheet: Sheet, texts: Messages = ENGLISH) -> Page:
        """What the texts are about, both of them, and a choice for each criterion."""
        parts: list[Part] = [*self.shown(place_items(sheet)[0], None, texts)]
        parts += [place.passage(texts) for place in place_items(sheet)]
        options = tuple(
            Option(option, texts(f"pairwise.{option}", first=name_position(0), second=name_position(1)))
            for option in self.options()
        )
        parts += [
            Preference(_field(sheet, criterion.name), _question(criterion), options) for criterion in sheet.criteria
        ]
        return Page(self.heading(sheet, texts), tuple(parts), self.needs_script)

    def heading(self, sheet: Sheet, texts: Messages) -> str:
        """The question about both texts."""
        return _question(sheet.criteria[0]) if len(sheet.criteria) == 1 else texts("heading.several")

    def fields(self, sheet: Sheet) -> tuple[str, ...]:
        """One for each criterion."""
        return tuple(_field(sheet, criterion.name) for criterion in sheet.criteria)

    def problems(self, sheet: Sheet, answers: Answers, texts: Messages, circumstances: Circumstances) -> list[Problem]:
        """A choice for each criterion."""
        return [
            Problem(name, texts("problem.preference"))
            for name in self.fields(sheet)
            if read_answer(answers, name) not in self.options()
        ]

    def item_values(self, place: PlacedItem, answers: Answers) -> Mapping[str, str]:
        """Places turned round, so that more is better."""
        names = self.measures(place.sheet.criteria)
        return {name: VALUES[read_answer(answers, _field(place.sheet, name))][place.position] for name in names}

    def answer_somehow(self, sheet: Sheet, rng: np.random.Generator) -> dict[str, str]:
        """A random preference."""
        return {name: str(rng.choice(self.options())) for name in self.fields(sheet)}


def _question(criterion: Criterion) -> str:
    return criterion.comparison or criterion.question


def _field(sheet: Sheet, criterion: str) -> str:
    """The answer is about both items; the first one's key names it, as the order of a sheet is recorded with it."""
    return f"{make_key(sheet, sheet.items[0])}.prefer.{criterion}"
