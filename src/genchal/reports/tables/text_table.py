"""Tables as text for a terminal: columns under each other, then the notes and the signatures."""

from __future__ import annotations

from collections.abc import Sequence

from genchal.domain.results.table import Table, TableForm
from genchal.reports.names import one_line
from genchal.reports.tables.cells import TEXT, alignments, signatures_of, write_notes, write_rows


def render_text(tables: Sequence[Table], form: TableForm) -> str:
    """Write tables below each other; where there are several, each has its title above it."""
    return "\n".join(_text(table, form, titled=len(tables) > 1) for table in tables)


def _text(table: Table, form: TableForm, *, titled: bool) -> str:
    title = [table.title] if titled and table.title else []
    notes = [*write_notes(table, form), *signatures_of(table, form)]
    return "".join(f"{line}\n" for line in [*title, *_lines(table, form), *([""] if notes else []), *notes])


def _lines(table: Table, form: TableForm) -> list[str]:
    rows = [[one_line(column.title) for column in table.columns], *write_rows(table, form, TEXT)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = alignments(table)
    lines = [
        "  ".join(
            cell.rjust(width) if side == "right" else cell.ljust(width)
            for cell, width, side in zip(row, widths, sides, strict=True)
        ).rstrip()
        for row in rows
    ]
    if not table.rules:
        return lines
    rule = "-" * max(map(len, lines))
    ruled = {0, *table.rules}  # the header stands apart where rows do
    shown = [lines[0]]
    for place, line in enumerate(lines[1:]):
        shown += [rule, line] if place in ruled else [line]
    return shown
