"""Furniture and people as in the TUNA corpus, drawn from their attributes into a box of 100 by 100.

Furniture stands at the lower edge of its box. What faces left shows its left profile to the left of the picture, so
that right is its mirror image. Every combination of attributes looks different: eyebrows have the colour of the hair,
for men who have neither hair nor beard; a shirt has stripes and a collar, so that it also shows under a jacket.
"""

from __future__ import annotations

from collections.abc import Mapping

from genchal.pictures.drawing import fill_drawing
from genchal.pictures.svg import Svg, ellipse, group, join

# Main colour, a lighter and a darker shade. They also differ in lightness: red and blue are dark, green and grey light.
COLOURS = {
    "red": ("#cf2f2a", "#e8665f", "#8f1b19"),
    "blue": ("#2a63c8", "#6a9bee", "#173f88"),
    "green": ("#3fae54", "#86d795", "#22722f"),
    "grey": ("#a3a6aa", "#cfd2d5", "#6d7175"),
}
SIZES = {"large": 1.0, "small": 0.58}
HAIR = {"dark": "#35261d", "light": "#eadfbe"}
_BOOLEANS = ("hasHair", "hasBeard", "hasGlasses", "hasSuit", "hasShirt", "hasTie")

FURNITURE: Mapping[str, tuple[str, ...]] = {
    "type": ("chair", "sofa", "desk", "fan"),
    "colour": tuple(COLOURS),
    "orientation": ("front", "back", "left", "right"),
    "size": tuple(SIZES),
}
PEOPLE: Mapping[str, tuple[str, ...]] = {
    "type": ("person",),
    "age": ("old", "young"),
    "orientation": ("front", "left", "right"),
    "hairColour": tuple(HAIR),
    **dict.fromkeys(_BOOLEANS, ("0", "1")),
}


def draw_entity(attributes: Mapping[str, str]) -> Svg | None:
    """Draw furniture or a person from exactly the attributes of the corpus; None if there are others."""
    for values, draw in ((FURNITURE, _draw_furniture), (PEOPLE, _draw_person)):
        if attributes.keys() == values.keys() and all(attributes[name] in values[name] for name in values):
            return draw(attributes)
    return None


def _draw_furniture(attributes: Mapping[str, str]) -> Svg:
    side = attributes["orientation"]
    main, light, dark = COLOURS[attributes["colour"]]
    view = "profile" if side in ("left", "right") else side
    drawn = fill_drawing(f"{attributes['type']}-{view}", main=main, light=light, dark=dark)
    scale = SIZES[attributes["size"]]
    across = -scale if side == "right" else scale
    left = 50 - 50 * across
    floor = ellipse(50, 98, 44 * scale, 5 * scale, fill="#26292d", fill_opacity=0.14)
    # The floor is at the same height for all sizes, as if all stood in one row.
    return join(floor, group(drawn, transform=f"matrix({across:g} 0 0 {scale:g} {left:g} {98 - 98 * scale:g})"))


def _draw_person(attributes: Mapping[str, str]) -> Svg:
    side = attributes["orientation"]
    layers = [attributes["age"], *(name for name in _BOOLEANS if attributes[name] == "1")]
    head = "person-front" if side == "front" else "person-profile"
    hair = HAIR[attributes["hairColour"]]
    drawn = join(fill_drawing("person-body", *layers), fill_drawing(head, *layers, hair=hair))
    return group(drawn, transform="matrix(-1 0 0 1 100 0)") if side == "right" else drawn
