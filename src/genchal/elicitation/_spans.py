"""Marking words with categories: as JSON from a page with script, or word by word from one without."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from genchal.domain.study.study import Answers, Problem
from genchal.domain.study.widgets import Box, Option, Spans, Word
from genchal.elicitation._words import split_words
from genchal.elicitation.messages import Messages
from genchal.elicitation.method import PlacedItem, read_answer
from genchal.text.tables.json_text import parse_json

MOST = 200  # spans of one text


class Span(NamedTuple):
    """Words that belong together, by offsets in characters."""

    start: int
    end: int
    category: str
    severity: str = ""


@dataclass(frozen=True, slots=True)
class Marking:
    """What may be marked in the text of an item: with which categories, severities (none: not asked), and omissions."""

    place: PlacedItem
    name: str  # of the criterion, or of what is measured
    categories: Sequence[tuple[str, str]]  # each with its label
    severities: Sequence[tuple[str, str]] = ()
    has_missing: bool = False

    @property
    def field(self) -> str:
        """Where the page sends all spans."""
        return self.place.field(f"spans.{self.name}")

    @property
    def nothing(self) -> str:
        """Where the page says that there is nothing to mark."""
        return self.place.field(f"no_spans.{self.name}")

    def words(self) -> list[tuple[str, int, int]]:
        """The words with the names of their own fields; the last may stand for what is missing."""
        text = self.place.item.text
        found = [*split_words(text), *([(len(text), len(text))] if self.has_missing else [])]
        return [(self.place.field(f"word{n}.{self.name}"), start, end) for n, (start, end) in enumerate(found, 1)]

    def fields(self) -> list[str]:
        """All spans, nothing, and every word."""
        return [self.field, self.nothing, *(name for name, _, _ in self.words())]

    def marks(self) -> dict[str, tuple[str, str]]:
        """What a word's own field may say."""
        if not self.severities:
            return {category: (category, "") for category, _ in self.categories}
        return {
            f"{category}/{severity}": (category, severity)
            for category, _ in self.categories
            for severity, _ in self.severities
        }

    def widget(self, label: str, nothing: str, texts: Messages) -> Spans:
        """The text with its words to mark."""
        text = self.place.item.text
        labels, degrees = dict(self.categories), dict(self.severities)
        marks = tuple(
            Option(
                mark,
                texts("spans.mark", category=labels[category], severity=degrees[severity])
                if severity
                else labels[category],
            )
            for mark, (category, severity) in self.marks().items()
        )
        words = tuple(Word(n, a, b, text[a:b] if b > a else texts("spans.missing")) for n, a, b in self.words())
        return Spans(
            self.place.key,
            self.field,
            label,
            text,
            words,
            tuple(Option(*category) for category in self.categories),
            tuple(Option(*severity) for severity in self.severities),
            marks,
            Box(self.nothing, nothing),
            self.place.label(texts),
        )

    def problems(self, answers: Answers, texts: Messages) -> Iterator[Problem]:
        """The first thing that is wrong with the marks."""
        about = self.place.label(texts)
        if read_answer(answers, self.nothing) not in ("", "1"):
            yield Problem(self.nothing, texts("problem.box"))
            return
        marks = self.marks()
        for name, _, _ in self.words():
            if (mark := read_answer(answers, name)) and mark not in marks:
                yield Problem(name, texts("problem.mark", text=about))
                return
        spans = self._sent(answers)
        if spans is None:
            yield Problem(self.field, texts("problem.spans", text=about))
        elif any(first.end > second.start or first == second for first, second in pairwise(sorted(spans))):
            yield Problem(self.field, texts("problem.overlap", text=about))
        elif bool(found := self.spans(answers)) == bool(read_answer(answers, self.nothing)):
            key = "problem.nothing_and_marks" if found else "problem.no_marks"
            yield Problem(self.nothing, texts(key, text=about))

    def spans(self, answers: Answers) -> list[Span]:
        """The spans in order: those that were sent as one, or equal neighbours among marked words."""
        if read_answer(answers, self.field):
            return sorted(self._sent(answers) or [])
        found: list[Span] = []
        marks = self.marks()
        previous = ""
        for name, start, end in self.words():
            mark = read_answer(answers, name)
            if mark and mark == previous and end > start:
                found[-1] = found[-1]._replace(end=end)
            elif mark:
                found.append(Span(start, end, *marks[mark]))
            previous = mark
        return found

    def _sent(self, answers: Answers) -> list[Span] | None:
        """Spans that came as JSON; None if they cannot be. They begin and end where words do."""
        given = parse_json(read_answer(answers, self.field) or "[]")
        if not isinstance(given, list) or len(given) > MOST:
            return None
        borders, marks = self.words(), set(self.marks().values())
        starts, ends = {start for _, start, _ in borders}, {end for _, _, end in borders}
        spans = [self._span(span, starts, ends, marks) for span in given]
        return None if None in spans else [span for span in spans if span is not None]

    def _span(self, given: object, starts: set[int], ends: set[int], marks: set[tuple[str, str]]) -> Span | None:
        if not isinstance(given, dict) or not set(given) <= {"start", "end", "category", "severity"}:
            return None
        start, end, category, severity = (given.get(key) for key in ("start", "end", "category", "severity"))
        severity = "" if severity is None else severity
        if (
            type(start) is not int
            or type(end) is not int
            or not isinstance(category, str)
            or not isinstance(severity, str)
        ):
            return None
        is_missing = start == end == len(self.place.item.text)
        is_at_words = start in starts and end in ends and (start < end or is_missing)
        return Span(start, end, category, severity) if is_at_words and (category, severity) in marks else None

    def somehow(self, rng: np.random.Generator) -> dict[str, str]:
        """Random marks, in one way or the other."""
        words, marks = self.words(), self.marks()
        chosen = {name: str(rng.choice(list(marks))) for name, _, _ in words if rng.random() < 0.2}
        if not chosen:
            return {self.nothing: "1"}
        if rng.random() < 0.5:
            return chosen
        return {self.field: write_spans(self.spans(chosen))}


def write_spans(spans: Sequence[Span]) -> str:
    """Spans as judgements have them; without severities these are left out."""
    return json.dumps([{key: value for key, value in span._asdict().items() if value != ""} for span in spans])
