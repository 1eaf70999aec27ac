"""The systems of a track with their intervals, one panel per measure."""

from __future__ import annotations

from genchal.domain.results.campaign import Measure, TrackResults
from genchal.reports.figures.drawing import (
    ACCENT,
    EDGE,
    FONT_SIZE,
    GRID,
    INCH,
    LONGEST_NAME,
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
# Few panels share the width, many make it grow.
NARROWEST_PANEL, WIDEST_PANEL, ALL_PANELS = 1.78 * INCH, 4.2 * INCH, 8.9 * INCH
LONGEST_LABEL = 24


def draw_intervals(track: TrackResults) -> Drawing:
    """Draw systems as rows, best first: a point for each value, a line for its interval, nothing where not scored."""
    table = leaderboard(track)
    names = [shorten(row.system.name, LONGEST_NAME) for row in table.rows]
    left = EDGE + 7 + widest(names)
    panels = max(1, len(table.measures))
    width = min(max(ALL_PANELS / panels, NARROWEST_PANEL), WIDEST_PANEL)
    rows = Panel(left, TOP, width, len(names), 0, 1)
    drawing = Drawing(left + panels * width + (panels - 1) * GAP + EDGE + 7, rows.bottom + BOTTOM)
    drawing.add(*(Text(left - 5, rows.y(row), name, anchor="end") for row, name in enumerate(names)))
    for place, measure in enumerate(table.measures):
        _draw_panel(drawing, left + place * (width + GAP), width, measure, [row.cells[place] for row in table.rows])
    return drawing


def _draw_panel(drawing: Drawing, left: float, width: float, measure: Measure, cells: list[LeaderboardCell]) -> None:
    scores = [(cell.score, row) for row, cell in enumerate(cells) if cell.score]
    points = [(score.value, row) for score, row in scores if not is_missing(score.value)]
    lines = [
        (score.low, score.high, row) for score, row in scores if not (is_missing(score.low) or is_missing(score.high))
    ]
    ends = [*(value for value, _ in points), *(end for low, high, _ in lines for end in (low, high))]
    panel = Panel(left, TOP, width, len(cells), *find_bounds(ends))
    panel.draw_scale(drawing, most=5)
    arrow = "" if measure.higher_is_better is None else " ↑" if measure.higher_is_better else " ↓"
    drawing.add(Text(left, 13, f"{shorten(measure.label, LONGEST_LABEL)}{arrow}", FONT_SIZE + 0.5, is_bold=True))
    for row in range(len(cells)):
        drawing.add(Line(left, panel.y(row), left + width, panel.y(row), GRID, 0.7, 0.16))
    for low, high, row in lines:
        if low is not None and high is not None:
            drawing.add(Line(panel.x(low), panel.y(row), panel.x(high), panel.y(row), ACCENT, 2.2, 0.5, is_round=True))
    drawing.add(*(Dot(panel.x(value), panel.y(row), 2.3) for value, row in points if value is not None))
