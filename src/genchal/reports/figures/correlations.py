"""Correlations as a heat map."""

from __future__ import annotations

import math

from genchal.domain.results.correlations import Correlations
from genchal.reports.figures.drawing import FONT_SIZE, INCH, Drawing, Rectangle, Text, widest
from genchal.reports.names import shorten

CELL_WIDTH, CELL_HEIGHT, EDGE = 0.72 * INCH, 0.28 * INCH, 0.14 * INCH
LONGEST = 28
# From orange over the paper's colour to teal, which people who confuse red and green can distinguish.
NEGATIVE, POSITIVE = "#d9731a", "#0d9487"


def draw_correlations(found: Correlations) -> Drawing:
    """Draw the table of coefficients with a colour behind each: the stronger, the darker; stars as in the table."""
    grid = found.grid()
    down = [shorten(name, LONGEST) for name in grid.rows]
    across = [shorten(name, LONGEST) for name in grid.columns]
    left, cell = EDGE + 7 + widest(down), max(CELL_WIDTH, widest(across) + 10)
    top = EDGE + CELL_HEIGHT
    drawing = Drawing(left + cell * max(1, len(across)) + EDGE, top + CELL_HEIGHT * max(1, len(down)) + EDGE)
    for column, name in enumerate(across):
        drawing.add(Text(left + (column + 0.5) * cell, top - 9, name, anchor="middle"))
    for row, name in enumerate(down):
        drawing.add(Text(left - 5, top + (row + 0.5) * CELL_HEIGHT, name, anchor="end"))
    for row, cells in enumerate(grid.cells):
        for column, coefficient in enumerate(cells):
            if coefficient is None or math.isnan(coefficient.value):
                continue
            # Accuracy has its middle at one half, coefficients at 0.
            strength = 2 * coefficient.value - 1 if coefficient.method == "accuracy" else coefficient.value
            x, y = left + column * cell, top + row * CELL_HEIGHT
            colour = NEGATIVE if strength < 0 else POSITIVE
            drawing.add(Rectangle(x, y, cell, CELL_HEIGHT, colour, abs(strength) * 0.75))
            text = f"{coefficient.value:.2f}{found.stars(coefficient)}".replace("-0.00", "0.00")
            drawing.add(Text(x + cell / 2, y + CELL_HEIGHT / 2, text, FONT_SIZE - 0.5, "middle"))
    return drawing
