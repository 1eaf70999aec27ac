"""Correlations over systems as tables: measures down, track by track, what they are correlated with across."""

from __future__ import annotations

import math
from collections.abc import Sequence

from genchal.domain.results.correlation import Correlation
from genchal.domain.results.correlations import Correlations
from genchal.domain.results.over_systems import ALL_TRACKS, CorrelationsOverSystems
from genchal.domain.results.table import Cell, Column, Estimate, Marked, Table
from genchal.reports.contents.items import ReportTable, unique_slugs

LISTED = (
    *("name", "track", "of", "against", "method", "value", "low", "high", "p_value", "p_adjusted"),
    *("systems", "is_simulated", "signature"),
)


def list_correlations_over_systems(found: Sequence[CorrelationsOverSystems]) -> tuple[ReportTable, ...]:
    """A table for each."""
    slugs = unique_slugs(asked.name for asked in found)
    return tuple(
        ReportTable(f"correlation-{slugs[asked.name]}", _tabulate(asked), _list(asked))
        for asked in found
        if asked.by_track
    )


def _tabulate(asked: CorrelationsOverSystems) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for measure in asked.of:
        for track, found in asked.by_track:
            cells = [_cell(found, _find(found, measure, other)) for other in asked.against]
            rows.append((measure, track, *cells, found.systems))
    count = len(asked.by_track)
    columns = (
        *(Column("measure", "of", align="left"), Column("track", align="left")),
        *(Column(name.replace("_", " "), name, digits=2, missing="") for name in asked.against),
        Column("systems"),
    )
    return Table(
        asked.name,
        columns,
        tuple(rows),
        rules=tuple(range(count, len(rows), count)),
        notes=tuple(_explain(asked)),
        label=f"correlation-{asked.name}",
    )


def _explain(asked: CorrelationsOverSystems) -> list[str]:
    first = asked.by_track[0][1]
    notes = [f"Pearson's r over systems, in brackets {first.how.confidence * 100:g}% intervals by Fisher's z."]
    notes.append(f"Stars: {first.explain_stars()} p is adjusted after Holm for the coefficients of a track.")
    if any(track == ALL_TRACKS for track, _ in asked.by_track):
        notes.append(f"{ALL_TRACKS.capitalize()}: means of the tracks, weighted by their instances.")
    if asked.simulated:
        names = ", ".join(asked.simulated)
        notes.append(
            f"Simulated by a program, not judged by people: {names}. These coefficients follow from its rules."
        )
    if any(math.isnan(one.value) for _, found in asked.by_track for one in found):
        notes.append("No coefficient where all systems have the same value.")
    return [*notes, *asked.missing]


def _find(found: Correlations, measure: str, other: str) -> Correlation | None:
    return next((one for one in found if (one.metric, one.criterion) == (measure, other)), None)


def _cell(found: Correlations, one: Correlation | None) -> Cell:
    if one is None or math.isnan(one.value):
        return None
    return Marked(Estimate(one.value, one.low, one.high), found.stars(one))


def _list(asked: CorrelationsOverSystems) -> Table:
    rows = tuple(
        tuple(None if isinstance(value, float) and math.isnan(value) else value for value in record.values())
        for record in asked.records()
    )
    return Table(asked.name, tuple(map(Column, LISTED)), rows)  # type: ignore[arg-type]
