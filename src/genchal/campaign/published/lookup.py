"""The usual view: cells of a published table found in the results by the names of systems and measures."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from genchal.campaign.published.computations import Cells
from genchal.campaign.published.tables import RANKED, PublishedTable
from genchal.domain.results.campaign import CampaignResults
from genchal.domain.results.judgements.ranking import Ranking


def look_up(results: CampaignResults, table: PublishedTable) -> Cells:
    """Find the cells of a table: row and column are a system and a measure, or "criterion system" and a score or rank.

    Measures go by their names and labels, text statistics by their names; upper and lower case do not matter. A system
    that takes part in several tracks has the scores of the first.
    """
    wanted = {cell.key for cell in table.cells}
    found: dict[tuple[str, str], float] = {}
    for (row, column), value in _all_numbers(results):
        found.setdefault((row.casefold(), column.casefold()), value)
    keyed = {(row, column): found.get((row.casefold(), column.casefold())) for row, column in wanted}
    return {key: value for key, value in keyed.items() if value is not None}


def look_up_generated(
    results: CampaignResults, table: PublishedTable, generated: Collection[tuple[str, str]]
) -> dict[tuple[str, str], dict[str, float]]:
    """For cells of a table the scores of systems that generators wrote for, track by track.

    Rows are named after systems, or after systems and tracks ("LSTM DSTC2").
    """
    wanted = {(cell.row.casefold(), cell.column.casefold()): cell.key for cell in table.cells}
    found: dict[tuple[str, str], dict[str, float]] = {}
    for track in results.tracks:
        labels = {measure.name: measure.label or measure.name for measure in track.measures}
        for score in track.scores:
            if (track.name, score.system) not in generated or score.value != score.value:
                continue
            rows = (score.system.casefold(), f"{score.system} {track.name}".casefold())
            columns = (score.metric.casefold(), labels.get(score.metric, score.metric).casefold())
            keys = [wanted[row, column] for row in rows for column in columns if (row, column) in wanted]
            for key in keys[:1]:
                found.setdefault(key, {})[track.name] = score.value
    return found


def find_score(results: CampaignResults, system: str, measure: str) -> float | None:
    """The score of a system in the first track that has it."""
    for track in results.tracks:
        score = track.score(system, measure)
        if score is not None and score.value == score.value:
            return score.value
    return None


def find_ranking(results: CampaignResults, criterion: str, method: str) -> Ranking | None:
    """The ranking of a criterion by a method, if people's judgements are part of the campaign."""
    for track in results.tracks:
        for evaluation in track.people:
            for found in evaluation.criteria:
                if (found.criterion, found.ranking.method) == (criterion, method):
                    return found.ranking
    return None


def _all_numbers(results: CampaignResults) -> Iterator[tuple[tuple[str, str], float]]:
    for track in results.tracks:
        labels = {measure.name: measure.label for measure in track.measures}
        for score in track.scores:
            if score.value == score.value:
                yield (score.system, score.metric), score.value
                yield (score.system, labels.get(score.metric) or score.metric), score.value
        for number in track.statistics:
            yield (number.system, number.statistic), number.value
        for evaluation in track.people:
            for criterion in evaluation.criteria:
                for ranked in criterion.ranking:
                    for column in RANKED:
                        yield (f"{criterion.criterion} {ranked.system}", column), float(getattr(ranked, column))
