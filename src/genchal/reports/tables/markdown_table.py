"""Tables as Markdown, in GitHub's dialect. It has no rules between rows: clusters are told by their numbers alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from genchal.domain.results.table import Column, Table, TableForm
from genchal.reports.names import one_line
from genchal.reports.tables.cells import Notation, alignments, signatures_of, write_notes, write_rows

SPECIAL = re.compile(r"[\\`*_{}\[\]<>|#~$]")
ARROWS = {True: " ↑", False: " ↓", None: ""}


def escape_markdown(text: str) -> str:
    """Write any text as Markdown that shows it, on one line."""
    return SPECIAL.sub(r"\\\g<0>", one_line(text))


MARKDOWN = Notation(
    escape=escape_markdown,
    number=lambda text: text.replace("<", r"\<"),
    strong=lambda text: f"**{text}**",
    marks=lambda text: SPECIAL.sub(r"\\\g<0>", text),
)


def render_markdown(tables: Sequence[Table], form: TableForm) -> str:
    """Write tables, each with its title in bold above it and its notes below."""
    return "\n".join(_markdown(table, form) for table in tables)


def _markdown(table: Table, form: TableForm) -> str:
    sides = ["---:" if side == "right" else "---" for side in alignments(table)]
    rows = [list(map(_title, table.columns)), sides, *write_rows(table, form, MARKDOWN)]
    parts = [f"**{escape_markdown(table.title)}**\n"] if table.title else []
    parts.append("".join(f"| {' | '.join(row)} |\n" for row in rows))
    parts += [f"{escape_markdown(note)}\n" for note in write_notes(table, form)]
    parts += [f"{_code(signature)}\n" for signature in signatures_of(table, form)]
    return "\n".join(parts)


def _title(column: Column) -> str:
    return escape_markdown(column.title) + ARROWS[column.higher_is_better]


def _code(text: str) -> str:
    line = one_line(text)
    fence = "``" if "`" in line else "`"
    return f"{fence} {line} {fence}" if "`" in line else f"{fence}{line}{fence}"
