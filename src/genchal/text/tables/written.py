"""Tables that are written: rows under named columns, as CSV or TSV that is read again with the same cells."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from itertools import chain

from genchal.text.tables.delimited import unquote_cell

BREAKS = re.compile(r"[\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")  # what would end a cell or a line


def write_csv(columns: Iterable[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a header and rows; None is an empty cell, and cells are quoted where they need it."""
    return write_csv_rows(chain([list(columns)], rows))


def write_csv_rows(rows: Iterable[Sequence[object]]) -> str:
    """The same without a header."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def write_tsv(columns: Iterable[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a header and rows, a line each: None is an empty cell, tabs and line breaks in cells become blanks.

    Quotes are left alone, as most tools do between tabs. A column in which a text itself looks as if it were quoted has
    its quotes doubled and put around, so that readers who take quotes away find it as it was.
    """
    header = list(map(_write_cell, columns))
    cells = [[_write_cell(value) for value in column] for column in zip(*rows, strict=True)] or [[] for _ in header]
    written = [_quote_column(column) for column in cells]
    return "".join(f"{line}\n" for line in map("\t".join, [header, *zip(*written, strict=True)]))


def _write_cell(value: object) -> str:
    return "" if value is None else BREAKS.sub(" ", str(value))


def _quote_column(cells: list[str]) -> list[str]:
    if all(unquote_cell(cell) == cell for cell in cells if cell.startswith('"')):
        return cells
    return [f'"{doubled}"' if (doubled := cell.replace('"', '""')) != cell or "," in cell else cell for cell in cells]
