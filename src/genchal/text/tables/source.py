"""Tables of judgements: columns of cells as numbered names. Only the columns that are asked for are kept."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from genchal.errors import InvalidInput
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import IntArray
from genchal.text.tables.names import PERSONAL, is_personal, plain_name

__all__ = [
    "PERSONAL",
    "CodedTable",
    "Coder",
    "TableSource",
    "Wanted",
    "format_cell",
    "is_personal",
    "make_labels",
    "plain_name",
    "write_foreign",
]

Wanted = Callable[[str], bool]

BLOCK = 1 << 8  # rows turned into columns at once: few enough to stay in the processor's cache


@dataclass(frozen=True, eq=False)
class CodedTable:
    """Columns of a file, cells without blanks around them; `lines` tells where each row begins."""

    name: str
    columns: Mapping[str, Labels]
    lines: IntArray
    personal: int = 0  # how many columns were not read because they are about persons

    def __len__(self) -> int:
        return len(self.lines)


class TableSource:
    """A file whose first row is known and whose other rows are yet to be read. It can be read once.

    What a row contains is never shown in an error: there may be a person's name in it.
    """

    name: str
    header: tuple[str, ...]

    def read(self, wanted: Wanted) -> CodedTable:
        """Read the columns whose names are wanted; those about persons are never read."""
        raise InvalidInput(f"{self.name}: not a table", "Check the layout that you gave, or leave it out.")

    def headless(self, names: Sequence[str]) -> TableSource:
        """Name the columns of a table that has no header, so that its first row counts."""
        raise InvalidInput(f"{self.name}: not a table", "Check the layout that you gave, or leave it out.")

    def objects(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Read objects with the numbers of their lines."""
        raise InvalidInput(f"{self.name}: not JSON", "Check the layout that you gave, or leave it out.")

    def lines(self) -> Iterator[tuple[int, str]]:
        """Read lines with their numbers."""
        raise InvalidInput(f"{self.name}: not lines of text", "Check the layout that you gave, or leave it out.")


class Coder:
    """Numbers the cells of a column while it is read."""

    def __init__(self) -> None:
        self._numbers: defaultdict[str, int] = defaultdict(count().__next__)  # a new cell gets the next number
        self._blocks: list[IntArray] = []
        self._length = 0

    def add(self, cells: Sequence[str]) -> None:
        """Take a block of cells."""
        self._blocks.append(np.fromiter(map(self._numbers.__getitem__, cells), np.int64, len(cells)))
        self._length += len(cells)

    def pad(self, length: int) -> None:
        """Fill with empty cells up to a length."""
        if length > self._length:
            self._blocks.append(np.full(length - self._length, self._numbers[""], dtype=np.int64))
            self._length = length

    def labels(self, clean: Callable[[str], str] = str) -> Labels:
        """The column, its cells cleaned."""
        codes = np.concatenate(self._blocks) if self._blocks else np.zeros(0, np.int64)
        return make_labels(codes, [clean(name).strip() for name in self._numbers])


def make_labels(codes: IntArray, names: Sequence[str]) -> Labels:
    """Put a column together; names that are equal become one."""
    labels = Labels(codes, tuple(names))
    return labels if len(set(names)) == len(names) else labels.rename(str)


def format_cell(value: object) -> str:
    """A value of JSON or Parquet as a table would write it; null is an empty cell."""
    if isinstance(value, str):
        return value
    if type(value) in (int, float):
        return repr(value)
    if isinstance(value, bytes):
        return write_foreign(value)
    return "" if value is None else json.dumps(value, ensure_ascii=False, default=write_foreign)


def write_foreign(value: object) -> str:
    """A value that JSON does not know as a text: bytes are the text that they encode, if they are one."""
    if isinstance(value, bytes):
        with suppress(UnicodeDecodeError):
            return value.decode("utf-8")
    return str(value)
