"""Several tracks at once: systems down, tracks across, a table for every measure and criterion that they share."""

from __future__ import annotations

from collections.abc import Iterator

from genchal.domain.results.campaign import DECIMALS, LATE, CampaignResults
from genchal.domain.results.table import Cell, Column, Marked, Table
from genchal.reports.contents.items import ReportTable, unique_slugs
from genchal.reports.standings import Standing, measure_standing, people_standings
from genchal.reports.visible import hide_withdrawn


def pivot_tracks(results: CampaignResults) -> tuple[ReportTable, ...]:
    """A table for every measure or criterion of two tracks or more; none where there is one track."""
    by_label: dict[tuple[str, str], dict[int, Standing]] = {}
    for place, track in enumerate(map(hide_withdrawn, results.tracks)):
        for standing in (*people_standings(track), *(measure_standing(track, measure) for measure in track.measures)):
            by_label.setdefault((standing.source, standing.label), {}).setdefault(place, standing)
    shared = {key: found for key, found in by_label.items() if len(found) > 1}
    slugs = unique_slugs(label for _, label in shared)
    return tuple(
        ReportTable(f"tracks-{slugs[label]}{'-people' if source == 'people' else ''}", _pivot(results, label, found))
        for (source, label), found in shared.items()
    )


def _pivot(results: CampaignResults, label: str, found: dict[int, Standing]) -> Table:
    tracks = {place: results.tracks[place] for place in found}
    late = {(place, system.name) for place, track in tracks.items() for system in track.systems if system.late}
    systems = dict.fromkeys(system for standing in found.values() for system in (*standing.order, *standing.placed))
    several = len({track.language for track in tracks.values()}) > 1
    first = next(iter(found.values()))
    digits = first.digits if first.source == "people" else DECIMALS
    columns = [
        Column(
            f"{track.name} ({track.language})" if several and track.language not in track.name else track.name,
            f"track_{place + 1}",
            digits=digits,
            percent=first.is_fraction,
            missing="",
            higher_is_better=first.higher_is_better,
        )
        for place, track in tracks.items()
    ]
    rows = [(system, *_cells(system, found, late)) for system in systems]
    notes = ["Bold: not significantly worse than the best of the track."] if first.is_tested else []
    notes += [f"{LATE} submitted late."] if late else []
    title = f"{label}, by track"
    return Table(title, (Column("system"), *columns), tuple(rows), notes=tuple(notes), label=f"tracks-{label}")


def _cells(system: str, found: dict[int, Standing], late: set[tuple[int, str]]) -> Iterator[Cell]:
    for place, standing in found.items():
        placed = standing.placed.get(system)
        if placed is None:
            yield None
        else:
            strong = standing.higher_is_better is not None and standing.is_near_best(system)
            yield Marked(placed.value, LATE if (place, system) in late else "", strong=strong)
