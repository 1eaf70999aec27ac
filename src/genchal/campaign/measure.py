"""Outputs to rows: the part of scoring that costs time, cut into tiles for the engines."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol, runtime_checkable

import numpy as np

from genchal.domain import Batch, Instance, Metric, Rows, Submission, System
from genchal.engines import Engine
from genchal.errors import UserError
from genchal.resources.results import ResultStore, digest
from genchal.text.ragged import IntArray, offsets_of

WORTH_KEEPING = 1.0  # seconds: what is measured faster than it could be looked up is not kept
SEGMENTS_AT_ONCE = 1 << 12  # per tile: enough to share work, small enough to spread over processes


@dataclass(frozen=True, slots=True)
class Measured:
    """The rows of a system, by metric: a line per output, which answers the instance at the place `instances` says.

    `references` is the number of references its segments have, or "var".
    """

    system: System
    instances: IntArray
    rows: tuple[Rows, ...]
    references: str


def measured(
    instances: Sequence[Instance], submissions: Sequence[Submission], rows: Sequence[Sequence[Rows]]
) -> list[Measured]:
    """Put rows, by metric and submission, together by system."""
    result = []
    for number, submission in enumerate(submissions):
        places = zip(submission.instances, range(len(submission.outputs)), strict=True)
        counts = {len(references_of(instances[index], submission, place)) for index, place in places}
        own = tuple(by_submission[number] for by_submission in rows)
        places_of = np.array(submission.instances, dtype=np.int64)
        result.append(Measured(submission.system, places_of, own, counted_references(counts)))
    return result


def counted_references(counts: set[int]) -> str:
    """Write how many references segments have as signatures do."""
    return str(next(iter(counts))) if len(counts) == 1 else "var"


def measure_submissions(
    instances: Sequence[Instance],
    submissions: Sequence[Submission],
    metrics: Sequence[Metric],
    engine: Engine,
    cache: ResultStore | None = None,
) -> list[list[Rows]]:
    """Return rows by metric and submission: one line per output, NaN where it is missing or cannot be compared."""
    tiles = Tiles(instances, submissions)
    result = []
    for parts in measure_tiles(tiles, metrics, engine, cache):
        whole = np.full((tiles.offsets[-1], parts.shape[1]), np.nan)
        whole[tiles.order] = parts
        result.append(np.split(whole, tiles.offsets[1:-1]))
    return result


class Unread(Protocol):
    """A tile that is read by whoever measures it."""

    def load(self) -> Batch:
        """Read it."""
        ...


@runtime_checkable
class HasParts(Protocol):
    """Tiles that need not be read here."""

    def parts(self) -> Iterator[Batch | Unread]:
        """The tiles, read or not."""
        ...


def measure_tiles(
    tiles: Iterable[Batch], metrics: Sequence[Metric], engine: Engine, cache: ResultStore | None = None
) -> list[Rows]:
    """Return the rows of all tiles, by metric; tiles are gone through once more for metrics that look at all first."""
    fitted = [metric.fitted(tiles) for metric in metrics]
    parts = tiles.parts() if isinstance(tiles, HasParts) else tiles
    by_tile = list(engine.map(_MeasureAll(fitted, cache), parts))
    return [np.concatenate([rows[number] for rows in by_tile]) for number in range(len(metrics))]


class _MeasureAll:
    """Measures one batch with every metric, so that they share its tokens (a class, to travel between processes).

    Rows that took long are kept in the cache, if there is one, and found there the next time.
    """

    def __init__(self, metrics: Sequence[Metric], cache: ResultStore | None) -> None:
        self.metrics = metrics
        self.cache = cache

    def __call__(self, tile: Batch | Unread) -> list[Rows]:
        batch = tile if isinstance(tile, Batch) else tile.load()
        if self.cache is None:
            return [metric.measure(batch) for metric in self.metrics]
        content = digest(batch.outputs, map(str, map(len, batch.references)), chain.from_iterable(batch.references))
        inputs = digest(map(str, batch.inputs))
        return [
            self._found_or_measured(metric, batch, digest([metric.identity(), content, inputs]))
            for metric in self.metrics
        ]

    def _found_or_measured(self, metric: Metric, batch: Batch, key: str) -> Rows:
        assert self.cache is not None  # noqa: S101
        rows = self.cache.load_rows(key)
        if rows is not None and len(rows) == len(batch):
            return rows
        started = time.perf_counter()
        rows = metric.measure(batch)
        if time.perf_counter() - started >= WORTH_KEEPING:
            with contextlib.suppress(UserError):  # a cache that cannot be written must not cost the scores
                self.cache.save_rows(key, rows)
        return rows


class Tiles:
    """The outputs of all submissions in batches cut by instance, so that systems share the work on references."""

    def __init__(self, instances: Sequence[Instance], submissions: Sequence[Submission]) -> None:
        self.instances = instances
        self.submissions = submissions
        self.offsets = offsets_of(np.array([len(submission.outputs) for submission in submissions], dtype=np.int64))
        instance = np.concatenate([np.array(submission.instances, dtype=np.int64) for submission in submissions])
        given = [output is not None for submission in submissions for output in submission.outputs]
        order = np.argsort(instance, kind="stable")
        self.order = order[np.array(given, dtype=bool)[order]]  # the outputs to measure, missing ones left out

    def __iter__(self) -> Iterator[Batch]:
        owner = np.searchsorted(self.offsets, self.order, side="right") - 1
        place = (self.order - self.offsets[owner]).tolist()
        owners = owner.tolist()
        for start in range(0, max(len(owners), 1), SEGMENTS_AT_ONCE):
            end = start + SEGMENTS_AT_ONCE
            yield self._batch(
                [(self.submissions[o], p) for o, p in zip(owners[start:end], place[start:end], strict=True)]
            )

    def _batch(self, segments: Sequence[tuple[Submission, int]]) -> Batch:
        outputs, references, ids, inputs = [], [], [], []
        for submission, place in segments:
            instance = self.instances[submission.instances[place]]
            outputs.append(submission.outputs[place] or "")
            references.append(references_of(instance, submission, place))
            ids.append(instance.id)
            inputs.append(instance.input)
        return Batch(outputs, references, ids, inputs)


def references_of(instance: Instance, submission: Submission, place: int) -> tuple[str, ...]:
    """What an output is compared with: all references, but not the one it was drawn from."""
    own = submission.left_out[place] if submission.left_out else None
    return instance.references if own is None else instance.references[:own] + instance.references[own + 1 :]
