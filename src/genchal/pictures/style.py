"""The common look of pictures: colours for light and dark pages, and the style sheet that a page serves.

A strict content security policy forbids styles inside the page, so drawings have presentation attributes only. Colours
that follow the page's theme are custom properties with the light value to fall back on; what is drawn from attributes
(red chairs, dark hair) has fixed colours, since every rater must see the same thing.
"""

from __future__ import annotations

PALETTE = {  # name: colour on a light page, colour on a dark page
    "page": ("#ffffff", "#14181c"),
    "panel": ("#f6f5f1", "#22272c"),
    "edge": ("#d3cfc4", "#454c54"),
    "muted": ("#5b6068", "#aab2bb"),
    "accent": ("#1f5fa8", "#8abdf6"),
    "on-accent": ("#ffffff", "#10202f"),
    "head": ("#1f5fa8", "#2b4c70"),
    "on-head": ("#ffffff", "#f0f6fc"),
    "good": ("#1d7a3e", "#74d394"),
    "bad": ("#c22a2a", "#ff8f85"),
    "gold": ("#e3a008", "#f2bb35"),
    "hollow": ("#ddd9cf", "#3a4149"),
    "land": ("#e3eeda", "#263229"),
    "park": ("#c9dfb9", "#33463a"),
    "water": ("#9fd0ee", "#29587a"),
    "wave": ("#e8f6ff", "#5f96bd"),
    "road": ("#fbfaf6", "#3b4540"),
    "house": ("#dcd5c8", "#4b5250"),
    "roof": ("#c2a596", "#665954"),
    "tree": ("#7fae74", "#4d7a56"),
}

_RULES = """\
.picture { display: block; width: 100%; height: auto; max-width: 36rem; margin-inline: auto; }
.picture-scroll { overflow-x: auto; max-width: 100%; }
.picture-scroll > .picture { width: auto; max-width: none; margin-inline: 0; }
.picture text { font-family: inherit; }
.picture-entity[tabindex] { cursor: pointer; outline: none; }
.picture-entity:hover .picture-ring { stroke: #8a8f96; }
.picture-entity:focus-visible .picture-ring, .picture-entity[aria-pressed="true"] .picture-ring { stroke: #1f5fa8; }
.picture-entity[aria-pressed="true"] .picture-ring { fill: #1f5fa8; fill-opacity: 0.14; }
"""


def paint(name: str) -> str:
    """A colour of the palette as the value of an attribute."""
    return f"var(--picture-{name}, {PALETTE[name][0]})"


def write_stylesheet() -> str:
    """Write the style sheet that pages with pictures must serve."""
    light, dark = (
        "".join(f"  --picture-{name}: {colours[theme]};\n" for name, colours in PALETTE.items()) for theme in (0, 1)
    )
    return f":root {{\n{light}}}\n@media (prefers-color-scheme: dark) {{\n:root {{\n{dark}}}\n}}\n{_RULES}"
