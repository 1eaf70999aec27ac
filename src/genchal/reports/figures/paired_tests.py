"""The tests of all pairs under a measure or criterion as a matrix: the smaller the adjusted p, the darker the cell."""

from __future__ import annotations

from genchal.reports.figures.drawing import (
    EDGE,
    FONT_SIZE,
    INCH,
    Drawing,
    Polygon,
    Rectangle,
    Text,
    measure_width,
    widest,
)
from genchal.reports.figures.shades import P_SHADES, PALE, PALE_INK, UNTESTED, shade_p_value
from genchal.reports.names import shorten
from genchal.reports.standings import Standing

LONGEST = 24
CELL, SMALL_CELL, LEGEND = 0.34 * INCH, 0.2 * INCH, 0.3 * INCH
NUMBERED = 13  # systems whose cells have room for their p-values


def draw_paired_tests(standing: Standing) -> Drawing | None:
    """Draw a row and a column for every system, best first; None where nothing was tested.

    In a cell that is shaded the system of the row is significantly better, or worse where the cell has a corner cut.
    """
    systems = [system for system in standing.order if any(system in pair for pair in standing.p_values)]
    if len(systems) < 2:
        return None
    is_numbered = len(systems) <= NUMBERED
    cell = CELL if is_numbered else SMALL_CELL
    names = [shorten(name, LONGEST) for name in systems]
    left, top = EDGE + 7 + widest(names), EDGE + 7 + widest(names, FONT_SIZE - 0.5)
    drawing = Drawing(0, top + cell * len(systems) + LEGEND + EDGE)
    for place, name in enumerate(names):
        drawing.add(Text(left - 6, top + (place + 0.5) * cell, name, anchor="end"))
        drawing.add(Text(left + (place + 0.5) * cell, top - 6, name, FONT_SIZE - 0.5, upright=True))
    for row, system in enumerate(systems):
        for column, other in enumerate(systems):
            if row != column:
                _draw_cell(
                    drawing, (left + column * cell, top + row * cell, cell), standing, (system, other), is_numbered
                )
    end = _draw_legend(drawing, left, top + cell * len(systems) + 0.62 * LEGEND)
    drawing.width = max(left + cell * len(systems), end) + EDGE
    return drawing


def _draw_cell(
    drawing: Drawing, place: tuple[float, float, float], standing: Standing, pair: tuple[str, str], is_numbered: bool
) -> None:
    x, y, size = place
    p_value = standing.p_values.get(pair)
    inner = x + 0.5, y + 0.5, size - 1, size - 1
    if p_value is None:
        drawing.add(Rectangle(*inner, UNTESTED))
        return
    is_clear = pair in standing.wins or pair[::-1] in standing.wins
    colour, ink = shade_p_value(p_value) if is_clear else (PALE, PALE_INK)
    if pair[::-1] in standing.wins:  # a corner cut: worse, also where there are no colours
        left, top, width, height = inner
        corner = 0.3 * size
        right, bottom = left + width, top + height
        cut = ((left, top), (right - corner, top), (right, top + corner), (right, bottom), (left, bottom))
        drawing.add(Polygon(cut, colour))
    else:
        drawing.add(Rectangle(*inner, colour))
    if is_numbered:
        drawing.add(Text(x + size / 2, y + size / 2, _write_p(p_value), FONT_SIZE - 2.5, "middle", ink))


def _write_p(p_value: float) -> str:
    """A p-value in three characters or four."""
    if p_value < 0.001:
        return "<.001"
    return "1" if p_value > 0.995 else f"{p_value:.3f}"[1:] if p_value < 0.0995 else f"{p_value:.2f}"[1:]


def draw_p_legend(drawing: Drawing, x: float, y: float) -> float:
    """Say which shade is which p-value; returns where the legend ends."""
    entries = [(colour, f"p ≤ {limit:g}") for limit, colour, _ in P_SHADES]
    for colour, text in (*entries, (PALE, "not significant")):
        drawing.add(
            Rectangle(x, y - 4, 8, 8, colour, edge="grid", edge_width=0.4), Text(x + 11, y, text, FONT_SIZE - 1.5)
        )
        x += 22 + measure_width(text, FONT_SIZE - 1.5)
    return x


def _draw_legend(drawing: Drawing, x: float, y: float) -> float:
    """Say what shades and corners mean; returns where the legend ends."""
    x = draw_p_legend(drawing, x, y)
    drawing.add(Polygon(((x, y - 4), (x + 5, y - 4), (x + 8, y - 1), (x + 8, y + 4), (x, y + 4)), P_SHADES[1][1]))
    text = "row worse"
    drawing.add(Text(x + 11, y, text, FONT_SIZE - 1.5))
    return x + 11 + measure_width(text, FONT_SIZE - 1.5)
