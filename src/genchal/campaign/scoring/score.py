"""Step 3: outputs to scores, with intervals and signatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from genchal.campaign.scoring.evidence import (
    Evidence,
    Machinery,
    gather_files,
    gather_lists,
    gather_submissions,
    gather_wmt,
)
from genchal.campaign.scoring.request import Wanted, choose, parse_derived, parse_request
from genchal.domain import Instance, Rows, Score, Scoring, SegmentScores, Submission
from genchal.domain.campaign import Missing
from genchal.domain.derived import Derived
from genchal.domain.grouping import Grouping
from genchal.resources.results import digest
from genchal.stats.resampling.bootstrap import bootstrap_totals, percentile_interval
from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """How intervals are made: percentile bootstrap over instances, the same draws for all systems."""

    resamples: int = 1000  # 0: no intervals
    confidence: float = 0.95
    seed: int = 1


def score(
    outputs: Sequence[str | None] | Mapping[str, Sequence[str | None]],
    references: Sequence[str | Sequence[str]],
    metrics: Sequence[str] = (),
    *,
    task: str | None = None,
    preset: str | None = None,
    derived: Sequence[str] = (),
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 1,
) -> Scoring:
    """Score plain lists: outputs of one system, or a mapping from names of systems to their outputs.

    `references` has one entry per output: a text, or a list of texts. (sacreBLEU's streams, one list per reference
    number, are the other way round: pass ``list(zip(*streams))``.) Metrics are named as on the command line:
    ``"bleu"`` or ``"bleu:case=lower"``; derived scores are formulas: ``"average=(bleu + rouge_l) / 2"``.

    >>> import genchal
    >>> genchal.score(["a walk by the river"], [["a walk along the river"]], metrics=["rouge_l"])["rouge_l"].value
    0.8
    """
    wanted = Wanted(tuple(map(parse_request, metrics)), preset, tuple(map(parse_derived, derived)))
    return summarise(gather_lists(outputs, references, wanted, task), Uncertainty(resamples, confidence, seed))


def score_submissions(
    instances: Sequence[Instance],
    submissions: Sequence[Submission],
    metrics: Sequence[str] = (),
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
    wanted = Wanted(tuple(map(parse_request, metrics)), preset, tuple(map(parse_derived, derived)))
    choice = choose(wanted, None)
    evidence = gather_submissions(instances, submissions, choice, choice.missing or "not_scored")
    return summarise(evidence, Uncertainty(resamples, confidence, seed))


def score_files(
    files: Sequence[Path | str],
    references: Sequence[Path],
    wanted: Wanted,
    *,
    task: str | None = None,
    group: Grouping | None = None,
    missing: Missing | None = None,
    uncertainty: Uncertainty,
    machinery: Machinery | None = None,
) -> Scoring:
    """Score files of outputs; a name with @ (``@HUMAN``) is a pseudo-system made from the references."""
    evidence = gather_files(
        files,
        references,
        wanted,
        task=task,
        group=group,
        missing=missing,
        seed=uncertainty.seed,
        machinery=machinery,
    )
    return summarise(evidence, uncertainty)


def score_wmt(
    folder: Path, pair: str, wanted: Wanted, uncertainty: Uncertainty, machinery: Machinery | None = None
) -> Scoring:
    """Score the systems of a WMT metrics tree against all references it has for a language pair."""
    return summarise(gather_wmt(folder, pair, wanted, machinery), uncertainty)


@dataclass(frozen=True, slots=True)
class Column:
    """One metric or derived score of all systems: values, values in every resample, and what each segment has.

    `resampled` is resamples x systems, None where there are none; the other lists have an entry per system.
    """

    label: str
    values: FloatArray
    resampled: FloatArray | None
    scored: Sequence[NDArray[np.bool_]]
    segments: Sequence[FloatArray]
    signatures: Sequence[str]


def columns(evidence: Evidence, uncertainty: Uncertainty) -> list[Column]:
    """Sum the rows, as they are and resampled, and work out the derived scores."""
    found = [_metric_column(evidence, number, uncertainty) for number in range(len(evidence.choice.metrics))]
    by_label = {column.label: column for column in found}
    return [*found, *(_derived_column(one, by_label) for one in evidence.choice.derived)]


def summarise(evidence: Evidence, uncertainty: Uncertainty, track: str | None = None) -> Scoring:
    """Turn rows into scores with intervals, and into segment scores."""
    scores: list[Score] = []
    segments: list[SegmentScores] = []
    everything = columns(evidence, uncertainty)
    intervals = [_interval(column, uncertainty) for column in everything]
    for place, one in enumerate(evidence.systems):
        ids = evidence.ids
        own = ids if _is_in_order(one.instances, len(ids)) else [ids[instance] for instance in one.instances]
        for column, (low, high) in zip(everything, intervals, strict=True):
            n = int(column.scored[place].sum())
            scores.append(
                Score(
                    system=one.system.name,
                    track=track,
                    metric=column.label,
                    value=float(column.values[place]) if n else float("nan"),
                    n=n,
                    not_scored=len(column.scored[place]) - n,
                    low=None if low is None or n < 2 else float(low[place]),
                    high=None if high is None or n < 2 else float(high[place]),
                    signature=column.signatures[place],
                )
            )
            segments.append(SegmentScores(one.system.name, track, column.label, own, column.segments[place]))
    return Scoring(tuple(scores), tuple(segments))


def sums_by_instance(evidence: Evidence, number: int) -> FloatArray:
    """Rows of a metric as systems x instances x columns, summed where a system has several outputs; NaN where none."""
    instances = len(evidence.ids)
    return np.stack([_by_instance(one.rows[number], one.instances, instances) for one in evidence.systems])


def _metric_column(evidence: Evidence, number: int, uncertainty: Uncertainty) -> Column:
    chosen = evidence.choice.metrics[number]
    metric, scale = chosen.metric, chosen.scale
    sums = sums_by_instance(evidence, number)
    resampled = None
    if uncertainty.resamples:
        # The same seed for every metric: the same draws, so that formulas can combine them resample by resample.
        totals = bootstrap_totals(sums, uncertainty.resamples, np.random.default_rng(uncertainty.seed))
        resampled = metric.summarise(totals) * scale
    scored = [_scored(one.rows[number]) for one in evidence.systems]
    segments = []
    for one, there in zip(evidence.systems, scored, strict=True):
        single = np.full(len(there), np.nan)
        single[there] = metric.segment_scores(one.rows[number][there]) * scale
        segments.append(single)
    values = metric.summarise(np.nansum(sums, axis=1)) * scale
    signatures = [chosen.signature(one.references, evidence.conditions) for one in evidence.systems]
    return Column(chosen.label, values, resampled, scored, segments, signatures)


def _derived_column(derived: Derived, known: Mapping[str, Column]) -> Column:
    """Work a formula out on values, on every resample and on every segment."""
    parts = {label: known[label] for label in derived.ingredients}
    systems = range(len(next(iter(known.values())).signatures))
    resampled = {label: part.resampled for label, part in parts.items() if part.resampled is not None}
    return Column(
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


def _interval(column: Column, uncertainty: Uncertainty) -> tuple[FloatArray, FloatArray] | tuple[None, None]:
    """Bounds of every system's score."""
    if column.resampled is None:
        return None, None
    interval = percentile_interval(column.resampled, uncertainty.confidence)
    return interval.low, interval.high


def _by_instance(rows: Rows, places: IntArray, instances: int) -> Rows:
    """Sum the rows of each instance; NaN where none is scored."""
    if _is_in_order(places, instances):
        return rows
    scored = _scored(rows)
    sums = np.zeros((instances, rows.shape[1]))
    np.add.at(sums, places[scored], rows[scored])
    sums[np.bincount(places[scored], minlength=instances) == 0] = np.nan
    return sums


def _scored(rows: Rows) -> NDArray[np.bool_]:
    """Which rows are there at all."""
    return np.logical_not(np.isnan(rows).any(axis=1))


def _is_in_order(places: IntArray, instances: int) -> bool:
    """Whether there is one output for each instance, in their order."""
    return len(places) == instances and bool((places == np.arange(instances)).all())
