"""Cells of a table as people read them: one set of rules for text, LaTeX, Markdown and HTML.

A form of tables is a `Notation`: how it escapes text, and how it writes minus, small print, bold and marks. What is
rounded, scaled and called missing is decided here, for all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from genchal.domain.results.table import (
    Align,
    Bounds,
    Cell,
    Column,
    Count,
    Estimate,
    Marked,
    PValue,
    RankRange,
    Share,
    Table,
    TableForm,
)
from genchal.reports.names import one_line

Write = Callable[[str], str]
SCALED = "Scores between 0 and 1 are multiplied by 100."


def _as_it_is(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Notation:
    """How one form writes what cells are made of; `missing` replaces the word of a column where it is given."""

    escape: Write
    number: Write = _as_it_is
    small: Write = _as_it_is
    group: Write = _as_it_is
    strong: Write = _as_it_is
    marks: Write = _as_it_is
    dash: str = "-"
    missing: str | None = None
    p_digits: int = 4
    p_least: float = 0.00005  # smaller p-values are shown as below the last decimal


TEXT = Notation(escape=one_line)


def write_rows(table: Table, form: TableForm, notation: Notation) -> list[list[str]]:
    """Write all cells of a table."""
    scaled, unscaled = (
        [_Writer(column, form, notation, is_scaled) for column in table.columns] for is_scaled in (True, False)
    )
    left_alone = frozenset(table.unscaled)
    return [
        [writer.cell(cell) for writer, cell in zip(unscaled if place in left_alone else scaled, row, strict=True)]
        for place, row in enumerate(table.rows)
    ]


def write_notes(table: Table, form: TableForm) -> tuple[str, ...]:
    """The sentences below a table, without its signatures."""
    if not form.notes:
        return ()
    scaled = form.percent and any(column.percent for column in table.columns)
    return (*table.notes, SCALED) if scaled else table.notes


def signatures_of(table: Table, form: TableForm) -> tuple[str, ...]:
    """Every signature once."""
    return tuple(dict.fromkeys(table.signatures)) if form.notes else ()


def alignments(table: Table) -> list[Align]:
    """Where columns are aligned: numbers on the right."""
    cells = list(zip(*table.rows, strict=True)) or [()] * len(table.columns)
    return [column.align or _usual(own) for column, own in zip(table.columns, cells, strict=True)]


def bare(cell: Cell) -> Cell:
    """A cell without its marks."""
    while isinstance(cell, Marked):
        cell = cell.cell
    return cell


def is_missing(value: float | None) -> bool:
    """Whether there is no value to show."""
    return value is None or not math.isfinite(value)


def _usual(cells: Sequence[Cell]) -> Align:
    kinds = [bare(cell) for cell in cells]
    return "right" if any(kind is not None and not isinstance(kind, str | bool) for kind in kinds) else "left"


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the cells of a column in one row."""

    column: Column
    form: TableForm
    notation: Notation
    scaled: bool

    def cell(self, cell: Cell) -> str:
        write = self.notation
        match cell:
            case Marked():
                marks = write.marks(cell.marks) if cell.marks else ""
                if cell.strong and isinstance(cell.cell, Estimate):
                    return self.estimate(cell.cell, write.strong) + marks
                text = self.cell(cell.cell)
                return (write.strong(text) if cell.strong and text else text) + marks
            case str():
                return write.escape(cell)
            case bool():
                return "yes" if cell else "no"
            case int():
                return write.number(f"{cell:{self.sign},}")
            case PValue():
                return self.p_value(cell.value)
            case RankRange():
                return f"{cell.low}" if cell.low == cell.high else f"{cell.low}{write.dash}{cell.high}"
            case Share():
                return self.share(cell)
            case Count():
                share = self.share(Share(cell.share), cell.low, cell.high)
                return f"{cell.count:,}" + ("" if is_missing(cell.share) else f" {write.small(f'({share})')}")
            case Bounds():
                bounds = self.bounds(cell.low, cell.high)
                return write.group(bounds) if bounds else self.missing
            case Estimate():
                return self.estimate(cell)
            case _:
                return self.value(cell)

    @property
    def sign(self) -> str:
        return "+" if self.column.sign else ""

    @property
    def missing(self) -> str:
        return self.notation.escape(self.column.missing) if self.notation.missing is None else self.notation.missing

    def value(self, value: float | None) -> str:
        if value is None or not math.isfinite(value):
            return self.missing
        times = self.form.percent and self.column.percent and self.scaled
        usual = max(self.column.digits - 2, 0) if times else self.column.digits
        digits = usual if self.form.digits is None else self.form.digits
        text = f"{value * (100 if times else 1):{self.sign},.{digits}f}"
        if not self.column.sign and text.startswith("-") and not text.strip("-0.,"):
            text = text[1:]  # no "-0.0000"
        return self.notation.number(text)

    def estimate(self, cell: Estimate, emphasise: Write = _as_it_is) -> str:
        bounds = "" if is_missing(cell.value) else self.bounds(cell.low, cell.high)
        return emphasise(self.value(cell.value)) + (f" {self.notation.small(bounds)}" if bounds else "")

    def bounds(self, low: float | None, high: float | None) -> str:
        return "" if is_missing(low) or is_missing(high) else f"[{self.value(low)}, {self.value(high)}]"

    def share(self, share: Share, low: float | None = None, high: float | None = None) -> str:
        if share.value is None or not math.isfinite(share.value):
            return self.missing
        digits = self.column.digits if self.form.digits is None else self.form.digits
        ends = "" if low is None or high is None else f" [{100 * low:.{digits}f}, {100 * high:.{digits}f}]"
        return f"{100 * share.value:.{digits}f}{self.notation.escape(share.unit)}{ends}"

    def p_value(self, value: float | None) -> str:
        if value is None or not math.isfinite(value):
            return self.missing
        digits = self.notation.p_digits
        text = f"<{10.0**-digits:.{digits}f}" if value < self.notation.p_least else f"{value:.{digits}f}"
        return self.notation.number(text)
