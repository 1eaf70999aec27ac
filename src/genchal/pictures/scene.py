"""TUNA's scenes as a sparse grid of drawn things (Gatt, van der Sluis and van Deemter 2007).

The grid looks the same on light and dark pages: it is a stimulus. Nothing in the markup tells which entity is the
target unless that is asked for: entities are drawn in the order of their places, and known by these alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from genchal.domain import Entity, Input, Scene
from genchal.domain.scenes.places import ACROSS, COLUMNS, DOWN, ROWS, Place, stated_places
from genchal.errors import InvalidInput
from genchal.pictures._entities import draw_entity
from genchal.pictures.fitted import write_text
from genchal.pictures.options import PictureOptions
from genchal.pictures.svg import Svg, at, canvas, group, join, rect

CELL, GAP, MARGIN = 76, 6, 8

_PAPER, _CELL, _LINE, _FRAME, _INK = "#eceae4", "#fbfaf8", "#d5d1c7", "#e00000", "#26292d"


def draw(given: Input, options: PictureOptions) -> str | None:
    """Draw a scene; None for an input of another kind."""
    if not isinstance(given, Scene):
        return None
    places = dict(options.positions) if options.positions is not None else stated_places(given)
    if places is None:
        raise InvalidInput("the scene does not say where its entities are", "Give every entity a place of its own.")
    _check(given, places)
    rows = max([ROWS, *(row for row, _ in places.values())])
    columns = max([COLUMNS, *(column for _, column in places.values())])
    entities = sorted(given.entities, key=lambda entity: places[entity.id])
    steps = CELL + GAP
    cells = [_cell(column, row) for row, column in product(range(1, rows + 1), range(1, columns + 1))]
    width, height = (2 * MARGIN + number * steps - GAP for number in (columns, rows))
    return canvas(
        "scene",
        width,
        height,
        rect(0, 0, width, height, 10, fill=_PAPER),
        *cells,
        *(_entity(entity, places[entity.id], options) for entity in entities),
        prefix=options.prefix,
        title=options.words.scene,
        description=""
        if options.clickable
        else "; ".join(_name(entity, places[entity.id], options) for entity in entities),
        role="group" if options.clickable else "img",  # the parts of an image are not heard
    )


def _check(scene: Scene, places: Mapping[str, Place]) -> None:
    own = [places[entity.id] for entity in scene.entities if entity.id in places]
    if len(own) < len(scene.entities) or len(set(own)) < len(own) or any(min(place) < 1 for place in own):
        raise InvalidInput(
            "positions of a scene do not fit its entities", "Give every entity a place of its own, from 1."
        )


def _corner(column: int, row: int) -> tuple[float, float]:
    return MARGIN + (column - 1) * (CELL + GAP), MARGIN + (row - 1) * (CELL + GAP)


def _cell(column: int, row: int) -> Svg:
    x, y = _corner(column, row)
    return rect(x, y, CELL, CELL, 6, fill=_CELL, stroke=_LINE)


def _entity(entity: Entity, place: Place, options: PictureOptions) -> Svg:
    row, column = place
    is_framed = options.frame_targets and entity.is_target
    frame = rect(0, 0, CELL, CELL, 6, fill="none", stroke=_FRAME, stroke_width=5) if is_framed else Svg("")
    # Shown by the style sheet around what is pointed at, in focus or chosen.
    ring = rect(-1.5, -1.5, CELL + 3, CELL + 3, 7, fill="none", stroke="none", stroke_width=4, class_="picture-ring")
    button: dict[str, str | float] = {"role": "button", "tabindex": 0, "aria_pressed": "false"}
    return group(
        rect(0, 0, CELL, CELL, fill="#ffffff", fill_opacity=0),  # all of the cell can be clicked
        at(6, 6, draw_cell(entity), scale=(CELL - 12) / 100),
        frame,
        ring if options.clickable else Svg(""),
        id=f"{options.prefix}-r{row}c{column}",
        class_="picture-entity",
        data_row=row,
        data_column=column,
        aria_label=_name(entity, place, options),
        transform=f"translate({' '.join(f'{number:g}' for number in _corner(column, row))})",
        **(button if options.clickable else {"role": "img"}),
    )


def _name(entity: Entity, place: Place, options: PictureOptions) -> str:
    """What people who hear the page are told of an entity: only where it is, unless more is asked for."""
    name = options.words.place.format(row=place[0], column=place[1])
    if options.frame_targets and entity.is_target:
        name = options.words.framed.format(name=name)
    if options.reveal:
        name = f"{name}: {', '.join(f'{attribute.name} {attribute.value}' for attribute in entity.attributes)}"
    return name


def draw_cell(entity: Entity) -> Svg:
    """Draw an entity into a box of 100 by 100: furniture and people, or else its attributes in words."""
    own = [attribute for attribute in entity.attributes if attribute.name not in (ACROSS, DOWN)]
    attributes = {attribute.name: attribute.value.strip() for attribute in own}
    picture = draw_entity(attributes) if len(attributes) == len(own) else None
    return picture or _written(tuple((attribute.name, attribute.value) for attribute in own))


def _written(pairs: tuple[tuple[str, str], ...]) -> Svg:
    step = min(22.0, 96 / max(len(pairs), 1))
    top = 50 - (len(pairs) - 1) / 2 * step
    lines = [f"{name}: {value}" for name, value in pairs]
    return join(
        *(write_text(line, 50, top + n * step, 104, step * 0.75, lines=1, fill=_INK) for n, line in enumerate(lines))
    )
