"""Evidence to scores, with intervals and signatures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from genchal.campaign.reading.submissions import SystemOutputs
from genchal.campaign.scoring.evidence import Evidence, Machinery, Pieces, gather_evidence, gather_files
from genchal.campaign.scoring.instance_sums import RunningSum, are_scored
from genchal.campaign.scoring.python_inputs import GivenOutputs, GivenReferences, gather_given
from genchal.campaign.scoring.request import Request, make_request
from genchal.domain import Instance, Submission
from genchal.domain.campaign import Reading
from genchal.domain.derived import Derived
from genchal.domain.results.scores import Score, Scoring, SegmentScores, Uncertainty
from genchal.resources.results import digest
from genchal.stats.resampling.bootstrap import MOST_UNITS, bootstrap_totals, bundle_blocks, percentile_interval
from genchal.tasks.plain import Plain
from genchal.text.arrays.ragged import FloatArray


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

    `resampled` is resamples x systems, None where there are none; the other lists have an entry per system. `n` outputs
    are scored, and `segments` gives the scores of all, NaN where there is none.
    """

    label: str
    values: FloatArray
    resampled: FloatArray | None
    n: Sequence[int]
    segments: Sequence[Pieces]
    signatures: Sequence[str]


def summarise(evidence: Evidence, uncertainty: Uncertainty, track: str | None = None) -> Scoring:
    """Turn rows into scores with intervals, and into segment scores."""
    scores: list[Score] = []
    segments: list[SegmentScores] = []
    metrics = score_metrics(evidence, uncertainty)
    intervals = [_interval(metric, uncertainty) for metric in metrics]
    for place, name in enumerate(evidence.names):
        for metric, (low, high) in zip(metrics, intervals, strict=True):
            n = metric.n[place]
            scores.append(
                Score(
                    system=name,
                    track=track,
                    metric=metric.label,
                    value=float(metric.values[place]) if n else float("nan"),
                    n=n,
                    not_scored=evidence.count_outputs(place) - n,
                    low=None if low is None or n < 2 else float(low[place]),
                    high=None if high is None or n < 2 else float(high[place]),
                    signature=metric.signatures[place],
                )
            )
            segments.append(evidence.name_segments(place, track, metric.label, metric.segments[place]))
    is_bundled = evidence.instances > MOST_UNITS and any(score.low is not None for score in scores)
    return Scoring(tuple(scores), tuple(segments), evidence.fractions, MOST_UNITS if is_bundled else None)


def score_metrics(evidence: Evidence, uncertainty: Uncertainty) -> list[MetricScores]:
    """Sum the rows, as they are and resampled, and work out the derived scores."""
    metrics = [_score_metric(evidence, number, uncertainty) for number in range(len(evidence.metrics))]
    by_label = {metric.label: metric for metric in metrics}
    return [*metrics, *(_score_derived(derived, evidence, by_label) for derived in evidence.derived)]


def _score_metric(evidence: Evidence, number: int, uncertainty: Uncertainty) -> MetricScores:
    chosen = evidence.metrics[number]
    metric, scale = chosen.metric, chosen.scale
    systems = range(len(evidence.names))
    running, resampled = RunningSum(), None
    sums = running.watch(evidence.sums(number))
    if uncertainty.resamples:
        # The same seed for every metric: the same draws, so that formulas can combine them resample by resample.
        rng = np.random.default_rng(uncertainty.seed)
        units = bundle_blocks(sums, evidence.instances, rng)
        resampled = metric.summarise(bootstrap_totals(units, uncertainty.resamples, rng)) * scale
    for _ in sums:
        pass  # they have been added up
    return MetricScores(
        label=chosen.label,
        values=metric.summarise(running.total) * scale,
        resampled=resampled,
        n=[evidence.count_scored(place, [number]) for place in systems],
        segments=[partial(score_outputs, evidence, place, number) for place in systems],
        signatures=[chosen.signature(count, evidence.conditions) for count in evidence.reference_counts],
    )


def score_outputs(evidence: Evidence, system: int, number: int) -> Iterator[FloatArray]:
    """Score the outputs of a system one by one by a metric; NaN where one is not scored."""
    chosen = evidence.metrics[number]
    for rows in evidence.rows(system, number):
        scored = are_scored(rows)
        values = np.full(len(scored), np.nan)
        values[scored] = chosen.metric.segment_scores(rows[scored]) * chosen.scale
        yield values


def _score_derived(derived: Derived, evidence: Evidence, known: Mapping[str, MetricScores]) -> MetricScores:
    """Work a formula out on values, on every resample and on every segment."""
    parts = {label: known[label] for label in derived.ingredients}
    labels = [chosen.label for chosen in evidence.metrics]
    numbers = [labels.index(label) for label in parts]
    systems = range(len(evidence.names))
    resampled = {label: part.resampled for label, part in parts.items() if part.resampled is not None}

    def score_derived_outputs(place: int) -> Iterator[FloatArray]:
        for pieces in zip(*(part.segments[place]() for part in parts.values()), strict=True):
            yield derived.evaluate(dict(zip(parts, pieces, strict=True)))

    return MetricScores(
        label=derived.name,
        values=derived.evaluate({label: part.values for label, part in parts.items()}),
        resampled=derived.evaluate(resampled) if len(resampled) == len(parts) and not derived.rounds else None,
        n=[evidence.count_scored(place, numbers) for place in systems],
        segments=[partial(score_derived_outputs, place) for place in systems],
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
