"""Values with their intervals as rows, one panel: differences between systems, or coefficients of agreement."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from genchal.reports.figures.drawing import (
    ACCENT,
    EDGE,
    FONT_SIZE,
    INCH,
    INK,
    LONGEST_NAME,
    Dot,
    Drawing,
    Line,
    Text,
    find_bounds,
    start_rows,
)
from genchal.reports.names import shorten

PANEL, TOP, BOTTOM, BESIDE = 4.2 * INCH, 0.4 * INCH, 0.46 * INCH, 0.75 * INCH


@dataclass(frozen=True, slots=True)
class EstimateRow:
    """A row: `is_clear` ones are drawn in full, the others pale."""

    name: str
    value: float
    low: float | None
    high: float | None
    is_clear: bool = True


def draw_estimates(rows: Sequence[EstimateRow], title: str, below: str, zero: bool = False) -> Drawing:
    """Draw a point and a line for every row, its value at the right; with `zero`, a line where nothing differs."""
    ends = [end for row in rows for end in (row.value, row.low, row.high)]
    bounds = find_bounds([*ends, *([0.0] if zero else [])])
    drawing, panel = start_rows([row.name for row in rows], PANEL, BESIDE, TOP, BOTTOM, bounds)
    panel.draw_scale(drawing)
    if zero:
        drawing.add(Line(panel.x(0), TOP, panel.x(0), panel.bottom, INK, 1.0, 0.7))
    for place, row in enumerate(rows):
        y, alpha = panel.y(place), 0.75 if row.is_clear else 0.3
        if row.low is not None and row.high is not None and math.isfinite(row.low) and math.isfinite(row.high):
            drawing.add(Line(panel.x(row.low), y, panel.x(row.high), y, ACCENT, 2.2, alpha, is_round=True))
        if math.isfinite(row.value):
            drawing.add(Dot(panel.x(row.value), y, 2.3))
            sign = "+" if zero else ""
            text = f"{row.value:{sign}.3f}".replace("-", "−")
            drawing.add(Text(panel.left + PANEL + BESIDE - EDGE, y, text, anchor="end", is_bold=zero and row.is_clear))
    drawing.add(Text(panel.left, 12, shorten(title, 2 * LONGEST_NAME), FONT_SIZE + 0.5, is_bold=True))
    drawing.add(Text(panel.left + PANEL / 2, panel.bottom + 24, below, FONT_SIZE - 1, "middle"))
    return drawing
