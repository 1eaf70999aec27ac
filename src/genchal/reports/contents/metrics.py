"""Measures one by one: distributions of segment scores, and the paired tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from genchal.domain.results.campaign import Measure, TrackResults
from genchal.domain.submission import System
from genchal.reports.contents.items import ReportFigure, ReportTable, unique_slugs
from genchal.reports.figures.coverage import draw_coverage, measured_coverage
from genchal.reports.figures.distributions import draw_distributions
from genchal.reports.figures.paired_tests import draw_paired_tests
from genchal.reports.standings import Standing

MOST_SEGMENTS = 40  # systems whose distributions are drawn


@dataclass(frozen=True, slots=True)
class MeasureDetails:
    """What is known about a measure beyond the leaderboard."""

    measure: Measure
    summary: str
    distribution: ReportFigure | None
    tests: ReportFigure | None


def describe_measures(
    track: TrackResults, slug: str, order: Sequence[System], standings: Sequence[Standing]
) -> tuple[MeasureDetails, ...]:
    """Details of every measure that has any, systems in the order of the page."""
    slugs = unique_slugs(measure.name for measure in track.measures)
    found = [
        MeasureDetails(
            measure,
            _summarise(standing),
            _distribution(track, f"{slug}-{slugs[measure.name]}-distribution", measure, order),
            draw_tests(standing, f"{slug}-{slugs[measure.name]}-tests"),
        )
        for measure, standing in zip(track.measures, standings, strict=True)
    ]
    return tuple(details for details in found if details.distribution or details.tests)


def _distribution(track: TrackResults, name: str, measure: Measure, order: Sequence[System]) -> ReportFigure | None:
    segments = [segment for segment in track.segments if segment.metric == measure.name]
    label = measure.label or measure.name
    drawing = draw_distributions(label, [system.name for system in order][:MOST_SEGMENTS], segments)
    alt = f"Histograms of {label} of single outputs, a row for each system"
    return ReportFigure(name, drawing, alt) if drawing else None


def draw_tests(standing: Standing, name: str) -> ReportFigure | None:
    """The matrix of all tests under a measure or criterion."""
    drawing = draw_paired_tests(standing)
    alt = f"Adjusted p-values of all pairs of systems in {standing.label}, as a matrix. {_summarise(standing)}"
    return ReportFigure(name, drawing, alt) if drawing else None


def _summarise(standing: Standing) -> str:
    """How many pairs differ."""
    pairs = len(standing.p_values) // 2
    if not pairs:
        return ""
    verb = "differs" if len(standing.wins) == 1 else "differ"
    return f"{len(standing.wins):,} of {pairs:,} pair{'' if pairs == 1 else 's'} {verb} significantly."


def measure_coverage(track: TrackResults, slug: str, order: Sequence[System]) -> ReportFigure | None:
    """Shares of outputs with slots added and missed, where the four measures of it are there."""
    shares = measured_coverage(track, [system.name for system in order])
    if not shares:
        return None
    alt = "Shares of outputs that are right, add, miss, or add and miss information, by system, found by slot matching"
    return ReportFigure(f"{slug}-slot-coverage", draw_coverage(shares), alt, draw_coverage(shares, on_phone=True))


def list_comparisons(track: TrackResults, slug: str) -> tuple[ReportTable, ...]:
    """All paired tests as a table."""
    if track.comparisons is None or not track.comparisons.comparisons:
        return ()
    return (ReportTable(f"{slug}-comparisons", track.comparisons.tables()[0]),)


def name_measures(track: TrackResults) -> Mapping[str, str]:
    """Labels of measures by their names."""
    return {measure.name: measure.label or measure.name for measure in track.measures}
