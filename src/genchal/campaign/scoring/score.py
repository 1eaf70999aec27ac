"""Evidence to scores, with intervals and signatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from genchal.campaign.reading.submissions import SystemOutputs
from genchal.campaign.scoring.evidence import Evidence, Machinery, gather_evidence, gather_files
from genchal.campaign.scoring.python_inputs import GivenOutputs, GivenReferences, gather_given
from genchal.campaign.scoring.request import Request, make_request
from genchal.domain import Instance, Rows, Submission
from genchal.domain.campaign import Reading
from genchal.domain.derived import Derived
from genchal.domain.results.scores import Score, Scoring, SegmentScores, Uncertainty
from genchal.resources.files import write_whole
from genchal.resources.results import digest
from genchal.stats.resampling.bootstrap import bootstrap_totals, percentile_interval
from genchal.tasks.plain import Plain
from genchal.text.arrays.ragged import FloatArray, IntArray


def score(
    outputs: GivenOutputs,
    references: GivenReferences = None,
    metrics: str | Sequence[str] = (),
    *,
    task: str | None = None,
    preset: str | None = None,
    derived: Sequence[str] = (),
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 1,
) -> Scoring:
    """Score outputs: a list of one system's, a mapping from names of systems to their lists, files, or a frame.

    `references` has one entry per output: a text, or a list of texts. (sacreBLEU's streams, one list per reference
    number, are the other way round: pass ``list(zip(*streams))``.) Metrics are named as on the command line:
    ``"bleu"``, ``"bleu,rouge_l"`` or ``["bleu", "bleu:case=lower"]``; derived scores are formulas:
    ``"average=(bleu + rouge_l) / 2"``. Lists may be columns of a pandas or polars frame. A frame as a whole has the
    columns of a file of outputs (system, output, and reference or instance); files are given as `pathlib.Path`.

    >>> import genchal
    >>> genchal.score(["a walk by the river"], [["a walk along the river"]], metrics=["rouge_l"])["rouge_l"].value
    0.8
    """
    evidence = gather_given(outputs, references, make_request(metrics, preset, derived), task, seed)
    return summarise(evidence, Uncertainty(resamples, confidence, seed))


def score_submissions(
    instances: Sequence[Instance],
    submissions: Sequence[Submission],
    metrics: str | Sequence[str] = (),
    *,
    preset: str | None = None,
    derived: Sequence[str] = (),
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 1,
) -> Scoring:
    """Score submissions, for what plain lists cannot carry: inputs, attribute sets, several outputs an instance.

    Metrics, presets and derived scores are those of `genchal.score`.

    >>> from genchal import Attribute, Entity, Instance, Scene, Submission, System, score_submissions
    >>> ferry, tug = (Entity(kind, (Attribute("type", kind),), kind == "tug") for kind in ("ferry", "tug"))
    >>> trial = Instance("1", Scene("boats", (ferry, tug), (frozenset({("type", "tug")}),)))
    >>> ours = Submission(System("ours"), (0,), (None,), attribute_sets=(frozenset({("type", "tug")}),))
    >>> score_submissions([trial], [ours], ["dice"])["dice"].value
    1.0
    """
    request = make_request(metrics, preset, derived)
    outputs = SystemOutputs(Plain(), tuple(instances), tuple(submissions))
    evidence = gather_evidence(outputs, request, request.missing or "not_scored")
    return summarise(evidence, Uncertainty(resamples, confidence, seed))


def score_files(
    files: Sequence[Path | str],
    reading: Reading,
    request: Request,
    uncertainty: Uncertainty,
    machinery: Machinery | None = None,
) -> Scoring:
    """Score files of outputs, pseudo-systems (``@HUMAN``), or a WMT metrics tree; see `gather_files`."""
    return summarise(gather_files(files, reading, request, uncertainty.seed, machinery), uncertainty)


@dataclass(frozen=True, slots=True)
class MetricScores:
    """One metric or derived score of all systems: values, values in every resample, and what each segment has.

    `resampled` is resamples x systems, None where there are none; the other lists have an entry per system.
    """

    label: str
    values: FloatArray
    resampled: FloatArray | None
    scored: Sequence[NDArray[np.bool_]]
    segments: Sequence[FloatArray]
    signatures: Sequence[str]


def summarise(evidence: Evidence, uncertainty: Uncertainty, track: str | None = None) -> Scoring:
    """Turn rows into scores with intervals, and into segment scores."""
    scores: list[Score] = []
    segments: list[SegmentScores] = []
    metrics = score_metrics(evidence, uncertainty)
    intervals = [_interval(metric, uncertainty) for metric in metrics]
    for place, system in enumerate(evidence.systems):
        name, ids = system.system.name, evidence.ids
        own = ids if _is_in_order(system.instances, len(ids)) else [ids[instance] for instance in system.instances]
        for metric, (low, high) in zip(metrics, intervals, strict=True):
            n = int(metric.scored[place].sum())
            scores.append(
                Score(
                    system=name,
                    track=track,
                    metric=metric.label,
                    value=float(metric.values[place]) if n else float("nan"),
                    n=n,
                    not_scored=len(metric.scored[place]) - n,
                    low=None if low is None or n < 2 else float(low[place]),
                    high=None if high is None or n < 2 else float(high[place]),
                    signature=metric.signatures[place],
                )
            )
            segments.append(SegmentScores(name, track, metric.label, own, metric.segments[place]))
    return Scoring(tuple(scores), tuple(segments), evidence.fractions)


def write_segments(path: Path, scoring: Scoring) -> None:
    """Write segment scores as TSV: system, instance, metric, value in full precision."""
    lines = ["system\tinstance\tmetric\tvalue\n"]
    for segment in scoring.segments:
        lines += [
            f"{segment.system}\t{instance}\t{segment.metric}\t{value!r}\n"
            for instance, value in zip(segment.instances, segment.values.tolist(), strict=True)
        ]
    write_whole(path, "".join(lines).encode())


def score_metrics(evidence: Evidence, uncertainty: Uncertainty) -> list[MetricScores]:
    """Sum the rows, as they are and resampled, and work out the derived scores."""
    metrics = [_score_metric(evidence, number, uncertainty) for number in range(len(evidence.metrics))]
    by_label = {metric.label: metric for metric in metrics}
    return [*metrics, *(_score_derived(derived, by_label) for derived in evidence.derived)]


def sum_by_instance(evidence: Evidence, number: int) -> FloatArray:
    """Rows of a metric as systems x instances x columns, summed where a system has several outputs; NaN where none."""
    instances = len(evidence.ids)
    return np.stack([_by_instance(system.rows[number], system.instances, instances) for system in evidence.systems])


def _score_metric(evidence: Evidence, number: int, uncertainty: Uncertainty) -> MetricScores:
    chosen = evidence.metrics[number]
    metric, scale = chosen.metric, chosen.scale
    sums = sum_by_instance(evidence, number)
    resampled = None
    if uncertainty.resamples:
        # The same seed for every metric: the same draws, so that formulas can combine them resample by resample.
        totals = bootstrap_totals(sums, uncertainty.resamples, np.random.default_rng(uncertainty.seed))
        resampled = metric.summarise(totals) * scale
    scored = [_are_scored(system.rows[number]) for system in evidence.systems]
    segments = []
    for system, are_scored in zip(evidence.systems, scored, strict=True):
        single = np.full(len(are_scored), np.nan)
        single[are_scored] = metric.segment_scores(system.rows[number][are_scored]) * scale
        segments.append(single)
    values = metric.summarise(np.nansum(sums, axis=1)) * scale
    signatures = [chosen.signature(system.references, evidence.conditions) for system in evidence.systems]
    return MetricScores(chosen.label, values, resampled, scored, segments, signatures)


def _score_derived(derived: Derived, known: Mapping[str, MetricScores]) -> MetricScores:
    """Work a formula out on values, on every resample and on every segment."""
    parts = {label: known[label] for label in derived.ingredients}
    systems = range(len(next(iter(known.values())).signatures))
    resampled = {label: part.resampled for label, part in parts.items() if part.resampled is not None}
    return MetricScores(
        label=derived.name,
        values=derived.evaluate({label: part.values for label, part in parts.items()}),
        resampled=derived.evaluate(resampled) if len(resampled) == len(parts) and not derived.rounds else None,
        scored=[np.logical_and.reduce([part.scored[place] for part in parts.values()]) for place in systems],
        segments=[
            derived.evaluate({label: part.segments[place] for label, part in parts.items()}) for place in systems
        ],
        signatures=[
            derived.signature(digest([part.signatures[place] for part in parts.values()])[:8]) for place in systems
        ],
    )


def _interval(scores: MetricScores, uncertainty: Uncertainty) -> tuple[FloatArray, FloatArray] | tuple[None, None]:
    """Bounds of every system's score."""
    if scores.resampled is None:
        return None, None
    interval = percentile_interval(scores.resampled, uncertainty.confidence)
    return interval.low, interval.high


def _by_instance(rows: Rows, places: IntArray, instances: int) -> Rows:
    """Sum the rows of each instance; NaN where none is scored."""
    if _is_in_order(places, instances):
        return rows
    scored = _are_scored(rows)
    sums = np.zeros((instances, rows.shape[1]))
    np.add.at(sums, places[scored], rows[scored])
    sums[np.bincount(places[scored], minlength=instances) == 0] = np.nan
    return sums


def _are_scored(rows: Rows) -> NDArray[np.bool_]:
    """Which rows are there at all."""
    return np.logical_not(np.isnan(rows).any(axis=1))


def _is_in_order(places: IntArray, instances: int) -> bool:
    """Whether there is one output for each instance, in their order."""
    return len(places) == instances and bool((places == np.arange(instances)).all())
