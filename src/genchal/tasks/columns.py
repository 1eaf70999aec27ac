"""Tables as people really send them: TSV, CSV or JSON, with or without a header, quoted in several ways."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from genchal.domain.columns import JOINT, NO_COLUMNS, OUTPUT_NAMES, SAMPLES, ColumnNames, ColumnRole
from genchal.errors import InvalidInput, counted, raise_all
from genchal.tasks._column_choice import ROLES, choose_columns, find_column, find_role, refuse_missing
from genchal.tasks._json_records import looks_like_json, read_json_records, sample_keys
from genchal.tasks._records import Record, list_needed
from genchal.text.tables.delimited import Delimited, Delimiter, find_delimiter, read_separator, unquote_cell
from genchal.text.tables.json_text import parse_json
from genchal.text.tables.names import plain_name
from genchal.text.tables.nested_text import OPENINGS, read_texts

Role = ColumnRole
NAMES = OUTPUT_NAMES
__all__ = [
    "NAMES",
    "ROLES",
    "Record",
    "Role",
    "find_column",
    "find_role",
    "has_columns",
    "read_records",
    "read_references",
    "refuse_table",
    "sample_columns",
    "split_table",
]

# What a name of a column looks like, as opposed to a text. A sentence ends in a mark.
_NAME = re.compile(r"[\w .:/()#?-]{0,40}(?<![.!?])")
NEAR = 0.8  # likeness from which on a name is a known one with a slip
Numbered = list[tuple[int, list[str]]]


def read_records(
    lines: Iterable[str],
    source: str,
    headerless: Sequence[Role],
    *,
    keep_quotes: bool = False,
    columns: ColumnNames = NO_COLUMNS,
    optional: Sequence[Role] = (),
) -> list[Record]:
    """Read a table of any of the known kinds; a table without a header has the columns `headerless`.

    `columns` is what the user says about columns; what a file does not have is passed over. Several columns that may
    play the same role are refused, unless it is `optional`. Where all cells are in single quotes, these are removed;
    `keep_quotes` leaves those of outputs.
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
    if looks_like_json(first):
        return read_json_records(rest, source, headerless[-1], columns, optional)
    table = split_table(rest, source, columns, headerless)
    if not table.header:
        return []
    return _table_records(table, source, keep_quotes=keep_quotes, columns=columns, optional=optional)


def read_references(lines: Iterable[str], source: str, columns: ColumnNames = NO_COLUMNS) -> list[Record]:
    """Read a table of inputs and references; outputs beside them do not matter."""
    headerless: tuple[Role, ...] = ("input", "reference")
    return read_records(lines, source, headerless, columns=columns, optional=("output", "system"))


def has_columns(first: str) -> bool:
    """Whether a first line is that of a table: a JSON object, or a header with names that we know."""
    if first.lstrip().startswith("{"):
        return isinstance(parse_json(first), dict)
    if read_separator(first) is not None:
        return True
    cells = [find_role(cell.strip().strip('"')) for cell in first.split(find_delimiter(first))]
    # A sentence may begin with "Text," too: two names that we know make a header.
    return len(set(cells) - {None}) > 1 and not {"input", "output", "reference"}.isdisjoint(cells)


def sample_columns(lines: Sequence[str], source: str, columns: ColumnNames = NO_COLUMNS) -> dict[str, list[str]]:
    """The columns of a table with a few values of each; of JSON also what is inside of objects."""
    first = next((line for line in lines if line.strip()), "")
    if looks_like_json(first):
        return sample_keys(lines, source, columns)
    return split_table(lines, source, columns).samples()


def refuse_table(lines: Sequence[str], source: str, role: Role, columns: ColumnNames = NO_COLUMNS) -> InvalidInput:
    """An error about a table without a column of some role, with the columns that it has."""
    samples = sample_columns(lines, source, columns)
    header = [name for name in samples if not any(other.startswith(f"{name}.") for other in samples)]
    choice = choose_columns(header, columns)
    return refuse_missing(role, source, header, samples, choice, in_campaign=columns.in_campaign)


class SplitTable(NamedTuple):
    """A table in rows with the numbers of their lines; without a header, columns are called by roles or by numbers."""

    delimiter: Delimiter
    header: tuple[str, ...]
    line: int  # of the header, or of the first row
    has_header: bool
    body: Numbered

    def samples(self) -> dict[str, list[str]]:
        """A few values of every column."""
        rows = [row for _, row in self.body[:20] if len(row) == len(self.header)]
        return {
            name: list(dict.fromkeys(row[place] for row in rows if row[place].strip()))[:SAMPLES]
            for place, name in enumerate(self.header)
        }


def split_table(
    lines: Iterable[str],
    source: str,
    columns: ColumnNames = NO_COLUMNS,
    headerless: Sequence[Role] = (),
    *,
    has_header: bool = False,
) -> SplitTable:
    """Split lines into cells, and tell whether the first row is a header, unless it has one for sure.

    Columns without a name at the end go.
    """
    everything = list(lines)
    start = next((place for place, line in enumerate(everything) if line.strip()), 0)
    named = read_separator(everything[start]) if everything else None
    start += named is not None
    first = everything[start] if start < len(everything) else ""
    delimiter = named or find_delimiter(first)
    rows = _split_rows(everything, start, source, delimiter)
    if delimiter in (";", "|") and named is None and rows and not (has_header or _is_header(rows[0][1], columns)):
        delimiter = ","
        rows = _split_rows(everything, start, source, delimiter)
    if not rows:
        return SplitTable(delimiter, (), 1, False, [])
    line, cells = rows[0]
    if len(cells) == 1 and any(len(row) > 1 for _, row in rows):  # one column, whose texts have commas
        rows = _unquote_columns(_rows_of(everything, start, source, "\t"))
    if has_header or _is_header(cells, columns):
        header = [unquote_cell(cell).strip() for cell in cells]
        while len(header) > 1 and not header[-1]:
            header.pop()
        return SplitTable(delimiter, tuple(header), line, True, _trim(rows[1:], len(header)))
    width = Counter(len(row) for _, row in rows).most_common(1)[0][0]
    names = headerless[-width:] if 0 < width <= len(headerless) else range(1, width + 1)
    return SplitTable(delimiter, tuple(map(str, names)), line, False, rows)


