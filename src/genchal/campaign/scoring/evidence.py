"""Evidence: the rows of all systems, from lists, files or folders, before anything is summed.

Scores and comparisons are both made from it, so that they cannot disagree about what was measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np

from genchal.campaign.reading.instances import find_grouping
from genchal.campaign.reading.submissions import SystemOutputs, load_submissions, load_tree, spool_files
from genchal.campaign.scoring.instance_sums import are_scored, is_in_order, sum_by_instance
from genchal.campaign.scoring.missing import (
    check_any_scored,
    check_names,
    check_references,
    check_scored,
    check_subjects,
    check_without_references,
    describe_conditions,
    fill_missing,
    find_subjects,
)
from genchal.campaign.scoring.request import ChosenMetric, Request, choose_metrics, find_fractions
from genchal.campaign.scoring.resources import load_resources
from genchal.campaign.scoring.row_cache import MetricRowCache
from genchal.campaign.scoring.rows import SubmissionTiles, SystemRows, measure_rows, measure_tiles
from genchal.campaign.scoring.shard_streams import ListedReferences, ShardStreams, open_shard_streams
from genchal.campaign.scoring.streamed_evidence import StreamedEvidence
from genchal.campaign.scoring.streams import Streams, open_streams
from genchal.domain import Instance, Rows, Submission, System, Text
from genchal.domain.campaign import Missing, Reading
from genchal.domain.derived import Derived
from genchal.domain.results.scores import SegmentScores
from genchal.engines import Engine
from genchal.engines.serial import Serial
from genchal.errors import InvalidInput, counted
from genchal.resources.files import spooled
from genchal.resources.large_texts.scratch import RowScratch
from genchal.resources.results import digest_arrays
from genchal.tasks import TASKS
from genchal.tasks.contents import describe_markup
from genchal.tasks.plain import Plain
from genchal.text.arrays.ragged import FloatArray, IntArray

Pieces = Callable[[], Iterator[FloatArray]]  # numbers that come in pieces, from the beginning each time


class Evidence(Protocol):
    """Rows of systems by metric, whether they are in memory or on disk.

    Metrics and systems are meant by their places. Code that sums or tests goes through the rows in blocks; what is in
    memory is a single one.
    """

    @property
    def metrics(self) -> tuple[ChosenMetric, ...]:
        """What was measured."""
        ...

    @property
    def derived(self) -> tuple[Derived, ...]:
        """What is worked out from it."""
        ...

    @property
    def conditions(self) -> Sequence[str]:
        """What was done to the data before, as signatures say it."""
        ...

    @property
    def names(self) -> list[str]:
        """Names of the systems."""
        ...

    @property
    def reference_counts(self) -> list[str]:
        """How many references the segments of every system have, or "var"."""
        ...

    @property
    def instances(self) -> int:
        """How many instances there are."""
        ...

    @property
    def fractions(self) -> tuple[str, ...]:
        """Labels of the metrics whose scores lie between 0 and 1."""
        ...

    def sums(self, metric: int) -> Iterator[FloatArray]:
        """Sums by instance, systems x some instances x columns; NaN where nothing is scored."""
        ...

    def rows(self, system: int, metric: int) -> Iterator[Rows]:
        """The rows of a system's outputs."""
        ...

    def answered(self, system: int) -> IntArray | None:
        """The instance that each output of a system answers; None if there is one for each, in their order."""
        ...

    def count_outputs(self, system: int) -> int:
        """How many outputs there may be scores of."""
        ...

    def count_scored(self, system: int, metrics: Sequence[int]) -> int:
        """How many of them all of these metrics have scored."""
        ...

    def name_segments(self, system: int, track: str | None, label: str, scores: Pieces) -> SegmentScores:
        """Put the scores of a system's outputs beside the ids of the instances."""
        ...


