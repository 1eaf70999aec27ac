"""Where the entities of a scene stand: in a sparse grid of 3 rows and 5 columns, as in TUNA."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from genchal.domain.inputs import Attribute, Scene

Place = tuple[int, int]  # row and column of a grid, from 1

ROWS, COLUMNS = 3, 5
ACROSS, DOWN = "x-dimension", "y-dimension"  # attributes that give the column and the row
_LARGEST = 20


def stated_places(scene: Scene) -> dict[str, Place] | None:
    """Rows and columns as the attributes of the entities give them; None unless all have a place of their own."""
    places: dict[str, Place] = {}
    for entity in scene.entities:
        own = {attribute.name: attribute.value for attribute in entity.attributes}
        row, column = _number(own.get(DOWN, "")), _number(own.get(ACROSS, ""))
        if row is None or column is None:
            return None
        places[entity.id] = row, column
    return places if len(set(places.values())) == len(scene.entities) else None


def random_places(scene: Scene, rng: np.random.Generator) -> dict[str, Place]:
    """Put the entities at random into the grid, or into one of more rows if there are so many."""
    rows = max(ROWS, -(-len(scene.entities) // COLUMNS))
    places = [(row, column) for row in range(1, rows + 1) for column in range(1, COLUMNS + 1)]
    chosen = rng.permutation(len(places))[: len(scene.entities)]
    return {entity.id: places[number] for entity, number in zip(scene.entities, chosen.tolist(), strict=True)}


def state_places(scene: Scene, places: Mapping[str, Place]) -> Scene:
    """The scene whose entities have these places among their attributes, instead of those they had."""
    entities = []
    for entity in scene.entities:
        row, column = places[entity.id]
        where = (Attribute(ACROSS, str(column), "gradable"), Attribute(DOWN, str(row), "gradable"))
        others = tuple(attribute for attribute in entity.attributes if attribute.name not in (ACROSS, DOWN))
        entities.append(replace(entity, attributes=(*others, *where)))
    return replace(scene, entities=tuple(entities))


def _number(text: str) -> int | None:
    is_number = text.isascii() and text.isdecimal() and len(text) < 3 and 1 <= int(text) <= _LARGEST
    return int(text) if is_number else None
