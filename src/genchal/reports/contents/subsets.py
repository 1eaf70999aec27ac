"""Scores by what instances have in common: systems down, measures across, side by side for every value."""

from __future__ import annotations

from collections.abc import Sequence

from genchal.domain.results.campaign import DECIMALS, TrackResults
from genchal.domain.results.subsets import SubsetScores
from genchal.domain.results.table import Column, Table, mark_best
from genchal.domain.submission import System
from genchal.errors import counted
from genchal.reports.contents.items import ReportTable, unique_slugs

LISTED = ("by", "value", "instances", "system", "metric", "score", "low", "high", "n", "not_scored", "signature")


def list_subsets(track: TrackResults, slug: str, order: Sequence[System]) -> tuple[ReportTable, ...]:
    """A table for every property that a track is scored by."""
    names = list(dict.fromkeys(subset.by for subset in track.subsets))
    slugs = unique_slugs(names)
    return tuple(
        ReportTable(f"{slug}-by-{slugs[name]}", _tabulate(track, order, name, own), _list(name, own))
        for name in names
        for own in [[subset for subset in track.subsets if subset.by == name]]
    )


def _tabulate(track: TrackResults, order: Sequence[System], name: str, subsets: Sequence[SubsetScores]) -> Table:
    columns, cells = [], []
    for measure in track.measures:
        for place, subset in enumerate(subsets):
            values = {score.system: score.value for score in subset.scores if score.metric == measure.name}
            own = [values.get(system.name) for system in order]
            known = [None if value is None or value != value else value for value in own]
            cells.append(mark_best(known, DECIMALS, higher_is_better=measure.higher_is_better))
            columns.append(
                Column(
                    f"{measure.label or measure.name} {subset.value or '(none)'}",
                    f"{measure.name}_{place + 1}",
                    digits=DECIMALS,
                    percent=measure.is_fraction,
                    missing="not scored",
                    higher_is_better=measure.higher_is_better,
                )
            )
    sizes = ", ".join(f"{subset.value or '(none)'} {subset.instances:,}" for subset in subsets)
    return Table(
        f"Scores by {name}",
        (Column("system"), *columns),
        tuple(zip([system.name for system in order], *cells, strict=True)),
        notes=(f"{counted(sum(subset.instances for subset in subsets), 'instance')} by {name}: {sizes}.",),
        label=f"{track.name}-by-{name}",
    )


def _list(name: str, subsets: Sequence[SubsetScores]) -> Table:
    rows = tuple(
        (
            *(name, subset.value, subset.instances, score.system, score.metric),
            *(None if score.value != score.value else score.value, score.low, score.high),
            *(score.n, score.not_scored, score.signature),
        )
        for subset in subsets
        for score in subset.scores
    )
    return Table(f"Scores by {name}", tuple(map(Column, LISTED)), rows)
