"""Similarity of systems whose outputs are plain text of any size: sums of rows, and lines in another order on disk."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path

import numpy as np

from genchal.campaign.scoring.instance_sums import RunningSum, are_scored
from genchal.campaign.scoring.row_cache import MetricRowCache
from genchal.campaign.scoring.rows import Tile, Unread, measure_tiles
from genchal.campaign.scoring.similarity_totals import LineTotals
from genchal.campaign.scoring.streams import Streams, make_tile
from genchal.domain import Metric, System
from genchal.domain.results.similarity import SHIFTS, Duplicates
from genchal.engines.serial import Serial
from genchal.resources.files import iterate_lines
from genchal.resources.large_texts.scratch import Place, Scratch
from genchal.resources.large_texts.sorting import ExternalSort, count_sorted
from genchal.resources.large_texts.text_ranges import take_counted
from genchal.text.arrays.ragged import FloatArray, IntArray

AT_ONCE = 1 << 16  # lines that are put into another order in memory
EACH = 1 << 12  # lines of a tile of moved outputs


@dataclass(frozen=True, slots=True)
class CompareFile:
    """Compares all files with one of them (a class, to travel between processes); `CompareLine` is its twin in memory.

    The last column is the system itself, its outputs compared with those for other inputs.
    """

    outputs: tuple[tuple[str, Path], ...]
    metrics: Sequence[Metric]
    seed: int
    cache: MetricRowCache | None

    def __call__(self, number: int) -> list[LineTotals]:
        """Return totals by metric, with the system at this place as the reference."""
        path = self.outputs[number][1]
        columns = len(self.outputs)
        corpus = _WithMoved(Streams(self.outputs, (path,)), path, self.seed)
        sums = [[RunningSum() for _ in range(columns + 1)] for _ in self.metrics]
        n = np.zeros((len(self.metrics), columns + 1), dtype=np.int64)
        for tile in measure_tiles(corpus, self.metrics, Serial(), self.cache):
            for metric, by_system in enumerate(tile.rows):
                for system, rows in zip(tile.systems, by_system, strict=True):
                    column = min(system, columns)  # all moved outputs are one column
                    sums[metric][column].add(rows[None])
                    n[metric, column] += np.count_nonzero(are_scored(rows))
        return [LineTotals(_stack(own), counts) for own, counts in zip(sums, n, strict=True)]


def _stack(sums: Sequence[RunningSum]) -> FloatArray:
    """Totals of all columns; 0 for a system of one output, which has no other to be compared with."""
    width = sums[0].total.shape[1]
    return np.stack([own.total[0] if own.has_passed else np.zeros(width) for own in sums])


@dataclass(frozen=True, slots=True)
class _WithMoved:
    """All outputs, then those of the reference under other inputs: moved on in an order that all systems share."""

    streams: Streams
    path: Path
    seed: int

    @property
    def systems(self) -> list[System]:
        """Whose outputs these are."""
        return self.streams.systems

    def instances_alone(self) -> Iterator[Unread]:
        """The references in tiles, without outputs."""
        return self.streams.instances_alone()

    def tiles(self) -> Iterator[Unread]:
        """All outputs in tiles."""
        return chain(self.streams.tiles(), self._moved())

    def _moved(self) -> Iterator[Tile]:
        shifts = min(SHIFTS, self.streams.segments - 1)
        systems = range(len(self.streams.outputs), len(self.streams.outputs) + shifts)
        order = np.random.default_rng(self.seed).permutation(self.streams.segments)
        shuffled = ShuffledLines(self.path, order)
        before = deque(shuffled.last(shifts), maxlen=shifts)
        lines = iter(shuffled)
        first = 0
        while shifts and (own := list(islice(lines, EACH))):
            known = [*before, *own]  # what is moved on by 1, 2 ... stands so many places before
            columns = [known[shifts - shift : len(known) - shift] for shift in range(1, shifts + 1)]
            yield make_tile(systems, columns, [(line,) for line in own], first)
            before.extend(own)
            first += len(own)


class ShuffledLines:
    """The lines of a file in another order: line ``order[0]`` is the first.

    Lines are dealt out to stretches of the new order on disk, and put in order stretch by stretch.
    """

    def __init__(self, path: Path, order: IntArray) -> None:
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        self._scratch = Scratch()
        self._stretches: list[list[tuple[Place, Place]]] = [[] for _ in range(0, len(order), AT_ONCE)]
        lines = iterate_lines(path)
        for start in range(0, len(order), AT_ONCE):
            own = place[start : start + AT_ONCE]
            texts = take_counted(lines, len(own), path)
            sorting = np.argsort(own, kind="stable")
            stretches, starts = np.unique(own[sorting] // AT_ONCE, return_index=True)
            for stretch, some in zip(stretches.tolist(), np.split(sorting, starts[1:]), strict=True):
                data = "\n".join([texts[line] for line in some.tolist()]).encode()
                kept = self._scratch.append(own[some]), self._scratch.append(np.frombuffer(data, dtype=np.uint8))
                self._stretches[stretch].append(kept)

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(map(self._load, range(len(self._stretches))))

    def last(self, count: int) -> list[str]:
        """The last lines of the new order."""
        found: list[str] = []
        for stretch in reversed(range(len(self._stretches))):
            found = [*self._load(stretch), *found]
            if len(found) >= count:
                break
        return found[len(found) - count :]

    def _load(self, stretch: int) -> list[str]:
        """A stretch of the new order."""
        places: list[IntArray] = []
        texts: list[str] = []
        for place, data in self._stretches[stretch]:
            places.append(self._scratch.load(place))
            texts += self._scratch.load(data).tobytes().decode().split("\n")
        return [texts[line] for line in np.argsort(np.concatenate(places)).tolist()]


def count_equal_lines(paths: Sequence[Path], instances: int) -> Duplicates:
    """Count outputs that are literally the same; different ones of a system by fingerprints of 106 bits."""
    size = len(paths)
    equal = np.zeros((size, size), dtype=np.int64)
    sorting = [ExternalSort() for _ in paths]
    files = [iterate_lines(path) for path in paths]
    while any(blocks := [list(islice(file, AT_ONCE)) for file in files]):
        numbers: dict[str, int] = {}
        columns = np.array([[numbers.setdefault(line, len(numbers)) for line in block] for block in blocks])
        for row, other in itertools.product(range(size), repeat=2):
            equal[row, other] += np.count_nonzero(columns[row] == columns[other])
        prints = _fingerprints(list(numbers))
        for own, column in zip(sorting, columns, strict=True):
            own.add(prints[np.unique(column)])
    different = [sum(len(keys) for keys, _ in count_sorted(own.sorted())) for own in sorting]
    there = np.full(size, instances)
    return Duplicates(equal, np.full((size, size), instances), there, np.array(different))


def _fingerprints(texts: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.complex128]]:
    """Numbers that differ where texts do, but for less than one in 10 to the power of 17 such comparisons."""
    digests = b"".join([blake2b(text.encode(), digest_size=16).digest() for text in texts])
    halves = np.frombuffer(digests, dtype=np.uint64).reshape(-1, 2) >> np.uint64(11)
    joined = np.empty(len(texts), dtype=np.complex128)
    joined.real, joined.imag = halves[:, 0], halves[:, 1]
    return joined
