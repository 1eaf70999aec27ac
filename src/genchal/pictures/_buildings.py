"""Buildings on a map, each standing on its own origin, about 100 units wide."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from genchal.pictures._icons import INK, cup, cutlery, mug
from genchal.pictures.fitted import BOLD, fit, write_fitted
from genchal.pictures.style import paint
from genchal.pictures.svg import Svg, at, circle, joined, path, rect, stroke

_LINE: Mapping[str, str | float] = {"stroke": INK, "stroke_width": 2, "stroke_linejoin": "round"}
HEIGHT = 92  # of the highest roof


def _badge(symbol: Svg, y: float = -52) -> Svg:
    return joined(circle(0, y, 25, fill="#fffdf7", **_LINE), at(0, y, symbol))


def _pub() -> Svg:
    return joined(
        rect(30, -92, 10, 24, fill="#8d4a3a", **_LINE),
        path("M-56 -46L-40 -82H40L56 -46Z", fill="#7c4234", **_LINE),
        rect(-48, -46, 96, 46, fill="#fbf1dc", **_LINE),
        stroke("M-48 -24H48M-30 -46V0M30 -46V0M-48 -24L-30 -46M48 -24L30 -46", 3, "#5b3a29"),
        path("M-9 0v-20q0 -6 9 -6t9 6v20Z", fill="#5b3a29", **_LINE),
        _badge(mug()),
    )


def _restaurant() -> Svg:
    return joined(
        rect(-50, -80, 100, 80, fill="#f3e3d3", **_LINE),
        path("M-54 -80h108v-7h-108Z", fill="#8f2f3a", **_LINE),
        rect(-43, -28, 26, 28, fill="#bfe0ee", **_LINE),
        rect(17, -28, 26, 28, fill="#bfe0ee", **_LINE),
        rect(-10, -26, 20, 26, fill="#8f2f3a", **_LINE),
        circle(6, -12, 1.6, fill="#f4d58a"),
        _badge(cutlery()),
    )


def _coffee_shop() -> Svg:
    stripes = "".join(f"M{x} -46v11q0 5 6.25 5t6.25 -5v-11Z" for x in (-50, -25, 0, 25))
    others = "".join(f"M{x} -46v11q0 5 6.25 5t6.25 -5v-11Z" for x in (-37.5, -12.5, 12.5, 37.5))
    return joined(
        rect(-44, -80, 88, 80, 3, fill="#e9d7bf", **_LINE),
        rect(-38, -32, 46, 26, fill="#bfe0ee", **_LINE),
        rect(14, -32, 22, 32, fill="#6d4a33", **_LINE),
        circle(31, -15, 1.6, fill="#f4d58a"),
        path(stripes, fill="#2f7d6b", stroke=INK, stroke_width=1.4),
        path(others, fill="#fffdf7", stroke=INK, stroke_width=1.4),
        _badge(cup(), -64),
    )


def _plain() -> Svg:
    return joined(
        path("M-54 -50L0 -88L54 -50Z", fill="#9c6b53", **_LINE),
        rect(-46, -50, 92, 50, fill="#f6ead6", **_LINE),
        rect(-36, -40, 22, 20, fill="#bfe0ee", **_LINE),
        rect(14, -40, 22, 20, fill="#bfe0ee", **_LINE),
        rect(-9, -30, 18, 30, fill="#6d5a4a", **_LINE),
    )


def neighbour() -> Svg:
    """A building that is not the one talked about."""
    windows = [rect(x, y, 12, 12, fill="#d8e6ec", stroke=INK) for y in (-58, -38) for x in (-30, -6, 18)]
    return joined(
        rect(-38, -66, 76, 66, fill="#c3c8cd", **_LINE),
        rect(-42, -72, 84, 7, 2, fill="#8b9298", **_LINE),
        *windows,
        rect(-8, -20, 16, 20, fill="#6b7379", **_LINE),
    )


VENUES: Mapping[str, Callable[[], Svg]] = {"pub": _pub, "restaurant": _restaurant, "coffeeshop": _coffee_shop}


def venue(kind: str) -> Svg:
    """The building of a pub, a restaurant, a coffee shop, or of something."""
    return VENUES.get(kind, _plain)()


def signboard(text: str, x: float, foot: float, widest: float, *, is_main: bool) -> Svg:
    """A board on two posts with a name on it, its lower edge above `foot`."""
    fitted = fit(text, (widest - 22) / BOLD, 17 if is_main else 15, 2)
    width = widest if is_main else widest - 6
    height = fitted.height + 10
    fill, ink = ("#23415c", "#ffffff") if is_main else ("#fffdf7", INK)
    top = foot - 6 - height
    return joined(
        stroke(f"M{x - 24} {foot}V{foot - 8}M{x + 24} {foot}V{foot - 8}", 3, paint("muted")),
        rect(x - width / 2, top, width, height, 5, fill=fill, stroke=INK, stroke_width=1.6),
        write_fitted(fitted, text, x, top + height / 2, fill=ink, font_weight=700 if is_main else 600),
    )
