"""What methods share that ask for one number per text and criterion."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Circumstances, Criterion, Problem
from genchal.domain.study.widgets import Part, Widget
from genchal.elicitation import _information
from genchal.elicitation.messages import Messages
from genchal.elicitation.method import Method, PlacedItem, read_answer

KINDS = ("added", "missed")


@dataclass(frozen=True, slots=True)
class Scored(Method):
    """A number for every text and criterion, all criteria of a text together (Setup 1) or one alone (Setup 2)."""

    information: bool = setting(False, "Whether raters also tick added and missed information, as in RankME.")

    @abstractmethod
    def widget(self, place: PlacedItem, criterion: Criterion, texts: Messages) -> Widget:
        """What asks for the number."""

    @abstractmethod
    def complaint(self, answer: str, texts: Messages, about: str) -> str | None:
        """Why a non-empty answer is not such a number; None if it is."""

    @abstractmethod
    def value(self, place: PlacedItem, answer: str, answers: Answers) -> str:
        """The number as a judgement has it."""

    @abstractmethod
    def some_number(self, rng: np.random.Generator) -> str:
        """A random answer."""

    def measures(self, criteria: Sequence[Criterion]) -> tuple[str, ...]:
        """The criteria, and the boxes if there are any."""
        return (*(criterion.name for criterion in criteria), *(KINDS if self.information else ()))

    def item_fields(self, place: PlacedItem) -> Sequence[str]:
        """One for each criterion, and the boxes."""
        return [*Method.item_fields(self, place), *(_information.list_fields(place, KINDS) if self.information else ())]

    def item_parts(self, place: PlacedItem, texts: Messages) -> Iterator[Part]:
        """The text, and a widget for each criterion."""
        yield place.passage(texts)
        for criterion in place.sheet.criteria:
            yield self.widget(place, criterion, texts)
        if self.information:
            yield _information.make_widget(place, KINDS, texts)

    def item_problems(
        self, place: PlacedItem, answers: Answers, texts: Messages, circumstances: Circumstances
    ) -> Iterator[Problem]:
        """Numbers that are missing or unfit."""
        for name in Method.item_fields(self, place):
            yield from self.number_problems(name, answers, texts, place.label(texts))
        if self.information:
            yield from _information.find_problems(place, KINDS, answers, texts)

    def number_problems(self, name: str, answers: Answers, texts: Messages, about: str) -> Iterator[Problem]:
        """That the number of a field is missing or unfit."""
        answer = read_answer(answers, name)
        sentence = self.complaint(answer, texts, about) if answer else texts("problem.missing", text=about)
        if sentence:
            yield Problem(name, sentence)

    def item_values(self, place: PlacedItem, answers: Answers) -> Mapping[str, str]:
        """The numbers, and 0 or 1 for the boxes."""
        boxes = _information.read_values(place, KINDS, answers) if self.information else {}
        names = [criterion.name for criterion in place.sheet.criteria]
        return {name: self.value(place, read_answer(answers, place.field(name)), answers) for name in names} | boxes

    def item_answers(self, place: PlacedItem, rng: np.random.Generator) -> dict[str, str]:
        """Random numbers and boxes."""
        boxes = _information.answer_somehow(place, KINDS, rng) if self.information else {}
        return {place.field(criterion.name): self.some_number(rng) for criterion in place.sheet.criteria} | boxes
