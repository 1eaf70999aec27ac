"""Sheets for checking texts by hand: a table with an empty column to be filled in, and the same table filled in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from genchal.domain.results.manual_check import COVERAGES, SheetRow
from genchal.errors import InvalidInput, UserError, raise_all
from genchal.tasks.columns import read_records

ANSWER = "coverage"
CHOICES = f"Write {', '.join(COVERAGES[:-1])} or {COVERAGES[-1]}."


def write_sheet(rows: Sequence[SheetRow]) -> str:
    """Write a sheet as TSV; white space inside of texts is one blank."""
    named = any(row.system is not None for row in rows)
    lines = ["\t".join(["instance", *(["system"] if named else []), "input", "text", ANSWER])]
    for row in rows:
        cells = [row.instance, *([row.system or ""] if named else []), row.input, row.text, row.coverage or ""]
        lines.append("\t".join(" ".join(cell.split()) for cell in cells))
    return "".join(f"{line}\n" for line in lines)


def read_sheet(lines: Iterable[str], source: str) -> list[SheetRow]:
    """Read a sheet, in whatever kind of table a spreadsheet has saved it; answers may be in upper case."""
    rows: list[SheetRow] = []
    problems: list[UserError] = []
    records = read_records(lines, source, headerless=("instance", "input", "output"))
    first: dict[tuple[str, str, str, str | None], int] = {}
    for record in records:
        answers = [value for name, value in record.others if name.strip().lower() == ANSWER]
        if not answers:
            raise InvalidInput(f"{source}: no column '{ANSWER}'", "Make the sheet with: genchal data sheet.")
        cells = record.cells
        answer = answers[0].strip().strip('"').lower()
        if answer and answer not in COVERAGES:
            problems.append(InvalidInput(f"{source}, line {record.line}: {ANSWER} is '{answers[0][:40]}'", CHOICES))
            continue
        row = SheetRow(
            cells.get("instance", ""),
            cells.get("input", ""),
            cells.get("output", ""),
            cells.get("system"),
            answer or None,
        )
        if row.item in first:
            problem = f"{source}, line {record.line}: the same text as in line {first[row.item]}"
            problems.append(InvalidInput(problem, "Keep one of the two lines."))
        first.setdefault(row.item, record.line)
        rows.append(row)
    raise_all(problems)
    if not rows:
        raise InvalidInput(f"{source}: it contains no texts", "Check that this is the right file.")
    return rows
