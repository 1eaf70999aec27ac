"""Parquet files, which need pyarrow: the extra `parquet`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import numpy as np

from genchal.errors import InvalidInput, NeedsExtra
from genchal.resources.files import read_bytes, readable
from genchal.text.arrays.labels import Labels
from genchal.text.tables.source import (
    CodedTable,
    TableSource,
    Wanted,
    format_cell,
    is_personal,
    make_labels,
    write_foreign,
)

ROWS_AT_ONCE = 1 << 14  # of a group of rows, which may have a million of them


def render_parquet(columns: Mapping[str, type], rows: Sequence[Sequence[object]]) -> bytes:
    """A table as it stands in a file; None is null."""
    pa, pq = _import_pyarrow()
    kinds = {str: pa.string(), int: pa.int64(), float: pa.float64()}
    arrays = {
        name: pa.array([row[place] for row in rows], kinds[kind]) for place, (name, kind) in enumerate(columns.items())
    }
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(arrays), sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def iterate_parquet_rows(path: Path) -> Iterator[str]:
    """Rows of a file as JSON objects, a line each."""
    pa, _ = _import_pyarrow()
    try:
        for batch in _open_parquet(path).iter_batches():
            yield from (json.dumps(row, ensure_ascii=False, default=write_foreign) for row in batch.to_pylist())
    except (pa.ArrowException, OSError) as error:
        raise _not_parquet(path) from error


def iterate_column(path: Path, column: str, first: int, count: int) -> Iterator[str]:
    """Texts of a column from a row on; only the groups of rows that have them are read, from wherever the file is."""
    pa, _ = _import_pyarrow()
    try:
        with readable(path) as file:
            parquet = open_parquet_ranges(file, path)
            start = 0
            for group in range(parquet.metadata.num_row_groups):
                rows = parquet.metadata.row_group(group).num_rows
                low, high = max(first - start, 0), min(first + count - start, rows)
                if low < high:
                    yield from _read_rows(parquet, group, column, low, high)
                start += rows
    except (pa.ArrowException, KeyError) as error:
        raise _not_parquet(path) from error


def _read_rows(parquet: Any, group: int, column: str, low: int, high: int) -> Iterator[str]:
    """Some rows of a group; those before them are unpacked, those behind them are not."""
    start = 0
    for batch in parquet.iter_batches(ROWS_AT_ONCE, row_groups=[group], columns=[column]):
        yield from batch.column(column).slice(max(low - start, 0), high - max(start, low)).to_pylist()
        start += batch.num_rows
        if start >= high:
            return


def open_parquet_ranges(file: IO[bytes], path: Path) -> Any:
    """An open file, of which only what is asked for is read."""
    pa, pq = _import_pyarrow()
    try:
        return pq.ParquetFile(pa.PythonFile(file, mode="r"))
    except (pa.ArrowException, OSError) as error:
        raise _not_parquet(path) from error


def list_parquet_columns(path: Path) -> list[str]:
    """The names of the columns."""
    return list(map(str, _open_parquet(path).schema_arrow.names))


class ParquetSource(TableSource):
    """A table in a Parquet file; rows count as lines, from 1."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._file = _open_parquet(path)
        self.header = tuple(map(str, self._file.schema_arrow.names))

    def read(self, wanted: Wanted) -> CodedTable:
        """Read the columns whose names are wanted; those about persons are never read."""
        import pyarrow as pa

        names = [name for name in dict.fromkeys(self.header) if wanted(name) and not is_personal(name)]
        try:
            table = self._file.read(columns=names)
            columns = {name: _labels(table.column(name)) for name in names}
        except (pa.ArrowException, OSError, KeyError) as error:
            raise _not_parquet(Path(self.name)) from error
        lines = np.arange(1, table.num_rows + 1)
        return CodedTable(self.name, columns, lines, sum(map(is_personal, self.header)))


def _labels(column: Any) -> Labels:
    """A column as names, each distinct value written once."""
    import pyarrow as pa
    from pyarrow import types

    if types.is_nested(column.type):
        return Labels.of(format_cell(value) for value in column.to_pylist())
    coded = column.dictionary_encode() if not types.is_dictionary(column.type) else column
    whole = coded.combine_chunks()
    if isinstance(whole, pa.ChunkedArray):
        whole = whole.chunk(0) if whole.num_chunks else pa.array([], type=coded.type)
    names = [*(format_cell(value).strip() for value in whole.dictionary.to_pylist()), ""]
    codes = whole.indices.fill_null(len(names) - 1).to_numpy(zero_copy_only=False).astype(np.int64)
    used, first = np.unique(codes, return_index=True)
    order = used[np.argsort(first)]  # a dictionary may have another order than the rows, and more names
    places = np.zeros(len(names), dtype=np.int64)
    places[order] = np.arange(len(order))
    return make_labels(places[codes], [names[number] for number in order.tolist()])


def _import_pyarrow() -> tuple[Any, Any]:
    """Pyarrow and its module for Parquet, which are slow to load, or the extra to install."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise NeedsExtra("a Parquet file", "parquet") from None
    return pa, pq


def _open_parquet(path: Path) -> Any:
    pa, pq = _import_pyarrow()
    try:
        return pq.ParquetFile(pa.BufferReader(read_bytes(path)))
    except (pa.ArrowException, OSError) as error:
        raise _not_parquet(path) from error


def _not_parquet(path: Path) -> InvalidInput:
    return InvalidInput(f"{path}: not a readable Parquet file", "Write the file again, or convert it to CSV.")
