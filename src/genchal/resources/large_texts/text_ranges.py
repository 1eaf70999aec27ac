"""Texts in a part of a file, which are read where they are used: lines of a text, or cells of a Parquet column.

A description is a few bytes, whatever it describes, so that it can be sent to a worker beside the data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from genchal.errors import InvalidInput
from genchal.resources.files import is_packed, iterate_lines, readable, shown_path
from genchal.resources.large_texts.line_survey import survey_lines
from genchal.resources.parquet_files import iterate_column, open_parquet_ranges

T = TypeVar("T")

MARK_EVERY = 4096  # lines between the places at which reading can start


@dataclass(frozen=True, slots=True)
class TextRange:
    """Some texts of a file: `count` from the line or row `first` on; lines may be read from an earlier place."""

    path: Path
    column: str | None
    first: int
    count: int
    byte: int = 0
    line: int = 0

    def read(self) -> list[str]:
        """Read them; there must be as many as were counted."""
        if self.column is None:
            lines = iterate_lines(self.path, self.byte, self.line + 1)
            return take_counted(islice(lines, self.first - self.line, None), self.count, self.path)
        texts = iterate_column(self.path, self.column, self.first, self.count)
        return take_counted(texts, self.count, self.path)


@dataclass(frozen=True)
class TextFile:
    """A file whose texts have been counted; reading can start at every so many of them, `step`."""

    path: Path
    column: str | None
    count: int
    step: int = MARK_EVERY
    marks: Sequence[int] = (0,)

    def range(self, first: int, count: int) -> TextRange:
        """Some of its texts."""
        mark = min(first // MARK_EVERY, len(self.marks) - 1)
        return TextRange(self.path, self.column, first, count, self.marks[mark], mark * MARK_EVERY)


def take_counted(texts: Iterable[T], count: int, path: Path) -> list[T]:
    """The next texts of a file, of which so many were counted before."""
    taken = list(islice(texts, count))
    if len(taken) < count:
        raise InvalidInput(f"{shown_path(path)}: it has changed while it was read", "Run the same command again.")
    return taken


def count_lines(path: Path) -> TextFile:
    """Count the lines of a text; those of a packed one can only be read from its beginning on."""
    found = survey_lines(path, MARK_EVERY)
    marks = [byte for byte, _ in found.line_marks]
    if is_packed(path) or not marks:
        return TextFile(path, None, found.lines, found.lines)
    return TextFile(path, None, found.lines, marks=marks)


def describe_columns(path: Path) -> ParquetColumns:
    """What the end of a Parquet file says about it; its rows are not read."""
    with readable(path) as file:
        return _describe(open_parquet_ranges(file, path))


@dataclass(frozen=True, slots=True)
class ParquetColumns:
    """Rows, and columns of texts that have one in every row; others are known by name only.

    Rows are packed in groups, of which the largest has `group` rows.
    """

    rows: int
    group: int
    names: tuple[str, ...]
    full: frozenset[str]


def _describe(file: Any) -> ParquetColumns:
    schema, meta = file.schema_arrow, file.metadata
    names = tuple(map(str, schema.names))
    texts = {name for name in names if str(schema.field(name).type) in ("string", "large_string")}
    nulls = dict.fromkeys(texts, 0)
    groups = [meta.row_group(group) for group in range(meta.num_row_groups)]
    for group in groups:
        for chunk in _chunks(group):
            if chunk.path_in_schema in nulls:
                known = chunk.statistics is not None and chunk.statistics.has_null_count
                nulls[chunk.path_in_schema] += chunk.statistics.null_count if known else 1
    largest = max((group.num_rows for group in groups), default=0)
    return ParquetColumns(meta.num_rows, largest, names, frozenset(name for name, count in nulls.items() if not count))


def _chunks(group: Any) -> Iterator[Any]:
    return (group.column(number) for number in range(group.num_columns))
