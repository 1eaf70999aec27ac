"""Lines of files that may be tables: of texts as they are, of Parquet files as JSON, a line a row."""

from __future__ import annotations

from io import BufferedReader
from pathlib import Path
from typing import IO, cast

from genchal.resources.files import inner_name, read_open_lines, readable
from genchal.resources.parquet_files import iterate_parquet_rows

MAGIC = b"PAR1"  # the first bytes of a Parquet file


def read_table_lines(path: Path) -> list[str]:
    """Lines of a text, or rows of a Parquet file as JSON objects."""
    if not _is_named_parquet(path):
        with readable(path) as file:  # once for both: to unpack the beginning of a file twice takes time
            if not _begins_as_parquet(path, file):
                return read_open_lines(file, path)
    return list(iterate_parquet_rows(path))


def is_parquet(path: Path) -> bool:
    """Whether a file is a Parquet file, by its name or its first bytes."""
    if _is_named_parquet(path):
        return True
    if not _can_be_read_twice(path):
        return False
    with readable(path) as file:
        return _begins_as_parquet(path, file)


def _is_named_parquet(path: Path) -> bool:
    return inner_name(path).suffix == ".parquet"


def _begins_as_parquet(path: Path, file: IO[bytes]) -> bool:
    """Look at the first bytes, which stay to be read."""
    return _can_be_read_twice(path) and cast(BufferedReader, file).peek(len(MAGIC)).startswith(MAGIC)


def _can_be_read_twice(path: Path) -> bool:
    return str(path) != "-" and path.is_file()
