"""Slots and values of a venue as a small map with symbols, after the pictures of the E2E data collection.

Novikova, Lemon and Rieser (2016) showed crowd workers pictures instead of text, so that the words of the data would
not become the words of the texts. So values are symbols where there is one, names stay names, and whatever has no
symbol is a labelled tile: nothing of the input is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from genchal.domain import Input, SlotValues
from genchal.pictures.drawing import fill_drawing
from genchal.pictures.fitted import BOLD, fit_text, write_fitted, write_text
from genchal.pictures.options import PictureOptions
from genchal.pictures.style import paint
from genchal.pictures.svg import Svg, at, canvas, element, group, join, rect, stroke

WIDTH, GAP = 400, 8
TILE = (WIDTH - GAP) / 2, 60
MAP = WIDTH, 250
GROUND = 190  # where buildings stand
ROOF = 92  # the height of the highest one
INK = "#2b2f33"  # lines of things whose colours are fixed

AREAS = {"riverside": "landscape-riverside", "citycentre": "landscape-town", "citycenter": "landscape-town"}
VENUES = {"pub": "pub", "restaurant": "restaurant", "coffeeshop": "coffee-shop"}
DISHES = {  # dishes that stand for a cuisine, without flags
    "fastfood": "burger",
    "italian": "pizza",
    "japanese": "sushi",
    "chinese": "noodles",
    "indian": "curry",
    "french": "croissant",
    "english": "fish-and-chips",
}

# Slots that only make sense for a place to eat and drink; with fewer than two of them there is no map to draw.
VENUE_SLOTS = frozenset({"eattype", "food", "pricerange", "customerrating", "area", "familyfriendly", "near"})

PRICES = {"cheap": 1, "moderate": 2, "high": 3, "expensive": 3}  # coins of three
MOODS = {"low": "sad", "average": "neither", "high": "happy"}
_STARS = re.compile(r"([0-5]) out of 5")
_SUM = re.compile(r"(less than|more than|under|over)? ?(£[0-9]+(?:[-\u2013]£?[0-9]+)?)")
_SIGNS = {"less than": "< ", "under": "< ", "more than": "> ", "over": "> ", None: ""}

Fact = tuple[str, str]


def draw(given: Input, options: PictureOptions) -> str | None:
    """Draw the map of a venue; None for anything else."""
    if not isinstance(given, SlotValues) or len({_plain(slot) for slot in given.slots} & VENUE_SLOTS) < 2:
        return None
    placed: dict[str, str] = {}
    rest: list[Fact] = []
    for slot, value in given.pairs:
        key = _plain(slot)
        if _belongs_on_the_map(key, value) and key not in placed:
            placed[key] = value
        else:
            rest.append((slot, value))
    tiles = join(*(_tile(fact, number) for number, fact in enumerate(rest)))
    rows = (len(rest) + 1) // 2
    return canvas(
        "map",
        WIDTH,
        MAP[1] + rows * (TILE[1] + GAP) + 1,
        _map(placed, options.prefix),
        at(0, MAP[1] + GAP, tiles),
        prefix=options.prefix,
        title=options.words.slot_map,
        description="; ".join(f"{slot}: {value}" for slot, value in given.pairs),
    )


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]", "", text.casefold())


def _belongs_on_the_map(slot: str, value: str) -> bool:
    if slot == "eattype":
        return _plain(value) in VENUES
    if slot == "area":
        return _plain(value) in AREAS
    return slot in ("name", "near")


def _map(placed: Mapping[str, str], prefix: str) -> Svg:
    """Draw the land with the venue and its neighbour.

    River and town are both on a map where the area is said, and the venue is by the one or in the other. Where it is
    not said there is neither, since a rater would read a place into them.
    """
    here, there = (118, 304) if "near" in placed else (200, 0)
    land = AREAS.get(_plain(placed.get("area", "")), "landscape")
    parts = [fill_drawing(land)]
    if land == "landscape-riverside":
        parts += [at(here, GROUND, fill_drawing("jetty")), at(here + 118, 238, fill_drawing("boat"))]
    if there:
        parts += [
            stroke(f"M{here + 62} {GROUND - 3}H{there - 46}", 3.4, paint("muted"), stroke_dasharray="0.1 8"),
            at(there, GROUND, fill_drawing("neighbour")),
            _signboard(placed["near"], there, GROUND - 72, 172, is_main=False),
        ]
    parts.append(at(here, GROUND, fill_drawing(VENUES.get(_plain(placed.get("eattype", "")), "house"))))
    if "name" in placed:
        parts.append(_signboard(placed["name"], here, GROUND - ROOF + 2, 190, is_main=True))
    clip = element("clipPath", rect(0, 0, *MAP, 14), id=f"{prefix}-map")
    return join(clip, group(*parts, clip_path=f"url(#{prefix}-map)"))


def _signboard(text: str, x: float, foot: float, widest: float, *, is_main: bool) -> Svg:
    """A board on two posts with a name on it, its lower edge above `foot`."""
    fitted = fit_text(text, (widest - 22) / BOLD, 17 if is_main else 15, 2)
    width = widest if is_main else widest - 6
    height = fitted.height + 10
    fill, ink = ("#23415c", "#ffffff") if is_main else ("#fffdf7", INK)
    top = foot - 6 - height
    return join(
        stroke(f"M{x - 24} {foot}V{foot - 8}M{x + 24} {foot}V{foot - 8}", 3, paint("muted")),
        rect(x - width / 2, top, width, height, 5, fill=fill, stroke=INK, stroke_width=1.6),
        write_fitted(fitted, text, x, top + height / 2, fill=ink, font_weight=700 if is_main else 600),
    )


def _tile(fact: Fact, number: int) -> Svg:
    slot, value = fact
    x, y = number % 2 * (TILE[0] + GAP), number // 2 * (TILE[1] + GAP)
    symbol = _SYMBOLS.get(_plain(slot))
    content = (symbol(value) if symbol else None) or _labelled(slot, value)
    box = rect(0.5, 0.5, TILE[0] - 1, TILE[1] - 1, 10, fill=paint("panel"), stroke=paint("edge"))
    return at(x, y, box, content)


def _food(value: str) -> Svg:
    label = write_text(value, 62, TILE[1] / 2, TILE[0] - 72, 17, anchor="start", font_weight=600)
    return join(at(33, TILE[1] / 2, fill_drawing(DISHES.get(_plain(value), "covered-dish"))), label)


def _price(value: str) -> Svg | None:
    middle = TILE[1] / 2
    if coins := PRICES.get(_plain(value)):
        drawings = ["coin" if number < coins else "coin-missing" for number in range(3)]
        return _row(34, middle, [fill_drawing(name) for name in drawings])
    if match := _SUM.fullmatch(value.casefold()):
        label = f"{_SIGNS[match[1]]}{match[2]}"
        text = write_text(label, 70, middle, TILE[0] - 80, 19, lines=1, anchor="start", font_weight=600)
        return join(at(36, middle, fill_drawing("price-tag")), text)
    return None


def _rating(value: str) -> Svg | None:
    if match := _STARS.fullmatch(value.casefold()):
        filled = fill_drawing("star", fill=paint("gold"), outline=paint("gold"))
        hollow = fill_drawing("star", fill=paint("hollow"), outline=paint("edge"))
        stars = [filled if number < int(match[1]) else hollow for number in range(5)]
        return join(_row(29, 22, stars), write_text(value, TILE[0] / 2, 47, TILE[0] - 20, 14, lines=1))
    if mood := MOODS.get(_plain(value)):
        return _row(46, TILE[1] / 2, [_face(face, is_chosen=face == mood) for face in ("sad", "neither", "happy")])
    return None


def _face(mood: str, *, is_chosen: bool) -> Svg:
    if is_chosen:
        return fill_drawing("face", mood, fill="#f4c430", ink=INK, line=2)
    face = fill_drawing("face", mood, fill="none", ink=paint("muted"), line=1.2)
    return group(face, opacity=0.55, stroke_dasharray="2.5 2.5")


def _row(step: float, middle: float, symbols: Sequence[Svg]) -> Svg:
    """Symbols side by side in the middle of a tile."""
    first = TILE[0] / 2 - step * (len(symbols) - 1) / 2
    return join(*(at(first + step * number, middle, symbol) for number, symbol in enumerate(symbols)))


def _family(value: str) -> Svg | None:
    answers = {"yes": ("tick", "welcome"), "no": ("cross", "barred")}
    if not (answer := answers.get(_plain(value))):
        return None
    mark, layer = answer
    middle = TILE[0] / 2 - 22, TILE[1] / 2
    return at(*middle, fill_drawing("family", layer), at(44, 0, fill_drawing(mark)))


def _area(value: str) -> Svg:
    label = write_text(value, 62, TILE[1] / 2, TILE[0] - 72, 17, anchor="start")
    return join(at(33, TILE[1] / 2, fill_drawing("pin")), label)


def _labelled(slot: str, value: str) -> Svg:
    return join(
        write_text(slot, 14, 15, TILE[0] - 26, 12.5, lines=1, anchor="start", fill=paint("muted")),
        write_text(value, 14, 39, TILE[0] - 26, 16, anchor="start", font_weight=600),
    )


_SYMBOLS: Mapping[str, Callable[[str], Svg | None]] = {
    "food": _food,
    "pricerange": _price,
    "customerrating": _rating,
    "rating": _rating,
    "familyfriendly": _family,
    "area": _area,
}
