"""Check-boxes for information that was added, missed or said wrongly, and the E2E challenge's coverage task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Circumstances, Criterion, Problem
from genchal.domain.study.widgets import Choice, Option, Part
from genchal.elicitation import _information
from genchal.elicitation._fields import parse_list
from genchal.elicitation.messages import Messages
from genchal.elicitation.method import Method, PlacedItem, read_answer
from genchal.errors import InvalidInput, suggestion

KINDS = ("added", "missed", "wrong")
# The coverage task's four answers, and what each says about information that was added and missed.
COVERAGE = {"ok": (0, 0), "added": (1, 0), "missing": (0, 1), "both": (1, 1)}


@dataclass(frozen=True, slots=True)
class CheckBoxes(Method):
    """Which content errors each text has: by boxes, or as one of ok, added, missing, both."""

    name: ClassVar[str] = "check_boxes"
    summary: ClassVar[str] = "which content errors a text has"
    default_criteria: ClassVar[tuple[str, ...]] = ("coverage",)

    form: Literal["boxes", "coverage"] = setting("boxes", "Boxes to tick, or the coverage task's four answers.")
    boxes: str = setting("added, missed", "Which boxes there are: added, missed, wrong.")

    def explain(self, texts: Messages) -> list[str]:
        """Boxes, or one of four answers."""
        if self.form == "coverage":
            return [texts("instructions.check_boxes_coverage"), texts("rule.compare_information")]
        return [texts("instructions.check_boxes"), texts("rule.compare_information"), texts("rule.nothing_wrong")]

    def kinds(self) -> tuple[str, ...]:
        """Errors that are asked for."""
        return parse_list(self.boxes, "boxes of check_boxes") if self.form == "boxes" else ("added", "missed")

    def check(self) -> None:
        """Boxes that there are."""
        for kind in self.kinds():
            if kind not in KINDS:
                raise InvalidInput(f"check_boxes has no box '{kind}'", suggestion(kind, KINDS))

    def measures(self, criteria: Sequence[Criterion]) -> tuple[str, ...]:
        """A judgement for each kind of error, whatever the criterion is called."""
        return self.kinds()

    def item_fields(self, place: PlacedItem) -> Sequence[str]:
        """The boxes, or one choice."""
        return _information.list_fields(place, self.kinds()) if self.form == "boxes" else [place.field("coverage")]

    def item_parts(self, place: PlacedItem, texts: Messages) -> Iterator[Part]:
        """The text and the boxes."""
        yield place.passage(texts)
        if self.form == "boxes":
            yield _information.make_widget(place, self.kinds(), texts)
        else:
            options = tuple(Option(answer, texts(f"coverage.{answer}")) for answer in COVERAGE)
            question = place.sheet.criteria[0].question
            yield Choice(place.key, place.field("coverage"), question, options, place.label(texts))

    def item_problems(
        self, place: PlacedItem, answers: Answers, texts: Messages, circumstances: Circumstances
    ) -> Iterator[Problem]:
        """Some answer, without contradiction."""
        if self.form == "boxes":
            yield from _information.find_problems(place, self.kinds(), answers, texts)
        elif read_answer(answers, place.field("coverage")) not in COVERAGE:
            yield Problem(place.field("coverage"), texts("problem.choice", text=place.label(texts)))

    def item_values(self, place: PlacedItem, answers: Answers) -> Mapping[str, str]:
        """1 for an error that was found, 0 for one that was not."""
        if self.form == "boxes":
            return _information.read_values(place, self.kinds(), answers)
        added, missed = COVERAGE[read_answer(answers, place.field("coverage"))]
        return {"added": str(added), "missed": str(missed)}

    def item_answers(self, place: PlacedItem, rng: np.random.Generator) -> dict[str, str]:
        """Random boxes."""
        if self.form == "boxes":
            return _information.answer_somehow(place, self.kinds(), rng)
        return {place.field("coverage"): str(rng.choice(list(COVERAGE)))}
