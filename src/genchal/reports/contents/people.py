"""What people said: rankings, reliability, quality control, and how metrics go together with it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.correlation import NAMES, Correlation
from genchal.domain.results.correlations import Correlations
from genchal.domain.results.judgements.agreement import Agreement
from genchal.domain.results.people import CriterionResults, HumanEvaluation
from genchal.domain.results.table import Bounds, Cell, Column, Estimate, Marked, Table
from genchal.domain.submission import System
from genchal.errors import counted
from genchal.reports.contents.items import ReportFigure, ReportTable, unique_slugs
from genchal.reports.contents.metrics import draw_tests, name_measures
from genchal.reports.figures.coverage import draw_coverage, judged_coverage
from genchal.reports.figures.forest import draw_forest
from genchal.reports.figures.scatter import ScatterPanel, draw_scatters, find_outliers
from genchal.reports.figures.symbols import system_shapes
from genchal.reports.standings import Standing, criterion_standing
from genchal.reports.tables.campaign_tables import SIMULATED
from genchal.reports.verdict.claims import join_words

SHORTEST = 0.05  # hours, below which 0.0 would stand there
CEILING = "human"  # what correlations call one half of the judgements against the other


@dataclass(frozen=True, slots=True)
class Fact:
    """A number with what it counts."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class CriterionContents:
    """A criterion: its ranking as a figure and as a table, tests, and agreement."""

    criterion: str
    forest: ReportFigure
    tests: ReportFigure | None
    ranking: ReportTable
    differences: ReportTable | None
    assessment: ReportTable | None
    agreement: ReportTable | None
    design: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EvaluationContents:
    """A study or a file of ratings; `against` are scatter plots of metrics, one figure for each criterion."""

    name: str
    is_simulated: bool
    follows: str  # the rules of a program, as a list
    facts: tuple[Fact, ...]
    criteria: tuple[CriterionContents, ...]
    coverage: ReportFigure | None
    coverage_table: ReportTable | None
    quality: tuple[str, ...]
    reading: tuple[str, ...]
    warnings: tuple[str, ...]
    against: tuple[ReportFigure, ...]
    correlations: ReportTable | None
    correlation_lists: tuple[ReportTable, ...]

    def figures(self) -> Iterator[ReportFigure]:
        """All figures."""
        for contents in self.criteria:
            yield contents.forest
            if contents.tests:
                yield contents.tests
        if self.coverage:
            yield self.coverage
        yield from self.against

    def tables(self) -> Iterator[ReportTable]:
        """All tables; those of simulated raters say so."""
        for item in self._tables():
            notes = (SIMULATED, *item.table.notes) if self.is_simulated else item.table.notes
            yield replace(item, table=replace(item.table, notes=notes))

    def _tables(self) -> Iterator[ReportTable]:
        for contents in self.criteria:
            yield contents.ranking
            yield from (table for table in (contents.differences, contents.assessment, contents.agreement) if table)
        yield from (table for table in (self.coverage_table, self.correlations) if table)
        yield from self.correlation_lists


def describe_people(track: TrackResults, slug: str, measures: Sequence[Standing]) -> tuple[EvaluationContents, ...]:
    """Every evaluation of a track; names of files have that of the evaluation in them."""
    slugs = unique_slugs(evaluation.name for evaluation in track.people)
    return tuple(
        _describe_evaluation(track, evaluation, f"{slug}-{slugs[evaluation.name]}", measures)
        for evaluation in track.people
    )


