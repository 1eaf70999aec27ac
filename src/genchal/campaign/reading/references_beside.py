"""Instances made from outputs themselves, with the references that stand beside them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.domain import Input, Instance, System, Task, Text
from genchal.errors import InvalidInput, name_place_of_errors, parse_all
from genchal.tasks import TASKS
from genchal.tasks.findings import shortened
from genchal.tasks.outputs import OutputRecord
from genchal.tasks.plain import Plain
from genchal.tasks.table import TableTask


class SystemRecords(NamedTuple):
    """What a file has of a system."""

    system: System
    path: Path
    records: Sequence[OutputRecord]


class _Beside(NamedTuple):
    """References of an instance, and the row that they stand in."""

    references: tuple[str, ...]
    source: SystemRecords
    line: int


Found = tuple[Task, tuple[Instance, ...], list[SystemRecords], list[str]]


def find_instances(outputs: Sequence[SystemRecords], task: str | None) -> Found:
    """The instances of the system with most outputs, outputs in their order, and what there is to say about it.

    All systems must have the same references for an instance. Where there are neither ids nor inputs, and systems have
    the same references in another order, outputs are matched by them.
    """
    joined = [own._replace(records=_join_rows(own.records)) for own in outputs]
    base = max(joined, key=lambda own: len(own.records))
    if not base.records:
        raise InvalidInput(f"{base.path}: it contains no outputs", "Check that this is the right file.")
    reader, instances = _make_instances(base, task)
    alignment = OutputAlignment(reader, instances)
    alignment.watch_outputs((own.path, own.records) for own in joined)
    notes, sorted_ = [], []
    for own in joined:
        moved = None if own is base else _follow_references(own, base)
        sorted_.append(own if moved is None else moved)
        if moved is not None:
            notes.append(f"{_describe(own)}: outputs are matched by their references, which are in another order")
    beside: dict[int, _Beside] = {}
    for own in [base, *(own for own in sorted_ if own is not base)]:
        for record, places in alignment.place_records(own.records, own.path):
            for place in places if record.references else ():
                known = beside.setdefault(place, _Beside(record.references, own, record.line))
                if set(known.references) != set(record.references):
                    raise _refuse_other_references(instances[place], known, own, record.line)
    found = (
        Instance(one.id, one.input, beside[place].references, is_identified=one.is_identified)
        if place in beside
        else one
        for place, one in enumerate(instances)
    )
    return reader, tuple(found), sorted_, notes


def _join_rows(records: Sequence[OutputRecord]) -> list[OutputRecord]:
    """Put rows together that repeat an output under the same id, with a reference each."""
    joined: dict[object, OutputRecord] = {}
    for number, record in enumerate(records):
        is_repeated = record.id is not None and bool(record.references)
        key = (record.id, record.input, record.text, record.attributes) if is_repeated else number
        known = joined.setdefault(key, record)
        if known is not record:
            joined[key] = known._replace(references=tuple(dict.fromkeys([*known.references, *record.references])))
    return list(joined.values())


def _make_instances(base: SystemRecords, task: str | None) -> tuple[Task, tuple[Instance, ...]]:
    """One instance for each output, or for each id."""
    has_inputs = any(record.input is not None for record in base.records)
    reader: Task = TASKS[task]() if task else TableTask() if has_inputs else Plain()
    inputs: Sequence[Input] = _read_inputs(reader, base) if has_inputs else [Text()] * len(base.records)
    instances: dict[object, Instance] = {}
    for number, (given, record) in enumerate(zip(inputs, base.records, strict=True), start=1):
        identity = record.id
        key = number if identity is None else f"id {identity}"
        name = str(number) if identity is None else identity
        instances.setdefault(key, Instance(name, given, is_identified=identity is not None))
    return reader, tuple(instances.values())


def _read_inputs(task: Task, base: SystemRecords) -> list[Input]:
    """Read the inputs that outputs come with."""

    def read(record: OutputRecord) -> Input:
        with name_place_of_errors(f"{base.path}, line {record.line}"):
            return task.parse_input(record.input or "")

    return parse_all(read, base.records)


def _follow_references(own: SystemRecords, base: SystemRecords) -> SystemRecords | None:
    """Outputs in the order of the other system's, if nothing but different references in another order tells it."""
    records = (*own.records, *base.records)
    if any(record.id is not None or record.input is not None or not record.references for record in records):
        return None
    ours = {record.references: record for record in own.records}
    theirs = [record.references for record in base.records]
    if [record.references for record in own.records] == theirs:
        return None
    if len(ours) < len(own.records) or len(own.records) != len(theirs) or ours.keys() != set(theirs):
        return None
    return own._replace(records=[ours[references] for references in theirs])


def _refuse_other_references(instance: Instance, known: _Beside, own: SystemRecords, line: int) -> InvalidInput:
    other = f"{_describe(known.source)}, line {known.line}"
    return InvalidInput(
        f"{_describe(own)}, line {line}: instance '{shortened(instance.id, 40)}' has other references than in {other}",
        "Give the references of all systems with -r.",
    )


def _describe(own: SystemRecords) -> str:
    """A file, and the system if its name is not that of the file."""
    name = own.system.name
    return str(own.path) if own.path.name.startswith(f"{name}.") else f"{own.path}, system '{name}'"
