"""Ratings from files: detects which tool wrote a file, and reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from genchal.domain.columns import ColumnNames, parse_columns
from genchal.domain.ratings import Ratings
from genchal.domain.selection import RatingsSelection
from genchal.errors import InvalidInput
from genchal.ratings import LAYOUTS
from genchal.ratings.layout import Judgements
from genchal.ratings.several_files import merge_judgements
from genchal.ratings.tables.columns import is_wanted
from genchal.ratings.tables.read_table import read_table
from genchal.ratings.tables.renamed_columns import RenamedColumns
from genchal.resources.files import inner_name, iterate_lines, read_bytes
from genchal.text.arrays.labels import Labels
from genchal.text.tables.opening import open_table
from genchal.text.tables.source import CodedTable, TableSource, Wanted, format_cell, is_personal, make_labels

TABLES = ("long", "wide")  # layouts whose columns the user can name
# Notes that are shown with every result.
REMARKS = ("raters", "same raters", "positions", "values", "means", "unread", "contradictions", "repeats")


def load_ratings(
    paths: Path | str | Sequence[Path | str],
    layout: str | None = None,
    columns: str | Mapping[str, str | Sequence[str]] = "",
    systems: str | Sequence[str] = "",
) -> Ratings:
    """Read the judgements in one or more files; without a `layout` it is detected, and named in ``notes["layout"]``.

    Tables (CSV, TSV, Parquet), JSON lines and JSON documents are read, packed or not; ``-`` is standard input. A folder
    stands for the JSON files in it, as factgenie and Potato write them, one for every rater. `columns` says which
    columns have what (``"rater=worker_id,value=fluency+adequacy"``, or a dictionary), `systems` which have the ratings
    of one system each. A rater of the same name in several files is the same one. Raters of genchal's own studies keep
    their pseudonyms (rater-0012); others are numbered (r1), as are sheets. Columns about persons are not read.
    """
    if layout is not None:
        _ = LAYOUTS[layout]  # before a large file is opened
    names = parse_columns(columns, systems)
    files = [Path(path) for path in ([paths] if isinstance(paths, Path | str) else paths)]
    for place, path in enumerate(files):
        if path in files[:place]:
            raise InvalidInput(f"{path}: the file is given twice", "Name every file once.")
    found, layouts = [], []
    for path in files:
        name, judgements = _read_file(path, layout, names)
        if not len(judgements.value):
            raise InvalidInput(f"{path}: it contains no ratings", "Check that this is the right file.")
        layouts.append(name)
        found.append(judgements)
    ratings = merge_judgements(found, [str(path) for path in files]).to_ratings()
    return replace(ratings, notes={"layout": ", ".join(dict.fromkeys(layouts)), **ratings.notes})


def load_selected(paths: Path | str | Sequence[Path | str], which: RatingsSelection) -> Ratings:
    """Read ratings as the options of a command say."""
    return load_ratings(paths, which.layout, which.columns, which.systems)


def collect_remarks(ratings: Ratings) -> tuple[str, ...]:
    """What a reader of results should know about the file: no raters named, judgements that contradict others."""
    return tuple(ratings.notes[name] for name in REMARKS if name in ratings.notes)


def _read_file(path: Path, layout: str | None, names: ColumnNames) -> tuple[str, Judgements]:
    source = _open(path)
    found = layout or _find_layout(source.header)
    name = found or "long"  # the reader of tables says which columns are missing
    if not names:
        if found is None and not any(is_wanted(column, names) for column in source.header):
            # Perhaps there is no header. The first row may have a rater's name in it, and is not shown.
            raise InvalidInput(
                f"{source.name}: the columns match no known layout of ratings",
                "Name columns instance, system, value (and rater, sheet, criterion), or say which they are: "
                f"--columns instance=COLUMN,system=COLUMN,value=COLUMN; or name a layout: {', '.join(LAYOUTS)}.",
            )
        return name, LAYOUTS[name].read(source)
    if name in TABLES or (layout is None and (names.systems or names.named("value"))):
        return "wide" if names.systems or len(names.named("value")) > 1 else "long", read_table(source, names)
    if names.systems or names.named("value"):
        raise InvalidInput(f"layout '{name}' has values of its own", "Leave out --layout, or the columns of values.")
    renamed = RenamedColumns(source, names)
    if not LAYOUTS[name].claims(renamed.header):
        problem = f"{source.name}: layout '{name}' has columns of its own"
        raise InvalidInput(problem, "Leave out --columns, or add --layout long.")
    return name, LAYOUTS[name].read(renamed)


def _find_layout(header: Sequence[str]) -> str | None:
    return next((name for name in LAYOUTS if LAYOUTS[name].claims(header)), None)


def _open(path: Path) -> TableSource:
    if path.is_dir():
        return open_table(_folder_lines(path), str(path))
    if inner_name(path).suffix == ".parquet":
        return ParquetSource(path)
    return open_table(iterate_lines(path), str(path))


def _folder_lines(folder: Path) -> Iterator[str]:
    """The lines of all files of annotations in a folder; a user's state of Potato is one line."""
    states = sorted(folder.rglob("user_state.json"))
    files = states or sorted(path for path in folder.rglob("*") if inner_name(path).suffix == ".jsonl")
    if not files:
        raise InvalidInput(f"{folder}: the folder has no annotation files (.jsonl)", "Give the path of a file in it.")
    if states:
        return (" ".join(iterate_lines(path)) for path in states)
    return chain.from_iterable(map(iterate_lines, files))


class ParquetSource(TableSource):
    """A table in a Parquet file; rows count as lines, from 1."""

    def __init__(self, path: Path) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self.name = str(path)
        try:
            self._file = pq.ParquetFile(pa.BufferReader(read_bytes(path)))
        except (pa.ArrowException, OSError) as error:
            raise _not_parquet(path) from error
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
    import pyarrow.types as types

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


def _not_parquet(path: Path) -> InvalidInput:
    return InvalidInput(f"{path}: not a readable Parquet file", "Write the file again, or convert it to CSV.")
