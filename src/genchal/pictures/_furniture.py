"""Chairs, sofas, desks and fans from four sides; each fills a box of 100 by 100 and stands at its lower edge.

What faces left shows its left profile to the left of the picture, so that right is its mirror image.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from genchal.pictures.svg import Svg, circle, ellipse, group, joined, path, rect, stroke

SIZES = {"large": 1.0, "small": 0.58}
SIDES = ("front", "back", "left", "right")
INK = "#26292d"


class Colour:
    """A colour with its lighter and darker shades, and how it is lit."""

    def __init__(self, main: str, light: str, dark: str) -> None:
        self.main, self.light, self.dark = main, light, dark


# Also told apart by lightness: red and blue are dark, green and grey are light.
COLOURS = {
    "red": Colour("#cf2f2a", "#e8665f", "#8f1b19"),
    "blue": Colour("#2a63c8", "#6a9bee", "#173f88"),
    "green": Colour("#3fae54", "#86d795", "#22722f"),
    "grey": Colour("#a3a6aa", "#cfd2d5", "#6d7175"),
}

_LINE: Mapping[str, str | float] = {"stroke": INK, "stroke_width": 2.2, "stroke_linejoin": "round"}


def _chair(side: str, c: Colour) -> Svg:
    if side == "front":
        return joined(
            path("M31 56V92M69 56V92", **_LINE),
            rect(27, 6, 46, 52, 6, fill=c.main, **_LINE),
            rect(35, 14, 30, 34, 3, fill=c.light, **_LINE),
            path("M24 56H76L82 70H18Z", fill=c.light, **_LINE),
            rect(18, 69, 64, 8, 2, fill=c.main, **_LINE),
            rect(20, 77, 7, 22, fill=c.dark, **_LINE),
            rect(73, 77, 7, 22, fill=c.dark, **_LINE),
        )
    if side == "back":
        return joined(
            rect(18, 66, 64, 9, 2, fill=c.light, **_LINE),
            rect(20, 75, 7, 20, fill=c.dark, **_LINE),
            rect(73, 75, 7, 20, fill=c.dark, **_LINE),
            path("M24 12Q24 4 32 4H68Q76 4 76 12V99H68V72H32V99H24Z", fill=c.main, **_LINE),
            stroke("M40 14V62M50 14V62M60 14V62", 2.2, c.dark),
        )
    return joined(
        path("M66 4Q75 2 76 10L78 99H69L67 64Z", fill=c.main, **_LINE),
        path("M66 6L60 56H68Z", fill=c.light, **_LINE),
        rect(18, 58, 58, 10, 4, fill=c.light, **_LINE),
        rect(22, 68, 8, 31, fill=c.dark, **_LINE),
        stroke("M30 84H69", 3.2, c.dark),
    )


def _sofa(side: str, c: Colour) -> Svg:
    feet = joined(rect(12, 90, 8, 9, fill=INK), rect(80, 90, 8, 9, fill=INK))
    if side == "front":
        return joined(
            feet,
            rect(10, 32, 80, 44, 9, fill=c.main, **_LINE),
            stroke("M50 34V60", 2.2, INK),
            rect(15, 60, 35, 18, 5, fill=c.light, **_LINE),
            rect(50, 60, 35, 18, 5, fill=c.light, **_LINE),
            rect(12, 77, 76, 14, 2, fill=c.main, **_LINE),
            rect(2, 50, 16, 42, 7, fill=c.dark, **_LINE),
            rect(82, 50, 16, 42, 7, fill=c.dark, **_LINE),
        )
    if side == "back":
        return joined(
            feet,
            rect(2, 52, 16, 40, 7, fill=c.dark, **_LINE),
            rect(82, 52, 16, 40, 7, fill=c.dark, **_LINE),
            path("M8 40Q8 32 17 32H83Q92 32 92 40V92H8Z", fill=c.main, **_LINE),
            stroke("M14 80H86", 2.2, c.dark),
            stroke("M36 38V74M64 38V74", 2.2, c.dark),
        )
    return joined(
        rect(22, 90, 8, 9, fill=INK),
        rect(72, 90, 8, 9, fill=INK),
        path("M66 38Q67 30 76 30T86 38L84 90H62Z", fill=c.main, **_LINE),
        rect(16, 60, 54, 18, 6, fill=c.light, **_LINE),
        path("M20 92V66Q20 56 30 56H60Q70 56 70 66V92Z", fill=c.dark, **_LINE),
        path("M27 88V68Q27 63 32 63H58Q63 63 63 68V88Z", fill=c.main),
    )


def _desk(side: str, c: Colour) -> Svg:
    if side in ("front", "back"):
        top = joined(path("M12 36H88L98 50H2Z", fill=c.light, **_LINE), rect(2, 50, 96, 7, fill=c.main, **_LINE))
        if side == "back":  # a plain panel from side to side
            return joined(rect(6, 57, 88, 42, fill=c.main, **_LINE), rect(14, 64, 72, 28, fill=c.dark, **_LINE), top)
        drawers = [
            joined(rect(x, y, 26, 13, fill=c.main, **_LINE), circle(x + 13, y + 6.5, 2.6, fill=c.light, **_LINE))
            for x in (6, 68)
            for y in (58, 72, 86)
        ]
        return joined(rect(32, 57, 36, 36, fill="#3a3d42"), *drawers, top)
    drawers = [path(f"M14 {y}L26 {y - 4}V{y + 9}L14 {y + 13}Z", fill=c.main, **_LINE) for y in (58, 72, 86)]
    knobs = [circle(15, y + 5, 3.2, fill=c.light, **_LINE) for y in (58, 72, 85)]
    return joined(
        path("M26 56H84V94H26Z", fill=c.dark, **_LINE),
        rect(34, 63, 42, 24, fill=c.main, **_LINE),
        *drawers,
        *knobs,
        path("M24 42H80L90 48V56H10V50Z", fill=c.light, **_LINE),
        path("M10 50H90V57H10Z", fill=c.main, **_LINE),
    )


def _fan(side: str, c: Colour) -> Svg:
    stand = joined(
        rect(46, 62, 8, 28, fill=c.dark, **_LINE),
        path("M24 99Q24 88 50 88T76 99Z", fill=c.main, **_LINE),
    )
    if side == "front":
        blades = [
            path("M50 36C38 28 38 10 50 8C58 14 58 28 50 36Z", fill=c.main, transform=f"rotate({turn} 50 36)", **_LINE)
            for turn in (0, 120, 240)
        ]
        return joined(
            stand,
            circle(50, 36, 33, fill="#f4f5f6", stroke=c.dark, stroke_width=5),
            *blades,
            circle(50, 36, 7, fill=c.light, **_LINE),
        )
    if side == "back":
        spokes = "".join(f"M50 36L{50 + 31 * sin(n * pi / 6):.1f} {36 - 31 * cos(n * pi / 6):.1f}" for n in range(12))
        return joined(
            circle(50, 36, 33, fill="#dfe1e4", stroke=c.dark, stroke_width=5),
            stroke(spokes, 2.2, c.dark),
            stand,
            path("M34 28Q34 20 50 20T66 28V58Q66 64 50 64T34 58Z", fill=c.main, **_LINE),
            stroke("M42 36H58M42 43H58M42 50H58", 2.6, INK),
        )
    return joined(
        stand,
        path("M48 26H70Q80 26 80 36T70 46H48Z", fill=c.main, **_LINE),
        stroke("M66 30V42M72 31V41", 2.2, INK),
        rect(44, 44, 12, 20, 3, fill=c.dark, **_LINE),
        ellipse(36, 36, 14, 34, fill="#f4f5f6", stroke=c.dark, stroke_width=5),
        ellipse(30, 36, 7, 25, fill=c.light, **_LINE),
        circle(28, 36, 4.5, fill=c.main, **_LINE),
    )


_THINGS: Mapping[str, Callable[[str, Colour], Svg]] = {"chair": _chair, "sofa": _sofa, "desk": _desk, "fan": _fan}
VALUES: Mapping[str, tuple[str, ...]] = {
    "type": tuple(_THINGS),
    "colour": tuple(COLOURS),
    "orientation": SIDES,
    "size": tuple(SIZES),
}


def furniture(attributes: Mapping[str, str]) -> Svg | None:
    """Draw a piece of furniture from exactly the attributes of the TUNA corpus; None if there are others."""
    if attributes.keys() != VALUES.keys() or any(attributes[name] not in known for name, known in VALUES.items()):
        return None
    side = attributes["orientation"]
    drawn = _THINGS[attributes["type"]](side, COLOURS[attributes["colour"]])
    scale = SIZES[attributes["size"]]
    across = -scale if side == "right" else scale
    left = 50 - 50 * across
    floor = ellipse(50, 98, 44 * scale, 5 * scale, fill="#26292d", fill_opacity=0.14)
    # The floor is at the same height for all sizes, as if all stood in one row.
    return joined(floor, group(drawn, transform=f"matrix({across:g} 0 0 {scale:g} {left:g} {98 - 98 * scale:g})"))
