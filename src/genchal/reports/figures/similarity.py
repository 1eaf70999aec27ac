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
from genchal.reports.names import shorten

Colour = tuple[float, float, float]

CELL_WIDTH, CELL_HEIGHT, GAP = 0.37 * INCH, 0.26 * INCH, 0.1 * INCH
LINE = 0.16 * INCH  # of the legend
# From nearly white to deep teal: lightness alone tells the values apart, whatever colours somebody sees.
LOW: Colour = (0.945, 0.969, 0.965)
MIDDLE: Colour = (0.42, 0.72, 0.69)
HIGH: Colour = (0.02, 0.29, 0.30)
SELF: Colour = (0.91, 0.91, 0.91)  # a system with itself has no colour of its own: it would outshine the others
DARK, LIGHT, MUTED = "#111111", "#ffffff", "#666666"
READABLE = 0.19  # luminance up to which light ink is easier to read than dark ink; the contrast is 4.3 or more
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
        place = min(max(place, 0.0), 1.0)
        start, end, share = (LOW, MIDDLE, 2 * place) if place < 0.5 else (MIDDLE, HIGH, 2 * place - 1)
        red, green, blue = (first + (last - first) * share for first, last in zip(start, end, strict=True))
        return red, green, blue


def _draw_cell(drawing: Drawing, place: tuple[float, float, float], value: float, colour: Colour | None) -> None:
    """One cell with its number, in the ink that can be read on its colour."""
    x, y, width = place
    if colour is None:
        return
    drawing.add(Rectangle(x, y, width, CELL_HEIGHT, write_colour(colour), edge=LIGHT))
    ink = MUTED if colour == SELF else LIGHT if _luminance(colour) < READABLE else DARK
    drawing.add(Text(x + width / 2, y + CELL_HEIGHT / 2, _decimals(value), FONT_SIZE - 1.5, "middle", ink))


def write_colour(colour: Colour) -> str:
    """A colour as #rrggbb."""
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def _luminance(colour: Colour) -> float:
    """Relative luminance (WCAG 2.1), near enough."""
    red, green, blue = colour
    return float(0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2)


def _decimals(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.2f}"
