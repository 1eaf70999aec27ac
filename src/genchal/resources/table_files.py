"""Tables as files: .csv, .tsv, .jsonl and .parquet, by the name of the file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from genchal.errors import InvalidInput
from genchal.resources.files import write_whole
from genchal.resources.parquet_files import render_parquet
from genchal.text.tables.written import write_csv, write_tsv

SUFFIXES = (".csv", ".tsv", ".jsonl", ".parquet")

Columns = Mapping[str, type[str] | type[int] | type[float]]
Rows = Sequence[Sequence[object]]


def check_name(path: Path) -> None:
    """Whether there is a table of this kind."""
    if path.suffix not in SUFFIXES:
        raise InvalidInput(f"{path}: not the name of a table file", f"Use a name that ends in {', '.join(SUFFIXES)}.")


def write_table(path: Path, columns: Columns, rows: Rows) -> None:
    """Write a table; None is an empty cell."""
    check_name(path)
    write_whole(path, table(path.suffix, columns, rows))


def table(suffix: str, columns: Columns, rows: Rows) -> bytes:
    """A table as it stands in a file."""
    match suffix:
        case ".csv":
            return write_csv(columns, rows).encode()
        case ".tsv":
            return write_tsv(columns, rows).encode()
        case ".jsonl":
            objects = (dict(zip(columns, row, strict=True)) for row in rows)
            return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in objects).encode()
        case _:
            return render_parquet(columns, rows)
