"""How far the D-Levels of systems are apart, as two matrices (figures A.7 and A.8 of the E2E report)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from genchal.domain.results.levels import LevelComparison, Levels
from genchal.reports.figures.drawing import EDGE, FONT_SIZE, INCH, Drawing, Rectangle, Text, measure_width, widest
from genchal.reports.figures.paired_tests import CELL, LEGEND, LONGEST, NUMBERED, SMALL_CELL, draw_p_legend
from genchal.reports.figures.shades import UNTESTED, blend, choose_ink, shade_p_value, write_colour
from genchal.reports.names import shorten

GAP = 0.5 * INCH  # between the matrices
DARKEST = 0.25  # overlaps smaller than 1 by so much, or more, are darkest: nothing stands out where all is alike
DISTANCE, OVERLAP = "largest distance D", "overlap BC"
MORE = "the darker, the less they overlap"
Shaded = tuple[float, str, str]  # a number, its colour, and the ink on it


def draw_level_differences(levels: Levels) -> Drawing | None:
    """Draw distances (Kolmogorov and Smirnov), shaded by adjusted p, beside overlaps (Bhattacharyya); None without any.

    Systems are in the order of `levels`.
    """
    pairs = {frozenset((pair.system_a, pair.system_b)): pair for pair in levels.comparisons}
    systems = [shares.system for shares in levels.systems]
    if not pairs or len(systems) < 2:
        return None
    names = [shorten(name, LONGEST) for name in systems]
    is_numbered = len(systems) <= NUMBERED
    cell = CELL if is_numbered else SMALL_CELL
    left, top = EDGE + 7 + widest(names), EDGE + 24 + widest(names, FONT_SIZE - 0.5)
    side = cell * len(systems)
    drawing = Drawing(0, top + side + LEGEND + EDGE)
    legend = top + side + 0.62 * LEGEND
    # The second matrix stands beside the first, and beside what is said below that.
    second = max(left + side, draw_p_legend(drawing, left, legend)) + GAP
    for place, name in enumerate(names):
        drawing.add(Text(left - 6, top + (place + 0.5) * cell, name, anchor="end"))
    apart = max((1 - pair.overlap for pair in pairs.values() if math.isfinite(pair.overlap)), default=0.0)
    for title, start in ((DISTANCE, left), (OVERLAP, second)):
        drawing.add(Text(start, EDGE + 2, title, is_bold=True))
        for place, name in enumerate(names):
            drawing.add(Text(start + (place + 0.5) * cell, top - 6, name, FONT_SIZE - 0.5, upright=True))
        for row, column, pair in _cells(systems, pairs):
            shaded = (
                None if pair is None else _distance(pair) if title == DISTANCE else _overlap(pair, max(apart, DARKEST))
            )
            _draw_cell(drawing, (start + column * cell, top + row * cell, cell), shaded, is_numbered)
    drawing.add(Text(second, legend, MORE, FONT_SIZE - 1.5))
    drawing.width = second + max(side, measure_width(MORE, FONT_SIZE - 1.5), widest([OVERLAP])) + EDGE
    return drawing


def _cells(
    systems: Sequence[str], pairs: dict[frozenset[str], LevelComparison]
) -> list[tuple[int, int, LevelComparison | None]]:
    return [
        (row, column, pairs.get(frozenset((system, other))))
        for row, system in enumerate(systems)
        for column, other in enumerate(systems)
        if row != column
    ]


def _distance(pair: LevelComparison) -> Shaded | None:
    return None if math.isnan(pair.p_adjusted) else (pair.distance, *shade_p_value(pair.p_adjusted))


def _overlap(pair: LevelComparison, darkest: float) -> Shaded | None:
    if not math.isfinite(pair.overlap):
        return None
    colour = blend((1 - pair.overlap) / darkest)
    return pair.overlap, write_colour(colour), choose_ink(colour)


def _draw_cell(drawing: Drawing, place: tuple[float, float, float], shaded: Shaded | None, is_numbered: bool) -> None:
    x, y, size = place
    inner = x + 0.5, y + 0.5, size - 1, size - 1
    if shaded is None:
        drawing.add(Rectangle(*inner, UNTESTED))
        return
    value, colour, ink = shaded
    drawing.add(Rectangle(*inner, colour))
    if is_numbered:
        text = f"{value:.2f}"
        drawing.add(Text(x + size / 2, y + size / 2, text.removeprefix("0"), FONT_SIZE - 2, "middle", ink))
