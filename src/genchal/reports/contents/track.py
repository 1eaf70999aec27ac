"""One track of a report: everything that its page shows and its files have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.submission import System
from genchal.errors import counted
from genchal.reports.contents.items import ReportFigure, ReportTable
from genchal.reports.contents.metrics import (
    MeasureDetails,
    describe_measures,
    list_comparisons,
    measure_coverage,
)
from genchal.reports.contents.people import EvaluationContents, describe_people, order_systems
from genchal.reports.contents.subsets import list_subsets
from genchal.reports.contents.texts import draw_alikeness, draw_complexity, draw_diversity, list_statistics
from genchal.reports.figures.leaderboard import draw_intervals
from genchal.reports.figures.overview import draw_overview, draw_phone_overview
from genchal.reports.standings import Standing, measure_standing, people_standings
from genchal.reports.tables.campaign_tables import describe_systems
from genchal.reports.verdict.claims import Claim
from genchal.reports.verdict.write import write_verdict
from genchal.reports.visible import hide_withdrawn


@dataclass(frozen=True, slots=True)
class TrackContents:
    """A track without its withdrawn systems; what it does not have is None or empty."""

    slug: str
    track: TrackResults
    order: tuple[System, ...]
    measures: tuple[Standing, ...]
    people: tuple[Standing, ...]
    verdict: tuple[Claim, ...]
    overview: ReportFigure | None
    scores: ReportFigure | None
    details: tuple[MeasureDetails, ...]
    slot_coverage: ReportFigure | None
    evaluations: tuple[EvaluationContents, ...]
    similarity: tuple[ReportFigure, ...]  # the mean of the metrics first
    levels: tuple[ReportFigure, ...]
    diversity: ReportFigure | None
    systems: ReportTable | None
    subsets: tuple[ReportTable, ...]
    more_tables: tuple[ReportTable, ...]
    leaderboard: ReportTable

    def figures(self) -> Iterator[ReportFigure]:
        """Every figure that is saved."""
        for figure in (self.overview, self.scores, self.slot_coverage, self.diversity):
            if figure:
                yield figure
        yield from (*self.similarity, *self.levels)
        for details in self.details:
            yield from (figure for figure in (details.distribution, details.tests) if figure)
        for evaluation in self.evaluations:
            yield from evaluation.figures()

    def tables(self) -> Iterator[ReportTable]:
        """Every table that is saved."""
        yield self.leaderboard
        if self.systems:
            yield self.systems
        yield from (*self.subsets, *self.more_tables)
        for evaluation in self.evaluations:
            yield from evaluation.tables()


def gather_track(results: CampaignResults, whole: TrackResults, slug: str) -> TrackContents:
    """Draw and tabulate everything there is about a track."""
    track = hide_withdrawn(whole)
    measures = tuple(measure_standing(track, measure) for measure in track.measures)
    people = people_standings(track)
    order = order_systems(track, people)
    overview, on_phone = (draw(track, order, measures, people) for draw in (draw_overview, draw_phone_overview))
    alike, levels = draw_alikeness(track, slug), draw_complexity(track, slug, order)
    shown = [figure.label for figure in (*measures, *people)]
    alt = f"Scores of {counted(len(order), 'system')} with their intervals"
    return TrackContents(
        slug,
        track,
        order,
        measures,
        people,
        write_verdict(track),
        ReportFigure(f"{slug}-overview", overview, f"{alt}: {', '.join(shown[:8])}", on_phone) if overview else None,
        ReportFigure(f"{slug}-scores", draw_intervals(track), alt) if order and track.measures else None,
        describe_measures(track, slug, order, measures),
        measure_coverage(track, slug, order),
        describe_people(track, slug, measures),
        alike[0],
        levels[0],
        draw_diversity(track, slug, measures),
        _list_systems(track, slug, order),
        list_subsets(track, slug, order),
        (
            *list_comparisons(track, slug),
            *list_statistics(track, slug),
            *alike[1],
            *levels[1],
        ),
        ReportTable(f"{slug}-leaderboard", track.table(results.confidence), track.listed()),
    )


def _list_systems(track: TrackResults, slug: str, order: tuple[System, ...]) -> ReportTable | None:
    """What is known of the systems besides their names; None where nothing is."""
    table = describe_systems(track, order)
    return ReportTable(f"{slug}-systems", table) if len(table.columns) > 1 else None
