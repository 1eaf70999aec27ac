"""Tables as people really send them: TSV, CSV or JSON lines, with or without a header, quoted in several ways."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from genchal.domain.columns import OUTPUT_NAMES, ColumnRole
from genchal.errors import InvalidInput, UserError, counted, raise_all
from genchal.text.clean_up import unquote_cell
from genchal.text.tables.json_text import parse_json

Role = ColumnRole
NAMES = OUTPUT_NAMES
ROLES: dict[str, Role] = {name: role for role, names in NAMES.items() for name in names}


class Record(NamedTuple):
    """One line of a table by the roles of its columns; `others` are the columns without a role."""

    line: int
    cells: dict[Role, str]
    references: tuple[str, ...] = ()
    others: tuple[tuple[str, str], ...] = ()


def read_records(
    lines: Iterable[str], source: str, headerless: Sequence[Role], *, keep_quotes: bool = False
) -> list[Record]:
    """Read a table of any of the known kinds; a table without a header has the columns `headerless`.

    Where all cells are in single quotes, these are removed; `keep_quotes` leaves those of outputs.
    """
    iterator = iter(lines)
    before = []  # blank lines, kept so that lines are counted from the top of the file
    for first in iterator:
        before.append(first)
        if first.strip():
            break
    else:
        return []
    rest = chain(before, iterator)
    if first.lstrip().startswith("{"):
        return list(_json_records(rest, source))
    return _table_records(rest, source, "\t" if "\t" in first else ",", headerless, keep_quotes=keep_quotes)


def has_columns(first: str) -> bool:
    """Whether a first line is that of a table: a JSON object, or a header with names that we know."""
    if first.lstrip().startswith("{"):
        return isinstance(parse_json(first), dict)
    cells = [ROLES.get(_plain_name(cell)) for cell in first.split("\t" if "\t" in first else ",")]
    # A sentence may begin with "Text," too: two names that we know make a header.
    return len(set(cells) - {None}) > 1 and not {"input", "output", "reference"}.isdisjoint(cells)


def _table_records(
    lines: Iterable[str], source: str, delimiter: str, headerless: Sequence[Role], *, keep_quotes: bool
) -> list[Record]:
    rows = list(_tab_rows(lines) if delimiter == "\t" else _comma_rows(lines, source))
    if not rows:
        return []
    header = [ROLES.get(_plain_name(cell)) for cell in rows[0][1]]
    names = rows[0][1]
    if any(role in ("input", "output", "reference") for role in header):
        body = rows[1:]
    else:
        header, names, body = list(headerless), [str(role) for role in headerless], rows
    doubled = {role for role in header if role is not None and header.count(role) > 1}
    if doubled:
        raise InvalidInput(
            f"{source}, line {rows[0][0]}: more than one column for {' and '.join(sorted(doubled))}",
            "Keep one of them and rename the others.",
        )
    expected = f"expected {len(header)} ({', '.join(names)})"
    raise_all(
        [
            InvalidInput(
                f"{source}, line {line}: {counted(len(row), 'column')}, {expected}",
                "Make every line have the same columns and run again; nothing was stored.",
            )
            for line, row in body
            if len(row) != len(header)
        ]
    )
    if delimiter == "\t" and body and all(_in_single_quotes(cell) for _, row in body for cell in row):
        left = {place for place, role in enumerate(header) if keep_quotes and role == "output"}
        body = [(line, [cell if n in left else cell[1:-1] for n, cell in enumerate(row)]) for line, row in body]
    roles = [(role, place) for place, role in enumerate(header) if role not in (None, "reference")]
    others = [(name, place) for place, (name, role) in enumerate(zip(names, header, strict=True)) if role is None]
    reference = header.index("reference") if "reference" in header else None
    return [
        Record(
            line,
            {role: row[place] for role, place in roles if role is not None},
            (row[reference],) if reference is not None and row[reference] else (),
            tuple([(name, row[place]) for name, place in others]) if others else (),
        )
        for line, row in body
    ]


ONE_OBJECT_A_LINE = 'Write one object per line, such as {"output": "..."}.'


def _json_objects(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """The objects of JSON lines with the numbers of their lines; None for a line that is none. Blank lines are not."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            entry = parse_json(line)
            yield number, entry if isinstance(entry, dict) else None


def _json_records(lines: Iterable[str], source: str) -> Iterator[Record]:
    problems: list[UserError] = []
    for number, entry in _json_objects(lines):
        if entry is None:
            problems.append(InvalidInput(f"{source}, line {number}: not a JSON object", ONE_OBJECT_A_LINE))
            continue
        cells: dict[Role, str] = {}
        references: tuple[str, ...] = ()
        others = []
        for key, value in entry.items():
            role = ROLES.get(_plain_name(key))
            if role is None:
                others.append((key, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)))
            elif role == "reference":
                references = tuple(map(str, value)) if isinstance(value, list) else (str(value),)
            elif value is not None:  # null is a missing output
                cells[role] = str(value)
        yield Record(number, cells, references, tuple(others))
    raise_all(problems)


def _tab_rows(lines: Iterable[str]) -> list[tuple[int, list[str]]]:
    """Split at tabs, and unquote columns that are quoted. Lines never join."""
    rows = [(number, line.split("\t")) for number, line in enumerate(lines, start=1) if line.strip()]
    quoted = _quoted_columns([cells for _, cells in rows])
    if not quoted:
        return rows
    return [(n, [unquote_cell(cell) if place in quoted else cell for place, cell in enumerate(row)]) for n, row in rows]


def _quoted_columns(rows: Sequence[Sequence[str]]) -> set[int]:
    """Columns whose quotes are the table's, not the text's: every cell that would need quotes is in quotes.

    Spreadsheets put cells with a comma or a quote into quotes, even between tabs. Where one such cell stands bare,
    quotes around another one belong to what somebody said.
    """
    quoted: set[int] = set()
    bare: set[int] = set()
    for row in rows:
        for place, cell in enumerate(row):
            if '"' in cell or "," in cell:
                (quoted if unquote_cell(cell) is not cell else bare).add(place)
    return quoted - bare


def _comma_rows(lines: Iterable[str], source: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader((f"{line}\n" for line in lines), strict=True)
    csv.field_size_limit(1 << 30)
    start = 1
    try:
        for row in reader:
            if row and any(cell.strip() for cell in row):
                yield start, row
            start = reader.line_num + 1
    except csv.Error as error:
        raise InvalidInput(
            f"{source}, line {start}: not valid CSV ({error})",
            'Put cells with quotes or commas in "...", doubling inner quotes.',
        ) from error


def _in_single_quotes(cell: str) -> bool:
    return len(cell) >= 2 and cell[0] == cell[-1] == "'"


def _plain_name(name: str) -> str:
    return name.strip().lower().replace("_", "").replace("-", "").replace(" ", "")
