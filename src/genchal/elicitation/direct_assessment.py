"""Direct assessment: a slider for every text (Graham et al. 2017), as SR'18, SR'11 and TUNA had it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Criterion, Sheet
from genchal.domain.study.widgets import Note, Part, Slider
from genchal.elicitation._fields import parse_number
from genchal.elicitation._scored import Scored
from genchal.elicitation.messages import Messages
from genchal.elicitation.method import PlacedItem
from genchal.errors import InvalidInput


class Variant(NamedTuple):
    """A slider as a campaign had it."""

    lowest: int
    highest: int
    start: int
    shows_value: bool
    ticks: bool
    faces: bool


VARIANTS: dict[str, Variant] = {
    "sr18": Variant(0, 100, 0, shows_value=False, ticks=False, faces=False),  # Mille et al. 2018, and WMT
    "sr11": Variant(0, 100, 50, shows_value=True, ticks=False, faces=True),  # Belz et al. 2011
    "tuna": Variant(1, 100, 50, shows_value=False, ticks=False, faces=False),  # Gatt, Belz and Kow 2009
}


@dataclass(frozen=True, slots=True)
class DirectAssessment(Scored):
    """A slider for every text, judged by itself; a slider that was never moved is not an answer."""

    name: ClassVar[str] = "direct_assessment"
    summary: ClassVar[str] = "a slider for every text, judged by itself"

    variant: Literal["sr18", "sr11", "tuna"] = setting(
        "sr18", "Slider of a published campaign; the settings below override it."
    )
    lowest: int | None = setting(None, "Value at the low end.")
    highest: int | None = setting(None, "Value at the high end.")
    start: int | None = setting(None, "Where the pointer starts.")
    shows_value: bool | None = setting(None, "Whether the value is shown as the pointer moves.")
    ticks: bool | None = setting(None, "Whether there are marks along the scale.")
    faces: bool | None = setting(None, "Whether there are a sad and a happy face at the ends.")
    ignore_form: bool | None = setting(None, "Whether raters are told to ignore spacing, capitals and hyphens.")

    def slider(self) -> Variant:
        """The slider with all settings."""
        usual = VARIANTS[self.variant]
        own = {name: getattr(self, name) for name in Variant._fields if getattr(self, name) is not None}
        return usual._replace(**own)

    def check(self) -> None:
        """A scale with room between its ends, the pointer on it."""
        slider = self.slider()
        if not -1000 <= slider.lowest <= slider.start <= slider.highest <= 10_000 or slider.lowest == slider.highest:
            raise InvalidInput(
                f"a slider from {slider.lowest} to {slider.highest} with its pointer at {slider.start}",
                "Set lowest, start and highest in this order.",
            )

    def explain(self, texts: Messages) -> list[str]:
        """A slider for each text."""
        rules = [texts("rule.one_by_one"), texts("slider.how")]
        form = [texts("slider.ignore_form")] if self.ignores_form() else []
        return [texts("instructions.direct_assessment"), *rules, *form, texts("rule.no_right_answer")]

    def ignores_form(self) -> bool:
        """Whether raters are told to ignore how a text is set."""
        return self.variant == "sr18" if self.ignore_form is None else self.ignore_form

    def sheet_parts(self, sheet: Sheet, texts: Messages) -> list[Part]:
        """That every slider has to be moved, and what does not count."""
        return [Note(texts("slider.how")), *([Note(texts("slider.ignore_form"))] if self.ignores_form() else [])]

    def widget(self, place: PlacedItem, criterion: Criterion, texts: Messages) -> Slider:
        """A slider."""
        slider = self.slider()
        return Slider(
            place.key,
            place.field(criterion.name),
            criterion.question,
            slider.lowest,
            slider.highest,
            slider.start,
            place.label(texts),
            criterion.low,
            criterion.high,
            shows_value=slider.shows_value,
            has_ticks=slider.ticks,
            has_faces=slider.faces,
        )

    def complaint(self, answer: str, texts: Messages, about: str) -> str | None:
        """A whole number of the scale."""
        slider, number = self.slider(), parse_number(answer)
        is_fine = number is not None and number.is_integer() and slider.lowest <= number <= slider.highest
        return None if is_fine else texts("problem.slider", text=about)

    def value(self, place: PlacedItem, answer: str, answers: Answers) -> str:
        """The number."""
        return str(int(parse_number(answer) or 0))

    def some_number(self, rng: np.random.Generator) -> str:
        """Anywhere."""
        slider = self.slider()
        return str(rng.integers(slider.lowest, slider.highest + 1))
