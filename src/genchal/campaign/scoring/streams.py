"""Plain text as a stream of tiles: outputs and references that may be larger than memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple, overload

import numpy as np

from genchal.campaign.reading.plain_files import looks_otherwise
from genchal.campaign.reading.submissions import is_pseudo_system, system_name
from genchal.campaign.scoring.rows import TEXTS_AT_ONCE, Tile, Unread, write_count
from genchal.domain import Batch, System, Text
from genchal.errors import InvalidInput, counted
from genchal.resources.files import is_packed, iterate_lines, shown_path
from genchal.resources.large_texts.line_survey import survey_lines
from genchal.resources.large_texts.packed_lines import group_lines, read_packed_blocks, read_packed_lines
from genchal.resources.large_texts.text_ranges import take_counted
from genchal.tasks.plain import Plain, blocks
from genchal.text.arrays.packed import PackedGroups, PackedTexts
from genchal.text.kernels.library import active_kernels

NO_INPUT = Text()


@dataclass(frozen=True, slots=True)
class LineNumbers(Sequence[str]):
    """The numbers of lines as ids, which are written when they are asked for."""

    lines: int

    def __len__(self) -> int:
        return self.lines

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        numbers = range(1, self.lines + 1)[place]
        return str(numbers) if isinstance(numbers, int) else list(map(str, numbers))

    def __iter__(self) -> Iterator[str]:
        return map(str, range(1, self.lines + 1))


class FilePlace(NamedTuple):
    """Where a tile begins in a file."""

    byte: int
    line: int


@dataclass(frozen=True, slots=True)
class UnreadTile:
    """A tile that has not been read yet: it is read where it is measured, so that no text travels between processes."""

    systems: Sequence[int]
    outputs: tuple[tuple[Path, FilePlace], ...]
    references: tuple[tuple[Path, FilePlace], ...]
    in_blocks: bool
    first: int
    count: int

    def load(self) -> Tile:
        """Read the tile: as bytes where kernels work on those, else as strings."""
        return self._load_packed() or self._load_strings()

    def _load_packed(self) -> Tile | None:
        """No string is made of any line. None where the bytes do not say where lines end, or are no text."""
        if active_kernels() is None:
            return None
        columns = [read_packed_lines(path, place.byte, self.count) for path, place in self.outputs]
        if self.in_blocks:
            ((path, place),) = self.references
            groups = read_packed_blocks(path, place.byte, self.count)
        else:
            groups = group_lines([read_packed_lines(path, place.byte, self.count) for path, place in self.references])
        if (
            groups is None
            or len(groups) < self.count
            or any(column is None or len(column) < self.count for column in columns)
        ):
            return None
        return make_tile(self.systems, [column for column in columns if column is not None], groups, self.first)

    def _load_strings(self) -> Tile:
        columns = [take_counted(iterate_lines(path, *mark), self.count, path) for path, mark in self.outputs]
        lines = [iterate_lines(path, *mark) for path, mark in self.references]
        references = _group(lines, in_blocks=self.in_blocks)
        own = take_counted(references, self.count, self.references[0][0])
        return make_tile(self.systems, columns, own, self.first)


@dataclass(frozen=True)
class Streams:
    """Outputs of several systems, a line a segment, beside references: a line of each file, or a block of one."""

    outputs: tuple[tuple[str, Path], ...]
    references: tuple[Path, ...]

    @property
    def task(self) -> Plain:
        """What is streamed is plain text."""
        return Plain()

    @property
    def names(self) -> list[str]:
        """The names of the systems."""
        return [name for name, _ in self.outputs]

    @property
    def ids(self) -> Sequence[str]:
        """The ids of the instances: the numbers of their lines."""
        return LineNumbers(self.segments)

    @property
    def segments(self) -> int:
        """How many lines every system has."""
        return self._layout.segments

    @property
    def reference_count(self) -> str:
        """How many references segments have, as signatures write it; every line is an output, if an empty one."""
        return write_count(set(self._layout.reference_counts))

    @property
    def systems(self) -> list[System]:
        """Whose outputs these are."""
        return list(map(System, self.names))

    def tiles(self) -> Iterator[Unread]:
        """All outputs in tiles. Files are looked through first, when the first tile is asked for."""
        at_once = max(1, TEXTS_AT_ONCE // self._each)
        groups = [range(len(self.outputs))[first : first + at_once] for first in range(0, len(self.outputs), at_once)]
        return self._tiles(groups)

    def instances_alone(self) -> Iterator[Unread]:
        """The references in tiles, without outputs."""
        return self._tiles([range(0)])

    def _tiles(self, groups: Sequence[range]) -> Iterator[Unread]:
        """Tiles that are yet to be read; packed files have to be read in order, so that theirs are there already."""
        layout = self._layout
        starts = range(0, layout.segments, self._each)
        paths = [path for _, path in self.outputs]
        if not any(map(is_packed, [*paths, *self.references])):
            for (number, first), systems in product(enumerate(starts), groups):
                yield UnreadTile(
                    systems,
                    tuple((paths[system], layout.marks[paths[system]][number]) for system in systems),
                    tuple((path, layout.reference_marks[path][number]) for path in self.references),
                    layout.in_blocks,
                    first,
                    min(self._each, layout.segments - first),
                )
            return
        outputs = [iterate_lines(path) for path in paths]
        lines = [iterate_lines(path) for path in self.references]
        references = _group(lines, in_blocks=layout.in_blocks)
        for first in starts:
            count = min(self._each, layout.segments - first)
            own_references = take_counted(references, count, self.references[0])
            for systems in groups:
                columns = [take_counted(outputs[system], count, paths[system]) for system in systems]
                yield make_tile(systems, columns, own_references, first)

    @property
    def _each(self) -> int:
        """Instances in a tile; how many references they have is not known before files are looked through."""
        return max(1, TEXTS_AT_ONCE // 8)

    @cached_property
    def _layout(self) -> _Layout:
        (first, path), *others = self.outputs
        paths = {path for _, path in self.outputs} | set(self.references)
        surveys = {path: _survey(path, self._each) for path in paths}
        segments = surveys[path].lines
        if not segments:
            raise InvalidInput(f"{shown_path(path)}: it contains no outputs", "Check that this is the right file.")
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
        if found.blocks != segments:
            raise InvalidInput(
                f"{shown_path(path)}: {counted(found.lines, 'line')} in {counted(found.blocks, 'block')} for "
                f"{counted(segments, 'output')} of {first}",
                "Write one reference per line, or the references of each output in a block followed by a blank line.",
            )
        return _Layout(segments, True, found.block_sizes, marks, {path: found.block_marks})


class _Layout(NamedTuple):
    """What a look through the files finds."""

    segments: int
    in_blocks: bool
    reference_counts: frozenset[int]
    marks: dict[Path, list[FilePlace]]
    reference_marks: dict[Path, list[FilePlace]]


class _Survey(NamedTuple):
    """Lines of a file and blocks of lines, how many lines blocks have, and the place of every so many of them."""

    lines: int
    blocks: int
    block_sizes: frozenset[int]
    line_marks: list[FilePlace]
    block_marks: list[FilePlace]


def open_streams(files: Sequence[Path | str], references: Sequence[Path], task: str | None) -> Streams | None:
    """Streams of plain files; None if this is not plain text, or has pseudo-systems among it."""
    if task not in (None, "plain") or not files or not references or any(map(is_pseudo_system, files)):
        return None
    paths = list(map(Path, files))
    if any(map(looks_otherwise, [*paths, *references])):
        return None
    return Streams(tuple((system_name(path), path) for path in paths), tuple(references))


def _survey(path: Path, each: int) -> _Survey:
    """Go through a file once; marks are at every `each` lines and blocks."""
    found = survey_lines(path, each)
    line_marks, block_marks = ([FilePlace(*mark) for mark in marks] for marks in (found.line_marks, found.block_marks))
    return _Survey(found.lines, found.blocks, found.block_sizes, line_marks, block_marks)


def _group(lines: Sequence[Iterator[str]], *, in_blocks: bool) -> Iterator[tuple[str, ...]]:
    """The references of every instance: a block of lines, or a line of each file."""
    return map(tuple, blocks(lines[0])) if in_blocks else zip(*lines, strict=False)


def make_tile(
    systems: Sequence[int], columns: Sequence[Sequence[str]], references: Sequence[tuple[str, ...]], first: int
) -> Tile:
    """A tile of these outputs, by system, and references; its instances are numbered from `first` on."""
    ids = [str(number) for number in range(first + 1, first + len(references) + 1)]
    times = max(1, len(columns))
    outputs, repeated = _joined(columns, references)
    batch = Batch(outputs, repeated, ids * times, [NO_INPUT] * (len(references) * times))
    return Tile(systems, [len(references)] * len(systems), batch)


def _joined(
    columns: Sequence[Sequence[str]], references: Sequence[tuple[str, ...]]
) -> tuple[Sequence[str], Sequence[tuple[str, ...]]]:
    """All outputs, and the references of each; empty outputs where there is no column."""
    times = max(1, len(columns))
    if not isinstance(references, PackedGroups):
        return list(chain.from_iterable(columns)) if columns else [""] * len(references), [*references] * times
    packed = [PackedTexts.of(column) for column in columns] or [PackedTexts.of([""] * len(references))]
    if times == 1:
        return packed[0], references
    return PackedTexts.joined(packed), references.take(np.tile(np.arange(len(references)), times))


def _check(path: Path, lines: int, what: str, segments: int, first: str) -> None:
    if lines != segments:
        raise InvalidInput(
            f"{shown_path(path)}: {counted(lines, what)} for {counted(segments, 'output')} of {first}",
            "Write one per line, in the same order.",
        )
