"""A figure as marks on a sheet, whatever format it is saved in. Sizes and places are in points, from the top left.

Colours are roles, which a format or a page turns into colours of its own, or fixed ones such as ``#0d9488``.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from genchal.reports.names import shorten

# Roles of colours: text and rules, what is measured, what people said, lines behind it.
INK, ACCENT, PEOPLE, GRID = "ink", "accent", "people", "grid"
INCH = 72.0
FONT_SIZE = 9.0
ROW, EDGE = 0.26 * INCH, 0.12 * INCH
LONGEST_NAME = 32
PHONE, PHONE_NAME = 246.0, 15  # of a sheet that a phone shows whole: its width, and the longest name on it
MOST_DIGITS = 6  # behind the point of a number on a scale
OVERHANG = 6.0  # how far a number of a scale may reach beyond its panel
BASELINE = 0.35  # of the font's size, from the middle of small letters to the line they stand on

Anchor = Literal["start", "middle", "end"]

# Widths of characters in ems, by groups: fonts differ, and a figure must fit with any of the usual ones.
_SIGNS = {"Sm": 0.84, "So": 1.04}  # such as + and the sign for numbers
_LATIN = "\N{LATIN SMALL LETTER Y WITH STROKE}"  # letters of other scripts come after it, many of which are wider
_NARROW, _SLIM, _WIDE = frozenset("ijl.,:;'|!`·"), frozenset('ftrI()[]{}-/\\ "*°'), frozenset("mwMW@%—…")


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str = INK
    width: float = 0.7
    alpha: float = 1.0
    is_round: bool = False


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A filled rectangle, with an edge if that has a colour."""

    x: float
    y: float
    width: float
    height: float
    colour: str
    alpha: float = 1.0
    edge: str = ""
    edge_width: float = 0.8


@dataclass(frozen=True, slots=True)
class Dot:
    """A filled circle."""

    x: float
    y: float
    radius: float
    colour: str = ACCENT


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon, by its corners."""

    points: tuple[tuple[float, float], ...]
    colour: str = ACCENT
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text whose middle is at the height `y`; one that stands `upright` reads from below and begins there."""

    x: float
    y: float
    text: str
    size: float = FONT_SIZE
    anchor: Anchor = "start"
    colour: str = INK
    is_bold: bool = False
    upright: bool = False


Mark = Line | Rectangle | Dot | Polygon | Text


@dataclass(slots=True)
class Drawing:
    """A sheet with marks, those added later on top."""

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)

    def add(self, *marks: Mark) -> None:
        """Draw marks on top of what is there."""
        self.marks.extend(marks)


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a sheet with a scale from left to right, and rows of one height from top to bottom."""

    left: float
    top: float
    width: float
    rows: int
    low: float
    high: float
    row: float = ROW

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self.top + max(1, self.rows) * self.row

    def x(self, value: float) -> float:
        """The place of a value."""
        # Halves, because the difference of two large numbers may have none.
        return self.left + self.width * ((value / 2 - self.low / 2) / (self.high / 2 - self.low / 2))

    def y(self, row: float) -> float:
        """The middle of a row, the first being 0."""
        return self.top + (row + 0.5) * self.row

    def draw_scale(self, drawing: Drawing, most: int = 6) -> None:
        """Draw a faint grid with its numbers below."""
        step = choose_step(self.low, self.high, most)
        digits = 0 if step is None else max(0, -math.floor(math.log10(step) + 1e-9))
        form = f".{digits}f" if digits <= MOST_DIGITS else ".2g"
        ticks = choose_ticks(self.low, self.high, most)
        self.draw_marks(drawing, {value: f"{value:{form}}".replace("-", "−") for value in ticks})

    def draw_marks(self, drawing: Drawing, labels: dict[float, str]) -> None:
        """Draw a grid at these values, labelled."""
        for value, label in labels.items():
            place = self.x(value)
            drawing.add(Line(place, self.top, place, self.bottom, GRID, 0.7, 0.28))
            half = measure_width(label, FONT_SIZE - 1) / 2 - OVERHANG
            centre = min(max(place, self.left + half), self.left + self.width - half)  # the next panel is near
            drawing.add(Text(centre, self.bottom + 9, label, FONT_SIZE - 1, "middle"))


def start_rows(
    names: Sequence[str],
    panel: float,
    beside: float,
    top: float,
    bottom: float,
    bounds: tuple[float, float],
    *,
    on_phone: bool = False,
) -> tuple[Drawing, Panel]:
    """A sheet with a row per system, the first on top: names at the left, one panel, and room beside it.

    On a phone the panel has what the names leave of the screen.
    """
    shown = [shorten(name, PHONE_NAME if on_phone else LONGEST_NAME) for name in names]
    left = EDGE + 7 + widest(shown)
    panel = PHONE - left - beside - EDGE if on_phone else panel
    part = Panel(left, top, panel, len(shown), *bounds)
    drawing = Drawing(left + panel + beside + EDGE, part.bottom + bottom)
    drawing.add(*(Text(left - 5, part.y(row), name, anchor="end") for row, name in enumerate(shown)))
    return drawing, part


def find_bounds(values: Iterable[float | None], margin: float = 0.06) -> tuple[float, float]:
    """The least and the greatest of some values, with a margin; something sensible where there are none."""
    known = [value for value in values if value is not None and math.isfinite(value)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    if high - low <= 1e-12 * max(abs(low), abs(high), 1e-300):
        reach = abs(low) * 0.05 or 0.5
        return low - reach, high + reach
    reach = min(margin * (high / 2 - low / 2) * 2, 1e300)
    return max(low - reach, -1e308), min(high + reach, 1e308)


def choose_step(low: float, high: float, most: int) -> float | None:
    """A step of 1, 2 or 5 times a power of ten that fits at most so often between two values; None if none does."""
    each = (high - low) / most
    if not (math.isfinite(each) and 1e-300 < each < 1e300):
        return None
    power = 10.0 ** math.floor(math.log10(each))
    return next(size * power for size in (1, 2, 5, 10, 20) if size * power >= each * (1 - 1e-12))


def choose_ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two values, at most so many and one."""
    step = choose_step(low, high, most)
    if step is None or max(abs(low), abs(high)) > 1e12 * step:  # nobody could tell the numbers apart
        return []
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(f"{number * step:.12g}") for number in range(first, last + 1)]


def widest(texts: Iterable[str], size: float = FONT_SIZE) -> float:
    """How wide the widest of some texts may be."""
    return max((measure_width(text, size) for text in texts), default=0.0)


def measure_width(text: str, size: float = FONT_SIZE) -> float:
    """How wide a text is in a usual sans-serif font, rather more than less."""
    return size * sum(map(_character_width, text))


def _character_width(char: str) -> float:
    if char in _NARROW:
        return 0.32
    if char in _SLIM:
        return 0.42
    if char in _WIDE or unicodedata.east_asian_width(char) in "WF":
        return 1.0
    if unicodedata.combining(char):
        return 0.0
    if unicodedata.category(char) in ("Sm", "So"):  # <, +, №
        return 0.84
    if char > _LATIN:
        return 0.95 if char.isupper() else 0.78
    return 0.72 if char.isupper() else 0.62
