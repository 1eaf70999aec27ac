"""A heat map of how alike systems are (as figures 5 and A.6 of the E2E report, Dušek et al. 2020)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from genchal.domain.results.similarity import MEAN, Similarities, SimilarityGrid
from genchal.reports.figures.canvas import EDGE, FONT_SIZE, LONGEST_NAME, Format, drawn, widest
from genchal.reports.names import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Colour = tuple[float, float, float]

CELL_WIDTH, CELL_HEIGHT, GAP = 0.37, 0.26, 0.1  # inches
# From nearly white to deep teal: lightness alone tells the values apart, whatever colours somebody sees.
LOW: Colour = (0.945, 0.969, 0.965)
MIDDLE: Colour = (0.42, 0.72, 0.69)
HIGH: Colour = (0.02, 0.29, 0.30)
SELF: Colour = (0.91, 0.91, 0.91)  # a system with itself has no colour of its own: it would outshine the others
DARK, LIGHT, MUTED = "#111111", "#ffffff", "#666666"
READABLE = 0.19  # luminance up to which light ink is easier to read than dark ink; the contrast is 4.3 or more
LEGEND = ("references ↓", "outputs →")


def similarity_plot(found: Similarities, format: Format, metric: str = MEAN) -> bytes:  # noqa: A002  (matplotlib's word)
    """Draw a matrix: references in lines, outputs in columns, the more alike the darker; means of lines at the right.

    Lines that are no systems (all references) stand apart on top.
    """
    return drawn(lambda ink: _draw(found.grid(metric), ink), format)


def _draw(grid: SimilarityGrid, ink: str) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure()
    across = [shorten(name, LONGEST_NAME) for name in grid.systems]
    down = [*(shorten(name, LONGEST_NAME) for name in grid.extra), *across]
    columns, lines = len(across), len(down)
    cell = max(CELL_WIDTH, 0.09 + widest(figure, [_decimals(value) for line in grid.cells for value in line]) * 0.85)
    gap = GAP if grid.extra else 0.0
    left = EDGE + 0.1 + widest(figure, [*down, *LEGEND, grid.metric])
    top = EDGE + 0.1 + max(widest(figure, [*across, "mean"]), 0.16 * (len(LEGEND) + 1))
    width = left + columns * cell + GAP + 1.15 * cell + EDGE
    height = top + lines * CELL_HEIGHT + gap + EDGE
    figure.set_size_inches(width, height)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.axis("off")
    for place, text in enumerate((grid.metric, *LEGEND)):
        _write(
            axes, left - 0.08, top - 0.08 - 0.16 * (len(LEGEND) - place + 0.4), text, ink, ha="right", bold=not place
        )
    shade = _Shade(grid)
    for line, name in enumerate(down):
        own = line - len(grid.extra)
        y = top + line * CELL_HEIGHT + (gap if own >= 0 else 0.0)
        _write(axes, left - 0.08, y + CELL_HEIGHT / 2, name, ink, ha="right")
        for column, value in enumerate(grid.cells[line]):
            colour = SELF if column == own else shade.of(grid.strengths[line][column])
            _cell(axes, (left + column * cell, y, cell), value, colour)
        x = left + columns * cell + GAP
        _write(axes, x + 1.15 * cell / 2, y + CELL_HEIGHT / 2, _decimals(grid.means[line]), ink, bold=True)
    for column, name in enumerate([*across, "mean"]):
        x = left + (column + 0.5) * cell if column < columns else left + columns * cell + GAP + 1.15 * cell / 2
        _write(axes, x, top - 0.08, name, ink, upright=True, bold=column == columns)
    return figure


class _Shade:
    """Colours from the least to the most alike of different systems, so that the differences among them show."""

    def __init__(self, grid: SimilarityGrid) -> None:
        square = grid.strengths[len(grid.extra) :]
        values = [value for line, cells in enumerate(square) for value in (*cells[:line], *cells[line + 1 :])]
        known = [value for value in values if not math.isnan(value)]
        self.low, self.high = min(known, default=0.0), max(known, default=1.0)

    def of(self, value: float) -> Colour | None:
        """The colour of a value, the last one for values beyond; none where there is no value."""
        if math.isnan(value):
            return None
        place = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        place = min(max(place, 0.0), 1.0)
        start, end, share = (LOW, MIDDLE, 2 * place) if place < 0.5 else (MIDDLE, HIGH, 2 * place - 1)
        red, green, blue = (one + (other - one) * share for one, other in zip(start, end, strict=True))
        return red, green, blue


def _cell(axes: Axes, place: tuple[float, float, float], value: float, colour: Colour | None) -> None:
    """One cell with its number, in the ink that can be read on its colour."""
    from matplotlib.patches import Rectangle

    x, y, width = place
    if colour is None:
        return
    axes.add_patch(Rectangle((x, y), width, CELL_HEIGHT, facecolor=colour, edgecolor=LIGHT, linewidth=0.8))
    ink = MUTED if colour == SELF else LIGHT if _luminance(colour) < READABLE else DARK
    _write(axes, x + width / 2, y + CELL_HEIGHT / 2, _decimals(value), ink, size=FONT_SIZE - 1.5)


def _write(
    axes: Axes,
    x: float,
    y: float,
    text: str,
    ink: str,
    *,
    ha: str = "center",
    size: float = FONT_SIZE - 0.5,
    upright: bool = False,
    bold: bool = False,
) -> None:
    axes.text(
        x,
        y,
        text,
        ha=ha,
        va="bottom" if upright else "center_baseline",
        color=ink,
        fontsize=size,
        rotation=90 if upright else 0,
        fontweight="bold" if bold else "normal",
    )


def _luminance(colour: Colour) -> float:
    """Relative luminance (WCAG 2.1), near enough."""
    red, green, blue = colour
    return float(0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2)


def _decimals(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.2f}"
