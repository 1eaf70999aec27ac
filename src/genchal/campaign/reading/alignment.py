"""Which instance an output answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path

from genchal.campaign.reading.contradictions import (
    drop_repeated,
    find_other_input,
    find_several_outputs,
    find_unclear_id,
)
from genchal.campaign.reading.numbering import Numbering
from genchal.campaign.reading.output_files import OutputContents
from genchal.domain import AttributeSet, Input, Instance, Scene, Submission, System, Task, Text
from genchal.domain.campaign import Missing
from genchal.domain.columns import name_option
from genchal.errors import InvalidInput, UserError, counted, raise_all
from genchal.tasks.findings import NAMED, quote_names, shortened
from genchal.tasks.outputs import Key, OutputRecord
from genchal.tasks.placing import Places, place_outputs

COPY = "Copy inputs and ids from the test file without changes."


class OutputAlignment:
    """Finds the instance that an output answers: by its id, else by its input, else by its place.

    Ids count where the references have them, too: they come before inputs, which must not contradict them. Where
    instances have no ids, their numbers are their ids, and outputs may be numbered from 0 on; where outputs have other
    ids, and there are as many of them, they are taken in their order. An output without an id, whose input several
    instances have, answers all of these, unless there are several such outputs, which follow the order of the
    instances.
    """

    def __init__(self, task: Task, instances: Sequence[Instance], *, answers_once: bool = False) -> None:
        """`answers_once` puts every output at one instance, for commands that count texts."""
        self.task = task
        self._answers_once = answers_once
        self.instances = instances
        by_id: dict[str, list[int]] = defaultdict(list)
        for index, instance in enumerate(instances):
            for name in instance.ids:
                by_id[name].append(index)
        self._by_id = {name: tuple(places) for name, places in by_id.items()}
        self.is_numbered = all(
            instance.id == str(number) and not instance.is_identified
            for number, instance in enumerate(instances, start=1)
        )
        self._numbers_inputs = self.is_numbered and any(instance.row_count > 1 for instance in instances)
        self._numbering = Numbering(len(instances))
        by_input: dict[Input, list[int]] = defaultdict(list)
        for index, instance in enumerate(instances):
            by_input[instance.input].append(index)
        self._by_input = {given: tuple(places) for given, places in by_input.items()}
        self._has_inputs = not self._by_input.keys() <= {Text()}
        self._by_text: dict[str, Places] = {}  # inputs as submissions write them, each read once

    def watch_outputs(self, outputs: Iterable[tuple[Path, Sequence[OutputRecord]]]) -> None:
        """Look at all files that are read together, so that numbers mean the same in all of them."""
        if not self.is_numbered:
            return
        for path, records in outputs:
            if self._are_told_by_ids(records):
                self._numbering.watch_ids([record.id or "" for record in records], path)

    def align_outputs(self, system: System, records: Sequence[OutputRecord], path: Path) -> Submission:
        """Put outputs into the order of the instances; what nobody answered is missing."""
        outputs: list[str | None] = [None] * len(self.instances)
        sets: list[AttributeSet | None] = [None] * len(self.instances)
        for record, places in self.place_records(records, path):
            text = None if record.text is None else self.task.repair(record.text)
            for place in places[:1] if self._answers_once else places:
                outputs[place], sets[place] = text, record.attributes
        selected = None if all(attributes is None for attributes in sets) else tuple(sets)
        return Submission(system, tuple(range(len(outputs))), tuple(outputs), attribute_sets=selected)

    def place_records(self, records: Sequence[OutputRecord], path: Path) -> list[tuple[OutputRecord, Places]]:
        """Every output with the instances that it answers."""
        records = self.leave_out_other_domains(self.take_inputs_for_ids(records), path)
        key = self.find_key(records, path)
        if key == "place":
            self.refuse_unread_ids(records, path)
        if key == "place" and len(records) != len(self.instances):
            raise InvalidInput(
                f"{path}: {counted(len(records), 'output')} for {counted(len(self.instances), 'instance')}",
                "Write one output per line in the order of the instances, or add a column with the inputs.",
            )
        candidates = self.find_candidates(records, key)
        if problem := self.find_contradiction(records, candidates, key, path):
            raise problem
        if key == "id":
            records, candidates = drop_repeated(records, candidates)
        return list(zip(records, self._assign_places(candidates, records, path, key), strict=True))

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

    def take_inputs_for_ids(self, records: Sequence[OutputRecord]) -> Sequence[OutputRecord]:
        """Read inputs as ids where they are the ids of the references, as in a column `question` with q1, q2, ..."""
        if self.is_numbered or self._has_inputs or any(record.id is not None for record in records):
            return records
        if not records or not all(record.input in self._by_id for record in records):
            return records
        return [record._replace(id=record.input, input=None) for record in records]

    def find_key(self, records: Sequence[OutputRecord], path: Path) -> Key:
        """What tells which instance an output answers."""
        has_ids = any(record.id is not None for record in records)
        if self._is_told_by_inputs(records):
            return "input"
        return self._find_key_of_ids([record.id or "" for record in records], path) if has_ids else "place"

    def _is_told_by_inputs(self, records: Sequence[OutputRecord]) -> bool:
        if not self._has_inputs or not any(record.input is not None for record in records):
            return False
        if not all((record.id or "") in self._by_id for record in records):
            return True
        # Numbers of rows are ids only where no input is known: inputs may be prompts that were made from ours.
        return self.is_numbered and any(self._places_of_input(record.input or "") for record in records)

    def _are_told_by_ids(self, records: Sequence[OutputRecord]) -> bool:
        return any(record.id is not None for record in records) and not self._is_told_by_inputs(records)

    def _find_key_of_ids(self, ids: Sequence[str], path: Path) -> Key:
        if not self.is_numbered:
            return "id"
        if self._numbering.counts_from_0(ids, path):
            return "number"
        return "place" if len(ids) == len(self.instances) and self._by_id.keys().isdisjoint(ids) else "id"

    def find_candidates(self, records: Sequence[OutputRecord], key: Key) -> Sequence[Places]:
        """Places of the instances that each output may answer."""
        if key == "input":
            return [self._places_by_input(record) for record in records]
        if key == "id":
            return [self._by_id.get(record.id or "", ()) for record in records]
        if key == "number":
            return [(int(record.id),) if record.id else () for record in records]
        return [(place,) for place in range(len(records))]

    def _places_by_input(self, record: OutputRecord) -> Places:
        """Places of an input; where several instances have it, an id tells which is meant."""
        places = self._places_of_input(record.input or "")
        if len(places) > 1 and record.id is not None and not self.is_numbered:
            return tuple(place for place in self._by_id.get(record.id, ()) if place in places) or places
        return places

    def find_contradiction(
        self, records: Sequence[OutputRecord], candidates: Sequence[Places], key: Key, path: Path
    ) -> InvalidInput | None:
        """An error about ids and inputs that do not fit together, or about several outputs for one instance."""
        if self.is_numbered or not self._has_inputs or key not in ("id", "input"):
            return None
        by_input = [self._places_of_input(record.input or "") for record in records]
        if key == "id":
            several = find_several_outputs(records, candidates, path)
            return several or find_other_input(records, candidates, by_input, self.instances, path)
        by_id = [self._by_id.get(record.id or "", ()) for record in records]  # ids of which some are not known
        unclear = find_unclear_id(records, candidates, by_input, self.instances, path)
        return unclear or find_other_input(records, by_id, by_input, self.instances, path)

    def describe_order(self, contents: OutputContents[str], path: Path) -> list[str]:
        """Say that outputs are matched by their order, where a reader of a table may expect otherwise."""
        given = next(iter(contents.systems.values()), [])
        records = self.take_inputs_for_ids(given)
        if records is not given:
            return [f"{path} has the ids of the references in its column of inputs: outputs are matched by them"]
        if contents.is_plain or not records or (key := self.find_key(records, path)) == "input":
            return []
        numbers = "inputs, not of rows" if self._numbers_inputs else "the references"
        if key == "number":
            return [f"{path}: its ids count from 0: they are matched with the numbers of {numbers}"]
        if key == "id" and self._numbers_inputs:
            note = f"{path}: the references have no ids: those of the outputs are taken for numbers of {numbers}"
            return [f"{note}, from 1 on (--group row scores every row by itself)"]
        if key == "id":
            is_partial = self.is_numbered and len(records) < len(self.instances)
            note = f"{path}: the references have no ids: those of the outputs are taken for their numbers, from 1 on"
            return [note] if is_partial else []
        if any(record.id is not None for record in records):
            return [f"{path}: the references have no ids: outputs are matched with references by their order"]
        has_inputs = any(record.input is not None for record in records)
        what = "no ids, and the references no inputs" if has_inputs else "no ids or inputs"
        return [f"{path} has {what}: outputs are matched with references by their order"]

    def refuse_unread_ids(self, records: Sequence[OutputRecord], path: Path) -> None:
        """Refuse to match outputs by their order where a column that nobody named has the ids of the references."""
        if self.is_numbered:
            return
        values: dict[str, set[str]] = defaultdict(set)
        for record in records:
            for name, value in record.others:
                values[name].add(value)
        for name, own in values.items():
            if len(own) == len(records) and own <= self._by_id.keys():
                raise InvalidInput(
                    f"{path} has no column of ids, but '{name}' has the ids of the references",
                    f"Add {name_option('instance', name)}.",
                )

    def _places_of_input(self, text: str) -> Places:
        if text not in self._by_text:
            try:
                self._by_text[text] = self._by_input.get(self.task.parse_input(text), ())
            except UserError:
                self._by_text[text] = ()
        return self._by_text[text]

    def _assign_places(
        self, candidates: Sequence[Places], records: Sequence[OutputRecord], path: Path, key: Key
    ) -> list[Places]:
        """Give every output its places, none twice."""
        placed = place_outputs(candidates)
        first = {place: record for record, places in zip(records, placed, strict=True) for place in places}
        problems: list[UserError] = []
        unknown = []
        for record, possible, places in zip(records, candidates, placed, strict=True):
            if places:
                continue
            given = _given(record, key)
            what = f"{path}, line {record.line}: '{shortened(given, 60)}'"
            if possible:
                problem = f"{what} was already answered in line {first[possible[0]].line}"
                is_pooled = key == "input" and len(self.instances[possible[0]].references) > 1
                row = "score every row by itself with --group row, " if is_pooled else ""
                remedy = f"Keep one output per instance, {row}or name the column of the systems: --columns system=NAME."
                problems.append(InvalidInput(problem, remedy))
            else:
                unknown.append(given)
                problem = f"{what} is not among the instances"
                problems.append(InvalidInput(problem, self._advise_on_numbers(key) or COPY))
        if len(unknown) > 1 and 2 * len(unknown) >= len(records):
            raise self._refuse_strangers(unknown, len(records), first, path, key)
        raise_all(problems)
        return placed

    def _refuse_strangers(
        self, unknown: Sequence[str], outputs: int, taken: Mapping[int, object], path: Path, key: Key
    ) -> InvalidInput:
        """An error about outputs that answer something else, with a few ids or inputs of either side."""
        free = (instance for place, instance in enumerate(self.instances) if place not in taken)
        theirs = [str(instance.input) if key == "input" else instance.id for instance in islice(free, NAMED)]
        what = "inputs" if key == "input" else "ids"
        share = "none" if len(unknown) == outputs else f"only {outputs - len(unknown):,}"
        others = f"; references have {quote_names(theirs)}" if theirs else ""
        verb = "are" if outputs - len(unknown) > 1 else "is"
        return InvalidInput(
            f"{path}: {share} of its {outputs:,} {what} {verb} among the references: "
            f"outputs have {quote_names(unknown[:NAMED])}{others}",
            self._advise_on_numbers(key)
            or f"Check that the files belong together, or name the column: --columns {_role(key)}=NAME.",
        )

    def _advise_on_numbers(self, key: Key) -> str | None:
        """What to do about numbers that are not those of inputs; None where they number nothing, or rows."""
        if key == "input" or not self._numbers_inputs:
            return None
        return (
            f"The references have no ids, and ids of outputs are the numbers of their {len(self.instances):,} inputs: "
            "score every row by itself with --group row, or give the references ids."
        )


def describe_missing(submission: Submission, instances: Sequence[Instance], missing: Missing) -> str | None:
    """Say which instances have no output, and what becomes of them; None if all have one."""
    places = [place for place, is_given in zip(submission.instances, submission.given(), strict=True) if not is_given]
    if not places:
        return None
    named = quote_names([instances[place].id for place in places[:NAMED]])
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
