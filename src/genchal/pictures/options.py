"""How a picture is to be drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from genchal.domain.scenes.places import Place

_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class PictureWords:
    """What a picture says by itself, to people who hear the page; a study in another language gives its own."""

    slot_map: str = "The facts as a map with symbols"
    cards: str = "The facts as cards"
    scene: str = "Scene with objects"
    tree: str = "Tree of words"
    place: str = "object in row {row}, column {column}"
    framed: str = "{name}, in a red frame"


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """Settings of a picture; each kind reads those that concern it."""

    prefix: str = "picture"  # begins every id, so that several pictures can share a page
    words: PictureWords = field(default_factory=PictureWords)  # what is said to people who hear the page
    positions: Mapping[str, Place] | None = None  # of the entities of a scene, by id; None: as the scene says
    frame_targets: bool = False  # whether the targets of a scene are in a red frame
    clickable: bool = False  # whether the entities of a scene are buttons
    reveal: bool = False  # whether the accessible names of a scene's entities give their attributes
    ordered: bool | None = None  # whether a tree's words are in the order of the sentence; None: see for yourself

    def __post_init__(self) -> None:
        if not _PREFIX.fullmatch(self.prefix):
            raise ValueError(f"a prefix of ids must be a plain word, not {self.prefix!r}")
