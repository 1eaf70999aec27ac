"""The systems of a track with their intervals, one panel per measure."""

from __future__ import annotations

import math

from genchal.domain.results.campaign import Measure, TrackResults
from genchal.reports.figures.drawing import (
    ACCENT,
    EDGE,
    FONT_SIZE,
    GRID,
    INCH,
    LONGEST_NAME,
    ROW,
    Dot,
    Drawing,
    Line,
    Panel,
    Text,
    find_bounds,
    widest,
)
from genchal.reports.names import shorten
from genchal.reports.tables.cells import is_missing
from genchal.reports.tables.leaderboard import LeaderboardCell, leaderboard

GAP, TOP, BOTTOM = 0.28 * INCH, 0.36 * INCH, 0.34 * INCH
# Few panels share the width; of many, so many stand beside each other.
NARROWEST_PANEL, WIDEST_PANEL, ALL_PANELS, ACROSS = 1.78 * INCH, 4.2 * INCH, 8.9 * INCH, 5
LONGEST_LABEL = 24
MANY_SYSTEMS, LOW_ROW = 12, 0.205 * INCH  # rows of many systems are lower


def draw_intervals(track: TrackResults) -> Drawing:
    """Draw systems as rows, best first: a point for each value, a line for its interval, nothing where not scored.

    Many measures are drawn in several lines of panels, each with the names of the systems.
    """
    table = leaderboard(track)
    names = [shorten(row.system.name, LONGEST_NAME) for row in table.rows]
    left = EDGE + 7 + widest(names)
    lines = max(1, math.ceil(len(table.measures) / ACROSS))
    across = max(1, math.ceil(len(table.measures) / lines))
    width = min(max(ALL_PANELS / across, NARROWEST_PANEL), WIDEST_PANEL)
    row = ROW if len(names) <= MANY_SYSTEMS else LOW_ROW
    height = Panel(left, TOP, width, len(names), 0, 1, row).bottom + BOTTOM
    drawing = Drawing(left + across * width + (across - 1) * GAP + EDGE + 7, lines * height)
    for line in range(lines):
        rows = Panel(left, line * height + TOP, width, len(names), 0, 1, row)
        drawing.add(*(Text(left - 5, rows.y(place), name, anchor="end") for place, name in enumerate(names)))
    for place, measure in enumerate(table.measures):
        at = left + place % across * (width + GAP), place // across * height + TOP
        _draw_panel(drawing, at, width, row, measure, [system.cells[place] for system in table.rows])
    return drawing


def _draw_panel(
    drawing: Drawing,
    at: tuple[float, float],
    width: float,
    height: float,
    measure: Measure,
    cells: list[LeaderboardCell],
) -> None:
    left, top = at
    scores = [(cell.score, row) for row, cell in enumerate(cells) if cell.score]
    points = [(score.value, row) for score, row in scores if not is_missing(score.value)]
    lines = [
        (score.low, score.high, row) for score, row in scores if not (is_missing(score.low) or is_missing(score.high))
    ]
    ends = [*(value for value, _ in points), *(end for low, high, _ in lines for end in (low, high))]
    panel = Panel(left, top, width, len(cells), *find_bounds(ends), height)
    panel.draw_scale(drawing, most=5)
    arrow = "" if measure.higher_is_better is None else " ↑" if measure.higher_is_better else " ↓"
    drawing.add(
        Text(left, top - TOP + 13, f"{shorten(measure.label, LONGEST_LABEL)}{arrow}", FONT_SIZE + 0.5, is_bold=True)
    )
    for row in range(len(cells)):
        drawing.add(Line(left, panel.y(row), left + width, panel.y(row), GRID, 0.7, 0.16))
    for low, high, row in lines:
        if low is not None and high is not None:
            drawing.add(Line(panel.x(low), panel.y(row), panel.x(high), panel.y(row), ACCENT, 2.2, 0.5, is_round=True))
    drawing.add(*(Dot(panel.x(value), panel.y(row), 2.3) for value, row in points if value is not None))
