"""Feedback after practice: what was shown and answered, in words, with what the organisers think beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from genchal.domain.study.study import Answers, Page
from genchal.domain.study.widgets import (
    Checks,
    Choice,
    Feedback,
    Note,
    Number,
    Ordering,
    Part,
    Passage,
    Preference,
    Slider,
    Spans,
    Stimulus,
    Writing,
)
from genchal.web.pages.layout import PlacedPart, read_word_marks


@dataclass(frozen=True, slots=True)
class Remark:
    """What the organisers think of a text: the answer that they expect, where there is one, and why."""

    label: str
    text: str
    expected: str
    feedback: str


@dataclass(frozen=True, slots=True)
class ReviewedPart:
    """What was shown of an item or of the whole sheet, questions with the rater's answers, and a remark."""

    shown: tuple[PlacedPart, ...]
    answers: tuple[tuple[str, str], ...]
    remark: Remark | None = None


def review_practice(page: Page, answers: Answers, remarks: Mapping[str, Remark]) -> list[ReviewedPart]:
    """The parts of a page in order, those of each item with its remark (by key)."""
    left, found = dict(remarks), []
    numbers = {id(part): number for number, part in enumerate(page.parts, 1)}
    for key, group in groupby(page.parts, key=lambda part: part.item):
        parts = list(group)
        shown = tuple(
            PlacedPart(part, f"part{numbers[id(part)]}") for part in parts if isinstance(part, Passage | Stimulus)
        )
        said = tuple(
            (part.label, words)
            for part in parts
            if not isinstance(part, Note | Feedback) and (words := "; ".join(describe_answer(part, answers)))
        )
        remark = left.pop(key, None) if key else None
        if remark is not None and not any(isinstance(part, Passage) for part in parts) and remark.text:
            shown = (*shown, _passage(key, remark))
        if shown or said or remark:
            found.append(ReviewedPart(shown, said, remark))
    # Where texts are put in order, they stand in one part of the page.
    return found + [
        ReviewedPart((_passage(key, remark),) if remark.text else (), (), remark) for key, remark in left.items()
    ]


def _passage(key: str | None, remark: Remark) -> PlacedPart:
    return PlacedPart(Passage(key, remark.label, remark.text), f"text-{key}")


def describe_answer(part: Part, answers: Answers) -> Iterator[str]:
    """What was answered to a part of a page, as people would say it; nothing where there is no answer in words."""
    match part:
        case Choice(name=name, options=options) | Preference(name=name, options=options):
            yield from (option.label for option in options if option.value == answers.get(name))
        case Number(name=name) | Slider(name=name) | Writing(name=name):
            yield from filter(None, [answers.get(name, "").strip()])
        case Checks(boxes=boxes, nothing=nothing):
            yield from (box.label for box in (*boxes, nothing) if answers.get(box.name))
        case Ordering(entries=entries):
            places = [
                (int(place), entry.label) for entry in entries if (place := answers.get(entry.name, "")).isdigit()
            ]
            tied = groupby(sorted(places, key=lambda pair: pair[0]), key=lambda pair: pair[0])
            yield from filter(None, [" › ".join(" = ".join(label for _, label in group) for _, group in tied)])
        case Spans(nothing=nothing):
            marks = read_word_marks(part, answers)
            yield from filter(None, [" … ".join(_marked_words(part, marks))])
            if answers.get(nothing.name):
                yield nothing.label


def _marked_words(part: Spans, marks: Mapping[str, str]) -> Sequence[str]:
    """Words that are marked, neighbours of the same kind together."""
    runs = groupby(part.words, key=lambda word: marks.get(word.name, ""))
    return [" ".join(word.text for word in run) for mark, run in runs if mark]
