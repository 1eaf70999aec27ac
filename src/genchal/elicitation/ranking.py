"""Ranking: outputs of one instance in order, best first, ties allowed (WMT until 2016: Bojar et al. 2016)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Circumstances, Criterion, Page, Problem, Sheet
from genchal.domain.study.widgets import Note, Ordering, Part, Ranked
from genchal.elicitation.messages import ENGLISH, Messages
from genchal.elicitation.method import Method, PlacedItem, place_items, read_answer


@dataclass(frozen=True, slots=True)
class RankOrder(Method):
    """Texts in order by dragging or keys, or by choosing places from lists."""

    name: ClassVar[str] = "ranking"
    summary: ClassVar[str] = "all outputs of an instance in order, ties allowed"
    per_sheet: ClassVar[int] = 5
    fewest: ClassVar[int] = 2
    most: ClassVar[int | None] = 26
    is_comparison: ClassVar[bool] = True

    ties: bool = setting(True, "Whether texts may share a place.")

    def explain(self, texts: Messages) -> list[str]:
        """An order, with ties or without."""
        ties = texts("ranking.ties" if self.ties else "ranking.no_ties")
        return [texts("instructions.ranking"), texts("rule.read_all"), ties, texts("rule.no_right_answer")]

    def question(self, criterion: Criterion) -> str:
        """The question about several texts."""
        return criterion.comparison or criterion.question

    def page(self, sheet: Sheet, texts: Messages = ENGLISH) -> Page:
        """What the texts are about, then an order for each criterion."""
        parts: list[Part] = [*self.shown(place_items(sheet)[0], None, texts)]
        parts.append(Note(texts("ranking.ties" if self.ties else "ranking.no_ties")))
        for criterion in sheet.criteria:
            entries = tuple(
                Ranked(place.key, place.field(criterion.name), place.label(texts), place.item.text)
                for place in place_items(sheet)
            )
            best, worst = criterion.high or texts("ranking.best"), criterion.low or texts("ranking.worst")
            parts.append(Ordering(criterion.question, entries, best, worst, self.ties))
        return Page(self.heading(sheet, texts), tuple(parts), self.needs_script)

    def problems(self, sheet: Sheet, answers: Answers, texts: Messages, circumstances: Circumstances) -> list[Problem]:
        """Every text needs a place, no place twice unless there may be ties."""
        found: list[Problem] = []
        allowed = {str(number) for number in range(1, len(sheet.items) + 1)}
        for criterion in sheet.criteria:
            taken: dict[str, str] = {}
            for place in place_items(sheet):
                name, about = place.field(criterion.name), place.label(texts)
                answer = read_answer(answers, name)
                if not answer:
                    found.append(Problem(name, texts("problem.place_missing", text=about)))
                elif answer not in allowed:
                    found.append(Problem(name, texts("problem.choice", text=about)))
                elif answer in taken and not self.ties:
                    found.append(Problem(name, texts("problem.tie", text=about, other=taken[answer])))
                taken.setdefault(answer, about)
        return found

    def item_values(self, place: PlacedItem, answers: Answers) -> Mapping[str, str]:
        """Places turned round, so that more is better; counted again, so that gaps mean nothing."""
        values: dict[str, str] = {}
        for name in self.measures(place.sheet.criteria):
            numbers = [int(read_answer(answers, other.field(name))) for other in place_items(place.sheet)]
            values[name] = str(-1 - sum(number < numbers[place.position] for number in numbers))
        return values

    def answer_somehow(self, sheet: Sheet, rng: np.random.Generator) -> dict[str, str]:
        """A random order, with ties where they are allowed."""
        size = len(sheet.items)
        found: dict[str, str] = {}
        for criterion in sheet.criteria:
            numbers = rng.integers(1, size + 1, size) if self.ties else rng.permutation(size) + 1
            found |= {place.field(criterion.name): str(numbers[place.position]) for place in place_items(sheet)}
        return found
