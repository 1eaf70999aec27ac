"""Composing a study: from a design, instances and outputs to blocks of items, ready to be stored and handed out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from itertools import groupby

import numpy as np

from genchal.domain.inputs import AttributeSet
from genchal.domain.instance import Instance
from genchal.domain.study.design import AttentionCheck, StudyDesign
from genchal.domain.study.study import Block, Item
from genchal.elicitation.design.conditions import share_out
from genchal.elicitation.design.control import ControlMaterial, make_control_items
from genchal.elicitation.design.identical import merge_identical
from genchal.elicitation.design.instances import select_instances
from genchal.elicitation.design.notes import write_notes
from genchal.elicitation.design.orders import SpacedPlaces, balance_places, has_copies
from genchal.elicitation.design.sheets import Group, deal_to_sheets, group_items
from genchal.elicitation.designed import groups_per_sheet, outputs_per_sheet
from genchal.elicitation.method import Method
from genchal.errors import InvalidInput, counted, find_known, name_place_of_errors

Outputs = Mapping[str, Sequence[str | None]]  # by system: an output for each instance, None where it is missing
AttributeSets = Mapping[str, Sequence[AttributeSet | None]]

PRACTICE = "practice"  # in the place of a system's name, of texts that organisers have written
PRACTISED = 5  # items of a practice sheet at most, where sheets are of single items


@dataclass(frozen=True, slots=True, eq=False)
class Composition:
    """Blocks, those to practise on first; places of the instances used, systems, and notes for organisers."""

    blocks: tuple[Block, ...]
    instances: tuple[int, ...]
    systems: tuple[str, ...]
    notes: tuple[str, ...]


def compose_sheets(
    design: StudyDesign,
    method: Method,
    instances: Sequence[Instance],
    outputs: Outputs,
    rng: np.random.Generator,
    *,
    attributes: AttributeSets | None = None,
    checks: Sequence[AttentionCheck] = (),
) -> Composition:
    """Compose a study from all instances of its track and the outputs of its systems.

    Every output of the chosen instances is an item of one block; with `sheets_per_instance` of the design, only so many
    sheets of every instance are made, of systems that have met least. `checks` are the texts of attention checks. A
    method that collects texts has an item without a text for every instance, and needs no outputs. The same generator
    gives the same study, down to the ids, which tell nothing of what they stand for.
    """
    with name_place_of_errors(f"study '{design.name}'"):
        return _Composer(design, method, instances, outputs, rng, attributes or {}, checks).composed()


@dataclass
class _Composer:
    design: StudyDesign
    method: Method
    instances: Sequence[Instance]
    outputs: Outputs
    rng: np.random.Generator
    attributes: AttributeSets
    checks: Sequence[AttentionCheck]

    def __post_init__(self) -> None:
        method = self.method
        self.systems = tuple(self.outputs) if method.has_texts else ("",)
        self.size = outputs_per_sheet(self.design, method)
        self.salt = self.rng.bytes(16)
        if len(self.systems) < method.fewest:
            there = counted(len(self.systems), "system")
            wanted = f"{method.name} compares {method.fewest} or more" if self.systems else "there is nothing to judge"
            raise InvalidInput(f"{there}: {wanted}", "Add systems to the study or its track.")
        self.per_sheet = groups_per_sheet(self.design, method)

    def composed(self) -> Composition:
        places = select_instances(self.instances, self.design.instances, self.rng)
        table = [self._items(place, "scored") for place in places]
        limit = self.design.sheets_per_instance
        groups = group_items(table, self.size, self.method.fewest, limit, self.rng, self.systems)
        if not groups:
            raise InvalidInput("there is nothing to show", "Add instances and outputs.")
        sheets = (
            deal_to_sheets(groups, self.per_sheet, self.rng) if self.per_sheet > 1 else [[group] for group in groups]
        )
        sheets = [sheets[number] for number in self.rng.permutation(len(sheets)).tolist()]
        material = self._material(places)
        controls = [self._control(sheet, material, str(number)) for number, sheet in enumerate(sheets)]
        ordered = self._ordered(sheets, controls)
        conditions = share_out(self.design.conditions, len(ordered), self.rng)
        blocks = [self._block(items, condition) for items, condition in zip(ordered, conditions, strict=True)]
        practice = self._practice(places)
        return Composition(
            (*practice, *blocks),
            tuple(places),
            self.systems,
            tuple(write_notes(self.design, table, groups, len(self.instances))),
        )

    def identify(self, *what: str) -> str:
        """An id that is always the same for the same thing, and tells nothing of it."""
        return blake2b("\0".join(what).encode("utf-8", "surrogatepass"), key=self.salt, digest_size=10).hexdigest()

    def _items(self, place: int, kind: str) -> list[Item | None]:
        """The items of an instance, one for each system; where texts are merged, one for each text."""
        instance = self.instances[place]
        row: list[Item | None] = []
        for system in self.systems:
            text = self.outputs[system][place] if self.method.has_texts else ""
            if text is None:
                row.append(None)
                continue
            sets = self.attributes.get(system)
            name = self.identify(kind, instance.id, system)
            item = Item(name, instance.id, system, text, attributes=sets[place] if sets else None)
            row.append(item if kind == "scored" else replace(item, kind="practice"))
        is_merged = self.design.identical == "merge" and self.method.has_texts
        return merge_identical(row, self.method.fewest, self.rng) if is_merged else row

    def _material(self, places: Sequence[int]) -> ControlMaterial:
        names = {place: self.instances[place].id for place in places}
        texts = [(names[place], text) for own in self.outputs.values() for place in places if (text := own[place])]
        references = {self.instances[place].id: self.instances[place].references for place in places}
        return ControlMaterial(texts if self.design.control.damaged else (), references, self.checks)

    def _control(self, sheet: Sequence[Group], material: ControlMaterial, number: str) -> list[Item]:
        scored = [item for group in sheet for item in group]
        return make_control_items(scored, self.design.control, material, partial(self.identify, number), self.rng)

    def _ordered(self, sheets: Sequence[Sequence[Group]], controls: Sequence[Sequence[Item]]) -> list[list[Item]]:
        """Put the items of every sheet in the order of its first turn."""
        flat = [
            [*(item for group in sheet for item in group), *control]
            for sheet, control in zip(sheets, controls, strict=True)
        ]
        if any(map(has_copies, flat)):
            return self._spaced(flat)
        if self.size == 1:
            return self._even(flat)
        parts: list[list[Item]] = []
        owners: list[int] = []
        for number, items in enumerate(flat):  # items of an instance stay together
            names = sorted({item.instance for item in items})
            for place in self.rng.permutation(len(names)).tolist():
                parts.append([item for item in items if item.instance == names[place]])
                owners.append(number)
        found: list[list[Item]] = [[] for _ in flat]
        for number, items in zip(owners, self._even(parts), strict=True):
            found[number] += items
        return found

    def _even(self, sheets: Sequence[Sequence[Item]]) -> list[list[Item]]:
        orders = balance_places([[self._number(item) for item in sheet] for sheet in sheets], self.rng)
        return [[sheet[place] for place in order] for sheet, order in zip(sheets, orders, strict=True)]

    def _spaced(self, sheets: Sequence[Sequence[Item]]) -> list[list[Item]]:
        spaced = SpacedPlaces(len(self.systems), self.design.raters_per_item, self.rng)
        found = []
        for sheet in sheets:
            place_of = {item.id: place for place, item in enumerate(sheet)}
            system = np.array([-1 if item.kind != "scored" else self._number(item) for item in sheet])
            source = np.array([place_of.get(item.source or "", -1) for item in sheet])
            found.append([sheet[place] for place in spaced.order(system, source)])
        return found

    def _number(self, item: Item) -> int:
        """The number of an item's system; control items count as one more."""
        return self.systems.index(item.system) if item.kind == "scored" else len(self.systems)

    def _block(self, items: Sequence[Item], condition: str, *, practice: bool = False) -> Block:
        kind = "practice block" if practice else "block"
        return Block(self.identify(kind, *(item.id for item in items)), tuple(items), condition, practice)

    def _spare(self, places: Sequence[int]) -> list[int]:
        """Instances that are not used, at random; only if there are none, those that are."""
        used = set(places)
        spare = [place for place in range(len(self.instances)) if place not in used] or list(places)
        return [spare[number] for number in self.rng.permutation(len(spare)).tolist()]

    def _practice_texts(self) -> list[list[Item]]:
        """The texts that organisers have written to practise on, sheet by sheet."""
        known = {instance.id: None for instance in self.instances}
        sheets: list[list[Item]] = []
        for name, texts in groupby(self.design.practice_texts, key=lambda text: text.instance):
            find_known("instance", name, known)
            items = [
                Item(
                    self.identify("practice text", str(len(sheets)), str(number)),
                    name,
                    PRACTICE,
                    text.text,
                    "practice",
                    expected=text.answer or None,
                    feedback=text.feedback,
                )
                for number, text in enumerate(texts)
            ]
            for item in items:
                if bool(item.text) != self.method.has_texts:
                    needs = "has no text" if self.method.has_texts else "has a text, which raters are to write"
                    raise InvalidInput(
                        f"a practice text of instance '{name}' {needs}",
                        f'{"Add" if self.method.has_texts else "Remove"} text = "...".',
                    )
            if not self.method.fewest <= len(items) <= (self.method.most or len(items)):
                raise InvalidInput(
                    f"{counted(len(items), 'practice text')} of instance '{name}': {self.method.name} compares texts",
                    "Give as many texts of an instance, one after the other, as a sheet of the study has.",
                )
            sheets.append(items)
        return sheets

    def _practice(self, places: Sequence[int]) -> list[Block]:
        """Sheets to practise on: texts with feedback, then outputs of one instance, or several of single items."""
        told = self._practice_texts()
        spare = self._spare(places)
        each = min(self.per_sheet, PRACTISED) if self.size == 1 else 1
        conditions = share_out(self.design.conditions, len(told) + self.design.practice, self.rng)
        blocks = [
            self._block(items, condition, practice=True)
            for items, condition in zip(told, conditions[: len(told)], strict=True)
        ]
        for number, condition in enumerate(conditions[len(told) :]):
            items: list[Item] = []
            for step in range(each):
                row = self._items(spare[(number * each + step) % len(spare)], "practice")
                own = [item for item in row if item is not None]
                chosen = self.rng.permutation(len(own))[: self.size].tolist()
                items += [replace(own[place], id=self.identify(str(number), own[place].id)) for place in chosen]
            unique = list({item.id: item for item in items}.values())
            if len(unique) >= self.method.fewest:
                blocks.append(self._block(unique, condition, practice=True))
        return blocks
