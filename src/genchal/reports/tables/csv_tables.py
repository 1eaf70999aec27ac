"""The leaderboard as CSV, for spreadsheets and scripts."""

from __future__ import annotations

import csv
import io

from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.scores import Score
from genchal.reports.tables.leaderboard import leaderboard

COLUMNS = (
    *("system", "team", "family", "primary", "late"),
    *("metric", "label", "value", "low", "high", "n", "not_scored", "signature"),
)


def leaderboard_csv(track: TrackResults) -> str:
    """Write one row per system and measure (RFC 4180), numbers in full precision; what is not known is left empty."""
    table = leaderboard(track)
    lines = io.StringIO(newline="")
    writer = csv.writer(lines)
    writer.writerow(COLUMNS)
    for row in table.rows:
        system = row.system
        who = (system.name, row.team or "", system.family or "", _flag(system.primary), _flag(system.late))
        for measure, cell in zip(table.measures, row.cells, strict=True):
            writer.writerow((*who, measure.name, measure.label, *_numbers(cell.score), measure.signature))
    return lines.getvalue()


def _numbers(score: Score | None) -> tuple[str, str, str, str, str]:
    if score is None:
        return ("", "", "", "", "")
    return (_exact(score.value), _exact(score.low), _exact(score.high), str(score.n), str(score.not_scored))


def _exact(value: float | None) -> str:
    return "" if value is None else repr(float(value))


def _flag(value: bool) -> str:
    return "true" if value else "false"
