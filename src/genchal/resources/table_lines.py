"""Lines of files that may be tables: of texts as they are, of Parquet files as JSON, a line a row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from genchal.errors import InvalidInput
from genchal.resources.files import inner_name, read_bytes, read_lines, readable

MAGIC = b"PAR1"  # the first bytes of a Parquet file


def read_table_lines(path: Path) -> list[str]:
    """Lines of a text, or rows of a Parquet file as JSON objects."""
    return list(_iterate_rows(path)) if is_parquet(path) else read_lines(path)


def is_parquet(path: Path) -> bool:
    """Whether a file is a Parquet file, by its name or its first bytes."""
    if inner_name(path).suffix == ".parquet":
        return True
    if str(path) == "-" or not path.is_file():
        return False
    with readable(path) as file:
        return file.read(len(MAGIC)) == MAGIC


def _iterate_rows(path: Path) -> Iterator[str]:
    import pyarrow as pa  # slow to load
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(read_bytes(path)))
        for batch in file.iter_batches():
            yield from (json.dumps(row, ensure_ascii=False, default=str) for row in batch.to_pylist())
    except (pa.ArrowException, OSError) as error:
        problem = f"{path}: not a readable Parquet file"
        raise InvalidInput(problem, "Write the file again, or convert it to CSV.") from error