def _describe_evaluation(
    track: TrackResults, evaluation: HumanEvaluation, prefix: str, measures: Sequence[Standing]
) -> EvaluationContents:
    names = unique_slugs(results.criterion for results in evaluation.criteria)
    ranked = [results for results in evaluation.criteria if results.ranking.systems]
    standings = {results.criterion: criterion_standing(track, evaluation, results) for results in ranked}
    shares = judged_coverage(evaluation.coverage) if evaluation.coverage else ()
    alt = "Shares of answers that say that outputs are right, add, miss, or add and miss information, by system"
    return EvaluationContents(
        evaluation.name,
        evaluation.is_simulated,
        "; ".join(f"{criterion} follows {metric}" for criterion, metric in evaluation.follows),
        tuple(_list_facts(evaluation)),
        tuple(
            _describe_criterion(track, results, standings[results.criterion], f"{prefix}-{names[results.criterion]}")
            for results in ranked
        ),
        ReportFigure(f"{prefix}-coverage", draw_coverage(shares), alt, draw_coverage(shares, on_phone=True))
        if shares
        else None,
        ReportTable(f"{prefix}-coverage", evaluation.coverage.tables()[0]) if evaluation.coverage and shares else None,
        tuple(evaluation.quality.sentences()) if evaluation.quality and evaluation.quality.checks else (),
        evaluation.reading,
        (*evaluation.warnings, *(aside.sentence() for aside in evaluation.set_aside)),
        tuple(_draw_against(track, prefix, names, ranked, standings, measures)),
        _tabulate_correlations(track, prefix, evaluation),
        tuple(_list_correlations(prefix, names, evaluation)),
    )


def _list_facts(evaluation: HumanEvaluation) -> Iterator[Fact]:
    size = evaluation.size
    yield Fact("judgements", f"{size.judgements:,}")
    if size.raters is not None:
        yield Fact("simulated raters" if evaluation.is_simulated else "raters", f"{size.raters:,}")
    if size.sheets:
        yield Fact("sheets", f"{size.sheets:,}")
    yield from (Fact("instances", f"{size.instances:,}"), Fact("systems", f"{size.systems:,}"))
    if size.hours is not None and size.hours >= SHORTEST:
        yield Fact("hours", f"{size.hours:,.1f}")
    if size.seconds_per_sheet is not None and size.seconds_per_sheet >= 1:
        yield Fact("seconds a sheet (median)", f"{size.seconds_per_sheet:,.0f}")
    if size.cost is not None:
        yield Fact("cost", f"{size.cost:,.2f} {size.currency}".strip())
    if evaluation.method:
        yield Fact("method", evaluation.method)


def _describe_criterion(
    track: TrackResults, results: CriterionResults, standing: Standing, name: str
) -> CriterionContents:
    ranking, criterion = results.ranking, results.criterion
    best = next(iter(ranking)).system
    clusters = counted(len({ranked.cluster for ranked in ranking}), "cluster")
    systems = counted(len(ranking.systems), "system")
    alt = f"Scores of {systems} in {criterion} with intervals, in {clusters}, {best} first"
    shapes = system_shapes(track.systems)
    differences = results.differences and results.differences.differences and results.differences.tables()[0]
    return CriterionContents(
        criterion,
        ReportFigure(f"{name}-ranking", draw_forest(ranking, shapes), alt, draw_forest(ranking, shapes, on_phone=True)),
        draw_tests(standing, f"{name}-tests"),
        ReportTable(f"{name}-ranking", ranking.tables()[0]),
        ReportTable(f"{name}-differences", differences) if differences else None,
        ReportTable(f"{name}-direct-assessment", results.assessment.tables()[0]) if results.assessment else None,
        _tabulate_agreement(f"{name}-agreement", criterion, results.agreements) if results.agreements else None,
        results.design.sentence() if results.design else "",
        results.missing,
    )


def _tabulate_agreement(name: str, criterion: str, found: Sequence[Agreement]) -> ReportTable:
    """Coefficients that fit the design first; what they mean stands below them, and in a column of the CSV file."""
    ordered = sorted(found, key=lambda agreement: (not agreement.fits, math.isnan(agreement.value)))
    columns = (
        *(Column("measure"), Column("value", digits=3), Column("interval", "value", digits=3, missing="")),
        *(Column("items"), Column("raters"), Column("fits the design", "fits")),
    )
    rows = tuple(
        (
            *(agreement.form, agreement.value, Bounds(agreement.low, agreement.high)),
            *(agreement.items, agreement.raters, agreement.fits),
        )
        for agreement in ordered
    )
    meanings = [agreement.note or "" if math.isnan(agreement.value) else agreement.meaning for agreement in ordered]
    table = Table(
        title=f"Agreement between raters in {criterion}",
        columns=columns,
        rows=rows,
        notes=tuple(agreement.sentence() for agreement in ordered),
        signatures=tuple(f"{agreement.form}: {agreement.signature}" for agreement in ordered),
        label=f"agreement-{criterion}",
    )
    told = tuple((*row, meaning) for row, meaning in zip(rows, meanings, strict=True))
    return ReportTable(name, table, replace(table, columns=(*columns, Column("meaning")), rows=told))


