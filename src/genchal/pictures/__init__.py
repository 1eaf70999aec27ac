"""Pictures of inputs, for people who rate or write; `drawings/` has the parts as SVG files with slots.

In: an input (slots, dialogue acts, scenes, trees) and how it is to be drawn.
Out: SVG text, and the style sheet that pages with pictures serve.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.pictures.options import PictureOptions, PictureWords
from genchal.pictures.style import write_stylesheet
from genchal.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from genchal.domain import Input

__all__ = ["PICTURES", "PictureOptions", "PictureWords", "draw_picture", "write_stylesheet"]

# Each draws the inputs that it is for, and answers None to the others. The first that answers is taken.
PICTURES: Registry[Callable[[Input, PictureOptions], str | None]] = Registry(
    "picture",
    builtin={
        "slot_map": "genchal.pictures.slot_map:draw",
        "cards": "genchal.pictures.cards:draw",
        "scene": "genchal.pictures.scene:draw",
        "tree": "genchal.pictures.tree:draw",
    },
    plugins="genchal.pictures",
)


def draw_picture(given: Input, options: PictureOptions | None = None, *, kind: str | None = None) -> str | None:
    """Draw an input as SVG to stand inside a page that has `write_stylesheet`; None where there is nothing to draw.

    `kind` is a name of PICTURES; without it the input's type decides, and plain text has no picture.
    """
    chosen = options or PictureOptions()
    for name in [kind] if kind else PICTURES:
        if (drawn := PICTURES[name](given, chosen)) is not None:
            return drawn
    return None
