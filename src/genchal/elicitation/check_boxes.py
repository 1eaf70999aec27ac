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
from genchal.elicitation._fields import listed
from genchal.elicitation.messages import Texts
from genchal.elicitation.method import Method, MethodCard, Placed, answered
from genchal.errors import InvalidInput, suggestion

KINDS = ("added", "missed", "wrong")
# The coverage task's four answers, and what each says about information that was added and missed.
COVERAGE = {"ok": (0, 0), "added": (1, 0), "missing": (0, 1), "both": (1, 1)}


@dataclass(frozen=True, slots=True)
class CheckBoxes(Method):
    """For every text: which errors of content it has, by boxes or as one of ok, added, missing, both."""

    name: ClassVar[str] = "check_boxes"
    summary: ClassVar[str] = "which errors of content a text has"
    card: ClassVar[MethodCard] = MethodCard(
        elicits="Whether information was added, missed or is wrong: 1 if so and 0 if not, a judgement for each.",
        used_by=(
            "RankME's studies (added and missed, with chi-squared tests), the E2E challenge's coverage task (Table 12)."
        ),
        when="The input says exactly what is to be expressed, and its coverage matters.",
        limits="More is worse here. What counts as added is not always clear to raters: give examples.",
        citation="Dušek, Novikova and Rieser (2020), Evaluating the State-of-the-Art of End-to-End NLG.",
    )
    default_criteria: ClassVar[tuple[str, ...]] = ("coverage",)

    form: Literal["boxes", "coverage"] = setting("boxes", "Boxes to tick, or the coverage task's four answers.")
    boxes: str = setting("added, missed", "Which boxes there are, of added, missed and wrong.")

    def kinds(self) -> tuple[str, ...]:
        """Errors that are asked for."""
        return listed(self.boxes, "boxes of check_boxes") if self.form == "boxes" else ("added", "missed")

    def check(self) -> None:
        """Boxes that there are."""
        for kind in self.kinds():
            if kind not in KINDS:
                raise InvalidInput(f"check_boxes has no box '{kind}'", suggestion(kind, KINDS))

    def measures(self, criteria: Sequence[Criterion]) -> tuple[str, ...]:
        """A judgement for each kind of error, whatever the criterion is called."""
        return self.kinds()

    def item_fields(self, place: Placed) -> Sequence[str]:
        """The boxes, or one choice."""
        return _information.fields(place, self.kinds()) if self.form == "boxes" else [place.field("coverage")]

    def item_parts(self, place: Placed, texts: Texts) -> Iterator[Part]:
        """The text and the boxes."""
        yield place.passage(texts)
        if self.form == "boxes":
            yield _information.widget(place, self.kinds(), texts)
        else:
            options = tuple(Option(one, texts(f"coverage.{one}")) for one in COVERAGE)
            question = place.sheet.criteria[0].question
            yield Choice(place.key, place.field("coverage"), question, options, place.label(texts))

    def item_problems(
        self, place: Placed, answers: Answers, texts: Texts, circumstances: Circumstances
    ) -> Iterator[Problem]:
        """Some answer, without contradiction."""
        if self.form == "boxes":
            yield from _information.problems(place, self.kinds(), answers, texts)
        elif answered(answers, place.field("coverage")) not in COVERAGE:
            yield Problem(place.field("coverage"), texts("problem.choice", text=place.label(texts)))

    def item_values(self, place: Placed, answers: Answers) -> Mapping[str, str]:
        """1 for an error that was found, 0 for one that was not."""
        if self.form == "boxes":
            return _information.values(place, self.kinds(), answers)
        added, missed = COVERAGE[answered(answers, place.field("coverage"))]
        return {"added": str(added), "missed": str(missed)}

    def item_answers(self, place: Placed, rng: np.random.Generator) -> dict[str, str]:
        """Random boxes."""
        if self.form == "boxes":
            return _information.somehow(place, self.kinds(), rng)
        return {place.field("coverage"): str(rng.choice(list(COVERAGE)))}
