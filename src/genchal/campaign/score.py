"""Step 3: outputs to scores, with intervals and signatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from genchal.campaign.choose import ChosenMetric, MetricRequest, choose_metrics, parse_request
from genchal.campaign.ingest import Alignment, load_outputs, load_references, system_name
from genchal.campaign.measure import Measured, measure_submissions, measured
from genchal.campaign.streams import open_streams
from genchal.domain import Instance, Metric, Rows, Score, Scoring, SegmentScores, Submission, System, Text
from genchal.domain.campaign import Missing
from genchal.domain.grouping import Grouping
from genchal.domain.pseudo import pseudo_submission
from genchal.engines import Engine
from genchal.engines.serial import Serial
from genchal.errors import InvalidInput, counted
from genchal.resources.files import spooled
from genchal.resources.results import ResultStore
from genchal.stats.bootstrap import bootstrap_totals, percentile_interval
from genchal.tasks.plain import Plain
from genchal.text.ragged import FloatArray, IntArray


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
    if not systems:
        raise InvalidInput("there is no system to score", "Give at least one list of outputs.")
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
    group: Grouping | None = None,
    uncertainty: Uncertainty,
    engine: Engine | None = None,
    cache: ResultStore | None = None,
) -> Scoring:
    """Score files of outputs; a name with @ (``@HUMAN``) is a pseudo-system made from the references.

    Plain text is streamed, whatever its size; tables are read whole, because their rows may come in any order.
    """
    engine = engine or Serial()
    pseudo = [str(file)[1:] for file in files if str(file).startswith("@")]
    named = [(system_name(Path(file)), spooled(Path(file))) for file in files if not str(file).startswith("@")]
    references = [spooled(path) for path in references]
    streams = None if pseudo else open_streams(named, references, task)
    if streams is not None:
        chosen = choose_metrics(requests, Plain(), preset)
        _check_names([name for name, _ in named])
        rows = streams.measured([one.metric for one in chosen], engine, cache)
        return summarise(rows, [str(number) for number in range(1, streams.segments + 1)], chosen, uncertainty)
    outputs = [(path, load_outputs(path, name)) for name, path in named]
    counts = {len(records) for _, systems in outputs for records in systems.values()}
    reader, instances = load_references(references, task, counts.pop() if len(counts) == 1 else None, group)
    alignment = Alignment(reader, instances)
    submissions = [
        alignment.submission(System(name), records, path)
        for path, systems in outputs
        for name, records in systems.items()
    ]
    submissions += [pseudo_submission(System(name), name, instances, uncertainty.seed) for name in pseudo]
    chosen = choose_metrics(requests, reader, preset)
    conditions = data_conditions(group or reader.group)
    return score_submissions(
        instances, submissions, chosen, uncertainty, conditions=conditions, engine=engine, cache=cache
    )


def score_wmt(
    folder: Path,
    pair: str,
    requests: Sequence[MetricRequest],
    preset: str | None,
    uncertainty: Uncertainty,
    engine: Engine | None = None,
) -> Scoring:
    """Score the systems of a WMT metrics tree against all references it has for a language pair."""
    from genchal.campaign.wmt import load_wmt  # seldom needed, and not quick to load

    tree = load_wmt(folder, pair)
    return score_submissions(
        tree.instances, tree.submissions, choose_metrics(requests, None, preset), uncertainty, engine=engine
    )


def data_conditions(group: Grouping, missing: Missing = "not_scored") -> list[str]:
    """What was done to the data before measuring, as signatures say it; nothing where nothing was."""
    conditions = [] if group == "row" else [f"group:{group}"]
    return conditions if missing == "not_scored" else [*conditions, "missing:0"]


def score_submissions(
    instances: Sequence[Instance],
    submissions: Sequence[Submission],
    metrics: Sequence[ChosenMetric],
    uncertainty: Uncertainty,
    *,
    conditions: Sequence[str] = (),
    engine: Engine | None = None,
    cache: ResultStore | None = None,
) -> Scoring:
    """Measure, sum, resample."""
    _check_names([submission.system.name for submission in submissions])
    rows = measure_submissions(instances, submissions, [one.metric for one in metrics], engine or Serial(), cache)
    ids = [instance.id for instance in instances]
    return summarise(measured(instances, submissions, rows), ids, metrics, uncertainty, conditions=conditions)


def summarise(
    systems: Sequence[Measured],
    ids: Sequence[str],
    metrics: Sequence[ChosenMetric],
    uncertainty: Uncertainty,
    track: str | None = None,
    conditions: Sequence[str] = (),
) -> Scoring:
    """Turn rows into scores with intervals, and into segment scores; `ids` are those of the instances."""
    scores: list[Score] = []
    segments: list[SegmentScores] = []
    for number, chosen in enumerate(metrics):
        metric = chosen.metric
        sums = np.stack([_by_instance(one.rows[number], one.instances, len(ids)) for one in systems])
        values = metric.summarise(np.nansum(sums, axis=1))
        low, high = _intervals(metric, sums, uncertainty)
        for index, one in enumerate(systems):
            scored = _scored(one.rows[number])
            n = int(scored.sum())
            scores.append(
                Score(
                    system=one.system.name,
                    track=track,
                    metric=chosen.label,
                    value=float(values[index]) * chosen.scale if n else float("nan"),
                    n=n,
                    not_scored=len(scored) - n,
                    low=None if low is None or n < 2 else float(low[index]) * chosen.scale,
                    high=None if high is None or n < 2 else float(high[index]) * chosen.scale,
                    signature=chosen.signature(one.references, conditions),
                )
            )
            single = np.full(len(scored), np.nan)
            single[scored] = metric.segment_scores(one.rows[number][scored]) * chosen.scale
            own = ids if _is_in_order(one.instances, len(ids)) else [ids[place] for place in one.instances]
            segments.append(SegmentScores(one.system.name, track, chosen.label, own, single))
    order = {one.system.name: place for place, one in enumerate(systems)}
    return Scoring(
        tuple(sorted(scores, key=lambda score: order[score.system])),
        tuple(sorted(segments, key=lambda segment: order[segment.system])),
    )


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


def _intervals(
    metric: Metric, sums: FloatArray, uncertainty: Uncertainty
) -> tuple[FloatArray, FloatArray] | tuple[None, None]:
    """Bounds of every system's score."""
    if not uncertainty.resamples:
        return None, None
    totals = bootstrap_totals(sums, uncertainty.resamples, np.random.default_rng(uncertainty.seed))
    interval = percentile_interval(metric.summarise(totals), uncertainty.confidence)
    return interval.low, interval.high


def _check_names(names: Sequence[str]) -> None:
    """Refuse two systems under one name."""
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"two systems are called '{name}'", "Rename one of the files.")
