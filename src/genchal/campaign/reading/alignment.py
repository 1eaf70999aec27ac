"""Which instance an output answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from genchal.campaign.reading.output_files import OutputContents
from genchal.domain import AttributeSet, Input, Instance, Scene, Submission, System, Task, Text
from genchal.domain.campaign import Missing
from genchal.errors import InvalidInput, UserError, counted, raise_all
from genchal.tasks.findings import shortened
from genchal.tasks.outputs import Key, OutputRecord

NAMED = 3  # ids of either side that an error shows


class OutputAlignment:
    """Finds the instance that an output answers: by its input, else by its id, else by its place.

    Where instances have no ids, their numbers are their ids, and outputs may be numbered from 0 on; where outputs have
    other ids, and there are as many of them, they are taken in their order.
    """

    def __init__(self, task: Task, instances: Sequence[Instance]) -> None:
        self.task = task
        self.instances = instances
        self._by_id = {instance.id: (index,) for index, instance in enumerate(instances)}
        self._is_numbered = all(
            instance.id == str(number) and not instance.is_identified
            for number, instance in enumerate(instances, start=1)
        )
        by_input: dict[Input, list[int]] = defaultdict(list)
        for index, instance in enumerate(instances):
            by_input[instance.input].append(index)
        self._by_input = {given: tuple(places) for given, places in by_input.items()}
        self._has_inputs = not self._by_input.keys() <= {Text()}
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
        for record, place in zip(records, self._assign_places(candidates, records, path, key), strict=True):
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
        has_ids = any(record.id is not None for record in records)
        has_inputs = self._has_inputs and any(record.input is not None for record in records)
        if has_inputs and not (has_ids and self._know_ids_only(records)):
            return "input"
        return self._find_key_of_ids([record.id or "" for record in records]) if has_ids else "place"

    def _know_ids_only(self, records: Sequence[OutputRecord]) -> bool:
        """Whether no output's input is known, but every id: inputs may be prompts that were made from ours."""
        if any(self._places_of_input(record.input or "") for record in records):
            return False
        return all((record.id or "") in self._by_id for record in records)

    def _find_key_of_ids(self, ids: Sequence[str]) -> Key:
        if not self._is_numbered or all(identity in self._by_id for identity in ids):
            return "id"
        if "0" in ids and all(identity == "0" or identity in self._by_id for identity in ids):
            return "number" if str(len(self.instances)) not in ids else "id"
        return "place" if len(ids) == len(self.instances) and self._by_id.keys().isdisjoint(ids) else "id"

    def find_candidates(self, records: Sequence[OutputRecord], key: Key) -> list[tuple[int, ...]]:
        """Places of the instances that each output may answer."""
        if key == "input":
            return [self._places_of_input(record.input or "") for record in records]
        if key == "id":
            return [self._by_id.get(record.id or "", ()) for record in records]
        if key == "number":
            return [(int(record.id),) if record.id else () for record in records]
        return [(place,) for place in range(len(records))]

    def describe_order(self, contents: OutputContents[str], path: Path) -> list[str]:
        """Say that outputs are matched by their order, where a reader of a table may expect otherwise."""
        records = next(iter(contents.systems.values()), [])
        if contents.is_plain or not records or self.find_key(records) not in ("place", "number"):
            return []
        if self.find_key(records) == "number":
            return [f"{path}: its ids count from 0: they are matched with the numbers of the references"]
        if any(record.id is not None for record in records):
            return [f"{path}: the references have no ids: outputs are matched with references by their order"]
        has_inputs = any(record.input is not None for record in records)
        what = "no ids, and the references no inputs" if has_inputs else "no ids or inputs"
        return [f"{path} has {what}: outputs are matched with references by their order"]

    def _places_of_input(self, text: str) -> tuple[int, ...]:
        if text not in self._by_text:
            try:
                self._by_text[text] = self._by_input.get(self.task.parse_input(text), ())
            except UserError:
                self._by_text[text] = ()
        return self._by_text[text]

    def _assign_places(
        self, candidates: Sequence[tuple[int, ...]], records: Sequence[OutputRecord], path: Path, key: Key
    ) -> list[int]:
        """Give every output one of its places, none twice; where inputs repeat, outputs follow their order."""
        problems: list[UserError] = []
        taken: dict[int, int] = {}
        places = []
        unknown = []
        for record, possible in zip(records, candidates, strict=True):
            place = _first_free(possible, taken)
            if place is not None:
                taken[place] = record.line
                places.append(place)
                continue
            given = _given(record, key)
            what = f"{path}, line {record.line}: '{shortened(given, 60)}'"
            if possible:
                problem = f"{what} was already answered in line {taken[possible[0]]}"
                remedy = "Keep one output per instance, or name the column of the systems: --columns system=NAME."
                problems.append(InvalidInput(problem, remedy))
            else:
                unknown.append(given)
                problem = f"{what} is not among the instances"
                problems.append(InvalidInput(problem, "Copy inputs and ids from the test file without changes."))
        if len(unknown) > 1 and 2 * len(unknown) >= len(records):
            raise self._refuse_strangers(unknown, len(records), taken, path, key)
        raise_all(problems)
        return places

    def _refuse_strangers(
        self, unknown: Sequence[str], outputs: int, taken: Mapping[int, int], path: Path, key: Key
    ) -> InvalidInput:
        """An error about outputs that answer something else, with a few ids or inputs of either side."""
        free = (instance for place, instance in enumerate(self.instances) if place not in taken)
        theirs = [str(instance.input) if key == "input" else instance.id for instance in islice(free, NAMED)]
        what = "inputs" if key == "input" else "ids"
        share = "none" if len(unknown) == outputs else f"only {outputs - len(unknown):,}"
        others = f"; references have {_quote(theirs)}" if theirs else ""
        verb = "are" if outputs - len(unknown) > 1 else "is"
        return InvalidInput(
            f"{path}: {share} of its {outputs:,} {what} {verb} among the references: "
            f"outputs have {_quote(unknown[:NAMED])}{others}",
            f"Check that the files belong together, or name the column: --columns {_role(key)}=NAME.",
        )


def _first_free(places: Sequence[int], taken: Mapping[int, int]) -> int | None:
    for place in places:
        if place not in taken:
            return place
    return None


def describe_missing(submission: Submission, instances: Sequence[Instance], missing: Missing) -> str | None:
    """Say which instances have no output, and what becomes of them; None if all have one."""
    places = [place for place, is_given in zip(submission.instances, submission.given(), strict=True) if not is_given]
    if not places:
        return None
    named = _quote([instances[place].id for place in places[:NAMED]])
    more = f" and {len(places) - NAMED:,} more" if len(places) > NAMED else ""
    fate = "they count as empty texts" if missing == "zero" else "they are not scored (--missing zero: as empty texts)"
    have = "has" if len(places) == 1 else "have"
    if len(places) == 1:
        fate = fate.replace("they are", "it is").replace("they count as empty texts", "it counts as an empty text")
    total = counted(len(instances), "instance")
    return f"{submission.system.name}: {len(places):,} of {total} {have} no output ({named}{more}); {fate}"


def _given(record: OutputRecord, key: Key) -> str:
    return (record.input if key == "input" else record.id) or record.input or ""


def _role(key: Key) -> str:
    return "input" if key == "input" else "instance"


def _quote(names: Sequence[str]) -> str:
    return ", ".join(f"'{shortened(name, 40)}'" for name in names)
