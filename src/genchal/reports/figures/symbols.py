"""Symbols of families of systems: shapes, which need no colour to be told apart."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from genchal.domain.submission import System
from genchal.reports.figures.drawing import ACCENT, FONT_SIZE, Dot, Drawing, Mark, Polygon, Text, measure_width
from genchal.reports.names import shorten

Corners = tuple[tuple[float, float], ...]
LONGEST_FAMILY = 24
GAP = 16.0  # between the entries of a legend


def _regular(corners: int, turned: float, size: float) -> Corners:
    angles = [turned + 2 * math.pi * corner / corners for corner in range(corners)]
    return tuple((size * math.sin(angle), -size * math.cos(angle)) for angle in angles)


def _cross(arm: float, size: float) -> Corners:
    quarter = ((-arm, -size), (arm, -size), (arm, -arm))
    turned: list[tuple[float, float]] = []
    for _ in range(4):
        turned += quarter
        quarter = tuple((-y, x) for x, y in quarter)  # type: ignore[assignment]
    return tuple(turned)


# In units of the radius of a dot, with about its area each. The first family has the dot if no system is without one.
SHAPES: tuple[Corners | None, ...] = (
    None,
    _regular(4, 0.0, 1.3),
    _regular(4, math.pi / 4, 1.25),
    _regular(3, 0.0, 1.45),
    _regular(3, math.pi, 1.45),
    _cross(0.42, 1.25),
    _regular(6, 0.0, 1.15),
    _regular(5, 0.0, 1.2),
)


def family_shapes(systems: Sequence[System]) -> dict[str, Corners | None]:
    """The shape of every family, in the order of all systems of a track; too many families share shapes.

    The dot is nobody's where some systems have no family: it is theirs.
    """
    families = dict.fromkeys(system.family for system in systems if system.family)
    shapes = SHAPES if all(system.family for system in systems) else SHAPES[1:]
    return {family: shapes[place % len(shapes)] for place, family in enumerate(families)}


def system_shapes(systems: Sequence[System]) -> dict[str, Corners | None]:
    """The shape of every system: that of its family, a dot without one."""
    shapes = family_shapes(systems)
    return {system.name: shapes.get(system.family or "") for system in systems}


def make_symbol(shape: Corners | None, x: float, y: float, radius: float, colour: str = ACCENT) -> Mark:
    """A symbol at a place."""
    if shape is None:
        return Dot(x, y, radius, colour)
    return Polygon(tuple((x + radius * dx, y + radius * dy) for dx, dy in shape), colour)


def needs_legend(shapes: Mapping[str, Corners | None]) -> bool:
    """Whether there are several symbols: of families, or of one family and of systems without one."""
    return len(shapes) > 1 or any(shape is not None for shape in shapes.values())


def draw_family_legend(
    drawing: Drawing, shapes: Mapping[str, Corners | None], left: float, y: float, right: float
) -> float:
    """Say which symbol is which family, in lines from left to right; returns where the next line would be.

    One family needs no legend if all systems are of it.
    """
    if not needs_legend(shapes):
        return y
    x = left
    for family, shape in shapes.items():
        name = shorten(family, LONGEST_FAMILY)
        width = 10 + measure_width(name, FONT_SIZE - 1)
        if x > left and x + width > right:
            x, y = left, y + 13
        drawing.add(make_symbol(shape, x + 3, y, 2.6, "ink"), Text(x + 10, y, name, FONT_SIZE - 1))
        x += width + GAP
    return y + 13


def write_symbol(shape: Corners | None) -> str:
    """The corners of a symbol as an attribute of an SVG polygon; empty for the dot."""
    return "" if shape is None else " ".join(f"{x:.2f},{y:.2f}" for x, y in shape)
