"""Tables as HTML, for the report page: escaped, with classes of its style sheet, and exact values to sort by."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from genchal.domain.results.table import (
    Bounds,
    Cell,
    Column,
    Count,
    Estimate,
    PValue,
    RankRange,
    Share,
    Table,
    TableForm,
)
from genchal.reports.names import one_line
from genchal.reports.tables.cells import (
    Notation,
    alignments,
    bare,
    is_missing,
    signatures_of,
    write_notes,
    write_rows,
)


def _escaped(text: str) -> str:
    return escape(one_line(text))


INSIDE_NAME = re.compile(r"(?<=[^\W\d][._/])(?=[^\W\d])(?![^<>]*>)")
LONG = 40  # characters of a text that needs a wide column
HTML = Notation(
    escape=_escaped,
    number=lambda text: escape(text).replace("-", "−"),
    small=lambda text: f"<small>{text}</small>",
    strong=lambda text: f"<strong>{text}</strong>",
    marks=lambda text: f"<sup>{escape(text)}</sup>",
    dash="–",
)


@dataclass(frozen=True, slots=True)
class HtmlForm:
    """What only pages have: rows that readers sort, cells tinted by their values, columns explained on hover."""

    sortable: bool = False
    tinted: bool = False
    meanings: Mapping[str, str] = field(default_factory=dict)


def render_html(tables: Sequence[Table], form: TableForm, page: HtmlForm | None = None) -> str:
    """Write tables, each followed by its notes; readers can sort rows by a click if the page's script is there."""
    return "\n".join(_html(table, form, page or HtmlForm()) for table in tables)


def _html(table: Table, form: TableForm, page: HtmlForm) -> str:
    numbers = [side == "right" for side in alignments(table)]
    header = "".join(_header(column, number, page) for column, number in zip(table.columns, numbers, strict=True))
    tints = [_tints(cells) for cells in zip(*table.rows, strict=True)] if page.tinted else []
    sortable = page.sortable
    lines = [
        f'<table class="result{" sortable" if sortable else ""}">',
        *([f"<caption>{_escaped(table.title)}</caption>"] if table.title else []),
        f"<thead><tr>{header}</tr></thead>",
        "<tbody>",
    ]
    for place, (row, cells) in enumerate(zip(table.rows, write_rows(table, form, HTML), strict=True)):
        if place and place in table.rules:
            lines += ["</tbody>", "<tbody>"]
        written = [
            _cell(*entry, first=not column, tint=tints[column][place] if tints else None)
            for column, entry in enumerate(zip(row, cells, numbers, strict=True))
        ]
        lines.append(f"<tr>{''.join(written)}</tr>")
    lines += ["</tbody>", "</table>"]
    lines += [f'<p class="note">{_escaped(note)}</p>' for note in write_notes(table, form)]
    lines += [f'<p class="note"><code>{_escaped(text)}</code></p>' for text in signatures_of(table, form)]
    return "".join(f"{line}\n" for line in lines)


def _tints(cells: Sequence[Cell]) -> list[float | None]:
    """Where the values of a column lie between the least and the greatest of them; None for texts."""
    values = [_sorted_by(bare(cell)) for cell in cells]
    known = [value for value in values if isinstance(value, float | int)]
    low, high = min(known, default=0.0), max(known, default=0.0)
    if high <= low:
        return [None] * len(values)
    return [(value - low) / (high - low) if isinstance(value, float | int) else None for value in values]


def _header(column: Column, number: bool, page: HtmlForm) -> str:
    title = _escaped(column.title)
    if column.higher_is_better is not None:
        arrow, word = ("↑", "higher") if column.higher_is_better else ("↓", "lower")
        title += f' <span class="direction" aria-hidden="true">{arrow}</span>'
        title += f'<span class="unseen">, {word} is better</span>'
    meaning = page.meanings.get(column.key, "")
    hint = f' title="{_escaped(meaning)}"' if meaning else ""
    if not page.sortable:
        return f'<th scope="col"{_class(number)}{hint}>{title}</th>'
    first = "descending" if number and column.higher_is_better is not False else "ascending"
    return f'<th scope="col"{_class(number)} data-first="{first}"><button type="button"{hint}>{title}</button></th>'


def _cell(cell: Cell, written: str, number: bool, *, first: bool, tint: float | None = None) -> str:
    value = _sorted_by(bare(cell))
    data = f' data-sort="{_escaped(str(value))}"' if value is not None else ""
    if first:
        return f'<th scope="row"{_class(number)}{data}>{_allow_breaks(written)}</th>'
    if len(written) > LONG and not number:
        return f'<td class="long"{data}>{written}</td>'
    tinted = f' style="--tint-share:{tint:.2f}"' if tint is not None else ""
    return f"<td{_class(number)}{data}{tinted}>{written}</td>"


def _allow_breaks(html: str) -> str:
    """Let a name such as ``slot_error.missing`` begin a new line after a part of it, and not anywhere."""
    return INSIDE_NAME.sub("<wbr/>", html)


def _class(number: bool) -> str:
    return ' class="number"' if number else ""


def _sorted_by(cell: Cell) -> str | float | None:
    """The exact value that stands for a cell; texts are sorted as they are written."""
    match cell:
        case Estimate() | PValue() | Share():
            value = cell.value
        case Bounds() | RankRange():
            value = cell.low
        case Count():
            value = cell.count
        case float() | int():
            value = cell
        case _:
            return None
    return None if is_missing(value) else value