def _draw_against(
    track: TrackResults,
    prefix: str,
    names: Mapping[str, str],
    ranked: Sequence[CriterionResults],
    standings: Mapping[str, Standing],
    measures: Sequence[Standing],
) -> Iterator[ReportFigure]:
    """A figure for every criterion: its panels are the metrics, its points the systems."""
    shapes = system_shapes(track.systems)
    for results in ranked:
        standing, panels, far = standings[results.criterion], [], dict[str, None]()
        for measure in measures:
            both = [system for system in standing.order if system in measure.placed]
            if len(both) < 3:
                continue
            points = {system: (measure.placed[system], standing.placed[system]) for system in both}
            found = _find_coefficient(results.by_system, measure.name)
            number = f"  {_symbol(found)} = {found.value:.2f}".replace("-", "−") if found else ""
            panels.append(ScatterPanel(f"{measure.label}{number}", measure.label, standing.label, points))
            far |= dict.fromkeys(find_outliers(points))
        if panels:
            outliers = f" Far from the line: {join_words(list(far)[:6])}." if far else ""
            alt = f"{counted(len(panels), 'metric')} against {results.criterion}, a point for each system.{outliers}"
            yield ReportFigure(f"{prefix}-{names[results.criterion]}-metrics", draw_scatters(panels, shapes), alt)


def _find_coefficient(found: Correlations | None, metric: str) -> Correlation | None:
    """The first coefficient of a metric over everything."""
    return next(
        (
            coefficient
            for coefficient in found or ()
            if coefficient.metric == metric and not coefficient.group and not math.isnan(coefficient.value)
        ),
        None,
    )


def _list_low(evaluation: HumanEvaluation) -> Iterator[str]:
    """The criteria of which low values are the best, with the level where that is so at one of them only."""
    for results in evaluation.criteria:
        levels = {"systems": results.by_system, "outputs": results.by_segment}
        known = {level: found for level, found in levels.items() if found is not None}
        low = [level for level, found in known.items() if results.is_low_best(found)]
        if low:
            yield results.criterion if len(low) == len(known) else f"{results.criterion} over {low[0]}"


def _symbol(found: Correlation) -> str:
    return {"pearson": "r", "spearman": "ρ", "kendall": "τ", "accuracy": "accuracy"}[found.method]


