"""How metrics go together with people: correlations of all measures of a track with one criterion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from genchal.campaign.judgements.correlate import correlate_measures
from genchal.campaign.judgements.correlation.joined_measures import join_measures
from genchal.campaign.judgements.correlation.measure_values import MeasureValues, collect_rating_values
from genchal.domain.ratings import Ratings
from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.correlation import Correlating, CorrelationMethod, LeftOut
from genchal.domain.results.correlations import Correlations
from genchal.domain.results.judgements.ranking import Ranking
from genchal.domain.results.scores import Uncertainty
from genchal.errors import InvalidInput, counted
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray

SYSTEM_METHODS: tuple[CorrelationMethod, ...] = ("pearson", "spearman", "kendall")
SEGMENT_METHODS: tuple[CorrelationMethod, ...] = ("pearson", "spearman")
FEWEST_SYSTEMS = 3  # two systems always correlate perfectly


@dataclass(frozen=True, slots=True)
class CorrelatingPeople:
    """How metrics are correlated with ratings; `is_low_best` says of these that lower is better."""

    uncertainty: Uncertainty
    is_low_best: bool = False
    log: bool = False
    williams: bool = False


def correlate_systems(
    ratings: Ratings, ranking: Ranking, track: TrackResults, settings: CorrelatingPeople
) -> Correlations:
    """Correlate the scores of the leaderboard with those of the ranking, which know who rated what.

    The same as ``genchal correlate --scores --against --level system``, with a table of both.
    """
    shown = {system.name for system in track.ranked()}
    scores = [score for score in track.scores if score.system in shown]
    ranked = [(system.system, "", system.score) for system in ranking if system.system in shown]
    if len(ranked) < FEWEST_SYSTEMS:
        raise InvalidInput(f"{counted(len(ranked), 'system')} with scores and ratings", "Rate more systems.")
    metrics = {
        measure.name: _values((score.system, "", score.value) for score in scores if score.metric == measure.name)
        for measure in track.measures
    }
    how = replace(_correlating(SYSTEM_METHODS, settings), level="system", _ranking=ranking.method)
    people = {ranking.criterion: _values(ranked)}
    return _correlate(metrics, people, (), how, track, ratings, is_low_best=ranking.is_low_best)


def correlate_segments(
    ratings: Ratings, criterion: str, track: TrackResults, settings: CorrelatingPeople
) -> Correlations:
    """Correlate segment scores with the mean ratings of outputs; the human ceiling is among the coefficients.

    The same as ``genchal correlate --segments --ratings --ceiling``.
    """
    shown = {system.name for system in track.ranked()}
    metrics = {}
    for measure in track.measures:
        parts = [part for part in track.segments if part.metric == measure.name and part.system in shown]
        rows = [
            (part.system, instance, value)
            for part in parts
            for instance, value in zip(part.instances, part.values.tolist(), strict=True)
        ]
        if rows:
            metrics[measure.name] = _values(rows)
    how = replace(_correlating(SEGMENT_METHODS, settings), ceiling=True)
    people, left = collect_rating_values(ratings, [criterion], log=how.log, level=how.level)
    return _correlate(metrics, people, left, how, track, ratings, is_low_best=settings.is_low_best)


def _correlating(methods: tuple[CorrelationMethod, ...], settings: CorrelatingPeople) -> Correlating:
    uncertainty = settings.uncertainty
    return Correlating(
        methods=methods,
        log=settings.log,
        williams=settings.williams,
        interval="bootstrap" if uncertainty.resamples else "none",
        resamples=max(1, uncertainty.resamples),
        confidence=uncertainty.confidence,
        seed=uncertainty.seed,
    )


def _correlate(
    metrics: dict[str, MeasureValues],
    people: dict[str, MeasureValues],
    left: Sequence[LeftOut],
    how: Correlating,
    track: TrackResults,
    ratings: Ratings,
    *,
    is_low_best: bool,
) -> Correlations:
    if not metrics:
        raise InvalidInput("the track has no metrics", "Add a [[metric]].")
    measures = join_measures(metrics, people, left, by_system=how.level == "system")
    turned = [measure.name for measure in track.measures if measure.higher_is_better is False]
    lower, higher = (people, ()) if is_low_best else ((), people)  # the ranking has decided
    measures = replace(measures, ratings=dict.fromkeys(people, ratings))
    return correlate_measures(measures, how, [*turned, *lower], [*higher])


def _values(rows: Iterable[tuple[str, str, float]]) -> MeasureValues:
    systems, instances, values = zip(*rows, strict=True)
    value: FloatArray = np.array(values, dtype=np.float64)
    return MeasureValues(Labels.of(systems), Labels.of(instances), np.zeros(len(value), dtype=np.int64), value)
