"""Magnitude estimation (Stevens 1957; Bard, Robertson and Sorace 1996): numbers in proportion to a standard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Circumstances, Criterion, Problem
from genchal.domain.study.widgets import Note, Number, Part, Passage
from genchal.elicitation._fields import parse_number, write_number
from genchal.elicitation._scored import Scored
from genchal.elicitation.messages import Messages
from genchal.elicitation.method import PlacedItem, place_items, read_answer
from genchal.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Magnitude(Scored):
    """Any number above 0 for every text: twice as good as the standard is twice its value."""

    name: ClassVar[str] = "magnitude"
    summary: ClassVar[str] = "a number for every text, in proportion to a standard"

    standard: Literal["reference", "none"] = setting("reference", "Text to compare with: the first reference, or none.")
    modulus: float = setting(100.0, "Value of the standard; 0 means that raters first choose it themselves.")
    highest: float = setting(1_000_000.0, "Numbers above this are treated as typos; E2E's highest was 111111.")

    def check(self) -> None:
        """A modulus that fits."""
        if not (0 <= self.modulus < self.highest <= 1e12):
            raise InvalidInput(f"a modulus of {self.modulus:g}", "Set modulus to 0 or a number below highest.")
        if self.standard == "none" and not self.modulus:
            raise InvalidInput("there is no standard for raters to give a value to", "Set standard or modulus.")

    def explain(self, texts: Messages) -> list[str]:
        """Numbers in proportion to the standard."""
        return [texts("instructions.magnitude"), *self.number_rules(texts), texts("rule.no_right_answer")]

    def number_rules(self, texts: Messages) -> list[str]:
        """What numbers mean."""
        standard = "average" if self.standard == "none" else "worth" if self.modulus else "own_modulus"
        return [texts("rule.double"), texts(f"rule.{standard}", modulus=write_number(self.modulus))]

    def needs_reference(self, criteria: Sequence[Criterion]) -> bool:
        """The standard is one."""
        return self.standard == "reference" or any(criterion.shown == "reference" for criterion in criteria)

    def holder(self, place: PlacedItem) -> PlacedItem:
        """The item that the standard is shown with: each its own, or the first where all share one instance."""
        return place_items(place.sheet)[0] if self.is_comparison else place

    def standard_field(self, place: PlacedItem) -> str | None:
        """Where the rater's own modulus is typed."""
        return None if self.modulus else self.holder(place).field("standard_value")

    def item_fields(self, place: PlacedItem) -> Sequence[str]:
        """The own modulus before the first number that depends on it."""
        own = Scored.item_fields(self, place)
        name = self.standard_field(place)
        return [name, *own] if name is not None and self.holder(place) == place else own

    def item_parts(self, place: PlacedItem, texts: Messages) -> Iterator[Part]:
        """The standard with its value, the text, and the numbers."""
        if self.holder(place) == place:
            yield from self._standard_parts(place, texts)
        yield from Scored.item_parts(self, place, texts)

    def _standard_parts(self, place: PlacedItem, texts: Messages) -> Iterator[Part]:
        key = None if self.is_comparison else place.key
        if self.standard == "none":
            yield Note(texts("magnitude.no_standard", modulus=write_number(self.modulus)), key)
            return
        text = place.subject.references[0] if place.subject.references else ""
        yield Passage(key, texts("magnitude.standard"), text, is_standard=True)
        name = self.standard_field(place)
        if name is None:
            yield Note(texts("magnitude.worth", modulus=write_number(self.modulus)), key)
        else:
            yield Number(key, name, texts("magnitude.own"), 0, self.highest, texts("magnitude.standard"))

    def widget(self, place: PlacedItem, criterion: Criterion, texts: Messages) -> Number:
        """A number to type."""
        return Number(
            place.key,
            place.field(criterion.name),
            criterion.question,
            0,
            self.highest,
            place.label(texts),
            texts("magnitude.hint")
            if not self.modulus
            else texts(
                "magnitude.hint_average" if self.standard == "none" else "magnitude.hint_worth",
                modulus=write_number(self.modulus),
            ),
            criterion.name if self.is_comparison else "",
        )

    def complaint(self, answer: str, texts: Messages, about: str) -> str | None:
        """A number above 0 that is no slip."""
        number = parse_number(answer)
        if number is None:
            return texts("problem.number", text=about)
        if number <= 0:
            return texts("problem.positive", text=about)
        return texts("problem.huge", text=about, highest=write_number(self.highest)) if number > self.highest else None

    def item_problems(
        self, place: PlacedItem, answers: Answers, texts: Messages, circumstances: Circumstances
    ) -> Iterator[Problem]:
        """The own modulus, then the numbers."""
        name = self.standard_field(place)
        if name is not None and self.holder(place) == place:
            yield from self.number_problems(name, answers, texts, texts("magnitude.standard"))
        yield from Scored.item_problems(self, place, answers, texts, circumstances)

    def value(self, place: PlacedItem, answer: str, answers: Answers) -> str:
        """The number as it was typed; with an own modulus as if that had been 100."""
        name = self.standard_field(place)
        number = parse_number(answer) or 0.0
        return write_number(
            number if name is None else 100 * number / (parse_number(read_answer(answers, name)) or 1.0)
        )

    def item_answers(self, place: PlacedItem, rng: np.random.Generator) -> dict[str, str]:
        """Random numbers; the own modulus once."""
        name = self.standard_field(place)
        own = {} if name is None or self.holder(place) != place else {name: self.some_number(rng)}
        return own | Scored.item_answers(self, place, rng)

    def some_number(self, rng: np.random.Generator) -> str:
        """Around the modulus, a few equal ones among them."""
        typical = self.modulus or min(100.0, self.highest / 4)
        return write_number(min(max(round(typical * float(np.exp(rng.normal(0, 0.5))), 1), 0.1), self.highest))
