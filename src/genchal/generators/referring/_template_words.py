"""The template realiser: each attribute always in the same words and at the same place, negated ones last.

The realiser of the TUNA challenges that turned attribute sets into descriptions worked in this way (Gatt and Belz 2010,
section 3.4); its words were not published, so these are our own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from genchal.domain import AttributeSet
from genchal.domain.inputs import NEGATION
from genchal.generators.referring._scenes import TYPE, Property

UNSAYABLE = frozenset({"unknown", "other", ""})  # values that say of a thing only that nobody knows
BEFORE = ("size", "age", "colour", "color")  # what stands before the noun, in this order
AFTER = ("orientation", "y-dimension", "x-dimension")  # what stands right after it
NOUNS = {"people": "person"}  # of domains, where a set has no type
PHRASES = {
    ("orientation", "front"): "facing forward",
    ("orientation", "forward"): "facing forward",
    ("orientation", "back"): "facing away",
    ("orientation", "backward"): "facing away",
    ("orientation", "left"): "facing left",
    ("orientation", "right"): "facing right",
    ("y-dimension", "1"): "in the top row",
    ("y-dimension", "2"): "in the middle row",
    ("y-dimension", "3"): "in the bottom row",
    ("x-dimension", "1"): "at the far left",
    ("x-dimension", "2"): "on the left",
    ("x-dimension", "3"): "in the centre",
    ("x-dimension", "4"): "on the right",
    ("x-dimension", "5"): "at the far right",
}
WITHOUT_ARTICLE = {"glasses", "hair"}  # of what somebody can have

_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def sayable(attributes: AttributeSet) -> list[Property]:
    """What of a set can be put into words, in alphabetical order."""
    return sorted(pair for pair in attributes if pair[1].removeprefix(NEGATION) not in UNSAYABLE)


def default_noun(domain: str) -> str:
    """The noun where a set has no type, or an unknown one."""
    return NOUNS.get(domain, "object")


def realise_by_template(attributes: AttributeSet, domain: str) -> str:
    """Describe what has these attributes."""
    said = sayable(attributes)
    denied = [pair for pair in said if _is_denied(*pair)]
    stated = [pair for pair in said if pair not in denied]
    nouns = [value for name, value in stated if name.lower() == TYPE] or [default_noun(domain)]
    first = [value for wanted in BEFORE for name, value in stated if name == wanted]
    after = [_phrase(name, value) for wanted in AFTER for name, value in stated if name == wanted]
    rest = [pair for pair in stated if pair[0] not in (*BEFORE, *AFTER) and pair[0].lower() != TYPE]
    having = _merged_hair([pair for pair in rest if _thing(pair[0])])
    other = [_phrase(*pair) for pair in rest if not _thing(pair[0])]
    things = [*having, *(f"no {_thing(name)}" for name, _ in denied if _thing(name))]
    refused = [_phrase(*pair) for pair in denied if not _thing(pair[0])]
    return " ".join(["the", *first, " ".join(nouns), *after, *other, *_listed("with", things), *refused])


def realise_alone(name: str, value: str) -> str:
    """The words for one attribute, as they might stand after a noun, or before it."""
    if name.lower() == TYPE or name in BEFORE:
        return value
    if thing := _thing(name):
        return f"with no {thing}" if _is_denied(name, value) else f"with {_merged_hair([(name, value)])[0]}"
    return _phrase(name, value)


def _is_denied(name: str, value: str) -> bool:
    return value.startswith(NEGATION) or (value == "0" and bool(_thing(name)))


def _thing(name: str) -> str:
    """What hasBeard and hairColour are about; nothing of other attributes."""
    if name == "hairColour":
        return "hair"
    return _CAPITAL.sub(" ", name.removeprefix("has")).lower() if re.match("has[A-Z]", name) else ""


def _merged_hair(pairs: Sequence[Property]) -> list[str]:
    """What somebody has: dark hair is not mentioned a second time as hair."""
    colours = [value for name, value in pairs if name == "hairColour"]
    found = [f"{colour} hair" for colour in colours]
    for name, _ in pairs:
        thing = _thing(name)
        if name != "hairColour" and not (thing == "hair" and colours):
            found.append(thing if thing in WITHOUT_ARTICLE else f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}")
    return found


def _phrase(name: str, value: str) -> str:
    if value.startswith(NEGATION):
        return f"that is {value}"
    return PHRASES.get((name, value)) or f"with {_CAPITAL.sub(' ', name).lower()} {value}"


def _listed(word: str, things: Sequence[str]) -> list[str]:
    """A list such as: with a beard, a tie and no glasses."""
    if not things:
        return []
    *first, last = things
    return [f"{word} {', '.join(first)} and {last}" if first else f"{word} {last}"]
