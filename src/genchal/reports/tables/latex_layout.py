"""Where the columns of a LaTeX table go, so that it fits on a page and stays legible: in no smaller type than 7 pt.

In this order: smaller type, heads of several lines, long texts in several lines, several parts below each other, each
with some of the columns. A table that is too high for a page is broken across pages, which are turned to landscape if
its rows need that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from genchal.domain.results.table import Table, TableForm
from genchal.reports.names import one_line
from genchal.reports.tables.cells import Notation, alignments, signatures_of, write_notes
from genchal.reports.tables.latex_widths import Width, measure_rows, measure_text, split_words

COLUMN = 232.0  # points: a column of the usual two-column styles has 219 to 240; in the narrowest, tables are shrunk
PAGE = 345.0  # points: a page of LaTeX's article, which is the narrowest of the usual styles
TURNED = 540.0  # points: a page that is turned to landscape
HEIGHT = 480.0  # points of a page for rows and notes; the caption and a margin have the rest
SNUG = 0.75  # of the room: a table that needs more is shrunk where a document has less room than usual
MOST_LINES = 3  # of a head
FEW_LINES = (2, 5)  # of a text: these are good, and good enough
LEAST_TEXT = 42.0  # points: texts that are wider may be broken into lines, and have at least this room
ARROW = "↑"  # stands for either direction
STEP = 5.0  # points
APART = 2.0  # points between rows of several lines
FILLED = 0.9  # of a line, on average
TYPEWRITER = 5.25  # the width of every character of a signature
MOST_KEYS = 3  # columns that every part of a table repeats


@dataclass(frozen=True, slots=True)
class Size:
    """A size of type: its command, how much narrower it is than 10 pt, the height of a line, the space of a column."""

    command: str
    scale: float
    line: float
    space: int


NORMAL, SMALL, FOOTNOTE, SCRIPT = (
    Size("", 1.0, 12.0, 6),
    Size(r"\small", 0.925, 11.0, 5),
    Size(r"\footnotesize", 0.85, 9.5, 4),
    Size(r"\scriptsize", 0.8, 8.0, 3),
)
SIZES = (NORMAL, SMALL, FOOTNOTE)


@dataclass(frozen=True, slots=True)
class Part:
    """Some columns that stand beside each other: which, the lines of their heads, and the room of long texts.

    `lines` is the number of lines of the longest of these texts.
    """

    columns: tuple[int, ...]
    heads: tuple[tuple[str, ...], ...]
    rooms: tuple[int | None, ...]
    lines: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of a table, their size of type, and the place of the table.

    It takes a whole page's width, it is broken across pages, or these pages are turned to landscape.
    """

    size: Size
    parts: tuple[Part, ...]
    is_wide: bool
    is_broken: bool = False
    is_turned: bool = False

    @property
    def is_snug(self) -> bool:
        """Whether the table nearly fills its room."""
        return max(part.width for part in self.parts) > SNUG * (PAGE if self.is_wide else COLUMN)


