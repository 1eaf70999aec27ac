"""Evidence: the rows of all systems, from lists, files or folders, before anything is summed.

Scores and comparisons are both made from it, so that they cannot disagree about what was measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from genchal.campaign.reading.submissions import SystemOutputs, load_submissions, load_tree, spool_files
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
from genchal.campaign.scoring.request import ChosenMetric, Request, choose_metrics
from genchal.campaign.scoring.resources import load_resources
from genchal.campaign.scoring.row_cache import MetricRowCache
from genchal.campaign.scoring.rows import SubmissionTiles, SystemRows, measure_rows
from genchal.campaign.scoring.shard_streams import ShardStreams, open_shard_streams
from genchal.campaign.scoring.streams import Streams, open_streams
from genchal.domain import Instance, Submission, System, Text
from genchal.domain.campaign import Missing, Reading
from genchal.domain.derived import Derived
from genchal.domain.metric import Subject
from genchal.engines import Engine
from genchal.engines.serial import Serial
from genchal.errors import InvalidInput, counted
from genchal.resources.files import spooled
from genchal.resources.results import digest_arrays
from genchal.tasks import TASKS
from genchal.tasks.plain import Plain


@dataclass(frozen=True, slots=True)
class Evidence:
    """Rows of systems by metric; `ids` are those of the instances, which rows refer to by place.

    `conditions` say in signatures what was done to the data before.
    """

    metrics: tuple[ChosenMetric, ...]
    derived: tuple[Derived, ...]
    systems: Sequence[SystemRows]
    ids: Sequence[str]
    conditions: Sequence[str] = ()

    @property
    def fractions(self) -> tuple[str, ...]:
        """Labels of the metrics whose scores lie between 0 and 1."""
        cards = [(chosen, chosen.metric.card) for chosen in self.metrics if chosen.scale == 1]
        return tuple(chosen.label for chosen, card in cards if card.low >= -1 and card.high <= 1)


@dataclass(frozen=True, slots=True)
class Machinery:
    """Where scoring runs, where rows are stored, and who is told about slow work."""

    engine: Engine = field(default_factory=Serial)
    cache: MetricRowCache | None = None
    progress: Callable[[str], None] = lambda _: None


def fingerprint_evidence(evidence: Evidence) -> list[str]:
    """Fingerprint of rows, and of how scores are made of them."""
    return [
        repr([(chosen.label, chosen.scale, chosen.metric.signature("", ())) for chosen in evidence.metrics]),
        repr(evidence.derived),
        repr((list(evidence.ids), list(evidence.conditions))),
        repr([(system.system.name, system.references) for system in evidence.systems]),
        digest_arrays(array for system in evidence.systems for array in (system.instances, *system.rows)),
    ]


def tell_notes(outputs: SystemOutputs, machinery: Machinery | None) -> None:
    """Say aloud how outputs were matched, where somebody listens."""
    if machinery is not None:
        for note in outputs.notes:
            machinery.progress(note)


def gather_evidence(
    outputs: SystemOutputs | Streams | ShardStreams,
    request: Request,
    missing: Missing = "not_scored",
    conditions: Sequence[str] = (),
    machinery: Machinery | None = None,
) -> Evidence:
    """Measure what systems wrote: all steps from a request to rows, for every command that scores."""
    machinery = machinery or Machinery()
    check_names(outputs.names)
    metrics = load_resources(choose_metrics(request, outputs.task), machinery.progress)
    if isinstance(outputs, Streams | ShardStreams):
        subjects: set[Subject] = {"texts"}
        corpus: SubmissionTiles | Streams | ShardStreams = outputs
    else:
        submissions = fill_missing(outputs.submissions, missing)
        subjects = find_subjects(submissions)
        corpus = SubmissionTiles(outputs.instances, submissions)
    check_subjects(metrics, subjects)
    rows = measure_rows(corpus, [chosen.metric for chosen in metrics], machinery.engine, machinery.cache)
    check_scored(metrics, rows, subjects)
    return Evidence(metrics, request.derived, rows, outputs.ids, conditions)


def gather_lists(
    outputs: Sequence[str | None] | Mapping[str, Sequence[str | None]],
    references: Sequence[str | Sequence[str]],
    request: Request,
    task: str | None = None,
) -> Evidence:
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
        return gather_evidence(sharded, request, machinery=machinery)
    files, references = spool_files(files), list(map(spooled, reading.references))
    streams = None if columns else open_streams(files, references, reading.task)
    if streams is not None:
        return gather_evidence(streams, request, machinery=machinery)
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
    conditions = describe_conditions(reading.group or outputs.task.group, missing) if references else []
    if not references and not any(instance.references for instance in outputs.instances):
        check_without_references(request)
    check_references(request, outputs.instances, references)
    evidence = gather_evidence(outputs, request, missing, conditions, machinery)
    check_any_scored(evidence.systems)
    tell_notes(outputs, machinery)
    return evidence
