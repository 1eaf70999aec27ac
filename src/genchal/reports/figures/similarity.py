"""A heat map of how alike systems are (as figures 5 and A.6 of the E2E report, Dušek et al. 2020)."""

from __future__ import annotations

import math

from genchal.domain.results.similarity import MEAN, Similarities, SimilarityGrid
from genchal.reports.figures.drawing import (
    EDGE,
    FONT_SIZE,
    INCH,
    INK,
    LONGEST_NAME,
    Drawing,
    Rectangle,
    Text,
    widest,
)
from genchal.reports.figures.shades import LIGHT, MUTED, Colour, blend, choose_ink, write_colour
from genchal.reports.names import shorten

CELL_WIDTH, CELL_HEIGHT, GAP = 0.37 * INCH, 0.26 * INCH, 0.1 * INCH
LINE = 0.16 * INCH  # of the legend
SELF: Colour = (0.91, 0.91, 0.91)  # a system with itself has no colour of its own: it would outshine the others
LEGEND = ("references ↓", "outputs →")
NAMES = FONT_SIZE - 0.5  # size of the names


def draw_similarity(found: Similarities, metric: str = MEAN) -> Drawing:
    """Draw a matrix: references in lines, outputs in columns, the more alike the darker; means of lines at the right.

    Lines that are no systems (all references) stand apart on top.
    """
    grid = found.grid(metric)
    across = [shorten(name, LONGEST_NAME) for name in grid.systems]
    down = [*(shorten(name, LONGEST_NAME) for name in grid.extra), *across]
    columns, lines = len(across), len(down)
    cell = max(CELL_WIDTH, 7 + widest(_decimals(value) for line in grid.cells for value in line) * 0.85)
    gap = GAP if grid.extra else 0.0
    left = EDGE + 7 + widest([*down, *LEGEND, grid.metric], NAMES)
    top = EDGE + 7 + max(widest([*across, "mean"], NAMES), LINE * (len(LEGEND) + 1))
    means = left + columns * cell + GAP + 1.15 * cell / 2
    drawing = Drawing(means + 1.15 * cell / 2 + EDGE, top + lines * CELL_HEIGHT + gap + EDGE)
    for place, text in enumerate((grid.metric, *LEGEND)):
        y = top - 6 - LINE * (len(LEGEND) - place + 0.4)
        drawing.add(Text(left - 6, y, text, NAMES, "end", is_bold=not place))
    shade = _Shade(grid)
    for line, name in enumerate(down):
        own = line - len(grid.extra)
        y = top + line * CELL_HEIGHT + (gap if own >= 0 else 0.0)
        drawing.add(Text(left - 6, y + CELL_HEIGHT / 2, name, NAMES, "end"))
        for column, value in enumerate(grid.cells[line]):
            colour = SELF if column == own else shade.of(grid.strengths[line][column])
            _draw_cell(drawing, (left + column * cell, y, cell), value, colour)
        mean = _decimals(grid.means[line])
        drawing.add(Text(means, y + CELL_HEIGHT / 2, mean, NAMES, "middle", is_bold=True))
    for column, name in enumerate([*across, "mean"]):
        x = left + (column + 0.5) * cell if column < columns else means
        drawing.add(Text(x, top - 6, name, NAMES, colour=INK, upright=True, is_bold=column == columns))
    return drawing


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
        return blend(place)


def _draw_cell(drawing: Drawing, place: tuple[float, float, float], value: float, colour: Colour | None) -> None:
    """One cell with its number, in the ink that can be read on its colour."""
    x, y, width = place
    if colour is None:
        return
    drawing.add(Rectangle(x, y, width, CELL_HEIGHT, write_colour(colour), edge=LIGHT))
    ink = MUTED if colour == SELF else choose_ink(colour)
    drawing.add(Text(x + width / 2, y + CELL_HEIGHT / 2, _decimals(value), FONT_SIZE - 1.5, "middle", ink))


def _decimals(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.2f}"
