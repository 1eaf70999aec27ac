"""Files of published numbers, in the forms that tables of papers have.

A table has a line for every system, with a column for every measure; or a line for every number: of a criterion and a
system (`criterion system score rank_low rank_high cluster`), of a system and a measure (`system measure value`), or of
any cell (`table row column published`, perhaps with `tolerance counts reason`). A file tolerances.tsv beside a table
has cells of the last form, and those of a table that it knows are the cells of that table. A file explanations.tsv has
a sentence for tables whose numbers deviate, and the section of deviations.md that says more.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from genchal.campaign.published.verdicts import parse_printed, parse_tolerance
from genchal.errors import InvalidInput
from genchal.resources.files import inner_name, read_lines, read_text

TOLERANCES = "tolerances.tsv"
EXPLANATIONS = "explanations.tsv"
DEVIATIONS = "deviations.md"
SUFFIX = ".tsv"
CELL = ("table", "row", "column", "published")
RANKED = ("score", "rank_low", "rank_high", "cluster")
ABSENT = ("", "NA")
Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PublishedCell:
    """One number of a table, as printed; `tolerance` is empty where only the printed decimals count."""

    table: str
    row: str
    column: str
    published: str
    tolerance: str = ""
    counts: bool = True
    reason: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Where it stands in its table."""
        return self.row, self.column


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A table: its rows as they stand in the file, and its numbers."""

    name: str
    rows: tuple[Row, ...]
    cells: tuple[PublishedCell, ...]
    explanation: str = ""  # why numbers deviate, in a sentence
    section: str = ""  # of the documentation that says more


def load_tables(paths: Sequence[Path]) -> tuple[PublishedTable, ...]:
    """Read tables; a folder stands for all tables in it. Two of a name are an error."""
    tables: dict[str, PublishedTable] = {}
    about = _AboutTables()
    for path in paths:
        for table in _load_place(path, about):
            if table.name in tables:
                raise InvalidInput(f"{path}: there are two published tables '{table.name}'", "Rename one of them.")
            tables[table.name] = table
    return tuple(tables.values())


def load_explanations(paths: Sequence[Path]) -> str:
    """Why numbers deviate, in Markdown: the first such file beside the tables; empty if there is none."""
    places = [(path if path.is_dir() else path.parent) / DEVIATIONS for path in paths]
    return next((read_text(place) for place in places if place.is_file()), "")


class _AboutTables:
    """Tolerances and explanations of the tables in a folder, read once."""

    def __init__(self) -> None:
        self._cells: dict[Path, tuple[PublishedCell, ...] | None] = {}
        self._explanations: dict[Path, dict[str, dict[str, str]]] = {}

    def cells(self, folder: Path) -> tuple[PublishedCell, ...] | None:
        """The cells of all tables in a folder; None if nobody lists them."""
        if folder not in self._cells:
            path = folder / TOLERANCES
            self._cells[folder] = _parse_cells(path, read_rows(path)) if path.is_file() else None
        return self._cells[folder]

    def explanation(self, folder: Path, table: str) -> dict[str, str]:
        """What is said about a table."""
        if folder not in self._explanations:
            path = folder / EXPLANATIONS
            rows = read_rows(path) if path.is_file() else []
            self._explanations[folder] = {row["table"]: row for row in rows}
        return self._explanations[folder].get(table, {})


def _load_place(path: Path, about: _AboutTables) -> Iterator[PublishedTable]:
    if path.is_dir():
        files = [file for file in sorted(path.glob(f"*{SUFFIX}")) if file.name not in (TOLERANCES, EXPLANATIONS)]
        if not files:
            raise InvalidInput(f"{path}: there are no published tables in this folder", "Put *.tsv into it.")
        for file in files:
            yield from _load_file(file, about)
    else:
        yield from _load_file(path, about)


def _load_file(path: Path, about: _AboutTables) -> Iterator[PublishedTable]:
    rows = read_rows(path)
    name = inner_name(path).stem
    if rows and set(CELL) <= set(rows[0]):
        cells = _parse_cells(path, rows)
        for table in dict.fromkeys(cell.table for cell in cells):
            yield PublishedTable(table, (), tuple(cell for cell in cells if cell.table == table))
        return
    known = about.cells(path.parent)
    cells = tuple(_find_cells(path, name, rows) if known is None else (cell for cell in known if cell.table == name))
    said = about.explanation(path.parent, name)
    yield PublishedTable(name, tuple(rows), cells, said.get("explanation", ""), said.get("section", ""))


def read_rows(path: Path) -> list[dict[str, str]]:
    """The lines of a TSV file by the names of its columns; quotes are text."""
    lines = csv.DictReader(read_lines(path), delimiter="\t", quoting=csv.QUOTE_NONE)
    rows = []
    for number, row in enumerate(lines, start=2):
        if None in row or None in row.values():
            raise InvalidInput(f"{path}, line {number}: not as many cells as the header has", "Check its tabs.")
        rows.append(row)
    return rows


def _parse_cells(path: Path, rows: Sequence[Row]) -> tuple[PublishedCell, ...]:
    cells: dict[tuple[str, str, str], PublishedCell] = {}
    for line, row in enumerate(rows, start=2):
        table, name, column, published = (row[key] for key in CELL)
        counts, reason = row.get("counts", "yes") != "no", row.get("reason", "")
        cell = PublishedCell(table, name, column, published, row.get("tolerance", ""), counts, reason)
        place = (cell.table, cell.row, cell.column)
        if place in cells:
            raise InvalidInput(
                f"{path}, line {line}: the cell '{cell.row}', '{cell.column}' comes twice", "Remove one."
            )
        if parse_printed(cell.published) is None:
            raise InvalidInput(f"{path}, line {line}: '{cell.published}' is not a number", "Write it as printed.")
        if cell.tolerance and parse_tolerance(cell.tolerance) is None:
            raise InvalidInput(f"{path}, line {line}: '{cell.tolerance}' is not a tolerance", "Write 0.005 or 1%.")
        cells[place] = cell
    return tuple(cells.values())


def _find_cells(path: Path, table: str, rows: Sequence[Row]) -> Iterator[PublishedCell]:
    """The numbers of a table by the form that its header shows."""
    header = list(rows[0]) if rows else []
    if "system" not in header:
        problem = f"{path}: a table of published numbers needs a column 'system', or the columns {', '.join(CELL)}"
        raise InvalidInput(problem, "Rename a column, or write a line for every number.")
    if {"measure", "value"} <= set(header):
        found = [(row["system"], row["measure"], row["value"]) for row in rows]
    elif "criterion" in header:
        columns = [column for column in RANKED if column in header]
        found = [(f"{row['criterion']} {row['system']}", column, row[column]) for row in rows for column in columns]
    else:
        columns = [column for column in header if column != "system" and _is_numeric(rows, column)]
        found = [(row["system"], column, row[column]) for row in rows for column in columns]
    yield from (PublishedCell(table, row, column, value) for row, column, value in found if value not in ABSENT)


def _is_numeric(rows: Sequence[Row], column: str) -> bool:
    values = [row[column] for row in rows if row[column] not in ABSENT]
    return bool(values) and all(parse_printed(value) is not None for value in values)
