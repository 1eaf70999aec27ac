"""CSV and TSV files: rows of cells."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Literal, get_args

import numpy as np

from genchal.errors import InvalidInput, UserError, counted, raise_all
from genchal.text.tables.source import BLOCK, CodedTable, Coder, TableSource, Wanted, is_personal

Delimiter = Literal["\t", ",", ";", "|"]
Blocks = Iterator[tuple[list[int], list[list[str]]]]


class Delimited(TableSource):
    """A table in lines of text, with tabs, commas, semicolons or bars. `start` is the number of the first line."""

    def __init__(
        self, lines: Iterator[str], first: str, start: int, name: str, delimiter: Delimiter | None = None
    ) -> None:
        self.name = name
        self._lines = lines
        self._start = start
        self._delimiter = delimiter or find_delimiter(first)
        self._first_line = first
        self._blocks = self._tab_blocks() if self._delimiter == "\t" else self._comma_blocks()
        self._first_block = next(self._blocks)
        self.header = tuple(unquote_cell(cell).strip() for cell in self._first_block[1][0])

    def lines(self) -> Iterator[tuple[int, str]]:
        """Read lines with their numbers; the first is that which the header was found in."""
        return enumerate(chain([self._first_line], self._lines), start=self._start)

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Read all rows with the numbers of their lines, the first one among them; cells are as they stand."""
        blocks = chain([self._first_block], self._blocks)
        return chain.from_iterable(zip(numbers, rows, strict=True) for numbers, rows in blocks)

    def headless(self, names: Sequence[str]) -> Delimited:
        """Name the columns of a table that has no header, so that its first row counts."""
        self._blocks = chain([self._first_block], self._blocks)
        self.header = tuple(names)
        return self

    def read(self, wanted: Wanted) -> CodedTable:
        """Read the columns whose names are wanted; those about persons are never read."""
        places = [place for place, name in enumerate(self.header) if wanted(name) and not is_personal(name)]
        names = [self.header[place] for place in places]
        for name in names:
            if names.count(name) > 1:
                problem = f"{self.name}, line {self._start}: more than one column '{name}'"
                raise InvalidInput(problem, "Keep one of them and rename the others.")
        coders = [Coder() for _ in places]
        lines: list[int] = []
        problems: list[UserError] = []
        width = len(self.header)
        for numbers, rows in self._blocks:
            if any(len(row) != width for row in rows):
                pairs = zip(numbers, rows, strict=True)
                problems.extend(self._misfit(line, row) for line, row in pairs if len(row) != width)
                continue
            lines.extend(numbers)
            columns = list(zip(*rows, strict=True))
            for place, coder in zip(places, coders, strict=True):
                coder.add(columns[place])
        raise_all(problems)
        clean = unquote_cell if self._delimiter == "\t" else str
        return CodedTable(
            self.name,
            {name: coder.labels(clean) for name, coder in zip(names, coders, strict=True)},
            np.array(lines, dtype=np.int64),
            sum(map(is_personal, self.header)),
        )

    def _misfit(self, line: int, row: Sequence[str]) -> UserError:
        problem = f"{self.name}, line {line}: {counted(len(row), 'column')}, the first row has {len(self.header)}"
        return InvalidInput(problem, "Make every line have the same columns and run again.")

    def _tab_blocks(self) -> Blocks:
        """Split at tabs. Lines never join, whatever quotes are in them. The first row is a block of its own."""
        yield [self._start], [self._first_line.split("\t")]
        numbered = enumerate(self._lines, start=self._start + 1)
        while block := list(islice(numbered, BLOCK)):
            kept = [(number, line) for number, line in block if line and not line.isspace()]
            if kept:
                yield [number for number, _ in kept], [line.split("\t") for _, line in kept]

    def _comma_blocks(self) -> Blocks:
        """Split as CSV, in which a row may have several lines. The first row is a block of its own."""
        csv.field_size_limit(1 << 30)
        lines = (f"{line}\n" for line in chain([self._first_line], self._lines))
        reader = csv.reader(lines, delimiter=self._delimiter, strict=True)
        before = self._start - 1
        start = self._start
        numbers: list[int] = []
        rows: list[list[str]] = []
        size = 1
        try:
            for row in reader:
                if len(row) > 1 or row == [""] or (row and row[0].strip()):  # "" alone is a cell, no blank line
                    numbers.append(start)
                    rows.append(row)
                    if len(rows) == size:
                        yield numbers, rows
                        numbers, rows, size = [], [], BLOCK
                start = reader.line_num + before + 1
        except csv.Error as error:
            raise InvalidInput(
                f"{self.name}, line {start}: not valid CSV ({error})",
                'Put cells with quotes or commas in "...", doubling inner quotes.',
            ) from None
        if rows or size == 1:
            yield (numbers, rows) if rows else ([self._start], [[""]])


def unquote_cell(cell: str) -> str:
    """A cell of a table without the quotes around it; the very same where they are not the table's."""
    if len(cell) >= 2 and cell[0] == cell[-1] == '"':
        inner = cell[1:-1].replace('""', "\0")
        if '"' not in inner:
            return inner.replace("\0", '"')
    return cell


def find_delimiter(first: str) -> Delimiter:
    """What separates cells, by a first line: tabs, else semicolons where there are more of them than commas, else bars.

    Bars count only where there is nothing else: names of columns may have some, as in "quality (1|2|3)".
    """
    if "\t" in first:
        return "\t"
    bare = "".join(first.split('"')[::2])  # what is not in quotes
    if bare.count(";") > bare.count(","):
        return ";"
    return "|" if "|" in bare and "," not in bare else ","


def read_separator(first: str) -> Delimiter | None:
    """The delimiter that a first line names, as spreadsheets do: ``sep=;``; None if it is another line."""
    named = first.strip().strip('"').lower()
    return next((delimiter for delimiter in _DELIMITERS if named == f"sep={delimiter}".strip()), None)


_DELIMITERS: tuple[Delimiter, ...] = get_args(Delimiter)
