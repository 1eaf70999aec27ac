"""Every table of a campaign, under a name that says what it is: what papers, reports and exports choose from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.judgements.agreement import Agreeing, Agreements
from genchal.domain.results.judgements.quality_control import QualityControl
from genchal.domain.results.people import CriterionResults, HumanEvaluation
from genchal.domain.results.profiles import Profiles
from genchal.domain.results.table import Cell, Column, Table, TableForm
from genchal.domain.submission import System
from genchal.errors import counted
from genchal.reports.names import number_names, slug, track_slugs
from genchal.reports.tables.latex_table import render_latex
from genchal.reports.tables.markdown_table import render_markdown

SIMULATED = "The raters are simulated by a program; no person judged anything."
# Tables with long rows, which are for programs: in a paper they would say nothing that the others do not.
FOR_PROGRAMS = ("-scores",)

NamedTables = Iterator[tuple[str, Table]]


def campaign_tables(results: CampaignResults) -> dict[str, Table]:
    """All tables of a campaign by name, such as ``walks-leaderboard``; the name is the label in LaTeX, too."""
    found: list[tuple[str, Table]] = []
    for prefix, track in zip(track_slugs(results), results.tracks, strict=True):
        where = f" ({track.name})" if len(results.tracks) > 1 else ""
        found += [
            (f"{prefix}-{name}", replace(table, title=f"{table.title}{where}"))
            for name, table in _track_tables(track, results.confidence)
        ]
    names = number_names(name for name, _ in found)
    return {name: replace(table, label=name) for name, (_, table) in zip(names, found, strict=True)}


def table_files(results: CampaignResults, form: TableForm | None = None) -> dict[str, str]:
    """Every table as LaTeX and as Markdown, by the name of its file."""
    form, files = form or TableForm(), {}
    for name, table in campaign_tables(results).items():
        if not name.endswith(FOR_PROGRAMS):
            files[f"{name}.tex"] = render_latex([table], form)
            files[f"{name}.md"] = render_markdown([table], form)
    return files


def describe_systems(track: TrackResults, systems: Sequence[System] | None = None) -> Table:
    """The systems with their teams, families and descriptors, as Table 6 of the E2E report has them.

    What might tell whose system an anonymous one is stays out. The order is that of the leaderboard, or as given.
    """
    systems = track.ranked() if systems is None else systems
    shown = [{} if system.anonymous else dict(system.descriptors) for system in systems]
    keys = list(dict.fromkeys(key for descriptors in shown for key in descriptors))
    everything: dict[str, list[Cell]] = {
        "team": ["" if system.anonymous else system.team or "" for system in systems],
        "family": [system.family or "" for system in systems],
        **{key: [descriptors.get(key, "") for descriptors in shown] for key in keys},
    }
    told = {title: cells for title, cells in everything.items() if any(cells)}
    return Table(
        title="Systems",
        columns=(Column("system"), *map(Column, told)),
        rows=tuple(zip([system.name for system in systems], *told.values(), strict=True)),
    )


def _track_tables(track: TrackResults, confidence: float) -> NamedTables:
    if track.measures:
        yield "leaderboard", replace(track.table(confidence), title=f"Scores of systems {_name_instances(track)}")
        yield "scores", track.listed()
    systems = describe_systems(track)
    if len(systems.columns) > 1:  # something is known of them besides their names
        yield "systems", systems
    if track.comparisons is not None and track.comparisons.comparisons:
        yield "comparisons", track.comparisons.tables()[0]
    for evaluation in track.people:
        yield from _people_tables(evaluation, is_only=len(track.people) == 1)
    if track.statistics:
        yield "text-statistics", replace(Profiles(track.statistics).side_by_side(), title="Text statistics")
    if track.similarities is not None:
        for name, table in _named(track.similarities.tables(), "similarity", "similarity-systems"):
            yield (
                name,
                table if name == "similarity" else replace(table, title="Similarity of each system with the others"),
            )
    if track.levels is not None:
        yield from _named(track.levels.tables(), "d-level", "d-level-comparisons")


def _name_instances(track: TrackResults) -> str:
    """The instances that scores are of: those of the track, or those that its measures can score."""
    scopes, total = track.scopes(), counted(len(track.instances), "instance")
    if not scopes:
        return f"on {total}"
    every = {scopes.get(measure.name) for measure in track.measures}
    (only,) = every if len(every) == 1 else (None,)
    return only.phrase if only else f"on {total} or some of them"


def _people_tables(evaluation: HumanEvaluation, *, is_only: bool) -> NamedTables:
    notes = (SIMULATED,) if evaluation.is_simulated else ()
    found: list[tuple[str, Table]] = []
    for criterion in evaluation.criteria:
        found += [(f"{slug(criterion.criterion)}-{name}", table) for name, table in _criterion_tables(criterion)]
    if any(criterion.agreements for criterion in evaluation.criteria):
        found.append(("agreement", _agreement_table(evaluation.criteria)))
    if evaluation.coverage is not None:
        found += _named(evaluation.coverage.tables(), "coverage")
    if evaluation.quality is not None:
        found += list(_quality_tables(evaluation.quality))
    for name, table in found:
        is_named = is_only or f" {evaluation.name} " in f"{table.title} ".replace(",", " ")
        title = table.title if is_named else f"{table.title} ({evaluation.name})"
        whole = replace(table, title=title, notes=(*notes, *table.notes))
        yield f"{slug(evaluation.name)}-{name}", whole


def _criterion_tables(found: CriterionResults) -> NamedTables:
    yield from _named(found.ranking.tables(), "ranking")
    if found.differences is not None:
        yield from _named(found.differences.tables(), "differences")
    if found.assessment is not None:
        yield from _named(found.assessment.tables(), "direct-assessment")
    for correlations, unit in ((found.by_system, "systems"), (found.by_segment, "outputs")):
        if correlations is not None:
            title = f"Correlation of metrics with {found.criterion}, over {unit}"
            for name, table in _named(
                correlations.tables(), f"correlations-over-{unit}", f"metric-comparisons-over-{unit}"
            ):
                yield name, replace(table, title=title if name.startswith("corr") else f"{table.title}, {unit}")


def _agreement_table(criteria: Iterable[CriterionResults]) -> Table:
    known = [criterion for criterion in criteria if criterion.agreements]
    agreements = tuple(found for criterion in known for found in criterion.agreements)
    designs = {criterion.criterion: criterion.design for criterion in known if criterion.design is not None}
    return Agreements(agreements, designs, Agreeing()).tables()[0]


def _quality_tables(quality: QualityControl) -> NamedTables:
    """Quality control as counts: who failed is not for a paper."""
    rows = (
        ("pass", quality.count("pass")),
        ("fail", quality.count("fail")),
        ("cannot be tested", quality.count("untested")),
    )
    columns = (Column("quality control"), Column("raters"))
    notes = tuple(quality.sentences())
    yield "quality-control", Table("Raters and quality control", columns, rows, notes=notes)
    yield from (("means-with-and-without-failing", table) for table in quality.tables()[1:])


def _named(tables: Iterable[Table], *names: str) -> list[tuple[str, Table]]:
    """Tables of a result with the names that they have here."""
    return list(zip(names, tables, strict=False))


def find_table(tables: Mapping[str, Table], ending: str) -> str | None:
    """The name of the first table that ends so."""
    return next((name for name in tables if name.endswith(f"-{ending}")), None)
