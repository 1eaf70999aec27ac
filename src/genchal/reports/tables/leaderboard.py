"""The leaderboard: the rows that every format shows.

Values are shown with four decimals, the custom of the E2E challenge. What is compared, marked as best or given the same
rank is what is shown: two systems that read 0.6593 are both best, whatever the fifth decimal says.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from genchal.domain import System
from genchal.domain.results.campaign import Measure, TrackResults
from genchal.domain.results.scores import Score

DECIMALS = 4
NOT_SCORED = "–"


@dataclass(frozen=True, slots=True)
class LeaderboardCell:
    """One system under one measure; `score` is None where there is none, and `best` marks the best of the column."""

    score: Score | None
    best: bool

    @property
    def scored(self) -> bool:
        """Whether there is a value at all."""
        return self.score is not None and not math.isnan(self.score.value)

    @property
    def value(self) -> str:
        """The value as shown; a dash where it is not scored."""
        return shown(math.nan if self.score is None else self.score.value)

    @property
    def interval(self) -> tuple[str, str] | None:
        """Both ends of the interval as shown."""
        if self.score is None or self.score.low is None or self.score.high is None:
            return None
        ends = (shown(self.score.low), shown(self.score.high))
        return None if NOT_SCORED in ends else ends


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One system; `rank` counts by the first measure and is None where that is not scored."""

    system: System
    rank: int | None
    cells: tuple[LeaderboardCell, ...]

    @property
    def team(self) -> str | None:
        """The team, unless the system is anonymous."""
        return None if self.system.anonymous else self.system.team


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The table of one track, best system first."""

    measures: tuple[Measure, ...]
    rows: tuple[LeaderboardRow, ...]

    @property
    def has_late(self) -> bool:
        """Whether a system that came late is in the table."""
        return any(row.system.late for row in self.rows)

    @property
    def has_secondary(self) -> bool:
        """Whether a system that is not its team's primary one is in the table."""
        return any(not row.system.primary for row in self.rows)


def leaderboard(track: TrackResults) -> Leaderboard:
    """Lay out the scores of a track."""
    known: dict[tuple[str, str], Score] = {}
    for score in track.scores:
        known.setdefault((score.system, score.metric), score)
    systems = track.ranked()
    columns = [
        _column(systems, [known.get((system.name, measure.name)) for system in systems], measure)
        for measure in track.measures
    ]
    ranks = _ranks(systems, columns[0]) if columns else [None] * len(systems)
    cells = zip(*columns, strict=True) if columns else [()] * len(systems)
    rows = tuple(LeaderboardRow(system, rank, row) for system, rank, row in zip(systems, ranks, cells, strict=True))
    return Leaderboard(track.measures, rows)


def shown(value: float) -> str:
    """Write a value with four decimals; a dash where it is NaN."""
    if math.isnan(value):
        return NOT_SCORED
    text = f"{value:.{DECIMALS}f}"
    return text.removeprefix("-") if float(text) == 0 else text  # no "-0.0000"


def _column(systems: Sequence[System], scores: list[Score | None], measure: Measure) -> list[LeaderboardCell]:
    values = [
        score.value
        for system, score in zip(systems, scores, strict=True)
        if system.competes and score and not math.isnan(score.value)
    ]
    if not values or measure.higher_is_better is None:
        return [LeaderboardCell(score, best=False) for score in scores]
    best = shown(max(values) if measure.higher_is_better else min(values))
    return [
        LeaderboardCell(score, best=system.competes and score is not None and shown(score.value) == best)
        for system, score in zip(systems, scores, strict=True)
    ]


def _ranks(systems: Sequence[System], column: list[LeaderboardCell]) -> list[int | None]:
    """Count the ranks of a column in order; equal values share the better rank, and the next one is skipped."""
    ranks: list[int | None] = []
    place, last, rank = 0, "", 0
    for system, cell in zip(systems, column, strict=True):
        if not cell.scored or not system.competes:
            ranks.append(None)
            continue
        place += 1
        rank = rank if cell.value == last else place
        last = cell.value
        ranks.append(rank)
    return ranks
