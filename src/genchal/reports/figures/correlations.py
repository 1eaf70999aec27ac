"""Correlations as a heat map."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from genchal.domain.results.correlations import Correlations
from genchal.reports.figures.canvas import FONT_SIZE, Format, drawn, widest
from genchal.reports.names import shorten

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CELL_WIDTH, CELL_HEIGHT, EDGE = 0.72, 0.28, 0.14  # inches
LONGEST = 28
# From orange over white to teal, which people who confuse red and green can distinguish.
NEGATIVE, POSITIVE = (0.85, 0.45, 0.10), (0.05, 0.58, 0.53)


def correlations_plot(found: Correlations, format: Format) -> bytes:  # noqa: A002  (matplotlib's word)
    """Draw the table of coefficients with a colour behind each: the stronger, the darker; stars as in the table."""
    return drawn(lambda ink: _draw(found, ink), format)


def _draw(found: Correlations, ink: str) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    grid = found.grid()
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
        for column, coefficient in enumerate(cells):
            if coefficient is None or math.isnan(coefficient.value):
                continue
            # Accuracy has its middle at one half, coefficients at 0.
            strength = 2 * coefficient.value - 1 if coefficient.method == "accuracy" else coefficient.value
            colour = NEGATIVE if strength < 0 else POSITIVE
            axes.add_patch(Rectangle((column, row), 1, 1, facecolor=(*colour, abs(strength) * 0.75), linewidth=0))
            axes.text(
                column + 0.5,
                row + 0.5,
                f"{coefficient.value:.2f}{found.stars(coefficient)}".replace("-0.00", "0.00"),
                ha="center",
                va="center",
                color=ink,
                fontsize=FONT_SIZE - 0.5,
            )
    return figure
