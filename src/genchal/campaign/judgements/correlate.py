"""Correlations between metrics, criteria and whatever else was measured on the same outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from genchal.campaign.judgements.correlation.cautions import warn_about_correlations
from genchal.campaign.judgements.correlation.coefficients import (
    Pair,
    compute_coefficients,
    measure_ceilings,
    pair_measures,
)
from genchal.campaign.judgements.correlation.given_measures import Columns, Numbers, join_given
from genchal.campaign.judgements.correlation.joined_measures import JoinedMeasures, read_measures
from genchal.campaign.judgements.correlation.metric_differences import calibrate_metrics, compare_metrics
from genchal.campaign.judgements.load import GivenRatings
from genchal.domain.directions import is_lower_better
from genchal.domain.results.correlation import (
    Correlating,
    CorrelationLevel,
    CorrelationMethod,
    IntervalKind,
    MeasureFiles,
    Resample,
    Within,
)
from genchal.domain.results.correlations import Correlations
from genchal.domain.results.scores import Scoring
from genchal.errors import InvalidInput, check_known
from genchal.text.tables.frames import Frame

# Notes of ratings that matter for correlations.
ASSUMPTIONS = ("positions", "values", "places", "means", "repeats", "contradictions", "unread")


def correlate(
    scores: Columns | Scoring | Frame | Path | Sequence[Path],
    human: Columns | Numbers | str | Sequence[str] | GivenRatings | None = None,
    *,
    systems: Sequence[str] | None = None,
    instances: Sequence[str] | None = None,
    methods: Sequence[CorrelationMethod] = ("pearson",),
    level: CorrelationLevel = "segment",
    within: Within = "none",
    all_pairs: bool = False,
    williams: bool = False,
    permutation: bool = False,
    lower_is_better: Sequence[str] = (),
    higher_is_better: Sequence[str] = (),
    interval: IntervalKind = "bootstrap",
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 1,
) -> Correlations:
    """Correlate metrics with human judgements, or all columns with each other.

    `scores` is what `genchal.score` returned, and `human` ratings of the same outputs: a file, a frame, or `Ratings`.
    Or `scores` is a frame with a row for each output, and `human` names its columns of judgements; columns called
    system and instance say whose output it is and for what. Or both are columns of numbers: `scores` maps names of
    metrics to values, `human` names of criteria (or is one column, called "human"); a row is an output, and
    `systems` and `instances` say whose and for what. Without `human`, every column is correlated with every other.
    Methods are ``"pearson"``, ``"spearman"``, ``"kendall"`` and ``"accuracy"``; `level` is ``"segment"`` or
    ``"system"`` (of means); `within` takes segments together by ``"item"`` or ``"system"`` and averages. NaN is not
    known. `williams` and `permutation` test which metric correlates better.

    >>> import genchal
    >>> human = [0.1, 0.4, 0.3, 0.9, 0.7]
    >>> result = genchal.correlate({"bleu": [1, 2, 3, 5, 4]}, human, methods=["spearman"])
    >>> round(result["bleu", "human"].value, 2)
    0.9
    """
    how = Correlating(
        methods=tuple(methods),
        level=level,
        within=within,
        all_pairs=all_pairs,
        williams=williams,
        permutation=permutation,
        interval=interval,
        resamples=resamples,
        confidence=confidence,
        seed=seed,
    )
    measures = join_given(scores, human, how, systems, instances)
    return correlate_measures(measures, how, lower_is_better, higher_is_better)


def correlate_files(files: MeasureFiles, how: Correlating) -> Correlations:
    """Correlate the values in files: segment scores, ratings, a table of system scores, or several of them."""
    return correlate_measures(read_measures(files, how), how, files.lower_is_better, files.higher_is_better)


def correlate_measures(
    measures: JoinedMeasures,
    how: Correlating,
    lower_is_better: Sequence[str] = (),
    higher_is_better: Sequence[str] = (),
) -> Correlations:
    """Correlate joined measures pair by pair, and compare metrics if requested."""
    turned, by_name = _find_turned(measures, lower_is_better, higher_is_better)
    measures = replace(measures, turned=turned)
    pairs = pair_measures(measures, how)
    _check_joined(measures, pairs, how)
    how = replace(how, resample=how.resample or _resample(measures, how), swap=how.swap or _swap(measures, how))
    found = list(chain.from_iterable(compute_coefficients(measures, pairs, method, how) for method in how.methods))
    cautions = (*_collect_remarks(measures), *warn_about_correlations(measures, found, how))
    if how.ceiling:
        for name, judged in measures.ratings.items():
            found += measure_ceilings(judged, name, how)
    tested = compare_metrics(measures, how) if len(measures.metrics) > 1 and measures.criteria else ()
    tuned = calibrate_metrics(measures, how) if how.calibrate else ()
    used = _used(measures, how)
    return Correlations(
        correlations=tuple(found),
        differences=tuple(tested),
        calibrations=tuple(tuned),
        how=how,
        systems=len(np.unique(measures.system.codes[used])),
        instances=len(np.unique(measures.instance.codes[used])),
        units=int(np.count_nonzero(used)),
        turned=measures.turned,
        left_out=measures.left_out,
        warnings=cautions,
        turned_by_name=by_name,
    )


def _collect_remarks(measures: JoinedMeasures) -> tuple[str, ...]:
    """What was assumed when ratings were read, as sentences."""
    notes = [ratings.notes.get(name, "") for ratings in measures.ratings.values() for name in ASSUMPTIONS]
    notes += measures.notes
    return tuple(f"{note[0].upper()}{note[1:]}" for note in dict.fromkeys(notes) if note)


def _check_joined(measures: JoinedMeasures, pairs: Sequence[Pair], how: Correlating) -> None:
    if not pairs:
        names = ", ".join((*measures.metrics, *measures.criteria)) or "nothing"
        unread = [f"; column {left.reason}" for left in measures.left_out if left.what == "column"]
        remedy = "Write numbers such as 1234.5." if unread else "Give at least two measures."
        raise InvalidInput(f"there is only {names}, with nothing to correlate it with{''.join(unread)}", remedy)
    if not (measures.metrics and measures.criteria):
        return
    known = {name: ~np.isnan(values) for name, values in measures.columns.items()}
    scored = np.any([known[name] for name in measures.metrics], axis=0)
    rated = np.any([known[name] for name in measures.criteria], axis=0)
    if np.any(scored & rated) or not len(scored):
        return
    sides = [(measures.system, "systems"), (measures.instance, "instances")]
    for column, what in sides[: 1 if how.level == "system" else 2]:
        first, second = (
            {column.names[code] for code in np.unique(column.codes[rows]).tolist()} for rows in (scored, rated)
        )
        if not first & second:
            raise InvalidInput(
                f"no {what} in common: scores have {_some(first)}, ratings {_some(second)}",
                f"Give the same {what} the same names in both files.",
            )
    if how.level == "system":
        return
    raise InvalidInput("no output is both scored and rated", "Check that both files are of the same campaign.")


def _some(names: set[str]) -> str:
    ordered = sorted(names)
    return ", ".join(f"'{name}'" for name in ordered[:3]) + (" ..." if len(ordered) > 3 else "")


def _find_turned(
    measures: JoinedMeasures, lower: Sequence[str], higher: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Measures for which lower is better: those registered so, those that the user names, and those whose name says so.

    The latter are also returned by themselves.
    """
    from genchal.metrics import METRICS

    check_known("measure", (*lower, *higher), measures.columns)
    if both := sorted({*lower} & {*higher}):
        raise InvalidInput(f"'{both[0]}' cannot be better both higher and lower", "Name it once.")
    plain = {name: name.partition(":")[0] for name in measures.metrics}
    registered = {name for name in measures.metrics if plain[name] in METRICS}
    low = {name for name in registered if METRICS[plain[name]].higher_is_better is False} | {*lower}
    by_name = {
        name
        for name, values in measures.columns.items()
        if name not in {*registered, *low} and is_lower_better(name, values)
    }
    turned = tuple(name for name in measures.columns if name in low | by_name and name not in higher)
    return turned, tuple(name for name in turned if name in by_name)


def _resample(measures: JoinedMeasures, how: Correlating) -> Resample:
    """What is drawn: systems only where the result is about other systems too."""
    systems, instances = (len(np.unique(column.codes)) for column in (measures.system, measures.instance))
    if how.within == "system" or systems == 1:
        return "inputs"
    return "systems" if instances == 1 or "" in measures.instance.names else "both"


def _swap(measures: JoinedMeasures, how: Correlating) -> Resample:
    """What makes two metrics differ by chance: within a system its inputs, otherwise the systems."""
    return "inputs" if how.within == "system" or len(np.unique(measures.system.codes)) == 1 else "systems"


def _used(measures: JoinedMeasures, how: Correlating) -> NDArray[np.bool_]:
    """Rows that count: with a metric and a criterion, at system level of systems with both."""
    sides = [side for side in (measures.metrics, measures.criteria) if side]
    known = [np.any([~np.isnan(measures.columns[name]) for name in side], axis=0) for side in sides]
    if how.level == "system":
        known = [np.isin(measures.system.codes, measures.system.codes[rows]) for rows in known]
    return np.asarray(np.all(known, axis=0))
