"""Plain text as a stream of tiles: outputs and references that may be larger than memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, repeat
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from genchal.campaign.reading.instances import is_table
from genchal.campaign.scoring.rows import TEXTS_AT_ONCE, Measured, counted_references, measure_tiles
from genchal.domain import Batch, Metric, System, Text
from genchal.engines import Engine
from genchal.errors import InvalidInput, counted
from genchal.resources.files import is_packed, iterate_lines, iterate_raw_lines
from genchal.resources.results import ResultStore
from genchal.tasks.plain import blocks
from genchal.tasks.tuna import has_trials

T = TypeVar("T")
NO_INPUT = Text()


class Mark(NamedTuple):
    """Where a tile begins in a file."""

    byte: int
    line: int


@dataclass(frozen=True, slots=True)
class Part:
    """A tile that has not been read yet: whoever measures it reads it, so that no text travels between processes."""

    systems: tuple[tuple[Path, Mark], ...]
    references: tuple[tuple[Path, Mark], ...]
    in_blocks: bool
    first: int
    count: int

    def load(self) -> Batch:
        """Read the tile."""
        columns = [list(islice(iterate_lines(path, *mark), self.count)) for path, mark in self.systems]
        lines = [iterate_lines(path, *mark) for path, mark in self.references]
        references = map(tuple, blocks(lines[0])) if self.in_blocks else zip(*lines, strict=False)
        return _batch(columns, list(islice(references, self.count)), self.first)


@dataclass(frozen=True)
class Streams:
    """Outputs of several systems, a line a segment, beside references: a line of each file, or a block of one."""

    systems: tuple[tuple[str, Path], ...]
    references: tuple[Path, ...]

    @property
    def segments(self) -> int:
        """How many outputs every system has."""
        return self._layout.segments

    def parts(self) -> Iterator[Batch | Part]:
        """All outputs in tiles. Files are looked through first, when the first tile is asked for."""
        return self._tiles([path for _, path in self.systems])

    def instances_alone(self) -> Iterator[Batch | Part]:
        """The references in tiles, without outputs."""
        return self._tiles([])

    def _tiles(self, systems: Sequence[Path]) -> Iterator[Batch | Part]:
        """Tiles that are yet to be read; packed files have to be read in order, so that theirs are there already."""
        layout = self._layout
        starts = range(0, layout.segments, self._each)
        if not any(map(is_packed, [*systems, *self.references])):
            for number, first in enumerate(starts):
                yield Part(
                    tuple((path, layout.marks[path][number]) for path in systems),
                    tuple((path, layout.reference_marks[path][number]) for path in self.references),
                    layout.in_blocks,
                    first,
                    min(self._each, layout.segments - first),
                )
            return
        outputs = [iterate_lines(path) for path in systems]
        lines = [iterate_lines(path) for path in self.references]
        references = map(tuple, blocks(lines[0])) if layout.in_blocks else zip(*lines, strict=True)
        for first in starts:
            columns = [list(islice(column, self._each)) for column in outputs]
            yield _batch(columns, list(islice(references, self._each)), first)

    def measured(self, metrics: Sequence[Metric], engine: Engine, cache: ResultStore | None = None) -> list[Measured]:
        """Go through the tiles and return the rows of every system."""
        all_rows = measure_tiles(self, metrics, engine, cache)
        by_metric = [rows.reshape(self.segments, len(self.systems), rows.shape[1]) for rows in all_rows]
        places = np.arange(self.segments)
        counts = counted_references(set(self._layout.reference_counts))
        return [
            Measured(System(name), places, tuple(rows[:, number] for rows in by_metric), counts)
            for number, (name, _) in enumerate(self.systems)
        ]

    @property
    def _each(self) -> int:
        """Instances in a tile; how many references they have is not known before files are looked through."""
        return max(1, TEXTS_AT_ONCE // (8 * len(self.systems)))

    @cached_property
    def _layout(self) -> _Layout:
        (first, path), *others = self.systems
        surveys = {path: _survey(path, self._each) for path in {one for _, one in self.systems} | set(self.references)}
        segments = surveys[path].lines
        if not segments:
            raise InvalidInput(f"{path}: no outputs in it", "Check that this is the right file.")
        for _, path in others:
            _check(path, surveys[path].lines, "output", segments, first)
        marks = {path: survey.line_marks for path, survey in surveys.items()}
        if len(self.references) > 1:
            for path in self.references:
                _check(path, surveys[path].lines, "reference", segments, first)
            return _Layout(segments, False, frozenset([len(self.references)]), marks, marks)
        (path,) = self.references
        found = surveys[path]
        if found.lines == segments:
            return _Layout(segments, False, frozenset([1]), marks, marks)
        if len(found.blocks) != segments:
            raise InvalidInput(
                f"{path}: {counted(found.lines, 'line')} in {counted(len(found.blocks), 'block')} for "
                f"{counted(segments, 'output')} of {first}",
                "Write one reference a line, or the references of each output in a block with a blank line after it.",
            )
        return _Layout(segments, True, frozenset(found.blocks), marks, {path: found.block_marks})


class _Layout(NamedTuple):
    """What a look through the files finds."""

    segments: int
    in_blocks: bool
    reference_counts: frozenset[int]
    marks: dict[Path, list[Mark]]
    reference_marks: dict[Path, list[Mark]]


class _Survey(NamedTuple):
    """Lines of a file and blocks of lines, with the place of every so many of them."""

    lines: int
    blocks: list[int]
    line_marks: list[Mark]
    block_marks: list[Mark]


def open_streams(systems: Sequence[tuple[str, Path]], references: Sequence[Path], task: str | None) -> Streams | None:
    """Streams of plain files; None if this is not plain text."""
    paths = [*(path for _, path in systems), *references]
    if task not in (None, "plain") or not systems or any(_looks_otherwise(path) for path in paths):
        return None
    return Streams(tuple(systems), tuple(references))


def _survey(path: Path, each: int) -> _Survey:
    """Go through a file once; marks are at every `each` lines and blocks."""
    survey = _Survey(0, [], [], [])
    byte = lines = 0
    inside = False
    for raw in iterate_raw_lines(path):
        if lines % each == 0:
            survey.line_marks.append(Mark(byte, lines + 1))
        if raw.isspace() or (raw[0] > 127 and raw.decode("utf-8", "replace").isspace()):
            inside = False
        elif inside:
            survey.blocks[-1] += 1
        else:
            if len(survey.blocks) % each == 0:
                survey.block_marks.append(Mark(byte, lines + 1))
            survey.blocks.append(1)
            inside = True
        byte += len(raw)
        lines += 1
    return survey._replace(lines=lines)


def _batch(columns: Sequence[Sequence[str]], references: Sequence[tuple[str, ...]], first: int) -> Batch:
    """A tile of these outputs, by system, and references; its instances are numbered from `first` on."""
    columns = columns or [[""] * len(references)]
    times = len(columns)
    ids = [str(number) for number in range(first + 1, first + len(references) + 1)]
    return Batch(
        list(chain.from_iterable(zip(*columns, strict=True))),
        _repeated(references, times),
        _repeated(ids, times),
        [NO_INPUT] * (len(references) * times),
    )


def _check(path: Path, lines: int, what: str, segments: int, first: str) -> None:
    if lines != segments:
        raise InvalidInput(
            f"{path}: {counted(lines, what)} for {counted(segments, 'output')} of {first}",
            "Write one a line, in the same order.",
        )


def _looks_otherwise(path: Path) -> bool:
    """Whether a file is a table or XML, or has the line ends of old Macintoshes, which only reading it whole tells."""
    first = list(islice(iterate_lines(path), 20))
    return is_table(path, first) or has_trials(first) or b"\r" in next(iterate_raw_lines(path), b"")[:-2]


def _repeated(values: Sequence[T], times: int) -> list[T]:
    return list(values) if times == 1 else list(chain.from_iterable(repeat(value, times) for value in values))
