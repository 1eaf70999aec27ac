"""Shards of plain text or of Parquet columns as a stream of tiles, each read where it is measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from pathlib import Path

from genchal.campaign.reading.plain_files import looks_otherwise
from genchal.campaign.reading.submissions import is_pseudo_system, system_name
from genchal.campaign.scoring.rows import TEXTS_AT_ONCE, Tile, Unread, write_count
from genchal.campaign.scoring.streams import LineNumbers, make_tile
from genchal.domain import System
from genchal.domain.columns import ColumnRole
from genchal.errors import InvalidInput, counted
from genchal.resources.addresses import address_of, local_path
from genchal.resources.files import inner_name, is_packed
from genchal.resources.large_texts.text_ranges import (
    MARK_EVERY,
    ParquetColumns,
    TextFile,
    TextRange,
    count_lines,
    describe_columns,
)
from genchal.resources.shards import find_shards, is_sharded
from genchal.tasks.columns import find_role
from genchal.tasks.plain import Plain
from genchal.text.tables.nested_text import OPENINGS, read_texts

SYSTEMS_AT_ONCE = 8


class ListedReferences(InvalidInput):
    """Cells that have a list of references each: how many there are is known once all shards are read as one table."""


@dataclass(frozen=True, slots=True)
class UnreadShards:
    """A tile that has not been read yet: parts of shards, by system, and by number of the reference."""

    systems: Sequence[int]
    outputs: tuple[tuple[TextRange, ...], ...]
    references: tuple[tuple[TextRange, ...], ...]
    first: int

    def load(self) -> Tile:
        """Read the tile."""
        columns = [_read(ranges) for ranges in self.outputs]
        references = list(zip(*map(_read_references, self.references), strict=True))
        return make_tile(self.systems, columns, references, self.first)


@dataclass(frozen=True, slots=True)
class Column:
    """Texts of several files, one file after the other."""

    name: str
    files: tuple[TextFile, ...]

    @property
    def count(self) -> int:
        """How many texts there are."""
        return sum(file.count for file in self.files)

    def ranges(self, first: int, count: int) -> tuple[TextRange, ...]:
        """Some of them, file by file."""
        starts = accumulate((file.count for file in self.files), initial=0)
        bounds = (
            (file, max(first - start, 0), min(first + count - start, file.count))
            for file, start in zip(self.files, starts, strict=False)
        )
        return tuple(file.range(low, high - low) for file, low, high in bounds if low < high)


@dataclass(frozen=True)
class ShardStreams:
    """Outputs of several systems in shards beside references, a text of each in every line or row."""

    outputs: tuple[Column, ...]
    references: tuple[Column, ...]

    @property
    def task(self) -> Plain:
        """What is streamed is plain text."""
        return Plain()

    @property
    def names(self) -> list[str]:
        """The names of the systems."""
        return [column.name for column in self.outputs]

    @property
    def segments(self) -> int:
        """How many texts every system has."""
        return self.outputs[0].count

    @property
    def reference_count(self) -> str:
        """How many references segments have, as signatures write it."""
        return write_count({len(self.references)})

    @property
    def ids(self) -> Sequence[str]:
        """The ids of the instances: the numbers of their lines."""
        return LineNumbers(self.segments)

    @property
    def systems(self) -> list[System]:
        """Whose outputs these are."""
        return list(map(System, self.names))

    def tiles(self) -> Iterator[Unread]:
        """All outputs in tiles."""
        places = range(len(self.outputs))
        return self._tiles([places[first : first + SYSTEMS_AT_ONCE] for first in places[::SYSTEMS_AT_ONCE]])

    def instances_alone(self) -> Iterator[Unread]:
        """The references in tiles, without outputs."""
        return self._tiles([range(0)])

    def _tiles(self, groups: Sequence[range]) -> Iterator[Unread]:
        """Tiles; where much has to be unpacked to reach a text, they are larger."""
        files = (file for column in (*self.outputs, *self.references) for file in column.files)
        each = TEXTS_AT_ONCE if any(file.step > MARK_EVERY for file in files) else max(1, TEXTS_AT_ONCE // 8)
        for first in range(0, self.segments, each):
            count = min(each, self.segments - first)
            references = tuple(column.ranges(first, count) for column in self.references)
            for systems in groups:
                outputs = tuple(self.outputs[system].ranges(first, count) for system in systems)
                yield UnreadShards(systems, outputs, references, first)


def open_shard_streams(
    files: Sequence[Path | str], references: Sequence[Path], task: str | None
) -> ShardStreams | None:
    """Streams of files in shards or elsewhere; None if none are, or if they are not one text in every line or row.

    The Parquet files of a system may have its references in a column, too.
    """
    paths = [*map(Path, files), *references]
    if task not in (None, "plain") or not any(is_sharded(path) or address_of(path) for path in paths):
        return None
    if any(map(is_pseudo_system, files)) or any("#" in path.as_posix() or str(path) == "-" for path in paths):
        return None
    outputs = [_open_column(Path(file), "output") for file in files]
    others = [_open_column(path, "reference") for path in references]
    if not references and len(files) == 1:
        others = [_open_column(Path(files[0]), "reference", beside="output")]
    found = [column for column in (*outputs, *others) if column is not None]
    if not others or len(found) < len(outputs) + len(others):
        return None
    streams = ShardStreams(tuple(found[: len(outputs)]), tuple(found[len(outputs) :]))
    return streams if _are_aligned(streams) else None


def _open_column(path: Path, role: ColumnRole, beside: ColumnRole | None = None) -> Column | None:
    """The texts of a file or of shards; None if there is more to them, such as ids, or less."""
    shards = find_shards(path) if is_sharded(path) else [local_path(path)]
    name = system_name(path)
    if all(inner_name(shard).suffix == ".parquet" and not is_packed(shard) for shard in shards):
        described = [describe_columns(shard) for shard in shards]
        columns = {_find_column(own, role, beside) for own in described if own.rows}
        if not columns:
            return None
        column = columns.pop()
        if column is None or columns:
            return None
        return Column(
            name,
            tuple(TextFile(shard, column, own.rows, own.group) for shard, own in zip(shards, described, strict=True)),
        )
    if beside is not None or any(map(looks_otherwise, shards)):
        return None
    return Column(name, tuple(map(count_lines, shards)))


def _find_column(described: ParquetColumns, role: ColumnRole, beside: ColumnRole | None) -> str | None:
    """The one column with this role, if rows are told apart by nothing but their order."""
    roles = [(find_role(name), name) for name in described.names]
    named = [name for found, name in roles if found == role]
    allowed = {None, role, "output", "reference"}
    if len(named) != 1 or named[0] not in described.full or any(found not in allowed for found, _ in roles):
        return None
    if beside is not None and [found for found, _ in roles].count(beside) != 1:
        return None
    return named[0]


def _are_aligned(streams: ShardStreams) -> bool:
    """Whether there are as many references as outputs; in blocks, they have more lines."""
    first, *others = streams.outputs
    if not first.count:
        raise InvalidInput(f"{first.name}: it contains no outputs", "Check that these are the right files.")
    expected = f"{counted(first.count, 'output')} of {first.name}"
    counts = [(column, "output", column.count != first.count) for column in others]
    counts += [(column, "reference", column.count < first.count) for column in streams.references]
    for column, what, is_wrong in counts:
        if is_wrong:
            raise InvalidInput(
                f"{column.name}: {counted(column.count, what)} for {expected}",
                "Write one per line, in the same order, and check that no shard is missing.",
            )
    return all(column.count == first.count for column in streams.references)


def _read(ranges: Sequence[TextRange]) -> list[str]:
    return list(chain.from_iterable(own.read() for own in ranges))


def _read_references(ranges: Sequence[TextRange]) -> list[str]:
    texts = _read(ranges)
    if any(own.column is not None for own in ranges) and any(map(_is_list, texts)):
        raise ListedReferences(f"{ranges[0].path}: lists of references in cells", "Write one reference per row.")
    return texts


def _is_list(cell: str) -> bool:
    return cell.startswith(OPENINGS) and read_texts(cell) is not None
