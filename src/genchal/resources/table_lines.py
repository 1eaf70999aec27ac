"""Lines of files that may be tables: of texts as they are, of Parquet files as JSON, a line a row."""

from __future__ import annotations

from pathlib import Path

from genchal.resources.files import inner_name, read_lines, readable
from genchal.resources.parquet_files import iterate_parquet_rows

MAGIC = b"PAR1"  # the first bytes of a Parquet file


def read_table_lines(path: Path) -> list[str]:
    """Lines of a text, or rows of a Parquet file as JSON objects."""
    return list(iterate_parquet_rows(path)) if is_parquet(path) else read_lines(path)


def is_parquet(path: Path) -> bool:
    """Whether a file is a Parquet file, by its name or its first bytes."""
    if inner_name(path).suffix == ".parquet":
        return True
    if str(path) == "-" or not path.is_file():
        return False
    with readable(path) as file:
        return file.read(len(MAGIC)) == MAGIC
