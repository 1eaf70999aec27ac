"""Drawings: SVG files with slots and layers, which an editor or a browser opens as they are.

A slot is an entity (`fill="&hair;"`); the file declares the value that it has in an editor. A layer is a group with a
class: it is drawn where all words of the class are asked for, and none of those that begin with `not-`.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from genchal.pictures.style import paint
from genchal.pictures.svg import Svg, Value, write_value

_LAYER = re.compile(r'<g class="([^"]*)"([^>]*)>(.*?)</g>')
_SLOT = re.compile(r"&([a-z-]+);")


@cache
def fill_drawing(name: str, *layers: str, **slots: Value) -> Svg:
    """Read a drawing, keep the layers asked for and fill its slots. Slots that are not given are palette colours."""

    def keep(layer: re.Match[str]) -> str:
        words, attributes, content = layer.groups()
        if any((word.removeprefix("not-") in layers) is word.startswith("not-") for word in words.split()):
            return ""
        return f"<g{attributes}>{content}</g>" if attributes else content

    def fill(slot: re.Match[str]) -> str:
        return write_value(slots[slot[1]]) if slot[1] in slots else paint(slot[1])

    return Svg(_SLOT.sub(fill, _LAYER.sub(keep, _read_content(name))))


@cache
def _read_content(name: str) -> str:
    """What stands between the tags of a file, in one line."""
    text = (files("genchal.pictures") / "drawings" / f"{name}.svg").read_text(encoding="utf-8")
    start = text.index(">", text.index("<svg")) + 1
    return "".join(map(str.strip, text[start : text.rindex("</svg>")].splitlines()))
