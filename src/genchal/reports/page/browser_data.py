"""What the outputs browser of the page shows: texts, segment scores and judgements of people, in columns.

A small campaign has all of it in the page, so that the page can be mailed alone. A large one has an index in the page,
and files beside it that the page's script loads when they are needed. They are scripts, as a page that was opened from
a disk may not read other files.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from genchal.domain.directions import is_lower_better
from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.people import HumanEvaluation
from genchal.reports.names import track_slugs
from genchal.reports.page import browser_texts
from genchal.reports.page.browser_columns import encode_column
from genchal.reports.page.browser_tags import instance_tags
from genchal.reports.page.browser_texts import Outputs
from genchal.reports.page.embedded import embedded_json
from genchal.reports.standings import label_criterion
from genchal.text.arrays.ragged import FloatArray

INLINE = 4_000_000  # characters of data that a page may hold; 21 systems with 630 outputs each are half of it
CODED = 8 / 3  # characters of a score in two bytes, as base64
# Errors in single outputs, by the measures that count them.
ERRORS = {
    "slot_error": "wrong slots",
    "slot_error.added": "added slots",
    "slot_error.missing": "missing slots",
    "slot_error.both": "added and missing slots",
    "slot_error.repeated": "repeated slots",
    "slot_error_delex": "wrong placeholders",
}


@dataclass(frozen=True, slots=True)
class BrowserColumn:
    """A number for every output: a measure's, or a criterion's under which people judged it."""

    label: str
    higher_is_better: bool | None
    decimals: int
    rated: tuple[HumanEvaluation, str] | None = None  # with the name of the criterion
    measure: str = ""


def browser_data(results: CampaignResults) -> list[dict[str, Any]]:
    """Lay out one object per track: all of it, or the index of a large campaign with the names of its files."""
    is_large = has_data_files(results)
    return [
        _index(track) | ({"files": _names(slug, track)} if is_large else {"pieces": _pieces(track)}) | {"slug": slug}
        for slug, track in zip(track_slugs(results), results.tracks, strict=True)
    ]


def browser_files(results: CampaignResults) -> dict[str, bytes]:
    """Make the files that a large campaign has beside its page; none for a small one."""
    if not has_data_files(results):
        return {}
    return {
        name: f"genchalData({embedded_json(name)},{embedded_json(piece)});\n".encode()
        for slug, track in zip(track_slugs(results), results.tracks, strict=True)
        for kind, names in _names(slug, track).items()
        for name, piece in zip(names, _pieces_of(track, kind), strict=True)
    }


def has_data_files(results: CampaignResults) -> bool:
    """Whether a campaign is too large for one page."""
    return sum(map(_size, results.tracks)) > INLINE


def _size(track: TrackResults) -> float:
    outputs = _outputs(track)
    scores = len(outputs) * len(track.instances) * len(_columns(track))
    return CODED * scores + sum(browser_texts.text_lengths(track.instances, outputs))


def _outputs(track: TrackResults) -> Outputs:
    nothing = (None,) * len(track.instances)
    return [track.outputs.get(system.name, nothing) for system in track.ranked()]


def _columns(track: TrackResults) -> list[BrowserColumn]:
    measures = [
        BrowserColumn(measure.label or measure.name, measure.higher_is_better, 4, measure=measure.name)
        for measure in track.measures
    ]
    people = [
        BrowserColumn(
            label_criterion(track.people, evaluation, criterion),
            not _is_lower_better(evaluation, criterion),
            2,
            (evaluation, criterion),
        )
        for evaluation in track.people
        for criterion in dict.fromkeys(rated.criterion for rated in evaluation.segments)
    ]
    return measures + people


def _is_lower_better(evaluation: HumanEvaluation, criterion: str) -> bool:
    chosen = [found.ranking.how.lower_is_better for found in evaluation.criteria if found.criterion == criterion]
    return chosen[0] if chosen and chosen[0] is not None else is_lower_better(criterion)


def _index(track: TrackResults) -> dict[str, Any]:
    outputs = _outputs(track)
    names = [measure.name for measure in track.measures]
    variety = np.array([browser_texts.word_variety(outputs, place) for place in range(len(track.instances))])
    return {
        "language": track.language,
        "systems": [system.name for system in track.ranked()],
        "columns": [
            {
                "label": column.label,
                "higher": column.higher_is_better,
                "decimals": column.decimals,
                "people": column.rated is not None,
                "simulated": column.rated is not None and column.rated[0].is_simulated,
            }
            for column in _columns(track)
        ],
        "errors": [{"label": ERRORS[name], "column": names.index(name)} for name in ERRORS if name in names],
        "ids": [instance.id for instance in track.instances],
        "tags": instance_tags(track.instances),
        "slots": browser_texts.slot_names(track.instances),
        "variety": encode_column(variety),
        "starts": browser_texts.chunk_starts(track.instances, outputs),
    }


def _names(slug: str, track: TrackResults) -> dict[str, list[str]]:
    chunks = browser_texts.chunk_starts(track.instances, _outputs(track))
    return {
        "columns": [f"data/{slug}-scores-{i:02d}.js" for i in range(1, len(_columns(track)) + 1)],
        "texts": [f"data/{slug}-texts-{i:04d}.js" for i in range(1, len(chunks) + 1)],
    }


def _pieces(track: TrackResults) -> dict[str, list[dict[str, Any]]]:
    return {kind: list(_pieces_of(track, kind)) for kind in ("columns", "texts")}


def _pieces_of(track: TrackResults, kind: str) -> Iterator[dict[str, Any]]:
    return _column_pieces(track) if kind == "columns" else _text_pieces(track)


def _text_pieces(track: TrackResults) -> Iterator[dict[str, Any]]:
    outputs = _outputs(track)
    slots = browser_texts.slot_names(track.instances)
    starts = browser_texts.chunk_starts(track.instances, outputs)
    for start, end in zip(starts, [*starts[1:], len(track.instances)], strict=True):
        yield browser_texts.text_chunk(track.instances[start:end], outputs, slots, start)


def _column_pieces(track: TrackResults) -> Iterator[dict[str, Any]]:
    names = [system.name for system in track.ranked()]
    ids = tuple(instance.id for instance in track.instances)
    scored = {(segment.system, segment.metric): segment for segment in track.segments}
    for column in _columns(track):
        if column.rated is None:
            own = {name: scored[name, column.measure] for name in names if (name, column.measure) in scored}
            values = {name: (segment.instances, segment.values) for name, segment in own.items()}
            yield {"values": encode_column(_matrix(values, names, ids))}
            continue
        evaluation, criterion = column.rated
        rated = {segment.system: segment for segment in evaluation.segments if segment.criterion == criterion}
        means = {name: (segment.instances, segment.means) for name, segment in rated.items()}
        counts = {name: (segment.instances, segment.counts) for name, segment in rated.items()}
        yield {
            "values": encode_column(_matrix(means, names, ids)),
            "counts": encode_column(_matrix(counts, names, ids), scale=1),
        }


def _matrix(columns: dict[str, tuple[Sequence[str], Any]], systems: Sequence[str], ids: tuple[str, ...]) -> FloatArray:
    """Numbers of all outputs, instances down and systems across; NaN where there is none."""
    matrix = np.full((len(ids), len(systems)), math.nan)
    places = {instance: place for place, instance in enumerate(ids)}
    for across, system in enumerate(systems):
        instances, values = columns.get(system, ((), ()))
        if tuple(instances) == ids:
            matrix[:, across] = values
            continue
        for instance, value in zip(instances, values, strict=True):
            if instance in places:
                matrix[places[instance], across] = value
    return matrix
