"""Scenes as tables of entities, for corpora of referring expressions other than TUNA, such as GRE3D."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from genchal.domain import Attribute, Entity, Instance, Scene, Task
from genchal.errors import InvalidInput, UserError, counted, raise_all
from genchal.tasks.attribute_tables import parse_set, write_set
from genchal.tasks.columns import split_table
from genchal.text.tables.delimited import find_delimiter

REQUIRED = ("scene", "entity", "target")
OTHERS = ("domain", "reference", "attributes")
BETWEEN = "|"
YES_NO = {"1": True, "yes": True, "true": True, "target": True, "x": True, "*": True} | dict.fromkeys(
    ("", "0", "no", "false", "distractor", "-"), False
)


class SceneTable(Task):
    """One row an entity. Columns without another meaning are attributes; an empty cell is an attribute it has not.

    What people said about a scene stands in the row of its target: `reference` are texts, `attributes` are sets, both
    with | between several.
    """

    name = "scenes"
    summary = (
        "A table of entities: `scene`, `entity`, `target` (yes or no) and a column per attribute; also `domain`, and "
        "what people said: `reference` (a text) and `attributes` (`colour:red size:large`)."
    )

    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read one instance a scene, in the order of their first rows."""
        everything = list(lines)
        if not any(line.strip() for line in everything):
            return
        scenes: dict[str, list[_Row]] = {}
        for row in _read_rows(everything, source):
            scenes.setdefault(row.scene, []).append(row)
        problems: list[UserError] = []
        for name, rows in scenes.items():
            place = f"{source}, line {rows[0].line}: scene '{name}'"
            if not any(row.entity.is_target for row in rows):
                problems.append(InvalidInput(f"{place} has no target", "Write yes in the column target of one entity."))
            if len({row.entity.id for row in rows}) < len(rows):
                remedy = "Give every entity of a scene its own."
                problems.append(InvalidInput(f"{place} has two entities with the same name", remedy))
        raise_all(problems)
        for name, rows in scenes.items():
            sets = tuple(parse_set(text) for row in rows for text in row.sets)
            domain = next((row.domain for row in rows if row.domain), "")
            scene = Scene(domain, tuple(row.entity for row in rows), sets)
            references = tuple(text for row in rows for text in row.references)
            yield Instance(name, scene, references, is_identified=True)

    def render(self, instances: Iterable[Instance]) -> Iterator[str]:
        """Write one row an entity; sets and references stand in the row of the first target."""
        everything = list(instances)
        scenes = [instance.input for instance in everything if isinstance(instance.input, Scene)]
        if len(scenes) < len(everything):
            raise InvalidInput("an instance has no scene", "Write it in the format that it was read from.")
        entities = [entity for scene in scenes for entity in scene.entities]
        names = list(dict.fromkeys(attribute.name for entity in entities for attribute in entity.attributes))
        yield _csv_line([*REQUIRED, *OTHERS, *names])
        for instance, scene in zip(everything, scenes, strict=True):
            first = next((place for place, entity in enumerate(scene.entities) if entity.is_target), 0)
            for place, entity in enumerate(scene.entities):
                values = {attribute.name: attribute.value for attribute in entity.attributes}
                texts = f" {BETWEEN} ".join(instance.references) if place == first else ""
                sets = f" {BETWEEN} ".join(map(write_set, scene.attribute_sets)) if place == first else ""
                yield _csv_line(
                    [
                        *(instance.id, entity.id, "yes" if entity.is_target else "no", scene.domain),
                        *(texts, sets),
                        *(values.get(name, "") for name in names),
                    ]
                )


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    scene: str
    entity: Entity
    domain: str
    references: tuple[str, ...]
    sets: tuple[str, ...]


def has_scenes(lines: Iterable[str]) -> bool:
    """Whether a file is a table of entities, by its header."""
    first = next((line for line in lines if line.strip()), "")
    header = {cell.strip().strip('"').lower() for cell in first.split(find_delimiter(first))}
    return header.issuperset(REQUIRED)


def _read_rows(lines: Sequence[str], source: str) -> list[_Row]:
    table = split_table(lines, source, has_header=True)
    header = [name.lower() if name.lower() in (*REQUIRED, *OTHERS) else name for name in table.header]
    if missing := [name for name in REQUIRED if name not in header]:
        problem = f"{source}, line {table.line}: no column {' and no column '.join(missing)}"
        raise InvalidInput(problem, "Name the columns scene, entity and target in the first line.")
    attributes = [(place, name) for place, name in enumerate(header) if name and name not in (*REQUIRED, *OTHERS)]
    problems: list[UserError] = []
    rows = []
    for line, cells in table.body:
        try:
            rows.append(_make_row(line, cells, header, attributes))
        except InvalidInput as error:
            problems.append(error.at(f"{source}, line {line}"))
    raise_all(problems)
    return rows


def _make_row(line: int, cells: Sequence[str], header: Sequence[str], attributes: Sequence[tuple[int, str]]) -> _Row:
    if len(cells) != len(header):
        problem = f"{counted(len(cells), 'column')}, expected {len(header)} ({', '.join(header)})"
        raise InvalidInput(problem, "Make every line have the same columns.")
    named = dict(zip(header, cells, strict=True))
    answer = named["target"].strip().lower()
    if answer not in YES_NO:
        raise InvalidInput(f"target is '{answer[:30]}'", "Write yes or no.")
    found = tuple(Attribute(name, cells[place].strip()) for place, name in attributes if cells[place].strip())
    texts, sets = (_split(named.get(name, "")) for name in ("reference", "attributes"))
    for text in sets:
        parse_set(text)
    entity = Entity(named["entity"].strip(), found, YES_NO[answer])
    scene = named["scene"].strip()
    if not scene or not entity.id:
        raise InvalidInput("a scene or an entity without a name", "Fill in the columns scene and entity.")
    return _Row(line, scene, entity, named.get("domain", ""), texts, sets)


def _split(text: str) -> tuple[str, ...]:
    return tuple(piece.strip() for piece in text.split(BETWEEN) if piece.strip())


def _csv_line(cells: Sequence[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="").writerow(cells)
    return buffer.getvalue()
