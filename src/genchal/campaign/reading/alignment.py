"""Which instance an output answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from genchal.domain import AttributeSet, Input, Instance, Scene, Submission, System, Task, Text
from genchal.errors import InvalidInput, UserError, counted, raise_all
from genchal.tasks.outputs import Key, OutputRecord


class OutputAlignment:
    """Finds the instance that an output answers: by its input, else by its id, else by its place."""

    def __init__(self, task: Task, instances: Sequence[Instance]) -> None:
        self.task = task
        self.instances = instances
        self._by_id = {instance.id: (index,) for index, instance in enumerate(instances)}
        by_input: dict[Input, list[int]] = defaultdict(list)
        for index, instance in enumerate(instances):
            by_input[instance.input].append(index)
        self._by_input = {given: tuple(places) for given, places in by_input.items()}
        self._by_text: dict[str, tuple[int, ...]] = {}  # inputs as submissions write them, each read once

    def align_outputs(self, system: System, records: Sequence[OutputRecord], path: Path) -> Submission:
        """Put outputs into the order of the instances; what nobody answered is missing."""
        records = self.leave_out_other_domains(records, path)
        key = self.find_key(records)
        if key == "place" and len(records) != len(self.instances):
            raise InvalidInput(
                f"{path}: {counted(len(records), 'output')} for {counted(len(self.instances), 'instance')}",
                "Write one output per line in the order of the instances, or add a column with the inputs.",
            )
        candidates = self.find_candidates(records, key)
        outputs: list[str | None] = [None] * len(self.instances)
        sets: list[AttributeSet | None] = [None] * len(self.instances)
        for record, place in zip(records, _assign_places(candidates, records, path), strict=True):
            outputs[place] = None if record.text is None else self.task.repair(record.text)
            sets[place] = record.attributes
        selected = None if all(attributes is None for attributes in sets) else tuple(sets)
        return Submission(system, tuple(range(len(outputs))), tuple(outputs), attribute_sets=selected)

    def leave_out_other_domains(self, records: Sequence[OutputRecord], path: Path) -> Sequence[OutputRecord]:
        """Leave out what is for other domains than those of the scenes, as tables may have it."""
        if all(record.domain is None for record in records):
            return records
        domains = {instance.input.domain for instance in self.instances if isinstance(instance.input, Scene)}
        kept = [record for record in records if record.domain in (None, *domains)]
        if not kept:
            others = ", ".join(sorted({record.domain or "" for record in records}))
            raise InvalidInput(
                f"{path}: no outputs for the domain {' or '.join(sorted(domains)) or 'of the references'}",
                f"It has some for: {others}. Check that the files belong together.",
            )
        return kept

    def find_key(self, records: Sequence[OutputRecord]) -> Key:
        """What tells which instance an output answers."""
        if self._by_input.keys() - {Text()} and any(record.input is not None for record in records):
            return "input"
        return "id" if any(record.id is not None for record in records) else "place"

    def find_candidates(self, records: Sequence[OutputRecord], key: Key) -> list[tuple[int, ...]]:
        """Places of the instances that each output may answer."""
        if key == "input":
            return [self._places_of_input(record.input or "") for record in records]
        if key == "id":
            return [self._by_id.get(record.id or "", ()) for record in records]
        return [(place,) for place in range(len(records))]

    def _places_of_input(self, text: str) -> tuple[int, ...]:
        if text not in self._by_text:
            try:
                self._by_text[text] = self._by_input.get(self.task.parse_input(text), ())
            except UserError:
                self._by_text[text] = ()
        return self._by_text[text]


def _assign_places(candidates: Sequence[tuple[int, ...]], records: Sequence[OutputRecord], path: Path) -> list[int]:
    """Give every output one of its places, none twice; where inputs repeat, outputs follow their order."""
    problems: list[UserError] = []
    taken: dict[int, int] = {}
    places = []
    for record, possible in zip(records, candidates, strict=True):
        place = next((candidate for candidate in possible if candidate not in taken), None)
        if place is not None:
            taken[place] = record.line
            places.append(place)
            continue
        given = record.input if record.input is not None else record.id or ""
        what = f"{path}, line {record.line}: '{given if len(given) <= 60 else given[:57] + '...'}'"
        if possible:
            problem = f"{what} was already answered in line {taken[possible[0]]}"
            problems.append(InvalidInput(problem, "Keep one output per instance."))
        else:
            problem = f"{what} is not among the instances"
            problems.append(InvalidInput(problem, "Copy inputs and ids from the test file without changes."))
    raise_all(problems)
    return places