def _tabulate_correlations(track: TrackResults, prefix: str, evaluation: HumanEvaluation) -> ReportTable | None:
    """Metrics down, criteria across, over systems and over outputs, with the human ceiling as the last line."""
    labels = name_measures(track)
    levels = {"systems": "by_system", "outputs": "by_segment"}
    found: dict[tuple[str, str], Correlations] = {
        (results.criterion, level): getattr(results, field)
        for results in evaluation.criteria
        for level, field in levels.items()
        if getattr(results, field) is not None
    }
    if not found:
        return None
    names = dict.fromkeys(one.metric for correlations in found.values() for one in correlations if not one.group)
    metrics = [*(name for name in names if name != CEILING), *(name for name in names if name == CEILING)]
    columns = [
        Column(f"{criterion}, over {level}", f"{criterion}_{level}", digits=2, missing="") for criterion, level in found
    ]
    half = f"{'program' if evaluation.is_simulated else 'people'} (half against half)"
    rows: list[tuple[Cell, ...]] = []
    for metric in metrics:
        cells: list[Cell] = []
        for correlations in found.values():
            coefficient = _find_coefficient(correlations, metric)
            if coefficient is None:
                cells.append(None)
            else:
                estimate = Estimate(coefficient.value, coefficient.low, coefficient.high)
                cells.append(Marked(estimate, correlations.stars(coefficient)))
        rows.append((half if metric == CEILING else labels.get(metric, metric), *cells))
    first = next(iter(found.values()))
    notes = [f"{NAMES[first.how.methods[0]]}, in brackets {first.how.confidence * 100:g}% intervals."]
    if {correlations.how.is_with_ranking for correlations in found.values()} == {True, False}:
        notes.append("Over systems with the scores of the ranking, over outputs with mean ratings.")
    notes.append(f"Stars: {_explain_stars(found)}")
    if lower := [labels[name] for name in first.turned if name in labels]:
        notes.append(f"Lower is better for {join_words(lower)}: a negative coefficient is a good one.")
    if low := list(_list_low(evaluation)):
        good = "good coefficients have the opposite sign" if lower else "a negative coefficient is a good one"
        notes.append(f"Low values are best for {join_words(low)}: there {good}.")
    if CEILING in metrics:
        notes.append(
            "The last line is how well one half of the judgements predicts the other, as a yardstick: metrics are "
            "compared with all judgements, and may be higher. Its brackets hold most splits into halves, and are no "
            "confidence interval."
        )
    notes.extend(_compare_metrics(found, labels))
    warned = dict.fromkeys(warning for correlations in found.values() for warning in correlations.warnings)
    signatures = tuple(dict.fromkeys(one.signature for correlations in found.values() for one in correlations))
    whom = "simulated raters" if evaluation.is_simulated else "people"
    where = f" ({evaluation.name})" if len(track.people) > 1 else ""
    table = Table(
        f"Correlations of metrics with {whom}{where}",
        (Column("metric"), *columns),
        tuple(rows),
        rules=(len(rows) - 1,) if CEILING in metrics and len(rows) > 1 else (),
        notes=(*notes, *(f"Warning: {warning}" for warning in warned)),
        signatures=signatures,
        label="correlations",
    )
    return ReportTable(f"{prefix}-correlations", table)


def _explain_stars(found: Mapping[tuple[str, str], Correlations]) -> str:
    """The explanation that holds for coefficients over systems, too, if there are any."""
    every = list(found.values())
    return next((one for one in every if one.how.level == "system"), every[0]).explain_stars()


def _compare_metrics(found: Mapping[tuple[str, str], Correlations], labels: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each criterion and level: which metrics correlate better than which by Williams' test."""
    for (criterion, level), correlations in found.items():
        ahead: dict[str, list[str]] = {}
        tested = [pair for pair in correlations.differences if pair.test == "williams" and not pair.group]
        for pair in tested:
            if pair.significant and pair.better is not None:
                other = pair.metric_b if pair.better == pair.metric_a else pair.metric_a
                ahead.setdefault(pair.better, []).append(labels.get(other, other))
        if tested:
            shown = [
                f"{labels.get(better, better)} correlates better than {join_words(worse)}"
                for better, worse in ahead.items()
            ]
            outcome = "; ".join(shown) or "no two metrics differ significantly"
            yield f"Williams' test, {criterion} over {level}: {outcome}."


def _list_correlations(prefix: str, names: Mapping[str, str], evaluation: HumanEvaluation) -> Iterator[ReportTable]:
    for results in evaluation.criteria:
        for level, found in (("systems", results.by_system), ("outputs", results.by_segment)):
            if found is not None and found.correlations:
                table = found.tables()[0]
                yield ReportTable(f"{prefix}-{names[results.criterion]}-correlations-over-{level}", table)


def order_systems(track: TrackResults, people: Sequence[Standing]) -> tuple[System, ...]:
    """Systems as the page shows them: by the first criterion of people if there is one, else by the first measure."""
    ranked = track.ranked()
    if not people:
        return ranked
    places = {system: place for place, system in enumerate(people[0].order)}
    return tuple(sorted(ranked, key=lambda system: places.get(system.name, len(places))))
