"""Studies: what raters are asked, about what, and what they answered."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Literal

from genchal.domain.inputs import AttributeSet, Input
from genchal.domain.ratings import ItemKind
from genchal.domain.study.widgets import Part

Shown = Literal["input", "picture", "reference", "scene", "nothing"]  # what stands beside the texts to be judged


@dataclass(frozen=True, slots=True)
class Criterion:
    """What is judged, and the question that asks for it; `shown` is what the judgement is about besides the text."""

    name: str
    question: str
    low: str = ""  # what the low end of the scale means, in words
    high: str = ""
    shown: Shown = "input"
    comparison: str = ""  # the question about two texts side by side; empty: the same as about one


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to judge: what a system wrote for an instance, or what was made from it to check the raters by.

    `source` is the item that a repeat or a damaged copy was made from. `expected` is what an attention check must get.
    `also` are the other systems that wrote the same text, where it is judged once for all of them. After they have
    practised on an item, raters read its `feedback` (Markdown), and the `expected` answer if there is one.
    """

    id: str
    instance: str
    system: str
    text: str
    kind: ItemKind = "scored"
    source: str | None = None
    expected: str | None = None
    attributes: AttributeSet | None = None
    also: tuple[str, ...] = ()
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """What the items of a sheet are about: an instance as raters may see it."""

    instance: str
    input: Input
    references: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """Items that are shown together, before anybody has been given them; `condition` is how the input is shown."""

    id: str
    items: tuple[Item, ...]
    condition: str = ""
    practice: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one rater sees at once: a block in this rater's order, with the subjects of its items by instance.

    `criteria` are asked about every item. `seed` makes everything else that is random on the page (the order of slots,
    the places of things in a scene), so that a page that is loaded again looks the same. `secret` is what names of form
    fields are made with; without one they can be worked out from the ids of the items.
    """

    id: str
    items: tuple[Item, ...]
    subjects: Mapping[str, Subject]
    criteria: tuple[Criterion, ...]
    condition: str = ""
    seed: int = 0
    secret: bytes = field(default=b"", repr=False)


Answers = Mapping[str, str]  # what a form sends: names of fields to their values


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What counts besides the answers themselves."""

    seconds: float | None = None  # how long the page was looked at; None: not known
    minimum_seconds: float = 0  # how long it has to be
    earlier: Container[str] = ()  # texts that anybody gave before, as `writing.same_text` has them: none is taken twice


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an answer cannot be taken as it is: the field ("" for the whole sheet), and a sentence for the rater."""

    field: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """One judgement as a method reads it from answers; times and rater are added where it is stored.

    `value` is a number, or JSON where it is something else (spans, texts); `position` is the item's place on the sheet,
    from 0.
    """

    item: str
    criterion: str
    value: str
    position: int


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet as templates draw it: parts in reading order."""

    heading: str
    parts: tuple[Part, ...]
    needs_script: bool = False
    minimum_seconds: float = 0

    def of(self, item: str | None) -> tuple[Part, ...]:
        """The parts of one item by its key, or of the whole sheet: for pages that show one item at a time."""
        return tuple(part for part in self.parts if part.item == item)
