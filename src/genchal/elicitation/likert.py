"""Rating scales of labelled points, after Likert (1932): the usual way, and the one that papers compare others with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Criterion
from genchal.domain.study.widgets import Choice, Option
from genchal.elicitation._fields import parse_list
from genchal.elicitation._scored import Scored
from genchal.elicitation.messages import Messages
from genchal.elicitation.method import PlacedItem
from genchal.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Likert(Scored):
    """A point on a scale for every text; the ends are labelled, or every point."""

    name: ClassVar[str] = "likert"
    summary: ClassVar[str] = "a point on a labelled scale for every text"

    points: int = setting(6, "Points of the scale: 6 in RankME's studies, 5 in nlg-eval.")
    labels: str = setting(
        "", "Labels of the points, separated by commas, lowest first. Default: labels at the ends, from the criterion."
    )

    def check(self) -> None:
        """Two points or more, and as many labels."""
        if not 2 <= self.points <= 11:
            raise InvalidInput(f"a scale of {self.points} points", "Set points to a number from 2 to 11.")
        if self.labels and len(parse_list(self.labels, "labels of likert")) != self.points:
            raise InvalidInput(f"{self.labels.count(',') + 1} labels for {self.points} points", "Label every point.")

    def explain(self, texts: Messages) -> list[str]:
        """Points, with labels or without."""
        what = texts("instructions.likert_labels" if self.labels else "instructions.likert", points=str(self.points))
        return [what, texts("rule.one_by_one"), texts("rule.no_right_answer")]

    def widget(self, place: PlacedItem, criterion: Criterion, texts: Messages) -> Choice:
        """Points in a line."""
        labels = parse_list(self.labels, "labels of likert") if self.labels else [""] * self.points
        numbers = [str(number) for number in range(1, self.points + 1)]
        options = tuple(
            Option(number, texts("scale.point", number=number, label=label) if label else number)
            for number, label in zip(numbers, labels, strict=True)
        )
        return Choice(
            place.key,
            place.field(criterion.name),
            criterion.question,
            options,
            place.label(texts),
            criterion.low,
            criterion.high,
            is_scale=True,
        )

    def complaint(self, answer: str, texts: Messages, about: str) -> str | None:
        """Only points of the scale."""
        is_point = answer in {str(number) for number in range(1, self.points + 1)}
        return None if is_point else texts("problem.choice", text=about)

    def value(self, place: PlacedItem, answer: str, answers: Answers) -> str:
        """The point."""
        return answer

    def some_number(self, rng: np.random.Generator) -> str:
        """Any point."""
        return str(rng.integers(1, self.points + 1))
