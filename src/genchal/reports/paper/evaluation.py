"""A draft of the section "Evaluation": data, systems, metrics, human evaluation and results of every track.

It says what was done and points to tables. What it says of results rests on the tests of the campaign: how many pairs
differ, which systems share a cluster; nothing is called better without one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.judgements.ranking import Ranking
from genchal.domain.results.numbers import FEW_SYSTEMS
from genchal.domain.results.people import CriterionResults, HumanEvaluation
from genchal.domain.results.table import Table
from genchal.errors import counted
from genchal.reports.names import slug, track_slugs
from genchal.reports.paper.document import FigurePart, Heading, Paragraph, Part, TablePart
from genchal.reports.paper.method_texts import describe_comparisons, describe_evaluation, describe_intervals
from genchal.reports.paper.metric_texts import describe_measure, describe_references

Findings = Callable[[TrackResults], Sequence[str]]
DATA = {"e2e": " [@novikova-2017]"}
NAMED = 8  # systems that a sentence names
# Tables that belong into the text of a paper; the others are files to choose from.
SHOWN = ("leaderboard", "ranking", "agreement", "correlations-over-systems", "coverage")


def draft_evaluation(
    results: CampaignResults, tables: Mapping[str, Table], findings: Findings = lambda _: ()
) -> list[Part]:
    """The parts of the section; `findings` are sentences about the results of a track."""
    parts: list[Part] = [Heading("Evaluation", 1)]
    for prefix, track in zip(track_slugs(results), results.tracks, strict=True):
        own = {name: table for name, table in tables.items() if name.startswith(f"{prefix}-")}
        several = len(results.tracks) > 1
        parts += _draft_track(results, track, own, prefix, findings(track), f" ({track.name})" if several else "")
    return parts


def _draft_track(
    results: CampaignResults,
    track: TrackResults,
    tables: Mapping[str, Table],
    prefix: str,
    findings: Sequence[str],
    where: str,
) -> Iterator[Part]:
    yield Heading(f"Data{where}")
    yield Paragraph(tuple(_describe_data(track)))
    yield Heading(f"Systems{where}")
    described = f"{prefix}-systems" if f"{prefix}-systems" in tables else None
    yield Paragraph(tuple(_describe_systems(track, described)))
    yield from [TablePart(described)] if described else []
    if track.measures:
        yield Heading(f"Metrics{where}")
        yield Paragraph(tuple(_describe_metrics(results, track, f"{prefix}-leaderboard")))
    if track.people:
        yield Heading(f"Human evaluation{where}")
        for evaluation in track.people:
            yield Paragraph(tuple(describe_evaluation(evaluation)))
            if caveats := tuple(_describe_caveats(evaluation)):
                yield Paragraph(caveats)
    yield Heading(f"Results{where}")
    yield Paragraph((*findings, *_describe_results(track, tables, prefix)))
    yield from (TablePart(name) for ending in SHOWN for name in tables if name.endswith(f"-{ending}"))
    if track.measures:
        board = tables.get(f"{prefix}-leaderboard")
        title = board.title if board else f"Scores of systems{where}"
        yield FigurePart(prefix, f"{title} with {results.confidence * 100:g}% intervals.")
    for evaluation in track.people:
        for criterion in evaluation.criteria:
            name = f"{prefix}-{slug(evaluation.name)}-{slug(criterion.criterion)}-ranking"
            yield FigurePart(
                name, f"Ranking by {criterion.criterion} ({evaluation.name}), with intervals and clusters."
            )


def _describe_data(track: TrackResults) -> Iterator[str]:
    language = f" in the language {track.language}" if track.language else ""
    instances = counted(len(track.instances), "instance")
    yield f"The test data of {track.name} has {instances}{language}{DATA.get(track.task, '')}."
    if track.measures and (references := describe_references(track.instances)):
        yield references


def _describe_systems(track: TrackResults, table: str | None) -> Iterator[str]:
    systems = track.ranked()
    names = [system.name for system in systems]
    pointer = f" ({{{table}}})" if table else ""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    yield f"{counted(len(systems), 'system')} took part: {', '.join(names[:NAMED])}{more}{pointer}."
    late = [system.name for system in systems if system.late]
    if late:
        yield f"Submitted late: {', '.join(late)}."
    secondary = [system.name for system in systems if not system.primary]
    if secondary:
        yield f"Not primary submissions: {', '.join(secondary)}."
    for system in systems:
        missing = sum(output is None for output in track.outputs.get(system.name, ()))
        if missing:
            yield f"{system.name} has no output for {counted(missing, 'instance')}."
    for name in track.unscored():
        yield f"{name} is not scored by any metric."


def _describe_metrics(results: CampaignResults, track: TrackResults, table: str) -> Iterator[str]:
    yield from map(describe_measure, track.measures)
    yield from track.scope_sentences()
    yield f"All scores were computed by genchal {results.version}; {{{table}}} has the signatures."
    if intervals := describe_intervals(results, track):
        yield intervals
    if track.comparisons is not None and track.comparisons.comparisons:
        yield describe_comparisons(track.comparisons)


def _describe_caveats(evaluation: HumanEvaluation) -> Iterator[str]:
    yield from (f"{_capital(warning).rstrip('.')}." for warning in evaluation.warnings)
    yield from (f"{_capital(aside.sentence())}." for aside in evaluation.set_aside)
    missing: dict[str, list[str]] = {}
    for criterion in evaluation.criteria:
        for sentence in criterion.missing:
            missing.setdefault(sentence, []).append(criterion.criterion)
    for sentence, criteria in missing.items():
        yield sentence if len(criteria) == len(evaluation.criteria) else f"{', '.join(criteria)}: {sentence}"


def _describe_results(track: TrackResults, tables: Mapping[str, Table], prefix: str) -> Iterator[str]:
    if f"{prefix}-leaderboard" in tables:
        yield f"{{{prefix}-leaderboard}} has the scores of all systems."
    if track.comparisons is not None:
        for metric in dict.fromkeys(pair.metric for pair in track.comparisons):
            tested = [pair for pair in track.comparisons if pair.metric == metric and not math.isnan(pair.p_value)]
            clear = sum(pair.significant for pair in tested)
            if tested:
                verb = "differs" if len(tested) == 1 else "differ"
                yield f"In {metric}, {clear} of {counted(len(tested), 'pair')} of systems {verb} significantly."
    for evaluation in track.people:
        for criterion in evaluation.criteria:
            said = f" ({evaluation.name})" if len(track.people) > 1 else ""
            yield from _describe_criterion(criterion, said, f"{prefix}-{slug(evaluation.name)}", tables)


def _describe_criterion(found: CriterionResults, said: str, prefix: str, tables: Mapping[str, Table]) -> Iterator[str]:
    name = f"{prefix}-{slug(found.criterion)}-ranking"
    pointer = f" ({{{name}}})" if name in tables else ""
    yield f"By {found.criterion}{said}, {_describe_clusters(found.ranking)}{pointer}."
    fitting = [agreement for agreement in found.agreements if agreement.fits and not math.isnan(agreement.value)]
    if fitting:
        values = ", ".join(f"{agreement.form} = {agreement.value:.2f}" for agreement in fitting)
        yield f"Agreement on {found.criterion}{said}: {values}."
    # Over fewer systems coefficients are near 1 by chance, also those of systems that raters cannot tell apart.
    if found.by_system is not None and found.by_system.systems >= FEW_SYSTEMS:
        method = found.by_system.how.methods[0]
        own = [each for each in found.by_system if each.method == method and each.metric != "human"]
        values = ", ".join(f"{each.metric} {each.value:.2f}" for each in own if each.value == each.value)
        if values:
            yield f"Over systems, metrics correlate with {found.criterion}{said} ({method}) as follows: {values}."


def _describe_clusters(ranking: Ranking) -> str:
    """Which systems share a cluster, the best ones first."""
    clusters: dict[int, list[str]] = {}
    for ranked in ranking:
        clusters.setdefault(ranked.cluster, []).append(ranked.system)
    if len(clusters) == 1:
        return f"the {counted(len(ranking.systems), 'system')} form one cluster"
    said = "; ".join(f"{number}: {', '.join(names)}" for number, names in enumerate(clusters.values(), start=1))
    return f"the systems form {len(clusters)} clusters, from best to worst {said}"


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
