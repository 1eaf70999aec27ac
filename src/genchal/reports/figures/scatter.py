"""Systems as points in a plane: metrics against people, or diversity against accuracy, one small panel for each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from genchal.reports.figures.drawing import (
    ACCENT,
    EDGE,
    FONT_SIZE,
    GRID,
    INCH,
    MOST_DIGITS,
    Drawing,
    Line,
    Text,
    choose_step,
    choose_ticks,
    find_bounds,
    measure_width,
)
from genchal.reports.figures.symbols import Corners, make_symbol
from genchal.reports.names import shorten
from genchal.reports.standings import Placed

Box = tuple[float, float, float, float]
SIZE, LEFT, GAP, TOP, BOTTOM = 2.2 * INCH, 0.5 * INCH, 0.2 * INCH, 0.34 * INCH, 0.52 * INCH
ACROSS = 4  # panels beside each other
ALL_NAMED = 12  # systems that are all named; of more, those far from the line
FAR, MOST_NAMED = 1.4, 5  # standard deviations of residuals
MATERIAL = 0.4  # standard deviations of what lies along y: nearer to the line nobody is far from it
BOLD = 1.12  # how much wider bold names are
NAMES, RADIUS = FONT_SIZE - 1.5, 2.6


@dataclass(frozen=True, slots=True)
class ScatterPanel:
    """One panel: `points` has what lies along x and along y, for every system."""

    title: str
    x_label: str
    y_label: str
    points: Mapping[str, tuple[Placed, Placed]]


def find_outliers(points: Mapping[str, tuple[Placed, Placed]]) -> tuple[str, ...]:
    """Systems far from the straight line through all of them, farthest first; none of fewer than four.

    Far is what is far among all distances, and beside the differences between systems.
    """
    if len(points) < 4:
        return ()
    x, y = (np.array([pair[side].value for pair in points.values()]) for side in (0, 1))
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return ()
    x, y = (x - x.mean()) / x.std(), (y - y.mean()) / y.std()
    residual = y - (x * y).mean() * x
    spread = residual.std()
    if spread <= 1e-9:
        return ()
    far = sorted(zip(np.abs(residual).tolist(), points, strict=True), reverse=True)
    return tuple(system for distance, system in far[:MOST_NAMED] if distance >= max(FAR * spread, MATERIAL))


def draw_scatters(panels: Sequence[ScatterPanel], shapes: Mapping[str, Corners | None]) -> Drawing:
    """Draw panels in lines; intervals are thin lines, and systems far from the others' line are named."""
    across = min(len(panels), ACROSS)
    lines = math.ceil(len(panels) / ACROSS)
    each = LEFT + SIZE + GAP
    drawing = Drawing(EDGE + across * each, lines * (TOP + SIZE + BOTTOM))
    for place, panel in enumerate(panels):
        corner = EDGE + (place % ACROSS) * each + LEFT, (place // ACROSS) * (TOP + SIZE + BOTTOM) + TOP
        _draw_panel(drawing, panel, corner, shapes)
    return drawing


def _draw_panel(
    drawing: Drawing, panel: ScatterPanel, corner: tuple[float, float], shapes: Mapping[str, Corners | None]
) -> None:
    left, top = corner
    sides = [find_bounds((end for pair in panel.points.values() for end in _ends(pair[side])), 0.1) for side in (0, 1)]

    def place_x(value: float) -> float:
        return left + SIZE * (value - sides[0][0]) / (sides[0][1] - sides[0][0])

    def place_y(value: float) -> float:
        return top + SIZE * (1 - (value - sides[1][0]) / (sides[1][1] - sides[1][0]))

    drawing.add(Text(left, top - 11, shorten(panel.title, 40), is_bold=True))
    for value, label in _labels(*sides[0]):
        drawing.add(Line(place_x(value), top, place_x(value), top + SIZE, GRID, 0.7, 0.22))
        drawing.add(Text(place_x(value), top + SIZE + 9, label, FONT_SIZE - 1.5, "middle"))
    for value, label in _labels(*sides[1]):
        drawing.add(Line(left, place_y(value), left + SIZE, place_y(value), GRID, 0.7, 0.22))
        drawing.add(Text(left - 5, place_y(value), label, FONT_SIZE - 1.5, "end"))
    drawing.add(Text(left + SIZE / 2, top + SIZE + 22, shorten(panel.x_label, 34), FONT_SIZE - 1, "middle"))
    down = shorten(panel.y_label, 30)
    middle = top + SIZE / 2 + measure_width(down, FONT_SIZE - 1) / 2
    drawing.add(Text(left - LEFT + 6, middle, down, FONT_SIZE - 1, upright=True))
    taken: list[Box] = []
    for x, y in panel.points.values():
        at = place_x(x.value), place_y(y.value)
        if x.low is not None and x.high is not None and math.isfinite(x.low + x.high):
            taken.append((place_x(x.low), at[1] - 1, place_x(x.high), at[1] + 1))
            drawing.add(Line(place_x(x.low), place_y(y.value), place_x(x.high), place_y(y.value), ACCENT, 0.9, 0.4))
        if y.low is not None and y.high is not None and math.isfinite(y.low + y.high):
            taken.append((at[0] - 1, place_y(y.high), at[0] + 1, place_y(y.low)))
            drawing.add(Line(place_x(x.value), place_y(y.low), place_x(x.value), place_y(y.high), ACCENT, 0.9, 0.4))
    for system, (x, y) in panel.points.items():
        at = place_x(x.value), place_y(y.value)
        drawing.add(make_symbol(shapes.get(system), *at, RADIUS))
        taken.append((at[0] - RADIUS, at[1] - RADIUS, at[0] + RADIUS, at[1] + RADIUS))
    outliers = find_outliers(panel.points)
    named = [*outliers, *(system for system in panel.points if system not in outliers)]
    for system in named if len(panel.points) <= ALL_NAMED else outliers:
        x, y = panel.points[system]
        within = left - 2, top - 4, left + SIZE + GAP, top + SIZE + 2
        _draw_name(drawing, system, (place_x(x.value), place_y(y.value)), taken, within, system in outliers)


def _draw_name(
    drawing: Drawing, system: str, at: tuple[float, float], taken: list[Box], within: Box, is_outlier: bool
) -> None:
    """Put a name beside its point, where nothing else is; an ordinary one that has no room is left out."""
    text = shorten(system, 18)
    width, height = measure_width(text, NAMES) * 0.92 * (BOLD if is_outlier else 1), NAMES
    x, y = at
    right, left, middle = x + 5, x - 5 - width, x - width / 2
    options = [
        *((right, y), (left, y), (middle, y - 8), (middle, y + 8), (right, y - 7), (right, y + 7), (left, y - 7)),
        *((left, y + 7), (middle, y - 16), (middle, y + 16), (right, y - 14), (right, y + 14)),
    ]
    boxes = [(start, place - height / 2, start + width, place + height / 2) for start, place in options]
    inside = [box for box in boxes if _is_inside(box, within)]
    free = [box for box in inside if not any(_overlap(box, other) for other in taken)]
    if not free and not is_outlier:
        return
    box = min(free or inside or boxes, key=lambda box: sum(_overlap(box, other) for other in taken))
    taken.append(box)
    drawing.add(Text(box[0], (box[1] + box[3]) / 2, text, NAMES, is_bold=is_outlier))


def _ends(place: Placed) -> tuple[float | None, float | None, float | None]:
    return place.value, place.low, place.high


def _labels(low: float, high: float) -> list[tuple[float, str]]:
    step = choose_step(low, high, 4)
    digits = 0 if step is None else max(0, -math.floor(math.log10(step) + 1e-9))
    form = f".{digits}f" if digits <= MOST_DIGITS else ".2g"
    return [(value, f"{value:{form}}".replace("-", "−")) for value in choose_ticks(low, high, 4)]


def _is_inside(box: Box, within: Box) -> bool:
    return box[0] >= within[0] and box[1] >= within[1] and box[2] <= within[2] and box[3] <= within[3]


def _overlap(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
