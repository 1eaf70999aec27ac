"""The texts of systems as such: statistics, similarity, D-Levels, and diversity against accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.profiles import ProfileNumber, Profiles
from genchal.domain.results.similarity import MEAN
from genchal.domain.submission import System
from genchal.errors import counted
from genchal.reports.contents.items import ReportFigure, ReportTable, unique_slugs
from genchal.reports.figures.level_differences import draw_level_differences
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


def draw_alikeness(track: TrackResults, slug: str) -> tuple[tuple[ReportFigure, ...], tuple[ReportTable, ...]]:
    """How alike systems are: by the mean of the metrics first, and by each of them where they are several."""
    if track.similarities is None:
        return (), ()
    metrics = [matrix.metric for matrix in track.similarities.matrices if matrix.metric != MEAN]
    names = {MEAN: f"{slug}-similarity"}
    if len(metrics) > 1:
        names |= {metric: f"{slug}-similarity-{part}" for metric, part in unique_slugs(metrics).items()}
    figures, tables = [], []
    for metric, name in names.items():
        how = "" if metric == MEAN else f" by {metric}"
        alt = f"Similarity of the systems{how}, as a table of numbers"
        figures.append(ReportFigure(name, draw_similarity(track.similarities, metric), alt))
        tables.append(ReportTable(name, track.similarities.matrix_table(metric)))
    return tuple(figures), tuple(tables)


def draw_complexity(
    track: TrackResults, slug: str, order: Sequence[System]
) -> tuple[tuple[ReportFigure, ...], tuple[ReportTable, ...]]:
    """How sentences spread over the D-Level scale, and how far systems are apart where they were compared."""
    if track.levels is None or not track.levels.systems:
        return (), ()
    places = {system.name: place for place, system in enumerate(order)}
    ordered = sorted(track.levels.systems, key=lambda shares: places.get(shares.system, len(places)))
    levels = replace(track.levels, systems=tuple(ordered))
    alt = "Shares of sentences at the levels of syntactic complexity, a bar for each system"
    figures = [ReportFigure(f"{slug}-d-level", draw_levels(ordered), alt, draw_levels(ordered, on_phone=True))]
    differences = draw_level_differences(levels)
    if differences:
        different = sum(pair.verdict(1 - levels.confidence) == "different" for pair in levels.comparisons)
        alt = (
            "Differences between the systems' levels of complexity, as two matrices: distances with their significance,"
            f" and overlaps. {different:,} of {counted(len(levels.comparisons), 'pair')} differ significantly"
        )
        figures.append(ReportFigure(f"{slug}-d-level-differences", differences, alt))
    names = (f"{slug}-d-level", f"{slug}-d-level-comparisons")
    tables = (ReportTable(name, table) for name, table in zip(names, levels.tables(), strict=False))
    return tuple(figures), tuple(tables)


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
