"""The texts of systems as such: statistics, similarity, D-Levels, and diversity against accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.profiles import ProfileNumber, Profiles
from genchal.domain.submission import System
from genchal.reports.contents.items import ReportFigure, ReportTable
from genchal.reports.figures.levels import draw_levels
from genchal.reports.figures.scatter import ScatterPanel, draw_scatters
from genchal.reports.figures.similarity import draw_similarity
from genchal.reports.figures.symbols import system_shapes
from genchal.reports.standings import Placed, Standing

DIVERSITY = ("msttr", "mtld", "hdd", "entropy_bigrams", "entropy_tokens")  # the first that is there is drawn


def order_statistics(track: TrackResults, order: Sequence[System]) -> tuple[ProfileNumber, ...]:
    """Text statistics, systems in the order of the page, other collections last."""
    places = {system.name: place for place, system in enumerate(order)}
    return tuple(sorted(track.statistics, key=lambda number: places.get(number.system, len(places))))


def list_statistics(track: TrackResults, slug: str) -> tuple[ReportTable, ...]:
    """All statistics, side by side for papers and below each other for programs."""
    if not track.statistics:
        return ()
    found = Profiles(track.statistics)
    return (ReportTable(f"{slug}-text-statistics", found.side_by_side(), found.listed()),)


def draw_alikeness(track: TrackResults, slug: str) -> tuple[ReportFigure, ReportTable] | None:
    """How alike systems are."""
    if track.similarities is None:
        return None
    alt = "Similarity of the systems, as a table of numbers"
    figure = ReportFigure(f"{slug}-similarity", draw_similarity(track.similarities), alt)
    return figure, ReportTable(f"{slug}-similarity", track.similarities.matrix_table())


def draw_complexity(
    track: TrackResults, slug: str, order: Sequence[System]
) -> tuple[ReportFigure, tuple[ReportTable, ...]] | None:
    """How sentences spread over the D-Level scale."""
    if track.levels is None or not track.levels.systems:
        return None
    places = {system.name: place for place, system in enumerate(order)}
    ordered = sorted(track.levels.systems, key=lambda shares: places.get(shares.system, len(places)))
    alt = "Shares of sentences at the levels of syntactic complexity, a bar for each system"
    figure = ReportFigure(f"{slug}-d-level", draw_levels(ordered), alt)
    tables = replace(track.levels, systems=tuple(ordered)).tables()
    names = (f"{slug}-d-level", f"{slug}-d-level-comparisons")
    return figure, tuple(ReportTable(name, table) for name, table in zip(names, tables, strict=False))


def draw_diversity(track: TrackResults, slug: str, measures: Sequence[Standing]) -> ReportFigure | None:
    """Diversity of words against the first measures, where both are known of three systems or more."""
    found = {
        statistic: {
            number.system: Placed(number.value)
            for number in track.statistics
            if number.statistic == statistic and number.version == "lexicalised" and number.value == number.value
        }
        for statistic in DIVERSITY
    }
    statistic = next((name for name in DIVERSITY if len(found[name]) > 2), None)
    if statistic is None:
        return None
    label = statistic.upper() if "_" not in statistic else statistic.replace("_", " ")
    errors = [standing for standing in measures if standing.name.startswith("slot_error") and "." not in standing.name]
    panels = []
    for measure in dict.fromkeys(
        [*[standing.name for standing in measures[:2]], *[found.name for found in errors[:1]]]
    ):
        standing = next(own for own in measures if own.name == measure)
        points = {
            system: (found[statistic][system], standing.placed[system])
            for system in standing.order
            if system in found[statistic]
        }
        if len(points) > 2:
            panels.append(ScatterPanel(f"{label} and {standing.label}", label, standing.label, points))
    if not panels:
        return None
    alt = f"Diversity of words ({label}) against scores, a point for each system"
    return ReportFigure(f"{slug}-diversity", draw_scatters(panels, system_shapes(track.systems)), alt)
