"""Outputs to rows: the part of scoring that costs time, cut into tiles for the engines."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from genchal.domain import Batch, Input, Instance, Metric, Rows, Scene, Submission, System
from genchal.engines import Engine
from genchal.errors import UserError
from genchal.resources.results import ResultStore, digest
from genchal.text.arrays.ragged import IntArray, offsets_of

WORTH_KEEPING = 1.0  # seconds: what is measured faster than it could be looked up is not kept
TEXTS_AT_ONCE = 1 << 15  # outputs and references of a tile: enough to share work, few enough to spread over processes


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
        counts = {_compared_with(instances[index], submission, place) for index, place in places}
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
    without_text = [output is None for submission in submissions for output in submission.outputs]
    result = []
    for metric, parts in zip(metrics, measure_tiles(tiles, metrics, engine, cache), strict=True):
        whole = np.full((tiles.offsets[-1], parts.shape[1]), np.nan)
        whole[tiles.order] = parts
        if metric.subject == "texts":
            whole[without_text] = np.nan  # an attribute set alone is no empty text
        result.append(np.split(whole, tiles.offsets[1:-1]))
    return result


class Unread(Protocol):
    """A tile that is read by whoever measures it."""

    def load(self) -> Batch:
        """Read it."""
        ...


class Corpus(Protocol):
    """What is scored, in parts that are read when they are needed."""

    def parts(self) -> Iterator[Batch | Unread]:
        """All outputs, as tiles."""
        ...

    def instances_alone(self) -> Iterator[Batch | Unread]:
        """Every instance once, however many systems have answered it; outputs are empty."""
        ...


def measure_tiles(
    corpus: Corpus, metrics: Sequence[Metric], engine: Engine, cache: ResultStore | None = None
) -> list[Rows]:
    """Return the rows of all tiles, by metric; metrics that are informed by the corpus look through it first."""
    measure = _MeasureAll(_informed(corpus, metrics, engine), cache)
    by_tile = list(engine.map(measure, corpus.parts()))
    return [np.concatenate([rows[number] for rows in by_tile]) for number in range(len(metrics))]


def _informed(corpus: Corpus, metrics: Sequence[Metric], engine: Engine) -> list[Metric]:
    """Let metrics look at all instances; a pass each, because surveys may be large and are merged as they come."""
    return [
        metric.informed(engine.map(_Survey(metric), corpus.instances_alone()))
        if metric.is_informed_by_corpus
        else metric
        for metric in metrics
    ]


class _Survey:
    """Surveys one batch (a class, to travel between processes)."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric

    def __call__(self, part: Batch | Unread) -> Any:
        return self.metric.survey(_read(part))


def _read(part: Batch | Unread) -> Batch:
    return part if isinstance(part, Batch) else part.load()


class _MeasureAll:
    """Measures one batch with every metric, so that they share its tokens (a class, to travel between processes).

    Rows that took long are kept in the cache, if there is one, and found there the next time. As long as it is empty,
    nobody looks.
    """

    def __init__(self, metrics: Sequence[Metric], cache: ResultStore | None) -> None:
        self.metrics = metrics
        self.identities = [metric.identity() for metric in metrics]
        self.cache = cache
        self.looks = cache is not None and cache.has_rows()

    def __call__(self, tile: Batch | Unread) -> list[Rows]:
        batch = _read(tile)
        rows: dict[str, Rows] = {}  # metrics that make different scores from the same rows share them
        for metric, identity in zip(self.metrics, self.identities, strict=True):
            if identity not in rows:
                rows[identity] = self._found(metric, batch) if self.looks else self._measured(metric, batch)
        return [rows[identity] for identity in self.identities]

    def _found(self, metric: Metric, batch: Batch) -> Rows:
        rows = self.cache.load_rows(_key(metric, batch)) if self.cache else None
        return rows if rows is not None and len(rows) == len(batch) else self._measured(metric, batch)

    def _measured(self, metric: Metric, batch: Batch) -> Rows:
        started = time.perf_counter()
        rows = metric.measure(batch)
        if self.cache and time.perf_counter() - started >= WORTH_KEEPING:
            with contextlib.suppress(UserError):  # a cache that cannot be written must not cost the scores
                self.cache.save_rows(_key(metric, batch), rows)
        return rows


