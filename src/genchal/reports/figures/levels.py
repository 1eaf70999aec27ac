"""Levels of the D-Level scale as stacked bars, a row per system (Figure 4 and A.7-A.8 of the E2E report)."""

from __future__ import annotations

from collections.abc import Sequence

from genchal.domain.results.levels import LevelShares
from genchal.reports.figures.drawing import EDGE, FONT_SIZE, GRID, INCH, Drawing, Panel, Rectangle, Text, start_rows

PANEL, TOP, BOTTOM, MEAN = 4.6 * INCH, 0.56 * INCH, 0.42 * INCH, 0.55 * INCH
# From pale to dark: the levels are ordered. Neighbours differ in lightness, so that print without colours will do.
COLOURS = ("#e3f2ef", "#bfe3dc", "#92d0c6", "#60b9ad", "#2f9d94", "#1b7d80", "#1a5b6b", "#173b52")
SHOWN = 0.045  # shares that have room for their number
DARK_FROM = 4  # levels with light numbers
BAR = 0.74  # of the height of a row


def draw_levels(systems: Sequence[LevelShares], *, on_phone: bool = False) -> Drawing:
    """Draw the share of every level, systems from top to bottom in the order given, the mean level at the right."""
    drawing, panel = start_rows(
        [levels.system for levels in systems], PANEL, MEAN, TOP, BOTTOM, (0.0, 1.0), on_phone=on_phone
    )
    panel.draw_marks(drawing, {share / 4: f"{25 * share}%" for share in range(0, 5, 2 if on_phone else 1)})
    for row, levels in enumerate(systems):
        _draw_bar(drawing, panel, row, levels)
    _draw_legend(drawing, panel, *((EDGE, 24) if on_phone else (panel.left, 27)))
    drawing.add(Text(panel.left + panel.width / 2, panel.bottom + 22, "share of sentences", FONT_SIZE - 1, "middle"))
    return drawing


def _draw_bar(drawing: Drawing, panel: Panel, row: int, levels: LevelShares) -> None:
    y = panel.y(row)
    if not levels.sentences:
        drawing.add(Text(panel.x(0.01), y, "no sentence", FONT_SIZE - 1))
        return
    start = 0.0
    for level, share in enumerate(levels.shares):
        height = BAR * panel.row
        bar = panel.x(start), y - height / 2, panel.width * share, height
        drawing.add(Rectangle(*bar, COLOURS[level], edge=GRID, edge_width=0.3))
        if share * panel.width >= SHOWN * PANEL:
            ink = "#ffffff" if level >= DARK_FROM else "#262626"
            drawing.add(Text(panel.x(start + share / 2), y, f"{100 * share:.0f}", FONT_SIZE - 2, "middle", ink))
        start += share
    drawing.add(Text(panel.left + panel.width + MEAN, y, f"{levels.mean:.2f}", anchor="end"))


def _draw_legend(drawing: Drawing, panel: Panel, left: float, each: float) -> None:
    drawing.add(Text(left, TOP - 27, "level", FONT_SIZE - 1))
    for level, colour in enumerate(COLOURS):
        x = left + level * each
        drawing.add(Rectangle(x, TOP - 18, 8, 8, colour, edge=GRID, edge_width=0.3))
        drawing.add(Text(x + 11, TOP - 14, str(level), FONT_SIZE - 1))
    drawing.add(Text(panel.left + panel.width + MEAN, TOP - 12, "mean", FONT_SIZE - 1, "end"))
