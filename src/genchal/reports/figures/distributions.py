"""Segment scores of a measure: a small histogram for every system, with its quartiles and its mean."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from genchal.domain.results.scores import SegmentScores
from genchal.reports.figures.drawing import (
    ACCENT,
    FONT_SIZE,
    GRID,
    INCH,
    INK,
    Dot,
    Drawing,
    Line,
    Panel,
    Polygon,
    Text,
    find_bounds,
    start_rows,
)
from genchal.text.arrays.ragged import FloatArray

PANEL, TOP, BOTTOM, BESIDE = 4.0 * INCH, 0.3 * INCH, 0.42 * INCH, 0.75 * INCH
BINS = 40
HEIGHT = 0.86  # of a row, for the most common bin


def draw_distributions(label: str, systems: Sequence[str], segments: Sequence[SegmentScores]) -> Drawing | None:
    """Draw the segment scores of systems in this order; None where there are none."""
    by_system = {found.system: _finite(found.values) for found in segments}
    shown = [(system, by_system[system]) for system in systems if len(by_system.get(system, ()))]
    if not shown:
        return None
    bounds = find_bounds((end for _, values in shown for end in (float(values.min()), float(values.max()))), 0.02)
    drawing, panel = start_rows([system for system, _ in shown], PANEL, BESIDE, TOP, BOTTOM, bounds)
    panel.draw_scale(drawing)
    for row, (_, values) in enumerate(shown):
        _draw_row(drawing, panel, row, values)
    drawing.add(Text(panel.left + PANEL + BESIDE, TOP - 9, "median", FONT_SIZE - 1, "end"))
    below = f"{label} of single outputs; bar: middle half, line: median, dot: mean"
    drawing.add(Text(panel.left + PANEL / 2, panel.bottom + 23, below, FONT_SIZE - 1, "middle"))
    return drawing


def _draw_row(drawing: Drawing, panel: Panel, row: int, values: FloatArray) -> None:
    counts, edges = np.histogram(values, bins=BINS, range=(panel.low, panel.high))
    base, height = panel.y(row) + 0.46 * panel.row, HEIGHT * panel.row
    tops = base - height * counts / counts.max()
    corners = [(panel.x(float(edges[0])), base)]
    for place, top in enumerate(tops.tolist()):
        if not place or counts[place] != counts[place - 1]:
            corners += [(panel.x(float(edges[place])), corners[-1][1]), (panel.x(float(edges[place])), top)]
    corners += [(panel.x(float(edges[-1])), corners[-1][1]), (panel.x(float(edges[-1])), base)]
    drawing.add(Polygon(tuple(corners), ACCENT, 0.35))
    drawing.add(Line(panel.left, base, panel.left + panel.width, base, GRID, 0.5, 0.35))
    low, middle, high = (float(end) for end in np.quantile(values, (0.25, 0.5, 0.75)))
    y = base - 0.22 * panel.row
    drawing.add(Line(panel.x(low), y, panel.x(high), y, ACCENT, 2.6, 0.85))
    drawing.add(Line(panel.x(middle), base, panel.x(middle), base - 0.44 * panel.row, INK, 1.1))
    drawing.add(Dot(panel.x(float(values.mean())), y, 2.0, INK))
    drawing.add(Text(panel.left + PANEL + BESIDE, panel.y(row), f"{middle:.3f}".replace("-", "−"), anchor="end"))


def _finite(values: FloatArray) -> FloatArray:
    known: FloatArray = np.asarray(values, dtype=np.float64)
    return known[np.isfinite(known) & (np.abs(known) < 1e300)]
