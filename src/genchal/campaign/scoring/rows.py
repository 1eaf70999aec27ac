"""Outputs to rows: the part of scoring that costs time, cut into tiles for the engines."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np

from genchal.campaign.scoring.row_cache import MetricRowCache, NotStored, fingerprint_outputs, rows_key
from genchal.domain import AttributeSet, Batch, Input, Instance, Metric, Rows, Scene, Submission, System
from genchal.domain.instance import count_references
from genchal.engines import Engine
from genchal.text.arrays.ragged import IntArray

TEXTS_AT_ONCE = 1 << 15  # outputs of a tile: enough to share work, few enough to spread over processes


@dataclass(frozen=True, slots=True)
class SystemRows:
    """The rows of a system, by metric: a line per output, which answers the instance at the place `instances` says.

    `references` is the number of references its segments have, or "var". `stored` tells, by metric, whether all rows
    were found in the cache.
    """

    system: System
    instances: IntArray
    rows: tuple[Rows, ...]
    references: str
    stored: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """Outputs of some systems, which are given by their places: `sizes[i]` of `systems[i]`, one system after another.

    Which instances are together in a tile depends on the instances alone, so that what was measured of a system is
    found again when others have joined it.
    """

    systems: Sequence[int]
    sizes: Sequence[int]
    batch: Batch

    def load(self) -> Tile:
        """The tile itself: it has been read."""
        return self


class Unread(Protocol):
    """A tile that is read where it is measured."""

    def load(self) -> Tile:
        """Read it."""
        ...


class TileSource(Protocol):
    """What is measured, in parts that are read when they are needed."""

    @property
    def systems(self) -> Sequence[System]:
        """Whose outputs these are."""
        ...

    def tiles(self) -> Iterator[Unread]:
        """All outputs."""
        ...

    def instances_alone(self) -> Iterator[Unread]:
        """Every instance once, however many systems have answered it; outputs are empty."""
        ...


def measure_rows(
    corpus: SubmissionTiles, metrics: Sequence[Metric], engine: Engine, cache: MetricRowCache | None = None
) -> list[SystemRows]:
    """Return the rows of every system: found in the cache, or measured; NaN where an output cannot be compared."""
    rows: list[list[list[Rows]]] = [[[] for _ in metrics] for _ in corpus.systems]
    stored = np.ones((len(corpus.systems), len(metrics)), dtype=bool)
    for tile in measure_tiles(corpus, metrics, engine, cache):
        for number, by_metric in enumerate(tile.rows):
            for system, own, is_stored in zip(tile.systems, by_metric, tile.stored[number], strict=True):
                rows[system][number].append(own)
                stored[system, number] &= is_stored
    return [
        corpus.rows_of(system, [np.concatenate(parts) for parts in rows[system]], metrics, stored[system].tolist())
        for system in range(len(corpus.systems))
    ]


def measure_tiles(
    corpus: TileSource, metrics: Sequence[Metric], engine: Engine, cache: MetricRowCache | None = None
) -> Iterator[TileRows]:
    """Return the rows tile by tile, in their order, so that they need not be in memory all at once.

    Metrics that are informed by the corpus look through it first.
    """
    informed = _inform(corpus, metrics, engine)
    yield from _load_tiles(corpus, informed, cache) or engine.map(_MeasureTile(informed, cache), corpus.tiles())


def _inform(corpus: TileSource, metrics: Sequence[Metric], engine: Engine) -> list[Metric]:
    """Let metrics look at all instances; a pass each, because surveys may be large and are merged as they come."""
    return [
        metric.informed(engine.map(partial(_survey, metric), corpus.instances_alone()))
        if metric.is_informed_by_corpus
        else metric
        for metric in metrics
    ]


def _load_tiles(corpus: TileSource, metrics: Sequence[Metric], cache: MetricRowCache | None) -> list[TileRows]:
    """The rows of a campaign that is up to date, so that no engine has to start; none where any is to be measured."""
    if cache is None or not cache.keeps_all or not cache.store.has_rows():
        return []
    try:
        return list(map(_MeasureTile(metrics, replace(cache, stored_only=True)), corpus.tiles()))
    except NotStored:
        return []


def _survey(metric: Metric, tile: Unread) -> Any:
    return metric.survey(tile.load().batch)


class TileRows(NamedTuple):
    """Rows by metric and system, and whether they were found in the cache."""

    systems: Sequence[int]
    rows: list[list[Rows]]
    stored: list[list[bool]]


class _MeasureTile:
    """Measures one tile with every metric, so that they share its tokens (a class, to travel between processes).

    What is in the cache already is not measured again. As long as the cache is empty, nobody looks.
    """

    def __init__(self, metrics: Sequence[Metric], cache: MetricRowCache | None) -> None:
        self.metrics = metrics
        self.identities = [metric.identity() for metric in metrics]
        self.cache = cache
        self.looks = cache is not None and cache.store.has_rows()

    def __call__(self, unread: Unread) -> TileRows:
        tile = unread.load()
        parts = _Parts(tile)
        known: dict[str, list[Rows]] = {}  # metrics that make different scores from the same rows share them
        result = TileRows(tile.systems, [], [])
        for metric, identity in zip(self.metrics, self.identities, strict=True):
            if identity in known:
                rows, stored = known[identity], [True] * len(tile.systems)
            else:
                rows, stored = self._rows(metric, identity, parts)
                known[identity] = rows
            result.rows.append(rows)
            result.stored.append(stored)
        return result

    def _rows(self, metric: Metric, identity: str, parts: _Parts) -> tuple[list[Rows], list[bool]]:
        """Rows of every system in the tile, and which of them were there."""
        places = range(len(parts.tile.sizes))
        found: dict[int, Rows] = {}
        if self.cache is not None and self.looks:
            loaded = {place: self.cache.load(parts.key(identity, place), parts.tile.sizes[place]) for place in places}
            found = {place: rows for place, rows in loaded.items() if rows is not None}
        missing = [place for place in places if place not in found and parts.tile.sizes[place]]
        if missing or not found:
            alike = self._find_alike(identity, parts, missing)
            once = [place for place in missing if alike[place] == place]
            found |= zip(once or places, self._measure(metric, identity, parts, once), strict=True)
            found |= {place: found[alike[place]] for place in missing}
        width = next(iter(found.values())).shape[1]
        nothing = np.zeros((0, width))  # of systems without outputs for these instances
        return [found.get(place, nothing) for place in places], [place not in missing for place in places]

    def _find_alike(self, identity: str, parts: _Parts, missing: Sequence[int]) -> dict[int, int]:
        """For every system the first one with the same outputs, where rows are kept.

        Sums may differ in the last digit by what is measured beside them, and only one of them can be kept.
        """
        if self.cache is None:
            return {place: place for place in missing}
        first: dict[str, int] = {}
        return {place: first.setdefault(parts.key(identity, place), place) for place in missing}

    def _measure(self, metric: Metric, identity: str, parts: _Parts, missing: Sequence[int]) -> list[Rows]:
        """Rows of some systems, which are kept if they are worth it."""
        if self.cache is not None and missing:
            self.cache.check_may_measure(metric.name)
        started = time.perf_counter()
        measured = metric.measure(parts.batch(missing))
        seconds = time.perf_counter() - started
        ends = list(accumulate(parts.tile.sizes[place] for place in missing))
        by_system = np.split(measured, ends[:-1]) if missing else [measured] * len(parts.tile.sizes)
        if self.cache is not None and self.cache.is_worth(seconds):
            for place, rows in zip(missing, by_system, strict=False):
                self.cache.keep(parts.key(identity, place), rows)
        return by_system


class _Parts:
    """The outputs of a tile system by system, with their keys; each is made once, for all metrics."""

    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self._bounds = list(pairwise([0, *accumulate(tile.sizes)]))
        self._batches: dict[tuple[int, ...], Batch] = {}
        self._fingerprints: dict[int, str] = {}

    def batch(self, places: Sequence[int]) -> Batch:
        """The outputs of the systems at these places of the tile."""
        if sum(self.tile.sizes[place] for place in places) == len(self.tile.batch):
            return self.tile.batch
        key = tuple(places)
        if key not in self._batches:
            rows = [row for place in places for row in range(*self._bounds[place])]
            self._batches[key] = self.tile.batch.take(rows)
        return self._batches[key]

    def key(self, identity: str, place: int) -> str:
        """The key of the rows of a metric and a system."""
        if place not in self._fingerprints:
            self._fingerprints[place] = fingerprint_outputs(self.batch([place]))
        return rows_key(identity, self._fingerprints[place])


class SubmissionTiles:
    """The outputs of submissions, cut by instance; systems that are together in a tile share the work on references."""

    def __init__(self, instances: Sequence[Instance], submissions: Sequence[Submission]) -> None:
        self.systems = [submission.system for submission in submissions]
        self.instances = instances
        self.submissions = submissions
        self._places = [np.array(submission.instances, dtype=np.int64) for submission in submissions]
        self._orders = list(map(_measured_order, submissions, self._places))
        self._reference_counts = list(map(count_references, instances))
        self._has_sets = any(submission.attribute_sets is not None for submission in submissions)
        self._scenes: dict[tuple[int, int], Scene] = {}  # without a set, by instance and place of the set

    def instances_alone(self) -> Iterator[Tile]:
        """Every instance once, without outputs."""
        for start in range(0, len(self.instances), TEXTS_AT_ONCE):
            some = self.instances[start : start + TEXTS_AT_ONCE]
            references, ids, inputs = zip(*((own.references, own.id, own.input) for own in some), strict=True)
            yield Tile((), (), Batch([""] * len(some), references, ids, inputs))

    def tiles(self) -> Iterator[Tile]:
        """All outputs that are there, cut by instance, and by system where there are many."""
        for start, stop in pairwise(self._cuts()):
            at_once = max(1, TEXTS_AT_ONCE // max(1, stop - start))
            for first in range(0, len(self.systems), at_once):
                systems = range(first, min(first + at_once, len(self.systems)))
                parts = [self._part(system, start, stop) for system in systems]
                yield Tile(systems, list(map(len, parts)), self._batch(systems, parts))

    def rows_of(
        self, system: int, rows: Sequence[Rows], metrics: Sequence[Metric], stored: Sequence[bool]
    ) -> SystemRows:
        """Put the rows of a system into the order of its outputs, NaN where one is missing."""
        submission, order = self.submissions[system], self._orders[system]
        without_text = [output is None for output in submission.outputs]
        all_rows = []
        for metric, measured in zip(metrics, rows, strict=True):
            whole = np.full((len(without_text), measured.shape[1]), np.nan)
            whole[order] = measured
            if metric.subject == "texts":
                whole[without_text] = np.nan  # an attribute set alone is no empty text
            all_rows.append(whole)
        counts = [self._reference_counts[index] for index in submission.instances]
        if submission.left_out:
            counts = [count - (own is not None) for count, own in zip(counts, submission.left_out, strict=True)]
        references = write_count(set(counts))
        return SystemRows(submission.system, self._places[system], tuple(all_rows), references, tuple(stored))

    def _cuts(self) -> list[int]:
        """Places of the instances that tiles begin with: after so many texts, of one system and the references."""
        texts = np.cumsum([1 + len(instance.references) for instance in self.instances])
        step = max(1, TEXTS_AT_ONCE // 4)
        inner = np.searchsorted(texts, np.arange(step, texts[-1] if len(texts) else 0, step))
        return [*sorted({0, *inner.tolist()}), len(self.instances)]

    def _part(self, system: int, start: int, stop: int) -> IntArray:
        """Places of a system's outputs for these instances."""
        order = self._orders[system]
        low, high = np.searchsorted(self._places[system][order], [start, stop])
        return order[low:high]

    def _batch(self, systems: Sequence[int], parts: Sequence[IntArray]) -> Batch:
        instances: list[Instance] = []
        outputs: list[str] = []
        references: list[tuple[str, ...]] = []
        inputs: list[Input] = []
        sets: list[AttributeSet | None] = []
        for system, part in zip(systems, parts, strict=True):
            submission, places = self.submissions[system], part.tolist()
            answered = [self.instances[submission.instances[place]] for place in places]
            instances += answered
            outputs += [submission.outputs[place] or "" for place in places]
            references += _references_of(answered, submission, places)
            if self._has_sets:
                inputs += [self._input_of(submission, place) for place in places]
                sets += [submission.attributes_at(place) for place in places]
            else:
                inputs += [instance.input for instance in answered]
        return Batch(outputs, references, [instance.id for instance in instances], inputs, sets)

    def _input_of(self, submission: Submission, place: int) -> Input:
        """What an output answers; a scene has its attribute sets without the one that the output was drawn from."""
        index = submission.instances[place]
        given = self.instances[index].input
        own = _own_reference(submission, place)
        if own is None or not isinstance(given, Scene) or own >= len(given.attribute_sets):
            return given
        if submission.attributes_at(place) is None:
            return given
        # One object for all outputs that have it: what metrics learn of a scene they keep by object.
        return self._scenes.setdefault((index, own), given.leaving_out(own))


def _measured_order(submission: Submission, places: IntArray) -> IntArray:
    """Places of the outputs that are there, in the order of the instances."""
    order = np.argsort(places, kind="stable")
    given: IntArray = order[np.array(submission.given(), dtype=bool)[order]]
    return given


def write_count(counts: set[int]) -> str:
    """Write how many references segments have as signatures do."""
    return str(next(iter(counts))) if len(counts) == 1 else "var"


def _references_of(
    instances: Sequence[Instance], submission: Submission, places: Sequence[int]
) -> list[tuple[str, ...]]:
    """What outputs are compared with: all references, but not the one that an output was drawn from."""
    everything = [instance.references for instance in instances]
    if not submission.left_out:
        return everything
    drawn = [submission.left_out[place] for place in places]
    return [
        references if own is None else references[:own] + references[own + 1 :]
        for references, own in zip(everything, drawn, strict=True)
    ]


def _own_reference(submission: Submission, place: int) -> int | None:
    return submission.left_out[place] if submission.left_out else None
