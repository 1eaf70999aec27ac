"""Error spans: raters mark words that are wrong, and say how (MQM: Freitag et al. 2021; Thomson and Reiter 2020)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Circumstances, Criterion, Problem
from genchal.domain.study.widgets import Note, Part
from genchal.elicitation._fields import parse_list
from genchal.elicitation._spans import Marking, write_spans
from genchal.elicitation.messages import ENGLISH, Messages
from genchal.elicitation.method import Method, PlacedItem

CATEGORIES = "wrong_fact, added_fact, missing_fact, repetition, grammar, word_choice, unclear"


@dataclass(frozen=True, slots=True)
class ErrorSpans(Method):
    """Words marked with a category and a severity; what is missing is marked at the end of the text."""

    name: ClassVar[str] = "error_spans"
    summary: ClassVar[str] = "words marked as errors, with category and severity"
    default_criteria: ClassVar[tuple[str, ...]] = ("errors",)

    categories: str = setting(CATEGORIES, "Kinds of errors, separated by commas.")
    severities: str = setting("minor, major", "Severities of errors, separated by commas; not asked if empty.")
    omissions: bool = setting(True, "Whether raters can mark that something is missing from the text.")

    def check(self) -> None:
        """Names that differ."""
        for names in (self.categories, *([self.severities] if self.severities else [])):
            parse_list(names, "categories or severities of error_spans")

    def explain(self, texts: Messages) -> list[str]:
        """Words to mark, and what is missing."""
        few = [texts("rule.few_words")] if self.omissions else []
        return [texts("instructions.error_spans"), texts("rule.compare_information"), texts("spans.how"), *few]

    def marking(self, place: PlacedItem, criterion: Criterion, texts: Messages = ENGLISH) -> Marking:
        """What may be marked in a text."""
        categories = parse_list(self.categories, "categories of error_spans")
        severities = parse_list(self.severities, "severities of error_spans") if self.severities else ()
        return Marking(
            place,
            criterion.name,
            [(category, texts.name_of("error", category)) for category in categories],
            [(severity, texts.name_of("severity", severity)) for severity in severities],
            self.omissions,
        )

    def item_fields(self, place: PlacedItem) -> Sequence[str]:
        """Spans, and words for pages without script."""
        return [name for criterion in place.sheet.criteria for name in self.marking(place, criterion).fields()]

    def item_parts(self, place: PlacedItem, texts: Messages) -> Iterator[Part]:
        """The text, whose words can be marked."""
        yield Note(texts("spans.how"), place.key)
        for criterion in place.sheet.criteria:
            yield self.marking(place, criterion, texts).widget(criterion.question, texts("spans.no_errors"), texts)

    def item_problems(
        self, place: PlacedItem, answers: Answers, texts: Messages, circumstances: Circumstances
    ) -> Iterator[Problem]:
        """Marks that overlap, do not fit the words, or are of no known category."""
        for criterion in place.sheet.criteria:
            yield from self.marking(place, criterion).problems(answers, texts)

    def item_values(self, place: PlacedItem, answers: Answers) -> Mapping[str, str]:
        """A list of spans as JSON."""
        return {
            criterion.name: write_spans(self.marking(place, criterion).spans(answers))
            for criterion in place.sheet.criteria
        }

    def item_answers(self, place: PlacedItem, rng: np.random.Generator) -> dict[str, str]:
        """Random marks."""
        found: dict[str, str] = {}
        for criterion in place.sheet.criteria:
            found |= self.marking(place, criterion).somehow(rng)
        return found
