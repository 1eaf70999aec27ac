"""Step 3: outputs to scores, with intervals and signatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from genchal.campaign.choose import ChosenMetric, MetricRequest, choose_metrics, parse_request
from genchal.campaign.ingest import Alignment, load_outputs, load_references
from genchal.campaign.measure import measure_submissions, references_of
from genchal.domain import Instance, Metric, Rows, Score, Scoring, SegmentScores, Submission, System, Text
from genchal.domain.pseudo import pseudo_submission
from genchal.engines import Engine
from genchal.engines.serial import Serial
from genchal.errors import InvalidInput, counted
from genchal.stats.bootstrap import bootstrap_totals, percentile_interval
from genchal.text.ragged import FloatArray


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
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 1,
) -> Scoring:
    """Score plain lists: outputs of one system, or a mapping from names of systems to their outputs.

    `references` has one entry per output: a text, or a list of texts. (sacreBLEU's streams, one list per reference
    number, are the other way round: pass ``list(zip(*streams))``.) Metrics are named as on the command line:
    ``"bleu"`` or ``"bleu:case=lower"``.

    >>> import genchal
    >>> genchal.score(["a walk by the river"], [["a walk along the river"]], metrics=["rouge_l"])["rouge_l"].value
    0.8
    """
    systems: Mapping[str, Sequence[str | None]] = outputs if isinstance(outputs, Mapping) else {"system": outputs}
    instances = [
        Instance(str(number), Text(), (given,) if isinstance(given, str) else tuple(given))
        for number, given in enumerate(references, start=1)
    ]
    submissions = []
    for name, texts in systems.items():
        if isinstance(texts, str) or len(texts) != len(instances):
            raise InvalidInput(
                f"system '{name}': {counted(len(texts), 'output')} for {counted(len(instances), 'list')} of references",
                "Give references as one entry per output: a text or a list of texts.",
            )
        submissions.append(Submission(System(name), tuple(range(len(texts))), tuple(texts)))
    from genchal.tasks import TASKS

    chosen = choose_metrics(map(parse_request, metrics), TASKS[task]() if task else None, preset)
    return score_submissions(instances, submissions, chosen, Uncertainty(resamples, confidence, seed))


def score_files(
    files: Sequence[Path | str],
    references: Sequence[Path],
    requests: Sequence[MetricRequest],
    *,
    task: str | None = None,
    preset: str | None = None,
    uncertainty: Uncertainty,
) -> Scoring:
    """Score files of outputs; a name with @ (``@HUMAN``) is a pseudo-system made from the references."""
    outputs = {file: load_outputs(Path(file)) for file in files if not str(file).startswith("@")}
    counts = {len(records) for systems in outputs.values() for records in systems.values()}
    reader, instances = load_references(references, task, counts.pop() if len(counts) == 1 else None)
    alignment = Alignment(reader, instances)
    submissions: list[Submission] = []
    for file in files:
        if file in outputs:
            parts = outputs[file].items()
            submissions += [alignment.submission(System(name), records, Path(file)) for name, records in parts]
        else:
            name = str(file)[1:]
            submissions.append(pseudo_submission(System(name), name, instances, uncertainty.seed))
    _check_names(submissions)
    return score_submissions(instances, submissions, choose_metrics(requests, reader, preset), uncertainty)


def score_submissions(
    instances: Sequence[Instance],
    submissions: Sequence[Submission],
    metrics: Sequence[ChosenMetric],
    uncertainty: Uncertainty,
    *,
    track: str | None = None,
    engine: Engine | None = None,
) -> Scoring:
    """Measure, sum, resample."""
    rows = measure_submissions(instances, submissions, [chosen.metric for chosen in metrics], engine or Serial())
    return summarise_rows(instances, submissions, metrics, rows, uncertainty, track)


def summarise_rows(
    instances: Sequence[Instance],
    submissions: Sequence[Submission],
    metrics: Sequence[ChosenMetric],
    rows: Sequence[Sequence[Rows]],
    uncertainty: Uncertainty,
    track: str | None,
) -> Scoring:
    """Turn rows (by metric and submission) into scores with intervals, and into segment scores."""
    scores: list[Score] = []
    segments: list[SegmentScores] = []
    references = [_reference_counts(instances, submission) for submission in submissions]
    for chosen, by_submission in zip(metrics, rows, strict=True):
        metric = chosen.metric
        sums = np.stack([_by_instance(r, s, len(instances)) for r, s in zip(by_submission, submissions, strict=True)])
        values = metric.summarise(np.nansum(sums, axis=1))
        low, high = _intervals(metric, sums, uncertainty)
        for index, (submission, own) in enumerate(zip(submissions, by_submission, strict=True)):
            scored = ~np.isnan(own).any(axis=1)
            n = int(scored.sum())
            scores.append(
                Score(
                    system=submission.system.name,
                    track=track,
                    metric=chosen.label,
                    value=float(values[index]) * chosen.scale if n else float("nan"),
                    n=n,
                    not_scored=len(own) - n,
                    low=None if low is None or n < 2 else float(low[index]) * chosen.scale,
                    high=None if high is None or n < 2 else float(high[index]) * chosen.scale,
                    signature=chosen.signature(references[index]),
                )
            )
            single = np.full(len(own), np.nan)
            single[scored] = metric.segment_scores(own[scored]) * chosen.scale
            names = tuple(instances[place].id for place in submission.instances)
            segments.append(SegmentScores(submission.system.name, track, chosen.label, names, single))
    order = {submission.system.name: place for place, submission in enumerate(submissions)}
    return Scoring(
        tuple(sorted(scores, key=lambda score: order[score.system])),
        tuple(sorted(segments, key=lambda segment: order[segment.system])),
    )


def _by_instance(rows: Rows, submission: Submission, instances: int) -> Rows:
    """Sum the rows of each instance; NaN where none is scored."""
    place = np.array(submission.instances, dtype=np.int64)
    if len(place) == instances and (np.diff(place) == 1).all():
        return rows
    scored = ~np.isnan(rows).any(axis=1)
    sums = np.zeros((instances, rows.shape[1]))
    np.add.at(sums, place[scored], rows[scored])
    sums[np.bincount(place[scored], minlength=instances) == 0] = np.nan
    return sums


def _intervals(
    metric: Metric, sums: FloatArray, uncertainty: Uncertainty
) -> tuple[FloatArray, FloatArray] | tuple[None, None]:
    """Bounds of every submission's score."""
    if not uncertainty.resamples:
        return None, None
    totals = bootstrap_totals(sums, uncertainty.resamples, np.random.default_rng(uncertainty.seed))
    interval = percentile_interval(metric.summarise(totals), uncertainty.confidence)
    return interval.low, interval.high


def _reference_counts(instances: Sequence[Instance], submission: Submission) -> str:
    """Return the number of references a segment has, or "var"."""
    places = zip(submission.instances, range(len(submission.outputs)), strict=True)
    counts = {len(references_of(instances[index], submission, place)) for index, place in places}
    return str(counts.pop()) if len(counts) == 1 else "var"


def _check_names(submissions: Sequence[Submission]) -> None:
    """Refuse two submissions under one name."""
    names = [submission.system.name for submission in submissions]
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"two systems are called '{name}'", "Rename one of the files.")