def _split_rows(lines: Sequence[str], start: int, source: str, delimiter: Delimiter) -> Numbered:
    if start >= len(lines):
        return []
    if delimiter == "\t":
        return _unquote_columns(_rows_of(lines, start, source, delimiter))
    rows = _rows_of(lines, start, source, delimiter)
    return [row for row in rows if any(map(str.strip, row[1])) or row[1] == [""]]


def _rows_of(lines: Sequence[str], start: int, source: str, delimiter: Delimiter) -> Numbered:
    return list(Delimited(iter(lines[start + 1 :]), lines[start], start + 1, source, delimiter).rows())


def _trim(rows: Numbered, width: int) -> Numbered:
    """Take away empty cells beyond the last column, as spreadsheets leave them."""
    if all(len(row) <= width for _, row in rows):
        return rows
    return [(line, row if any(cell.strip() for cell in row[width:]) else row[:width]) for line, row in rows]


def _is_header(cells: Sequence[str], columns: ColumnNames) -> bool:
    """Whether a first row names the columns: one of them is known, or named by the user."""
    names = [unquote_cell(cell).strip() for cell in cells]
    roles = set(map(find_role, names))
    if not roles.isdisjoint({"input", "output", "reference"}):
        return True
    given = [*(name for group in columns.columns.values() for name in group), *columns.systems]
    if any(find_column(name, names) is not None for name in given if not name.isdecimal()):
        return True
    if len(names) == 1 or not all(_NAME.fullmatch(name) for name in names):
        return False
    from difflib import get_close_matches  # rarely needed, and slow to load

    near = sum(bool(get_close_matches(plain_name(name), ROLES, n=1, cutoff=NEAR)) for name in names)
    return roles != {None} or 2 * near >= len(names)


def _table_records(
    table: SplitTable, source: str, *, keep_quotes: bool, columns: ColumnNames, optional: Sequence[Role]
) -> list[Record]:
    header, body = table.header, table.body
    choice = choose_columns(header, columns)
    has_nothing = not table.has_header and not choice.columns and not choice.systems
    if has_nothing or not ("output" in optional or "output" in {*choice.columns, *choice.rivals} or choice.systems):
        role: Role = "reference" if "output" in optional else "output"
        raise refuse_missing(role, source, header, table.samples(), choice, in_campaign=columns.in_campaign)
    played = {name for names in (*choice.columns.values(), *choice.rivals.values(), choice.systems) for name in names}
    for name in header:
        if name in played and header.count(name) > 1:
            problem = f"{source}, line {table.line}: more than one column '{name}'"
            raise InvalidInput(problem, "Keep one of them and rename the others.")
    choice.refuse_rivals(
        list_needed(choice, optional), source, header, table.samples(), in_campaign=columns.in_campaign
    )
    expected = f"expected {len(header)} ({', '.join(header)})"
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
    places = {role: [header.index(name) for name in names] for role, names in choice.columns.items()}
    if table.delimiter == "\t" and body and all(_in_single_quotes(cell) for _, row in body for cell in row):
        left = {*places.get("output", ())} if keep_quotes else set()
        body = [(line, [cell if n in left else cell[1:-1] for n, cell in enumerate(row)]) for line, row in body]
    taken = {place for own in places.values() for place in own}
    wide = [header.index(name) for name in choice.systems]
    others = [(name, place) for place, name in enumerate(header) if place not in taken and place not in wide]
    return _build_records(body, places, others, wide)


def _build_records(
    body: Numbered,
    places: Mapping[Role, Sequence[int]],
    others: Sequence[tuple[str, int]],
    wide: Sequence[int],
) -> list[Record]:
    roles = [(role, own[0]) for role, own in places.items() if len(own) == 1 and role != "reference"]
    joined = [(role, own) for role, own in places.items() if len(own) > 1 and role != "reference"]
    references = places.get("reference", ())
    records = [
        Record(
            line,
            {role: row[place] for role, place in roles},
            _list_references([row[place] for place in references]) if references else (),
            tuple([(name, row[place]) for name, place in others]) if others else (),
            tuple([row[place] for place in wide]) if wide else (),
        )
        for line, row in body
    ]
    for role, own in joined:
        for record, (_, row) in zip(records, body, strict=True):
            record.cells[role] = JOINT.join(row[place] for place in own)
    return records


def _list_references(cells: Sequence[str]) -> tuple[str, ...]:
    """The references of a row; a cell may hold a list of them, as data frames write it."""
    if not any(cell.startswith(OPENINGS) for cell in cells):
        return tuple(filter(None, cells))
    lists = (read_texts(cell) for cell in cells)
    pairs = zip(cells, lists, strict=True)
    return tuple(text for cell, texts in pairs for text in ([cell] if texts is None else texts) if text)


def _unquote_columns(rows: Numbered) -> Numbered:
    """Unquote the columns of tab-separated rows that are quoted."""
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
            if place not in bare and ('"' in cell or "," in cell):
                (quoted if unquote_cell(cell) is not cell else bare).add(place)
    return quoted - bare


def _in_single_quotes(cell: str) -> bool:
    return len(cell) >= 2 and cell[0] == cell[-1] == "'"
