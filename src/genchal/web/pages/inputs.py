"""Inputs as raters see them: facts in words, or pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markupsafe import Markup

from genchal.domain.inputs import DependencyTree, DialogueAct, Input, Scene, SlotValues
from genchal.domain.study.widgets import Pointing, Stimulus
from genchal.elicitation.messages import Messages
from genchal.pictures import PictureOptions, PictureWords, draw_picture

_CAPITAL = re.compile(r"(?<=[a-z])[A-Z](?=[a-z])")  # one that begins a word inside a name
Facts = list[tuple[str, list[tuple[str, str | None]]]]


def list_facts(given: Input | None) -> Facts | None:
    """Slots and values in groups with names: an act of a dialogue turn each; None for what has no slots."""
    if isinstance(given, SlotValues):
        return [("", _in_words(given.pairs))]
    if isinstance(given, DialogueAct):
        return [(act.type, _in_words(act.pairs)) for act in given.acts]
    return None


def _in_words(pairs: Sequence[tuple[str, str | None]]) -> list[tuple[str, str | None]]:
    """Slots as a reader would write them: priceRange and price_range are "price range"."""

    def in_words(slot: str) -> str:
        return _CAPITAL.sub(lambda found: f" {found[0].lower()}", slot).replace("_", " ")

    return [(in_words(slot), value) for slot, value in pairs]


def draw_input(given: Stimulus, id_: str, texts: Messages) -> Markup | None:
    """The picture of an input that is to be shown as one; None where there is none to draw."""
    is_picture = given.how in ("picture", "scene") or isinstance(given.input, DependencyTree | Scene)
    if given.input is None or not is_picture:
        return None
    options = PictureOptions(
        prefix=f"{id_}-picture",
        words=_words(texts),
        positions=given.positions or None,
        frame_targets=given.is_framed,
        reveal=given.how == "scene",
    )
    svg = draw_picture(given.input, options)
    return None if svg is None else Markup(svg)  # noqa: S704 - pictures escape every text themselves


def draw_clickable_scene(pointing: Pointing, id_: str, texts: Messages) -> Markup:
    """A scene whose things are buttons. Their names say where they are and what, for people who hear the page."""
    options = PictureOptions(
        prefix=f"{id_}-picture", words=_words(texts), positions=pointing.positions, clickable=True, reveal=True
    )
    return Markup(draw_picture(pointing.scene, options) or "")  # noqa: S704 - as above


def _words(texts: Messages) -> PictureWords:
    """What pictures say; gaps are filled by them."""
    kept = {"row": "{row}", "column": "{column}", "name": "{name}"}
    return PictureWords(**{name: texts(f"picture.{name}", **kept) for name in PictureWords.__dataclass_fields__})
