"""Widgets: what a page of a study is made of. Templates draw these and know no method by name.

Parts that show something come first here, those that ask for something after them. `item` is the key of the item that a
part belongs to, None where it belongs to the whole sheet; keys say nothing about systems. All words are final: in the
language of the study, and whole sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from genchal.domain.inputs import Input, Scene
from genchal.domain.scenes.places import Place

Pacing = Literal[
    "sequential", "simultaneous", "heard"
]  # when a scene appears: after reading, with the text, or while it is heard


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence for the rater: how to answer."""

    text: str
    item: str | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A text to judge, or (`is_standard`) the one that others are compared with."""

    item: str | None
    label: str
    text: str
    is_standard: bool = False


@dataclass(frozen=True, slots=True)
class Stimulus:
    """What a text is to be judged by: the input in words or as a picture, a scene, or a reference in grey.

    `positions` are the places of a scene's entities; targets are in a frame where `is_framed`. Where they must not be
    known the scene has none.
    """

    how: Literal["input", "picture", "reference", "scene"]
    label: str
    item: str | None = None
    input: Input | None = None
    text: str = ""
    positions: Mapping[str, Place] = field(default_factory=dict)
    is_framed: bool = False


@dataclass(frozen=True, slots=True)
class Feedback:
    """What the page says after something was written (`after`): that an object of the scene was found, right or not."""

    item: str
    after: str
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Option:
    """One of several answers: what is sent, and what is read."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Box:
    """A check-box: sends "1" when it is ticked and nothing otherwise."""

    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer out of several; points of a scale stand in a line with words at its ends."""

    item: str | None
    name: str
    label: str
    options: tuple[Option, ...]
    about: str = ""  # the label of the text that is judged
    low: str = ""
    high: str = ""
    is_scale: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """A number to type. Numbers with the same `order` are shown sorted beside their texts, as they are typed."""

    item: str | None
    name: str
    label: str
    lowest: float
    highest: float
    about: str = ""
    hint: str = ""
    order: str = ""


@dataclass(frozen=True, slots=True)
class Slider:
    """A slider. It sends nothing until it was moved or touched, so `start` is never an answer by itself."""

    item: str | None
    name: str
    label: str
    lowest: int
    highest: int
    start: int
    about: str = ""
    low: str = ""
    high: str = ""
    shows_value: bool = True
    has_ticks: bool = False
    has_faces: bool = False


@dataclass(frozen=True, slots=True)
class Ranked:
    """A text to put in order; its field sends the place, 1 for the best."""

    item: str
    name: str
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Ordering:
    """Texts to put in order by dragging or keys; without script each has a list of places to choose from."""

    label: str
    entries: tuple[Ranked, ...]
    best: str = ""
    worst: str = ""
    has_ties: bool = True
    item: None = None


@dataclass(frozen=True, slots=True)
class Preference:
    """Which of two texts is better: the options in the order in which they stand, left to right."""

    name: str
    label: str
    options: tuple[Option, ...]
    item: None = None


@dataclass(frozen=True, slots=True)
class Checks:
    """Check-boxes of which any may be ticked; `nothing` says that none applies and excludes the others."""

    item: str | None
    label: str
    boxes: tuple[Box, ...]
    nothing: Box
    about: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text that can be marked, by offsets in characters; `name` is its own field where there is no script.

    A word without extent at the end of the text stands for what is missing from it.
    """

    name: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Spans:
    """Words to mark with a category and, where there are any, a severity.

    With script one field (`name`) sends all spans as JSON: a list of {"start", "end", "category", "severity"}, with
    offsets as the words have them. Without, every word has a list to choose a mark from: "category" or
    "category/severity", as `marks` has them; equal neighbours make one span. `nothing` is ticked where there is nothing
    to mark.
    """

    item: str
    name: str
    label: str
    text: str
    words: tuple[Word, ...]
    categories: tuple[Option, ...]
    severities: tuple[Option, ...]
    marks: tuple[Option, ...]
    nothing: Box
    about: str = ""


@dataclass(frozen=True, slots=True)
class Writing:
    """A text to write. Its limits are shown while it is typed; they are checked again when it arrives."""

    item: str
    name: str
    label: str
    text: str = ""  # what stands there to begin with
    fewest: int = 1  # characters
    most: int = 2000
    allowed: str = ""  # characters besides letters and digits; empty: any
    hint: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Pointing:
    """Read or hear a description, then point at what it means in a scene; needs script.

    `name` sends the place as "r2c3" (row and column), `reading` and `finding` milliseconds: from the text to the scene,
    and from the scene to the answer. `reading` is empty unless the pacing is sequential.
    """

    item: str
    name: str
    reading: str
    finding: str
    label: str
    text: str
    scene: Scene
    positions: Mapping[str, Place]
    pacing: Pacing
    begin: str  # what the button says that starts it
    proceed: str  # what the button says that ends reading
    is_spoken: bool = False  # by the browser's synthesiser; otherwise, where it is heard, from a file


Widget = Choice | Number | Slider | Ordering | Preference | Checks | Spans | Writing | Pointing
Part = Note | Passage | Stimulus | Feedback | Widget