def lay_out(table: Table, form: TableForm, notation: Notation) -> Layout:
    """Find the largest type and the fewest parts with which a table fits."""
    sheet = _Sheet.measured(table, form, notation)
    everything = range(len(table.columns))
    for room, is_wide in ((COLUMN, False), (PAGE, True)):
        for size, part in sheet.arrangements(everything, room, SIZES, is_wide=is_wide):
            if part.width <= room and part.height + sheet.note_height(room) <= HEIGHT:
                return Layout(size, (part,), is_wide)
    for size, part in sheet.arrangements(everything, PAGE, (FOOTNOTE,), is_wide=True):
        if part.width <= PAGE:
            return Layout(size, (part,), is_wide=True, is_broken=True)
    parts = sheet.split(FOOTNOTE, PAGE)
    if sum(part.height for part in parts) + sheet.note_height(PAGE) <= HEIGHT:
        return Layout(FOOTNOTE, parts, is_wide=True)
    for size, part in sheet.arrangements(everything, TURNED, (FOOTNOTE,), is_wide=True):
        if part.width <= TURNED:
            return Layout(size, (part,), is_wide=True, is_broken=True, is_turned=True)
    return Layout(FOOTNOTE, parts, is_wide=True, is_broken=True)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What a table measures: its titles, the cells of each column, which columns are texts, and its notes."""

    titles: tuple[str, ...]
    cells: tuple[tuple[Width, ...], ...]
    kinds: tuple[frozenset[Width], ...]  # the same, each width once
    is_text: tuple[bool, ...]
    note: float

    @classmethod
    def measured(cls, table: Table, form: TableForm, notation: Notation) -> _Sheet:
        rows = measure_rows(table, form, notation)
        cells = tuple(zip(*rows, strict=True)) if rows else ((),) * len(table.columns)
        titles = [column.title + (ARROW if column.higher_is_better is not None else "") for column in table.columns]
        notes = measure_text(" ".join(write_notes(table, form)))
        signatures = TYPEWRITER * len("; ".join(signatures_of(table, form)))
        return cls(
            titles=tuple(map(one_line, titles)),
            cells=cells,
            kinds=tuple(map(frozenset, cells)),
            is_text=tuple(side == "left" for side in alignments(table)),
            note=(notes + signatures) * FOOTNOTE.scale,
        )

    def note_height(self, room: float) -> float:
        """The height of the notes below the table."""
        return math.ceil(self.note / room) * FOOTNOTE.line

    def arrangements(
        self, columns: Sequence[int], room: float, sizes: Sequence[Size], *, is_wide: bool
    ) -> Iterator[tuple[Size, Part]]:
        """The ways to set columns beside each other, the best first."""
        for lines in (1, 2, MOST_LINES):
            for size in sizes:
                yield size, self.arrange(columns, size, head_lines=lines)
        if is_wide:
            broken = [(size, self.arrange(columns, size, room=room)) for size in (*sizes[1:], SCRIPT)]
            yield from (found for most in FEW_LINES for found in broken if found[1].lines <= most)
            yield SCRIPT, self.arrange(columns, SCRIPT)
            yield from reversed(broken)

    def split(self, size: Size, room: float) -> tuple[Part, ...]:
        """As few parts as possible; each has the texts that a row begins with, and an equal number of the others."""
        texts = next((place for place, is_text in enumerate(self.is_text) if not is_text), 1)
        keys = range(min(max(texts, 1), MOST_KEYS))
        rest = range(len(keys), len(self.titles))
        parts: tuple[Part, ...] = ()
        for count in range(1, len(rest) + 1):
            length = math.ceil(len(rest) / count)
            groups = [rest[start : start + length] for start in range(0, len(rest), length)]
            parts = tuple(self.arrange([*keys, *group], size, room=room) for group in groups)
            if all(part.width <= room for part in parts):
                break
        return parts or (self.arrange(keys, size, room=room),)

    def arrange(
        self, columns: Sequence[int], size: Size, *, head_lines: int = MOST_LINES, room: float = math.inf
    ) -> Part:
        """Set columns beside each other; a room makes long texts take several lines where it is not enough."""
        widths = [max((cell.at(size.scale) for cell in self.kinds[column]), default=0.0) for column in columns]
        heads = [
            fold_head(self.titles[column], width / size.scale, head_lines)
            for column, width in zip(columns, widths, strict=True)
        ]
        widths = [
            max(width, size.scale * max(map(measure_text, head))) for width, head in zip(widths, heads, strict=True)
        ]
        space = 2.0 * size.space * len(columns)
        rooms = self._share_room(columns, widths, size, room - space)
        lines = self._count_lines([(column, own) for column, own in zip(columns, rooms, strict=True) if own], size)
        return Part(
            columns=tuple(columns),
            heads=tuple(heads),
            rooms=tuple(rooms),
            lines=max(lines, default=1),
            width=sum(own or width for own, width in zip(rooms, widths, strict=True)) + space,
            height=size.line * (sum(lines) + max(map(len, heads), default=1) + 1)
            + APART * len(lines) * (max(lines, default=1) > 1),
        )

    def _count_lines(self, broken: Sequence[tuple[int, int]], size: Size) -> list[int]:
        """The number of lines of every row, where columns have so much room; some of it is left at the end of lines."""
        if not broken:
            return [1] * len(self.cells[0])
        texts = [
            [math.ceil(cell.at(size.scale) / (FILLED * room)) for cell in self.cells[column]] for column, room in broken
        ]
        return [max(1, *row) for row in zip(*texts, strict=True)]

    def _share_room(self, columns: Sequence[int], widths: Sequence[float], size: Size, room: float) -> list[int | None]:
        """The room of each long text that has to be broken into lines: narrow ones leave theirs to the others."""
        texts = [place for place, column in enumerate(columns) if self.is_text[column] and widths[place] > LEAST_TEXT]
        rooms: list[int | None] = [None] * len(columns)
        left = room - sum(width for place, width in enumerate(widths) if place not in texts)
        for rank, place in enumerate(sorted(texts, key=lambda text: widths[text])):
            share = left / (len(texts) - rank)
            if widths[place] > share:
                words = [size.scale * cell.word for cell in self.kinds[columns[place]]]
                rooms[place] = math.ceil(max([math.floor(share), LEAST_TEXT, *words]))
            left -= rooms[place] or widths[place]
        return rooms


def fold_head(title: str, room: float, most: int) -> tuple[str, ...]:
    """Break a title into lines that are hardly wider than its column, and into no more lines than allowed."""
    room = max([room, *(measure_text(word.rstrip()) for word in split_words(title))])
    lines = _fill_lines(title, room)
    while len(lines) > most:
        room += STEP
        lines = _fill_lines(title, room)
    return tuple(lines)


def _fill_lines(title: str, room: float) -> list[str]:
    lines = [""]
    for word in split_words(title):
        if lines[-1] and measure_text((lines[-1] + word).rstrip()) > room:
            lines.append(word)
        else:
            lines[-1] += word
    return [line.rstrip() for line in lines]
