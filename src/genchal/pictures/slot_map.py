"""Slots and values of a venue as a small map with symbols, after the pictures of the E2E data collection.

Novikova, Lemon and Rieser (2016) showed crowd workers pictures instead of text, so that the words of the data would
not become the words of the texts. So values are symbols where there is one, names stay names, and whatever has no
symbol is a labelled tile: nothing of the input is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from genchal.domain import Input, SlotValues
from genchal.pictures._buildings import HEIGHT, VENUES, neighbour, signboard, venue
from genchal.pictures._food import dish
from genchal.pictures._icons import coin, face, family, pin, price_tag, star
from genchal.pictures._landscape import AREAS, GROUND, MAP, landscape
from genchal.pictures.fitted import write
from genchal.pictures.options import Options
from genchal.pictures.style import paint
from genchal.pictures.svg import Svg, at, canvas, element, group, joined, rect, stroke

WIDTH, GAP = 400, 8
TILE = (WIDTH - GAP) / 2, 60

# Slots that only make sense for a place to eat and drink; with fewer than two of them there is no map to draw.
VENUE_SLOTS = frozenset({"eattype", "food", "pricerange", "customerrating", "area", "familyfriendly", "near"})

PRICES = {"cheap": 1, "moderate": 2, "high": 3, "expensive": 3}  # coins of three
MOODS = {"low": -1, "average": 0, "high": 1}
_STARS = re.compile(r"([0-5]) out of 5")
_SUM = re.compile(r"(less than|more than|under|over)? ?(£[0-9]+(?:[-\u2013]£?[0-9]+)?)")
_SIGNS = {"less than": "< ", "under": "< ", "more than": "> ", "over": "> ", None: ""}

Fact = tuple[str, str]


def draw(given: Input, options: Options) -> str | None:
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
    tiles = joined(*(_tile(fact, number) for number, fact in enumerate(rest)))
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
    here, there = (118, 304) if "near" in placed else (200, 0)
    parts = [landscape(AREAS.get(_plain(placed.get("area", ""))), here)]
    if there:
        parts += [
            stroke(f"M{here + 62} {GROUND - 3}H{there - 46}", 3.4, paint("muted"), stroke_dasharray="0.1 8"),
            at(there, GROUND, neighbour()),
            signboard(placed["near"], there, GROUND - 72, 172, is_main=False),
        ]
    parts.append(at(here, GROUND, venue(_plain(placed.get("eattype", "")))))
    if "name" in placed:
        parts.append(signboard(placed["name"], here, GROUND - HEIGHT + 2, 190, is_main=True))
    clip = element("clipPath", rect(0, 0, *MAP, 14), id=f"{prefix}-map")
    return joined(clip, group(*parts, clip_path=f"url(#{prefix}-map)"))


def _tile(fact: Fact, number: int) -> Svg:
    slot, value = fact
    x, y = number % 2 * (TILE[0] + GAP), number // 2 * (TILE[1] + GAP)
    symbol = _SYMBOLS.get(_plain(slot))
    content = (symbol(value) if symbol else None) or _labelled(slot, value)
    box = rect(0.5, 0.5, TILE[0] - 1, TILE[1] - 1, 10, fill=paint("panel"), stroke=paint("edge"))
    return at(x, y, box, content)


def _food(value: str) -> Svg:
    label = write(value, 62, TILE[1] / 2, TILE[0] - 72, 17, anchor="start", font_weight=600)
    return joined(at(33, TILE[1] / 2, dish(_plain(value))), label)


def _price(value: str) -> Svg | None:
    middle = TILE[1] / 2
    if coins := PRICES.get(_plain(value)):
        return joined(*(coin(TILE[0] / 2 + (n - 1) * 34, middle, is_filled=n < coins) for n in range(3)))
    if match := _SUM.fullmatch(value.casefold()):
        label = f"{_SIGNS[match[1]]}{match[2]}"
        return joined(
            price_tag(36, middle), write(label, 70, middle, TILE[0] - 80, 19, lines=1, anchor="start", font_weight=600)
        )
    return None


def _rating(value: str) -> Svg | None:
    if match := _STARS.fullmatch(value.casefold()):
        stars = [star(TILE[0] / 2 + (n - 2) * 29, 22, 12.5, is_filled=n < int(match[1])) for n in range(5)]
        return joined(*stars, write(value, TILE[0] / 2, 47, TILE[0] - 20, 14, lines=1))
    if (mood := MOODS.get(_plain(value))) is not None:
        return joined(*(face(TILE[0] / 2 + one * 46, TILE[1] / 2, one, is_chosen=one == mood) for one in (-1, 0, 1)))
    return None


def _family(value: str) -> Svg | None:
    if _plain(value) not in ("yes", "no"):
        return None
    return family(TILE[0] / 2 - 22, TILE[1] / 2, is_welcome=_plain(value) == "yes")


def _area(value: str) -> Svg:
    return joined(pin(33, TILE[1] / 2), write(value, 62, TILE[1] / 2, TILE[0] - 72, 17, anchor="start"))


def _labelled(slot: str, value: str) -> Svg:
    return joined(
        write(slot, 14, 15, TILE[0] - 26, 12.5, lines=1, anchor="start", fill=paint("muted")),
        write(value, 14, 39, TILE[0] - 26, 16, anchor="start", font_weight=600),
    )


_SYMBOLS: Mapping[str, Callable[[str], Svg | None]] = {
    "food": _food,
    "pricerange": _price,
    "customerrating": _rating,
    "rating": _rating,
    "familyfriendly": _family,
    "area": _area,
}
