"""Symbols of a few strokes, each around its own origin, about 40 units high and wide."""

from __future__ import annotations

from math import cos, pi, sin

from genchal.pictures.style import paint
from genchal.pictures.svg import Svg, circle, element, ellipse, group, joined, path, rect, said, stroke

INK = "#2b2f33"  # lines of things whose colours are fixed
_CROCKERY = "#ffffff"


def star(x: float, y: float, r: float, *, is_filled: bool) -> Svg:
    """A star of five points."""
    corners = [(r * (1 if n % 2 == 0 else 0.42), n * pi / 5) for n in range(10)]
    points = " ".join(f"{x + far * sin(angle):.1f},{y - far * cos(angle):.1f}" for far, angle in corners)
    colours = (paint("gold"), paint("gold")) if is_filled else (paint("hollow"), paint("edge"))
    return element("polygon", points=points, fill=colours[0], stroke=colours[1], stroke_linejoin="round")


def coin(x: float, y: float, *, is_filled: bool) -> Svg:
    """A coin with a pound sign, or the place of one."""
    if not is_filled:
        return circle(x, y, 13, fill="none", stroke=paint("muted"), stroke_width=1.5, stroke_dasharray="3 3.4")
    return joined(
        circle(x, y, 13, fill="#e8b11c", stroke="#8a6508", stroke_width=1.5),
        circle(x, y, 10, fill="none", stroke="#a87b0c", stroke_width=0.8),
        letter("\u00a3", x, y + 5.6, 16, "#4d3803"),
    )


def letter(text: str, x: float, y: float, size: float, colour: str) -> Svg:
    """A sign in the middle of a symbol."""
    return element("text", said(text), x=x, y=y, font_size=size, font_weight=700, text_anchor="middle", fill=colour)


def face(x: float, y: float, mood: int, *, is_chosen: bool) -> Svg:
    """A face that is sad (-1), neither (0) or happy (1)."""
    mouth = f"M{x - 6} {y + 5 - mood * 0.5}Q{x} {y + 5 + mood * 6} {x + 6} {y + 5 - mood * 0.5}"
    ink = INK if is_chosen else paint("muted")
    return group(
        circle(x, y, 15, fill="#f4c430" if is_chosen else "none", stroke=ink, stroke_width=2 if is_chosen else 1.2),
        circle(x - 5, y - 4, 1.9, fill=ink),
        circle(x + 5, y - 4, 1.9, fill=ink),
        stroke(mouth, 2, ink),
        opacity=1 if is_chosen else 0.55,
        stroke_dasharray="none" if is_chosen else "2.5 2.5",
    )


def family(x: float, y: float, *, is_welcome: bool) -> Svg:
    """A grown-up and a child, hand in hand; ticked or crossed out."""
    people = joined(
        circle(x - 8, y - 14, 5),
        stroke(f"M{x - 8} {y - 6}V{y + 5}M{x - 8} {y + 5}L{x - 12} {y + 18}M{x - 8} {y + 5}L{x - 4} {y + 18}", 4.4),
        stroke(f"M{x - 8} {y - 5}L{x - 15} {y + 4}M{x - 8} {y - 5}L{x + 2} {y + 3}L{x + 9} {y + 5}", 3),
        circle(x + 10, y - 2, 4.2),
        stroke(f"M{x + 10} {y + 5}V{y + 10}L{x + 7} {y + 18}M{x + 10} {y + 10}L{x + 13} {y + 18}", 3.8),
        stroke(f"M{x + 10} {y + 6}L{x + 15} {y + 11}", 2.6),
    )
    if is_welcome:
        return joined(people, tick(x + 44, y))
    barred = joined(
        circle(x, y + 1, 24, fill="none", stroke=paint("bad"), stroke_width=3.6),
        stroke(f"M{x - 17} {y + 18}L{x + 17} {y - 16}", 3.6, paint("bad")),
    )
    return joined(people, barred, cross(x + 44, y))


def tick(x: float, y: float, r: float = 11) -> Svg:
    """A tick for yes."""
    mark = f"M{x - r * 0.45} {y + r * 0.05}l{r * 0.32:.1f} {r * 0.36:.1f}l{r * 0.6:.1f} {-r * 0.74:.1f}"
    return joined(circle(x, y, r, fill=paint("good")), stroke(mark, r * 0.24, paint("on-accent")))


