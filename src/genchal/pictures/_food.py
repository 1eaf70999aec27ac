"""Dishes that stand for a kitchen, without flags; each around its own origin, about 40 units high and wide."""

from __future__ import annotations

from collections.abc import Mapping

from genchal.pictures._icons import INK, plate
from genchal.pictures.svg import Svg, circle, ellipse, joined, path, rect, stroke

_LINE: Mapping[str, str | float] = {"stroke": INK, "stroke_width": 1.8, "stroke_linejoin": "round"}


def _burger() -> Svg:
    return joined(
        path("M-17 -3a17 13 0 0 1 34 0Z", fill="#d9953f", **_LINE),
        path("M-18 2q4 5 8 1q4 5 9 1q4 4 9 0q5 4 10 -2v-4h-36Z", fill="#6fae45", **_LINE),
        rect(-17, 4, 34, 5, 2.5, fill="#7a4526", **_LINE),
        path("M-16 10h32q0 7 -6 7h-20q-6 0 -6 -7Z", fill="#d9953f", **_LINE),
        *(ellipse(x, y, 1.6, 1, fill="#fbe7c0") for x, y in ((-8, -8), (0, -11), (8, -8))),
    )


def _pizza() -> Svg:
    return joined(
        path("M-17 -11Q0 -21 17 -11L2 18Q0 20 -2 18Z", fill="#f2c14e", **_LINE),
        path("M-19 -9Q0 -23 19 -9Q19 -14 14 -16Q0 -22 -14 -16Q-19 -14 -19 -9Z", fill="#c9803a", **_LINE),
        *(circle(x, y, 3.2, fill="#b8352c") for x, y in ((-6, -6), (6, -5), (0, 5))),
        stroke("M-1 -9l3 -2M-3 12l3 -1M8 1l-2 3", 1.8, "#3f7d3a"),
    )


def _sushi() -> Svg:
    return joined(
        *(
            joined(
                path(f"M{x - 9} {y - 5}v10a9 5.5 0 0 0 18 0v-10Z", fill="#4c6b57", **_LINE),
                ellipse(x, y - 5, 9, 5.5, fill="#fdfdfb", **_LINE),
                ellipse(x, y - 5, 4, 2.4, fill="#e8745a"),
            )
            for x, y in ((-9, 9), (10, 9))
        ),
        stroke("M-18 -6L16 -18M-17 -1L18 -12", 2.4, "#8a5a2b"),
    )


def _bowl(filling: Svg, colour: str) -> Svg:
    return joined(
        filling, path("M-18 1H18Q17 17 5 17H-5Q-17 17 -18 1Z", fill=colour, **_LINE), stroke("M-6 18H6", 3, INK)
    )


def _noodles() -> Svg:
    noodles = joined(
        stroke("M2 0L14 -21M7 0L20 -19", 2.4, "#8a5a2b"),
        path("M-15 2q0 -9 8 -8q4 -6 9 0q9 -3 11 8Z", fill="#f3dc93", stroke="#a5812a", stroke_width=1.2),
        stroke("M-10 1q0 -5 4 -4t3 4M-2 1q0 -6 4 -5t3 5M6 1q0 -3 3 -3", 1.2, "#a5812a"),
    )
    return _bowl(noodles, "#b8352c")


def _curry() -> Svg:
    curry = joined(
        stroke("M-7 -20q-3 3 0 5q3 3 0 5M5 -20q-3 3 0 5q3 3 0 5", 1.8, "#8a8f96"),
        path("M-16 2Q-10 -8 0 -7T16 2Z", fill="#d9822b", stroke="#8a4a10", stroke_width=1.2),
        *(circle(x, y, 1.5, fill="#3f7d3a") for x, y in ((-6, -2), (1, -4), (7, -1))),
    )
    return _bowl(curry, "#8f6a3e")


def _croissant() -> Svg:
    outer = "M-19 11q-3 -2 -1 -7q3 -12 12 -17q8 -4 16 0q9 5 12 17q2 5 -1 7"
    inner = "q-5 1 -8 -5q-2 -6 -7 -8q-4 -1 -8 0q-5 2 -7 8q-3 6 -8 5Z"
    return joined(
        path(outer + inner, fill="#dd9f48", **_LINE),
        stroke("M-13 -7l4 9M-4 -14l1 13M5 -14l-1 13M13 -7l-4 9", 1.8, "#8f5a1c"),
    )


def _fish_and_chips() -> Svg:
    chips = "".join(f"M{x} 0L{x + lean} {top}" for x, lean, top in ((-10, -3, -13), (-4, -1, -17), (3, 1, -15)))
    return joined(
        stroke(chips, 4.6, "#e9b93f"),
        path("M4 -3q1 -13 10 -15l5 -3l-1 7q1 6 -6 12Z", fill="#d99a4a", **_LINE),
        path("M-17 -3H17L11 18H-11Z", fill="#fdfdfb", **_LINE),
        stroke("M-12 3H12M-10 8H10M-8 13H8", 1, "#a3a8ae"),
    )


DISHES = {
    "fastfood": _burger,
    "italian": _pizza,
    "japanese": _sushi,
    "chinese": _noodles,
    "indian": _curry,
    "french": _croissant,
    "english": _fish_and_chips,
}


def dish(kitchen: str) -> Svg:
    """The dish of a kitchen, or a covered one."""
    return DISHES.get(kitchen, plate)()
