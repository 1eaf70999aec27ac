"""Figures: the systems of a track with their intervals, one panel per measure."""

from __future__ import annotations

import logging
import math
import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Literal

from genchal.domain import Measure, TrackResults
from genchal.reports.leaderboard import Cell, leaderboard
from genchal.reports.names import shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Format = Literal["svg", "pdf"]

ACCENT = "#0d9488"
GRID = "#8b9299"
# A figure for a screen lies on light or dark pages alike: this grey has a contrast of 4.5 with white and with black.
INK: dict[Format, str] = {"svg": "#767676", "pdf": "#262626"}

FONT_SIZE = 9.0
ROW, GAP, EDGE, TOP, BOTTOM = 0.26, 0.28, 0.12, 0.36, 0.34  # inches
NARROWEST_PANEL, WIDEST_PANEL, ALL_PANELS = 1.78, 4.2, 8.9  # inches; few panels share the width, many make it grow
LONGEST_NAME, LONGEST_LABEL = 32, 24

# The file must not depend on the user's settings (rcdefaults), on the time, or on chance (hashsalt).
SETTINGS: dict[Literal["svg", "pdf", "font", "text"], dict[str, object]] = {
    "svg": {"fonttype": "none", "hashsalt": "genchal"},
    "pdf": {"fonttype": 42},
    "font": {"family": ["sans-serif"], "sans-serif": ["DejaVu Sans"], "size": FONT_SIZE},
    "text": {"parse_math": False, "usetex": False},
}
METADATA: dict[Format, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


def interval_plot(track: TrackResults, format: Format) -> bytes:  # noqa: A002  (matplotlib's word)
    """Draw systems as rows, best first: a point for each value, a line for its interval, nothing where not scored."""
    import matplotlib

    # Fonts may be looked for on first use, and that is nobody's concern.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        for group, settings in SETTINGS.items():
            matplotlib.rc(group, **settings)
        # A name in a script that the font lacks is still text in the SVG, where the browser's fonts take over.
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        content = BytesIO()
        _draw(track, INK[format]).savefig(content, format=format, transparent=True, metadata=METADATA[format])
    return content.getvalue()


def _draw(track: TrackResults, ink: str) -> Figure:
    from matplotlib.figure import Figure

    table = leaderboard(track)
    names = [shortened(row.system.name, LONGEST_NAME) for row in table.rows]
    figure = Figure()
    probes = [figure.text(0, 0, name) for name in names]
    left = EDGE + 0.1 + max((probe.get_window_extent().width for probe in probes), default=0.0) / figure.dpi
    for probe in probes:
        probe.remove()

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


def _panel(axes: Axes, measure: Measure, cells: list[Cell], ink: str) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_ylim(max(1, len(cells)) - 0.5, -0.5)  # the first row is on top
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, colors=ink, labelsize=FONT_SIZE)
    axes.tick_params(axis="x", labelsize=FONT_SIZE - 1)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 5, 10]))
    axes.grid(axis="x", color=GRID, alpha=0.28, linewidth=0.7)
    axes.set_axisbelow(True)
    arrow = "↑" if measure.higher_is_better else "↓"
    label = f"{shortened(measure.label, LONGEST_LABEL)} {arrow}"
    axes.set_title(label, loc="left", fontsize=FONT_SIZE + 0.5, fontweight="bold", color=ink, pad=7)
    axes.hlines(range(len(cells)), 0, 1, transform=axes.get_yaxis_transform(), color=GRID, alpha=0.16, linewidth=0.7)
    points = [(cell.score.value, row) for row, cell in enumerate(cells) if cell.score and _finite(cell.score.value)]
    lines = [
        (cell.score.low, cell.score.high, row)
        for row, cell in enumerate(cells)
        if cell.score and _finite(cell.score.low) and _finite(cell.score.high)
    ]
    if lines:
        lows, highs, rows = zip(*lines, strict=True)
        axes.hlines(rows, lows, highs, color=ACCENT, linewidth=2.2, alpha=0.5, capstyle="round")
    if points:
        values, rows = zip(*points, strict=True)
        axes.plot(values, rows, linestyle="none", marker="o", markersize=4.6, color=ACCENT, markeredgewidth=0)
    axes.margins(x=0.06)


def _finite(value: float | None) -> bool:
    return value is not None and math.isfinite(value)
