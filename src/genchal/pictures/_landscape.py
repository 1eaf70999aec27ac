"""The land on which a venue stands: by the river, in the middle of town, or anywhere."""

from __future__ import annotations

from genchal.pictures.style import paint
from genchal.pictures.svg import Svg, at, circle, ellipse, joined, path, rect, stroke

MAP = 400, 250
GROUND = 190  # where buildings stand
AREAS = {"riverside": "river", "citycentre": "town", "citycenter": "town"}

_BLOCKS = (  # houses of the town behind the square: middle, width, height, whether the roof is flat
    *((20, 44, 92, False), (62, 38, 122, True), (103, 42, 104, False), (143, 36, 138, True), (183, 42, 112, False)),
    *((225, 40, 146, True), (266, 40, 116, False), (305, 36, 134, True), (344, 40, 108, False), (384, 40, 126, True)),
)
_FAR_HOUSES = ((22, 42), (52, 36), (84, 41), (116, 36), (146, 42))
_TREES = ((30, 60), (372, 70), (20, 156), (382, 160), (60, 236), (340, 238), (200, 242), (110, 40), (300, 44))
_TREES_BY_THE_RIVER = ((18, 168), (386, 168), (206, 52), (262, 38), (372, 56), (228, 176))


def landscape(area: str | None, venue: float) -> Svg:
    """Draw the land around a venue that stands at `venue` on the ground.

    River and town are both on a map where the area is said, and the venue is by the one or in the other. Where it is
    not said there is neither, since a rater would read a place into them.
    """
    land = rect(0, 0, *MAP, fill=paint("land"))
    if area == "town":
        return joined(land, _brook(), _town())
    if area == "river":
        trees = (_tree(x, y, 0.9) for x, y in _TREES_BY_THE_RIVER)
        return joined(land, _far_town(), *trees, _river(GROUND + 9), _jetty(venue), _boat(venue + 118, 238))
    return joined(land, _road(), *(_tree(x, y, 1) for x, y in _TREES))


def _river(top: float) -> Svg:
    shore = f"M-5 {top + 3}C60 {top - 3} 120 {top + 5} 200 {top + 1}S340 {top - 3} 405 {top + 2}"
    waves = "".join(
        f"M{x} {top + 17 + row * 15}q6 -5 12 0t12 0" for row in range(3) for x in range(20 + row % 2 * 45, 380, 92)
    )
    return joined(
        path(f"{shore}V{MAP[1] + 5}H-5Z", fill=paint("water")),
        stroke(shore, 3, paint("park")),
        stroke(waves, 1.8, paint("wave")),
    )


def _brook() -> Svg:
    """The river, far from the middle of the town."""
    return stroke("M318 -10C322 20 352 20 366 40S392 60 410 62", 18, paint("water"))


def _jetty(x: float) -> Svg:
    posts = f"M{x - 32} {GROUND + 4}v22M{x} {GROUND + 4}v22M{x + 32} {GROUND + 4}v22"
    return joined(stroke(posts, 4, "#7d5f42"), rect(x - 48, GROUND, 96, 8, 2, fill="#b08a60", stroke="#6d5138"))


def _road() -> Svg:
    return stroke(
        f"M-5 {GROUND + 14}C90 {GROUND + 6} 150 {GROUND + 22} 250 {GROUND + 14}S360 200 405 204", 18, paint("road")
    )


def _town() -> Svg:
    foot = GROUND - 10
    slabs = "".join(f"M-5 {y}H405" for y in (202, 219, 240)) + "".join(
        f"M{200 + (x - 200) * 0.84:.0f} {foot}L{200 + (x - 200) * 1.3:.0f} {MAP[1]}" for x in range(-40, 441, 48)
    )
    return joined(
        *(_block(number, foot, *one) for number, one in enumerate(_BLOCKS)),
        rect(0, foot, MAP[0], MAP[1] - foot, fill=paint("road")),
        stroke(slabs, 1, paint("edge")),
        _lamp(28, 232),
        _lamp(372, 232),
        _fountain(206, 228),
    )


def _block(number: int, foot: float, x: float, width: float, height: float, is_flat: bool) -> Svg:
    top = foot - height
    roof = (
        rect(x - width / 2 - 2, top - 5, width + 4, 6, fill=paint("roof"))
        if is_flat
        else path(f"M{x - width / 2 - 3} {top}L{x} {top - 20}L{x + width / 2 + 3} {top}Z", fill=paint("roof"))
    )
    rows = range(int(top) + 9, int(foot) - 14, 19)
    windows = "".join(f"M{x + side * width / 4 - 3.5} {y}h7v9h-7Z" for y in rows for side in (-1, 1))
    shade = 1 if number % 2 else 0.82
    return joined(
        rect(x - width / 2, top, width, height, fill=paint("house"), fill_opacity=shade),
        roof,
        path(windows, fill=paint("road"), fill_opacity=0.8),
    )


def _lamp(x: float, y: float) -> Svg:
    return joined(
        stroke(f"M{x} {y}V{y - 34}M{x - 5} {y}h10", 2.4, paint("muted")),
        circle(x, y - 38, 5, fill=paint("gold")),
    )


def _fountain(x: float, y: float) -> Svg:
    return joined(
        stroke(f"M{x} {y}v-14q-7 -6 -11 3M{x} {y - 14}q7 -6 11 3", 2, paint("water")),
        ellipse(x, y + 2, 24, 7, fill=paint("water"), stroke=paint("muted"), stroke_width=2.4),
    )


def _far_town() -> Svg:
    tower = joined(rect(60, 8, 12, 34, fill=paint("house")), path("M57 10L66 -6L75 10Z", fill=paint("roof")))
    return at(4, 8, tower, *(_house(x, y) for x, y in _FAR_HOUSES))


def _house(x: float, y: float) -> Svg:
    return at(
        x,
        y,
        rect(-11, -14, 22, 14, fill=paint("house")),
        path("M-13 -14L0 -24L13 -14Z", fill=paint("roof")),
        path("M-7 -10h5v5h-5ZM2 -10h5v5h-5Z", fill=paint("road")),
    )


def _tree(x: float, y: float, scale: float) -> Svg:
    return at(x, y, rect(-2, -4, 4, 12, fill="#8a6a4a"), circle(0, -10, 11, fill=paint("tree")), scale=scale)


def _boat(x: float, y: float) -> Svg:
    return at(
        x,
        y,
        path("M-16 -4H16L10 5H-10Z", fill="#8a4b35"),
        path("M0 -6V-26L14 -8Z", fill="#fffdf7"),
        stroke("M0 -4V-27", 1.6, "#5b3a29"),
    )
