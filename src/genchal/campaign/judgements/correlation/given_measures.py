"""Measures that a Python function is given: scores with ratings, a frame, columns of numbers, or files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from genchal.campaign.judgements.correlation.joined_measures import JoinedMeasures, join_measures
from genchal.campaign.judgements.correlation.matching import check_matches
from genchal.campaign.judgements.correlation.measure_values import (
    MeasureValues,
    collect_column_values,
    collect_rating_values,
    read_segment_values,
)
from genchal.campaign.judgements.load import as_ratings
from genchal.domain.ratings import Ratings
from genchal.domain.results.correlation import Correlating
from genchal.domain.results.scores import Scoring
from genchal.errors import InvalidInput, check_known
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray
from genchal.text.tables.frames import frame_columns, is_frame, list_values

Numbers = Sequence[float] | FloatArray
Columns = Mapping[str, Numbers]


def join_given(
    scores: Any, human: Any, how: Correlating, systems: Sequence[str] | None, instances: Sequence[str] | None
) -> JoinedMeasures:
    """Join whatever `genchal.correlate` is given."""
    if isinstance(scores, Scoring):
        return _join_ratings(_collect_segments(scores), human, how)
    paths = [scores] if isinstance(scores, Path) else scores
    if isinstance(paths, list | tuple) and paths and all(isinstance(path, Path) for path in paths):
        return _join_ratings(read_segment_values(paths), human, how)
    metrics: Mapping[str, Any]
    people: Mapping[str, Any]
    if is_frame(scores):
        metrics, people, systems, instances = _split_frame(frame_columns(scores), human, systems, instances)
    else:
        metrics = scores
        people = {} if human is None else human if isinstance(human, Mapping) else {"human": human}
    numbers = {name: _numbers(name, values) for name, values in {**metrics, **people}.items()}
    cells = collect_column_values(numbers, _texts(systems), _texts(instances))
    return join_measures(
        {name: cells[name] for name in metrics}, {name: cells[name] for name in people}, by_system=how.level == "system"
    )


def _join_ratings(metrics: Mapping[str, MeasureValues], human: Any, how: Correlating) -> JoinedMeasures:
    if human is None:
        raise InvalidInput("there are no ratings to correlate scores with", "Give a file or a frame of ratings.")
    ratings: Ratings = as_ratings(human)
    people, left = collect_rating_values(ratings, log=how.log, level=how.level)
    by_system = how.level == "system"
    check_matches(metrics, people, by_system=by_system)
    joined = join_measures(metrics, people, left, by_system=by_system)
    return replace(joined, ratings=dict.fromkeys(people, ratings))


def _collect_segments(scoring: Scoring) -> dict[str, MeasureValues]:
    """Segment scores by metric."""
    found = {}
    for metric in dict.fromkeys(segment.metric for segment in scoring.segments):
        own = [segment for segment in scoring.segments if segment.metric == metric]
        system = Labels.of(segment.system for segment in own for _ in segment.instances)
        instance = Labels.of(name for segment in own for name in segment.instances)
        value = np.concatenate([segment.values for segment in own])
        found[metric] = MeasureValues(system, instance, np.zeros(len(value), np.int64), value)
    return found


def _split_frame(
    columns: Mapping[str, list[Any]], human: Any, systems: Sequence[str] | None, instances: Sequence[str] | None
) -> tuple[dict[str, list[Any]], dict[str, list[Any]], Sequence[str] | None, Sequence[str] | None]:
    """The columns of a frame by what they are: numbers are metrics, unless they are named as human judgements."""
    named = [human] if isinstance(human, str) else list(human) if human is not None else []
    if not all(isinstance(name, str) for name in named):
        raise InvalidInput("judgements in a frame are columns of it", 'Name them: human="quality".')
    check_known("column", named, columns)
    rest = {name: values for name, values in columns.items() if name not in (*named, "system", "instance")}
    metrics = {
        name: values
        for name, values in rest.items()
        if all(value is None or (isinstance(value, int | float) and not isinstance(value, bool)) for value in values)
    }
    return (
        metrics,
        {name: columns[name] for name in named},
        columns.get("system") if systems is None else systems,
        columns.get("instance") if instances is None else instances,
    )


def _numbers(name: str, values: Any) -> FloatArray:
    try:
        numbers = np.array([np.nan if value is None else float(value) for value in list_values(values)])
    except (TypeError, ValueError):
        raise InvalidInput(
            f"column '{name}' has something else than numbers", "Give numbers, NaN where none is."
        ) from None
    if np.isinf(numbers).any():
        raise InvalidInput(f"column '{name}' has an infinite number", "Give NaN where there is no number.")
    return numbers


def _texts(names: Any) -> list[str] | None:
    return None if names is None else [str(name) for name in list_values(names)]