@dataclass(frozen=True, slots=True)
class LoadedEvidence:
    """Rows in memory; `ids` are those of the instances, which rows refer to by place.

    `conditions` say in signatures what was done to the data before.
    """

    metrics: tuple[ChosenMetric, ...]
    derived: tuple[Derived, ...]
    systems: Sequence[SystemRows]
    ids: Sequence[str]
    conditions: Sequence[str] = ()

    @property
    def names(self) -> list[str]:
        """Names of the systems."""
        return [system.system.name for system in self.systems]

    @property
    def reference_counts(self) -> list[str]:
        """How many references the segments of every system have, or "var"."""
        return [system.references for system in self.systems]

    @property
    def instances(self) -> int:
        """How many instances there are."""
        return len(self.ids)

    @property
    def fractions(self) -> tuple[str, ...]:
        """Labels of the metrics whose scores lie between 0 and 1."""
        return find_fractions(self.metrics)

    def sums(self, metric: int) -> Iterator[FloatArray]:
        """Sums by instance of all systems."""
        sums = [sum_by_instance(own.rows[metric], own.instances, len(self.ids)) for own in self.systems]
        yield np.stack(sums)

    def rows(self, system: int, metric: int) -> Iterator[Rows]:
        """The rows of a system's outputs."""
        yield self.systems[system].rows[metric]

    def answered(self, system: int) -> IntArray | None:
        """The instance that each output of a system answers; None if there is one for each, in their order."""
        places = self.systems[system].instances
        return None if is_in_order(places, len(self.ids)) else places

    def count_outputs(self, system: int) -> int:
        """How many outputs there may be scores of."""
        return len(self.systems[system].instances)

    def count_scored(self, system: int, metrics: Sequence[int]) -> int:
        """How many of them all of these metrics have scored."""
        scored = [are_scored(self.systems[system].rows[metric]) for metric in metrics]
        return int(np.logical_and.reduce(scored).sum())

    def name_segments(self, system: int, track: str | None, label: str, scores: Pieces) -> SegmentScores:
        """Put the scores of a system's outputs beside the ids of the instances."""
        places = self.answered(system)
        ids = self.ids if places is None else [self.ids[place] for place in places]
        (values,) = scores()
        return SegmentScores(self.systems[system].system.name, track, label, ids, values)


@dataclass(frozen=True, slots=True)
class Machinery:
    """Where scoring runs, where rows are stored, and who is told about slow work."""

    engine: Engine = field(default_factory=Serial)
    cache: MetricRowCache | None = None
    progress: Callable[[str], None] = lambda _: None


def fingerprint_evidence(evidence: LoadedEvidence) -> list[str]:
    """Fingerprint of rows, and of how scores are made of them."""
    return [
        repr([(chosen.label, chosen.scale, chosen.metric.signature("", ())) for chosen in evidence.metrics]),
        repr(evidence.derived),
        repr((list(evidence.ids), list(evidence.conditions))),
        repr([(system.system.name, system.references) for system in evidence.systems]),
        digest_arrays(array for system in evidence.systems for array in (system.instances, *system.rows)),
    ]


def tell_notes(outputs: SystemOutputs, machinery: Machinery | None) -> None:
    """Say aloud how outputs were matched and what hardly belongs to them, where somebody listens."""
    if machinery is not None:
        marks = (describe_markup(submission, outputs.instances) for submission in outputs.submissions)
        for note in (*outputs.notes, *filter(None, marks)):
            machinery.progress(note)


def gather_evidence(
    outputs: SystemOutputs,
    request: Request,
    missing: Missing = "not_scored",
    conditions: Sequence[str] = (),
    machinery: Machinery | None = None,
) -> LoadedEvidence:
    """Measure what systems wrote: all steps from a request to rows, for every command that scores."""
    machinery = machinery or Machinery()
    check_names(outputs.names)
    metrics = load_resources(choose_metrics(request, outputs.task), machinery.progress)
    submissions = fill_missing(outputs.submissions, missing)
    subjects = find_subjects(submissions)
    check_subjects(metrics, subjects)
    corpus = SubmissionTiles(outputs.instances, submissions)
    rows = measure_rows(corpus, [chosen.metric for chosen in metrics], machinery.engine, machinery.cache)
    scored = [any(bool(are_scored(system.rows[number]).any()) for system in rows) for number in range(len(metrics))]
    check_scored(metrics, scored, subjects)
    return LoadedEvidence(metrics, request.derived, rows, outputs.ids, conditions)


