"""Correlations as a heat map."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from genchal.domain.results.correlation import Correlated
from genchal.reports.figures.canvas import FONT_SIZE, Format, drawn, widest
from genchal.reports.names import shorten
from genchal.reports.tables.correlations import Grid, cell_text, correlation_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CELL_WIDTH, CELL_HEIGHT, EDGE = 0.72, 0.28, 0.14  # inches
LONGEST = 28
# From orange over white to teal, which people who confuse red and green can tell apart.
NEGATIVE, POSITIVE = (0.85, 0.45, 0.10), (0.05, 0.58, 0.53)


def correlations_plot(
    found: Correlated,
    format: Format,  # noqa: A002  (matplotlib's word)
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
) -> bytes:
    """Draw the table of coefficients with a colour behind each: the stronger, the darker; stars as in the table."""
    grid = correlation_grid(found, rows, columns)
    return drawn(lambda ink: _draw(grid, found.how.significant, ink), format)


def _draw(grid: Grid, level: float, ink: str) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    figure = Figure()
    down = [shorten(name, LONGEST) for name in grid.rows]
    across = [shorten(name, LONGEST) for name in grid.columns]
    widths = widest(figure, down), widest(figure, across)
    left, cell = EDGE + 0.1 + widths[0], max(CELL_WIDTH, widths[1] + 0.16)
    width = left + cell * max(1, len(across)) + EDGE
    height = CELL_HEIGHT * (max(1, len(down)) + 1) + 2 * EDGE
    figure.set_size_inches(width, height)
    body = (left / width, EDGE / height, cell * max(1, len(across)) / width, CELL_HEIGHT * max(1, len(down)) / height)
    axes = figure.add_axes(body)
    axes.set_xlim(0, max(1, len(across)))
    axes.set_ylim(max(1, len(down)), 0)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, colors=ink, labelsize=FONT_SIZE, labeltop=True, labelbottom=False)
    axes.set_xticks([place + 0.5 for place in range(len(across))], across)
    axes.set_yticks([place + 0.5 for place in range(len(down))], down)
    for row, cells in enumerate(grid.cells):
        for column, one in enumerate(cells):
            if one is None or math.isnan(one.value):
                continue
            # Accuracy has its middle at one half, coefficients at 0.
            strength = 2 * one.value - 1 if one.method == "accuracy" else one.value
            colour = NEGATIVE if strength < 0 else POSITIVE
            axes.add_patch(Rectangle((column, row), 1, 1, facecolor=(*colour, abs(strength) * 0.75), linewidth=0))
            axes.text(
                column + 0.5,
                row + 0.5,
                cell_text(one, level),
                ha="center",
                va="center",
                color=ink,
                fontsize=FONT_SIZE - 0.5,
            )
    return figure
