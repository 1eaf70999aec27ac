"""Plain text as a stream of tiles: outputs and references that may be larger than memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, repeat
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from genchal.campaign.ingest import is_table
from genchal.campaign.measure import SEGMENTS_AT_ONCE, Measured, counted_references, measure_tiles
from genchal.domain import Batch, Metric, System, Text
from genchal.engines import Engine
from genchal.errors import InvalidInput, counted
from genchal.resources.files import iterate_lines
from genchal.resources.results import ResultStore
from genchal.tasks.plain import blocks

T = TypeVar("T")
NO_INPUT = Text()


@dataclass(frozen=True)
class Streams:
    """Outputs of several systems, a line a segment, beside references: a line of each file, or a block of one."""

    systems: tuple[tuple[str, Path], ...]
    references: tuple[Path, ...]

    @property
    def segments(self) -> int:
        """How many outputs every system has."""
        return self._layout.segments

    def __iter__(self) -> Iterator[Batch]:
        """Tiles, every time anew. Files are looked through first, when the first tile is asked for."""
        segments = self.segments
        outputs = [iterate_lines(path) for _, path in self.systems]
        references = self._references()
        each = max(1, SEGMENTS_AT_ONCE // len(outputs))
        for start in range(0, max(segments, 1), each):
            columns = [list(islice(lines, each)) for lines in outputs]
            some = list(islice(references, each))
            ids = [str(number) for number in range(start + 1, start + len(some) + 1)]
            yield Batch(
                list(chain.from_iterable(zip(*columns, strict=True))),
                _repeated(some, len(outputs)),
                _repeated(ids, len(outputs)),
                [NO_INPUT] * (len(some) * len(outputs)),
            )

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

    def _references(self) -> Iterator[tuple[str, ...]]:
        if self._layout.in_blocks:
            return map(tuple, blocks(iterate_lines(self.references[0])))
        return zip(*(iterate_lines(path) for path in self.references), strict=True)

    @cached_property
    def _layout(self) -> _Layout:
        first, path = self.systems[0]
        segments = _count_lines(path)
        if not segments:
            raise InvalidInput(f"{path}: no outputs in it", "Check that this is the right file.")
        for _, path in self.systems[1:]:
            _check(path, _count_lines(path), "output", segments, first)
        if len(self.references) > 1:
            for path in self.references:
                _check(path, _count_lines(path), "reference", segments, first)
            return _Layout(segments, False, frozenset([len(self.references)]))
        (path,) = self.references
        lines, sizes = _survey(path)
        if lines == segments:
            return _Layout(segments, False, frozenset([1]))
        if len(sizes) != segments:
            raise InvalidInput(
                f"{path}: {counted(lines, 'line')} in {counted(len(sizes), 'block')} for "
                f"{counted(segments, 'output')} of {first}",
                "Write one reference a line, or the references of each output in a block with a blank line after it.",
            )
        return _Layout(segments, True, frozenset(sizes))


class _Layout(NamedTuple):
    """What a look through the files finds."""

    segments: int
    in_blocks: bool
    reference_counts: frozenset[int]


def open_streams(systems: Sequence[tuple[str, Path]], references: Sequence[Path], task: str | None) -> Streams | None:
    """Streams of plain files; None if this is not plain text."""
    paths = [*(path for _, path in systems), *references]
    if task not in (None, "plain") or not systems or any(_looks_like_table(path) for path in paths):
        return None
    return Streams(tuple(systems), tuple(references))


def _survey(path: Path) -> tuple[int, list[int]]:
    """Number of lines, and how many of them each block has."""
    blank = [not line or line.isspace() for line in iterate_lines(path)]
    ends = np.flatnonzero([*blank, True])
    sizes = np.diff(ends, prepend=-1) - 1
    return len(blank), sizes[sizes > 0].tolist()


def _check(path: Path, lines: int, what: str, segments: int, first: str) -> None:
    if lines != segments:
        raise InvalidInput(
            f"{path}: {counted(lines, what)} for {counted(segments, 'output')} of {first}",
            "Write one a line, in the same order.",
        )


def _looks_like_table(path: Path) -> bool:
    return is_table(path, list(islice(iterate_lines(path), 20)))


def _count_lines(path: Path) -> int:
    return sum(1 for _ in iterate_lines(path))


def _repeated(values: Iterable[T], times: int) -> list[T]:
    return list(chain.from_iterable(repeat(value, times) for value in values))
