"""Figures: the systems of a track with their intervals, one panel per measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.domain.results.campaign import Measure, TrackResults
from genchal.reports.figures.canvas import (
    ACCENT,
    EDGE,
    FONT_SIZE,
    GRID,
    LONGEST_NAME,
    ROW,
    Format,
    drawn,
    style_panel,
    widest,
)
from genchal.reports.names import shorten
from genchal.reports.tables.cells import is_missing
from genchal.reports.tables.leaderboard import LeaderboardCell, leaderboard

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GAP, TOP, BOTTOM = 0.28, 0.36, 0.34  # inches
NARROWEST_PANEL, WIDEST_PANEL, ALL_PANELS = 1.78, 4.2, 8.9  # inches; few panels share the width, many make it grow
LONGEST_LABEL = 24


def interval_plot(track: TrackResults, format: Format) -> bytes:  # noqa: A002  (matplotlib's word)
    """Draw systems as rows, best first: a point for each value, a line for its interval, nothing where not scored."""
    return drawn(lambda ink: _draw(track, ink), format)


def _draw(track: TrackResults, ink: str) -> Figure:
    from matplotlib.figure import Figure

    table = leaderboard(track)
    names = [shorten(row.system.name, LONGEST_NAME) for row in table.rows]
    figure = Figure()
    left = EDGE + 0.1 + widest(figure, names)
    panels, rows = max(1, len(table.measures)), max(1, len(names))
    panel = min(max(ALL_PANELS / panels, NARROWEST_PANEL), WIDEST_PANEL)
    width = left + panels * panel + (panels - 1) * GAP + EDGE + 0.1
    height = TOP + rows * ROW + BOTTOM
    figure.set_size_inches(width, height)
    for place, measure in enumerate(table.measures):
        start = left + place * (panel + GAP)
        axes = figure.add_axes((start / width, BOTTOM / height, panel / width, rows * ROW / height))
        _panel(axes, measure, [row.cells[place] for row in table.rows], ink)
        if place == 0:
            axes.set_yticks(range(len(names)), names)
    return figure


def _panel(axes: Axes, measure: Measure, cells: list[LeaderboardCell], ink: str) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_ylim(max(1, len(cells)) - 0.5, -0.5)  # the first row is on top
    axes.set_yticks([])
    style_panel(axes, ink)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 5, 10]))
    arrow = "" if measure.higher_is_better is None else " ↑" if measure.higher_is_better else " ↓"
    label = f"{shorten(measure.label, LONGEST_LABEL)}{arrow}"
    axes.set_title(label, loc="left", fontsize=FONT_SIZE + 0.5, fontweight="bold", color=ink, pad=7)
    axes.hlines(range(len(cells)), 0, 1, transform=axes.get_yaxis_transform(), color=GRID, alpha=0.16, linewidth=0.7)
    scores = [(cell.score, row) for row, cell in enumerate(cells) if cell.score]
    points = [(score.value, row) for score, row in scores if not is_missing(score.value)]
    lines = [
        (score.low, score.high, row) for score, row in scores if not (is_missing(score.low) or is_missing(score.high))
    ]
    if lines:
        lows, highs, rows = zip(*lines, strict=True)
        axes.hlines(rows, lows, highs, color=ACCENT, linewidth=2.2, alpha=0.5, capstyle="round")
    if points:
        values, rows = zip(*points, strict=True)
        axes.plot(values, rows, linestyle="none", marker="o", markersize=4.6, color=ACCENT, markeredgewidth=0)
    axes.margins(x=0.06)
