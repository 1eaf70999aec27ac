"""Tables in memory: frames of pandas and polars, or columns by name, read as files are. Neither package is imported."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeGuard, runtime_checkable

import numpy as np

from genchal.text.arrays.labels import Labels
from genchal.text.tables.source import CodedTable, TableSource, Wanted, is_personal, make_labels

LARGEST_WHOLE = 1e15  # above which a float may be no whole number any more


@runtime_checkable
class Frame(Protocol):
    """A data frame: `frame.columns` are its names, ``frame[name]`` is a column."""

    @property
    def columns(self) -> Any:
        """The names of the columns."""
        ...

    def __getitem__(self, name: str, /) -> Any: ...


Table = Frame | Mapping[str, Iterable[object]]  # or columns by name


def is_frame(value: object) -> TypeGuard[Frame]:
    """Whether this is a data frame."""
    return not isinstance(value, Mapping | type) and isinstance(value, Frame)


def list_values(column: Iterable[Any]) -> list[Any]:
    """The values of a list, an array or a column of a frame; None where there is nothing (NaN, NA, null)."""
    listed = column.tolist() if hasattr(column, "tolist") else column
    listed = listed.to_list() if hasattr(listed, "to_list") else listed
    return [None if _is_nothing(value) else value for value in listed]


def frame_columns(table: Table) -> dict[str, list[Any]]:
    """All columns of a table by name."""
    names = list(table) if isinstance(table, Mapping) else list(table.columns)
    return {str(name): list_values(table[name]) for name in names}


def write_frame_lines(table: Table) -> Iterator[str]:
    """The rows of a table as JSON objects, a line each."""
    columns = frame_columns(table)
    for row in zip(*columns.values(), strict=True):
        yield json.dumps(dict(zip(columns, map(_plain, row), strict=True)), ensure_ascii=False, default=str)


class FrameSource(TableSource):
    """A table in memory; rows count as lines, from 1."""

    def __init__(self, table: Table, name: str = "frame") -> None:
        self.name = name
        self._columns = frame_columns(table)
        self.header = tuple(self._columns)

    def read(self, wanted: Wanted) -> CodedTable:
        """Read the columns whose names are wanted; those about persons are never read."""
        columns = {
            name: _label(values) for name, values in self._columns.items() if wanted(name) and not is_personal(name)
        }
        rows = len(next(iter(self._columns.values()), ()))
        return CodedTable(self.name, columns, np.arange(1, rows + 1), sum(map(is_personal, self.header)))


def _label(values: Sequence[Any]) -> Labels:
    labels = Labels.of("" if value is None else str(_plain(value)).strip() for value in values)
    return make_labels(labels.codes, labels.names)


def _plain(value: Any) -> Any:
    """A value as a file would have it: whole numbers, which frames may keep as floats, without a point."""
    if isinstance(value, float) and value.is_integer() and abs(value) < LARGEST_WHOLE:
        return int(value)
    return value


def _is_nothing(value: object) -> bool:
    return (
        value is None or (isinstance(value, float) and value != value) or type(value).__name__ in ("NAType", "NaTType")
    )