def _key(metric: Metric, batch: Batch) -> str:
    """Fingerprint of everything that the rows depend on."""
    texts, layout = batch.contents()
    return digest(metric.identity(), texts, layout.hex())


class Tiles:
    """The outputs of all submissions in batches cut by instance, so that systems share the work on references."""

    def __init__(self, instances: Sequence[Instance], submissions: Sequence[Submission]) -> None:
        self.instances = instances
        self.submissions = submissions
        self.offsets = offsets_of(np.array([len(submission.outputs) for submission in submissions], dtype=np.int64))
        instance = np.concatenate([np.array(submission.instances, dtype=np.int64) for submission in submissions])
        given = [is_given for submission in submissions for is_given in submission.given()]
        self.has_sets = any(submission.attribute_sets is not None for submission in submissions)
        self._scenes: dict[tuple[int, int], Scene] = {}  # without a set, by instance and place of the set
        order = np.argsort(instance, kind="stable")
        self.order = order[np.array(given, dtype=bool)[order]]  # the outputs to measure, missing ones left out
        self.cuts = self._cuts(instance[self.order])

    def instances_alone(self) -> Iterator[Batch]:
        """Every instance once, without outputs."""
        for start in range(0, len(self.instances), TEXTS_AT_ONCE):
            some = self.instances[start : start + TEXTS_AT_ONCE]
            references, ids, inputs = zip(*((one.references, one.id, one.input) for one in some), strict=True)
            yield Batch([""] * len(some), references, ids, inputs)

    def parts(self) -> Iterator[Batch]:
        """All outputs, as tiles."""
        owner = np.searchsorted(self.offsets, self.order, side="right") - 1
        place = (self.order - self.offsets[owner]).tolist()
        owners = owner.tolist()
        for start, end in pairwise(self.cuts):
            segments = zip(owners[start:end], place[start:end], strict=True)
            yield self._batch([(self.submissions[one], where) for one, where in segments])

    def _cuts(self, instance: IntArray) -> list[int]:
        """Where tiles begin and end: after so many texts, the references of an instance counted once."""
        references = np.array([len(one.references) for one in self.instances], dtype=np.int64)
        is_first = np.diff(instance, prepend=-1) != 0
        texts = np.cumsum(1 + np.where(is_first, references[instance], 0))
        inner = np.searchsorted(texts, np.arange(TEXTS_AT_ONCE, texts[-1] if len(texts) else 0, TEXTS_AT_ONCE))
        return sorted({0, *inner.tolist(), len(instance)}) if len(instance) else [0, 0]

    def _batch(self, segments: Sequence[tuple[Submission, int]]) -> Batch:
        outputs, references, ids, inputs, sets = [], [], [], [], []
        for submission, place in segments:
            instance = self.instances[submission.instances[place]]
            outputs.append(submission.outputs[place] or "")
            references.append(references_of(instance, submission, place))
            ids.append(instance.id)
            inputs.append(self._input_of(submission, place) if self.has_sets else instance.input)
            sets.append(submission.attributes_at(place))
        return Batch(outputs, references, ids, inputs, sets if self.has_sets else ())

    def _input_of(self, submission: Submission, place: int) -> Input:
        """What an output answers; a scene has its attribute sets without the one that the output was drawn from."""
        index = submission.instances[place]
        given = self.instances[index].input
        own = submission.left_out[place] if submission.left_out else None
        if own is None or not isinstance(given, Scene) or own >= len(given.attribute_sets):
            return given
        if submission.attributes_at(place) is None:
            return given
        # One object for all outputs that have it: what metrics learn of a scene they keep by object.
        return self._scenes.setdefault((index, own), given.leaving_out(own))


def count_references(instance: Instance) -> int:
    """How many references there are: texts, or attribute sets where there are no texts."""
    sets = len(instance.input.attribute_sets) if isinstance(instance.input, Scene) else 0
    return len(instance.references) or sets


def _compared_with(instance: Instance, submission: Submission, place: int) -> int:
    own = submission.left_out[place] if submission.left_out else None
    return count_references(instance) - (own is not None)


def references_of(instance: Instance, submission: Submission, place: int) -> tuple[str, ...]:
    """What an output is compared with: all references, but not the one it was drawn from."""
    own = submission.left_out[place] if submission.left_out else None
    return instance.references if own is None else instance.references[:own] + instance.references[own + 1 :]
