"""From the parts of a page to what templates draw: sections of parts, each with its id and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from genchal.domain.study.study import Answers, Page, Problem
from genchal.domain.study.widgets import (
    Checks,
    Choice,
    Number,
    Ordering,
    Part,
    Passage,
    Pointing,
    Preference,
    Slider,
    Spans,
    Stimulus,
    Word,
    Writing,
)
from genchal.text.tables.json_text import parse_json

_SMALL = (Choice, Number, Slider, Preference, Checks)
_LONG = 600  # characters of a text that one does not see at once on a phone


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part with the id of its element.

    What a page says already need not be seen twice, only heard: a question that is its heading (`is_said`), and a hint
    that an earlier part gave (`is_repeated`).
    """

    part: Part
    id: str
    problems: tuple[str, ...] = ()
    is_said: bool = False
    is_repeated: bool = False

    @property
    def template(self) -> str:
        """Which template draws it."""
        return f"widgets/{type(self.part).__name__.lower()}.html.j2"


@dataclass(frozen=True, slots=True)
class PageSection:
    """Parts that belong together: of one item, or of the whole sheet. Texts alone stand side by side (`texts`)."""

    kind: Literal["sheet", "item", "texts"]
    key: str
    parts: tuple[PlacedPart, ...]

    @property
    def asked(self) -> tuple[PlacedPart, ...]:
        """The questions at its end that need little room: beside a long text they stay in sight.

        A box that belongs to what is written or marked above it stays below it.
        """
        found: list[PlacedPart] = []
        if any(isinstance(placed.part, Writing | Spans | Pointing) for placed in self.parts):
            return ()
        for placed in reversed(self.parts):
            if not isinstance(placed.part, _SMALL):
                break
            found.insert(0, placed)
        return tuple(found)

    @property
    def label(self) -> str:
        """What its text is called; nothing where it has none. Questions that stay in sight say it again."""
        return next((placed.part.label for placed in self.parts if isinstance(placed.part, Passage)), "")

    @property
    def shown(self) -> tuple[PlacedPart, ...]:
        """What stands before them."""
        return self.parts[: len(self.parts) - len(self.asked)]


def make_sections(page: Page, problems: Sequence[Problem]) -> list[PageSection]:
    """The parts of a page in order, grouped by the items that they belong to."""
    placed = [_placed(part, number, page, problems) for number, part in enumerate(page.parts)]
    found = [
        PageSection("item" if key else "sheet", key or "", tuple(parts))
        for key, parts in groupby(placed, key=lambda place: place.part.item)
    ]
    return list(_joined(found))


def _joined(found: Sequence[PageSection]) -> Iterator[PageSection]:
    """Items of which nothing is asked by itself, to be compared: one section of texts."""
    for is_text, group in groupby(found, key=_is_text):
        own = list(group)
        if is_text and len(own) > 1:
            yield PageSection("texts", "", tuple(part for section in own for part in section.parts))
        else:
            yield from own


def _is_text(section: PageSection) -> bool:
    return section.kind == "item" and all(isinstance(placed.part, Passage) for placed in section.parts)


def _placed(part: Part, number: int, page: Page, problems: Sequence[Problem]) -> PlacedPart:
    own = list_fields(part)
    sentences = tuple(dict.fromkeys(problem.sentence for problem in problems if problem.field in own))
    hint = getattr(part, "hint", "")
    return PlacedPart(
        part,
        f"part{number + 1}",
        sentences,
        is_said=bool(own) and getattr(part, "label", None) == page.heading,
        is_repeated=bool(hint) and any(getattr(earlier, "hint", "") == hint for earlier in page.parts[:number]),
    )


def is_long(page: Page) -> bool:
    """Whether texts need so much room that questions would be out of sight."""
    ranked = [entry.text for part in page.parts if isinstance(part, Ordering) for entry in part.entries]
    shown = [part.text for part in page.parts if isinstance(part, Passage | Stimulus)]
    return any(len(text) > _LONG for text in (*shown, *ranked))


def list_fields(part: Part) -> frozenset[str]:
    """Names of the form fields of a part."""
    match part:
        case Choice(name=name) | Number(name=name) | Slider(name=name) | Writing(name=name) | Preference(name=name):
            return frozenset({name})
        case Ordering(entries=entries):
            return frozenset(entry.name for entry in entries)
        case Checks(boxes=boxes, nothing=nothing):
            return frozenset(box.name for box in (*boxes, nothing))
        case Spans(name=name, words=words, nothing=nothing):
            return frozenset({name, nothing.name, *(word.name for word in words)})
        case Pointing(name=name, reading=reading, finding=finding):
            return frozenset({name, reading, finding} - {""})
    return frozenset()


def list_general_problems(page: Page, problems: Sequence[Problem]) -> list[str]:
    """What is wrong with the sheet as a whole, or with fields that it does not show."""
    known = frozenset(name for part in page.parts for name in list_fields(part))
    return list(dict.fromkeys(problem.sentence for problem in problems if problem.field not in known))


def list_orders(page: Page) -> list[tuple[str, str]]:
    """Which numbers are shown sorted as they are typed: the name of each order, and its question."""
    found = {part.order: part.label for part in page.parts if isinstance(part, Number) and part.order}
    return list(found.items())


def split_words(spans: Spans) -> list[tuple[Word, str]]:
    """The words of a text, each with what stands between it and the one before."""
    ends = [0, *(word.end for word in spans.words)]
    return [(word, spans.text[end : word.start]) for end, word in zip(ends[:-1], spans.words, strict=True)]


def read_word_marks(spans: Spans, answers: Answers) -> dict[str, str]:
    """What each word's own list shows: as it was sent, or as spans that were sent as one say."""
    own = {word.name: answers.get(word.name, "") for word in spans.words}
    sent = parse_json(answers.get(spans.name, ""))
    for span in sent if isinstance(sent, list) else ():
        if isinstance(span, dict) and type(span.get("start")) is int and type(span.get("end")) is int:
            mark = "/".join(str(span[key]) for key in ("category", "severity") if span.get(key))
            inside = [word.name for word in spans.words if span["start"] <= word.start and word.end <= span["end"]]
            own |= dict.fromkeys(inside, mark)
    return own