def cross(x: float, y: float, r: float = 11) -> Svg:
    """A cross for no."""
    a = r * 0.38
    mark = f"M{x - a:.1f} {y - a:.1f}L{x + a:.1f} {y + a:.1f}M{x + a:.1f} {y - a:.1f}L{x - a:.1f} {y + a:.1f}"
    return joined(circle(x, y, r, fill=paint("bad")), stroke(mark, r * 0.24, paint("on-accent")))


def price_tag(x: float, y: float) -> Svg:
    """A label tied to something that is for sale."""
    return joined(
        path(
            f"M{x - 19} {y}L{x - 8} {y - 12}H{x + 17}q3 0 3 3V{y + 9}q0 3 -3 3H{x - 8}Z",
            fill="#e8b11c",
            stroke="#8a6508",
            stroke_width=1.5,
            stroke_linejoin="round",
        ),
        circle(x - 10, y, 2.6, fill=_CROCKERY, stroke="#8a6508"),
        letter("\u00a3", x + 6, y + 6, 17, "#4d3803"),
    )


def pin(x: float, y: float) -> Svg:
    """The pin of a map."""
    drop = f"M{x} {y + 17}C{x - 4} {y + 8} {x - 12} {y + 3} {x - 12} {y - 6}a12 12 0 0 1 24 0"
    return joined(
        path(f"{drop}C{x + 12} {y + 3} {x + 4} {y + 8} {x} {y + 17}Z", fill=paint("bad")),
        circle(x, y - 6, 4.6, fill=paint("panel")),
    )


def mug() -> Svg:
    """A mug of beer."""
    return joined(
        stroke("M9 -4h5q4 0 4 5v2q0 5 -4 5h-5", 3, INK),
        rect(-12, -8, 21, 24, 3, fill="#e6a417", stroke=INK, stroke_width=2),
        stroke("M-6 -1v12M-1.5 -1v12M3 -1v12", 1.6, "#8a5a06"),
        path(
            "M-14 -8a5 5 0 0 1 4 -8a6 6 0 0 1 10 -1a5 5 0 0 1 9 4a4 4 0 0 1 1 7"
            "q-2 2 -5 0q-3 3 -7 0q-4 3 -7 0q-3 2 -5 -2Z",
            fill=_CROCKERY,
            stroke=INK,
            stroke_width=1.8,
        ),
    )


def cup() -> Svg:
    """A steaming cup of coffee."""
    return joined(
        stroke("M-5 -18q-3 3 0 6q3 3 0 6M4 -18q-3 3 0 6q3 3 0 6", 2, "#7a6a5c"),
        stroke("M11 1h3q4 0 4 4t-5 5h-3", 2.6, INK),
        path("M-14 -3H12V5q0 9 -9 9H-5q-9 0 -9 -9Z", fill="#8a5a3b", stroke=INK, stroke_width=2),
        stroke("M-18 17.5H16", 2.6, INK),
    )


def cutlery() -> Svg:
    """A plate between fork and knife."""
    return joined(
        circle(0, 0, 10.5, fill=_CROCKERY, stroke=INK, stroke_width=2),
        circle(0, 0, 6, fill="none", stroke="#9a9da1", stroke_width=1.3),
        stroke("M-17 -14v7M-14 -14v7M-20 -14v7M-20 -7q0 3 3 3t3 -3M-17 -4v18", 1.9, INK),
        path("M16 -14q6 4 5 14h-5Z", fill=INK),
        stroke("M16.5 -13v27", 2.2, INK),
    )


def plate() -> Svg:
    """A covered dish, for food of any kind."""
    return joined(
        ellipse(0, 13, 20, 4, fill=_CROCKERY, stroke=INK, stroke_width=1.8),
        path("M-16 11a16 16 0 0 1 32 0Z", fill="#c9ced4", stroke=INK, stroke_width=1.8),
        circle(0, -7.5, 2.8, fill=INK),
        stroke("M-10 7a11 11 0 0 1 6 -8", 2, _CROCKERY),
    )
