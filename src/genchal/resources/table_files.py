"""Tables as files: .csv, .tsv, .jsonl and .parquet, by the name of the file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from genchal.errors import InvalidInput, NeedsExtra
from genchal.resources.files import write_whole

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
        case ".csv" | ".tsv":
            return _delimited(columns, rows, "," if suffix == ".csv" else "\t")
        case ".jsonl":
            objects = (dict(zip(columns, row, strict=True)) for row in rows)
            return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in objects).encode()
        case _:
            return _parquet(columns, rows)


def _delimited(columns: Columns, rows: Rows, delimiter: str) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue().encode()


def _parquet(columns: Columns, rows: Rows) -> bytes:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise NeedsExtra("a Parquet file", "parquet") from None

    kinds = {str: pa.string(), int: pa.int64(), float: pa.float64()}
    arrays = {
        name: pa.array([row[place] for row in rows], kinds[kind]) for place, (name, kind) in enumerate(columns.items())
    }
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(arrays), sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data