def gather_streams(
    streams: Streams | ShardStreams, request: Request, machinery: Machinery | None = None
) -> StreamedEvidence:
    """The same for plain text that is read piece by piece; its rows are kept on disk if they are many."""
    machinery = machinery or Machinery()
    check_names(streams.names)
    metrics = load_resources(choose_metrics(request, streams.task), machinery.progress)
    check_subjects(metrics, {"texts"})
    scratch = RowScratch(len(streams.names), len(metrics))
    for tile in measure_tiles(streams, [chosen.metric for chosen in metrics], machinery.engine, machinery.cache):
        for number, by_metric in enumerate(tile.rows):
            for system, rows in zip(tile.systems, by_metric, strict=True):
                scratch.append(system, number, rows)
    evidence = StreamedEvidence(metrics, request.derived, streams, scratch)
    scored = [
        any(evidence.count_scored(system, [number]) for system in range(len(streams.names)))
        for number in range(len(metrics))
    ]
    check_scored(metrics, scored, {"texts"})
    return evidence


def gather_lists(
    outputs: Sequence[str | None] | Mapping[str, Sequence[str | None]],
    references: Sequence[str | Sequence[str]],
    request: Request,
    task: str | None = None,
) -> LoadedEvidence:
    """Measure plain lists: outputs of one system, or a mapping from names of systems to their outputs."""
    systems: Mapping[str, Sequence[str | None]] = outputs if isinstance(outputs, Mapping) else {"system": outputs}
    if not systems:
        raise InvalidInput("there is no system to score", "Give at least one list of outputs.")
    instances = tuple(
        Instance(str(number), Text(), (given,) if isinstance(given, str) else tuple(given))
        for number, given in enumerate(references, start=1)
    )
    submissions = []
    for name, texts in systems.items():
        if isinstance(texts, str) or len(texts) != len(instances):
            raise InvalidInput(
                f"system '{name}': {counted(len(texts), 'output')} for {counted(len(instances), 'list')} of references",
                "Give references as one entry per output: a text or a list of texts.",
            )
        submissions.append(Submission(System(name), tuple(range(len(texts))), tuple(texts)))
    kind = TASKS[task]() if task else Plain()
    return gather_evidence(SystemOutputs(kind, instances, tuple(submissions)), request)


def gather_files(
    files: Sequence[Path | str],
    reading: Reading,
    request: Request,
    seed: int = 1,
    machinery: Machinery | None = None,
) -> Evidence:
    """Measure files of outputs; a name with @ (``@HUMAN``) is a pseudo-system made from the references.

    Plain text is streamed, whatever its size, and so are shards with one text in every line or row. Tables are read
    whole, because their rows may come in any order. Without references metrics look at outputs alone, or at the inputs
    that outputs come with. A WMT metrics tree is the folder that is the only file; it has its own references.
    """
    if reading.wmt is not None:
        return gather_evidence(load_tree(Path(files[0]), reading.wmt), request, machinery=machinery)
    columns = reading.column_names
    sharded = None if columns else open_shard_streams(files, reading.references, reading.task)
    if sharded is not None:
        with suppress(ListedReferences):
            return gather_streams(sharded, request, machinery)
    files, references = spool_files(files), list(map(spooled, reading.references))
    streams = None if columns else open_streams(files, references, reading.task)
    if streams is not None:
        return gather_streams(streams, request, machinery)
    missing = reading.missing or request.missing or "not_scored"
    outputs = load_submissions(
        files,
        references,
        task=reading.task,
        group=reading.group,
        special=request.task,
        seed=seed,
        columns=columns,
        missing=missing,
    )
    grouping = find_grouping(outputs.task, reading.group, outputs.instances)
    conditions = describe_conditions(grouping, missing) if references else []
    if not references and not any(instance.references for instance in outputs.instances):
        check_without_references(request)
    check_references(request, outputs.instances, references)
    evidence = gather_evidence(outputs, request, missing, conditions, machinery)
    check_any_scored(evidence.systems)
    tell_notes(outputs, machinery)
    return evidence
