"""What the outputs browser of the page shows: texts and segment scores, in columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from genchal.domain import Input, SlotValues
from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.scores import SegmentScores
from genchal.reports.tables.leaderboard import DECIMALS


def browser_data(results: CampaignResults) -> list[dict[str, Any]]:
    """Lay out one object per track; numbers with the decimals that are shown, null where not scored."""
    return [_track(track) for track in results.tracks]


def _track(track: TrackResults) -> dict[str, Any]:
    names = [system.name for system in track.ranked()]
    segments = {(segment.system, segment.metric): segment for segment in track.segments}
    ids = tuple(instance.id for instance in track.instances)
    places = {instance: place for place, instance in enumerate(ids)}
    scores = [
        [_values(segments.get((name, measure.name)), ids, places) for name in names] for measure in track.measures
    ]
    return {
        "systems": list(names),
        "measures": [{"label": measure.label, "higher": measure.higher_is_better} for measure in track.measures],
        "ids": list(ids),
        "inputs": [_input(instance.input) for instance in track.instances],
        "references": [list(instance.references) for instance in track.instances],
        "outputs": [list(track.outputs.get(name, (None,) * len(ids))) for name in names],
        "scores": scores,
    }


def _input(given: Input) -> str | list[list[str]]:
    if isinstance(given, SlotValues):
        return [[slot, value] for slot, value in given.pairs]
    return str(given)


def _values(segment: SegmentScores | None, ids: tuple[str, ...], places: dict[str, int]) -> list[float | None]:
    """Segment scores in the order of the instances."""
    values = np.full(len(ids), np.nan)
    if segment is not None and segment.instances == ids:
        values = np.asarray(segment.values, dtype=np.float64)
    elif segment is not None:
        for name, value in zip(segment.instances, segment.values, strict=True):
            if name in places:
                values[places[name]] = value
    rounded = np.round(values, DECIMALS)
    return [value if finite else None for value, finite in zip(rounded.tolist(), np.isfinite(values), strict=True)]
