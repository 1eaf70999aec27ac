"""Step 1: files to instances and submissions."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from genchal.domain import AttributeSet, Input, Instance, Scene, Submission, System, Task, Text
from genchal.domain.grouping import Grouping, group_instances
from genchal.errors import InvalidInput, UserError, counted, raise_all, suggestion
from genchal.resources.files import inner_name, read_lines
from genchal.tasks import TASKS
from genchal.tasks.columns import has_columns
from genchal.tasks.outputs import Key, OutputRecord, read_outputs
from genchal.tasks.plain import Plain
from genchal.tasks.table import Table
from genchal.tasks.tuna import Tuna, has_attribute_sets, has_trials, read_attribute_sets, read_trial_outputs

TABLE_SUFFIXES = {".tsv", ".csv", ".jsonl", ".json"}
TEXT_SUFFIXES = {".txt"}


def task_for(name: str | None, path: Path, lines: Sequence[str]) -> Task:
    """Return the task that was asked for, or the one that a file looks like."""
    if name is None and has_trials(lines):
        name = "tuna"
    elif name is None:
        name = "gem" if is_gem(path, lines) else "table" if is_table(path, lines) else "plain"
    return TASKS[name]()


def load_instances(path: Path, task: str | None, group: Grouping | None = None) -> tuple[Task, tuple[Instance, ...]]:
    """Read a file of instances; ``file.tsv#test`` is the part of a file whose rows say that their split is `test`."""
    file, _, split = str(path).partition("#")
    lines = read_lines(Path(file))
    reader = task_for(task, Path(file), lines)
    return reader, _grouped(reader, _part(reader.parse(lines, file), split, file), group)


def load_references(
    paths: Sequence[Path],
    task: str | None,
    expected: int | None,
    group: Grouping | None = None,
    special: str | None = None,
) -> tuple[Task, tuple[Instance, ...]]:
    """Read references: one file in a task's format, or several plain files with one reference a line each.

    Several files of TUNA's are read one after the other: the challenges' test sets were of furniture and of people.

    `expected` is the number of outputs, where known: it decides between the two layouts of plain text. `special` names
    a task that is tried first where the file is a table and nobody has said which.
    """
    if len(paths) == 1:
        file, _, split = str(paths[0]).partition("#")
        lines = read_lines(Path(file))
        reader = task_for(task, Path(file), lines)
        if special is not None and task is None and isinstance(reader, Table) and _reads(TASKS[special](), lines):
            reader = TASKS[special]()
        if isinstance(reader, Plain) and expected is not None:
            reader = Plain("lines" if len(lines) == expected else "auto")
        return reader, _grouped(reader, _part(reader.parse(lines, file), split, file), group)
    streams = [read_lines(path) for path in paths]
    if task in (None, Tuna.name) and all(map(has_trials, streams)):
        return Tuna(), _grouped(Tuna(), _trials_of(paths, streams), group)
    if len(set(map(len, streams))) > 1:
        counts = ", ".join(f"{path.name} {len(stream)}" for path, stream in zip(paths, streams, strict=True))
        raise InvalidInput(
            f"reference files differ in their number of lines ({counts})", "Give every file one line a segment."
        )
    together = zip(*streams, strict=True)
    return Plain(), tuple(Instance(str(n), Text(), references) for n, references in enumerate(together, start=1))


def _trials_of(paths: Sequence[Path], streams: Sequence[Sequence[str]]) -> list[Instance]:
    """The trials of several files, one after the other."""
    instances: dict[str, tuple[Instance, Path]] = {}
    for path, lines in zip(paths, streams, strict=True):
        for instance in Tuna().parse(lines, str(path)):
            if instance.id in instances:
                problem = f"{path}: trial '{instance.id}' is already in {instances[instance.id][1]}"
                raise InvalidInput(problem, "Give every trial an ID of its own.")
            instances[instance.id] = instance, path
    return [instance for instance, _ in instances.values()]


def _reads(task: Task, lines: Sequence[str]) -> bool:
    """Whether a file can be read as this task's."""
    try:
        for _ in task.parse(lines, ""):
            pass
    except UserError:
        return False
    return True


def _part(instances: Iterable[Instance], split: str, file: str) -> list[Instance]:
    """Return the instances of one split, or all; there must be some."""
    everything = list(instances)
    part = [instance for instance in everything if instance.meta.get("split") == split] if split else everything
    if not part and everything:
        known = sorted({instance.meta.get("split", "") for instance in everything} - {""})
        raise InvalidInput(f"{file}: no instances of a split '{split}'", suggestion(split, known))
    if not part:
        raise InvalidInput(f"{file}: no instances in it", "Check that this is the right file.")
    return part


def _grouped(reader: Task, instances: Sequence[Instance], group: Grouping | None) -> tuple[Instance, ...]:
    return group_instances(instances, group or reader.group)


class Alignment:
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

    def submission(self, system: System, records: Sequence[OutputRecord], path: Path) -> Submission:
        """Put outputs into the order of the instances; what nobody answered is missing."""
        records = self.meant(records, path)
        key = self.key(records)
        if key == "place" and len(records) != len(self.instances):
            raise InvalidInput(
                f"{path}: {counted(len(records), 'output')} for {counted(len(self.instances), 'instance')}",
                "Write one output a line in the order of the instances, or add a column with the inputs.",
            )
        candidates = self.candidates(records, key)
        outputs: list[str | None] = [None] * len(self.instances)
        sets: list[AttributeSet | None] = [None] * len(self.instances)
        for record, place in zip(records, _distinct(candidates, records, path), strict=True):
            outputs[place] = None if record.text is None else self.task.repair(record.text)
            sets[place] = record.attributes
        selected = None if all(one is None for one in sets) else tuple(sets)
        return Submission(system, tuple(range(len(outputs))), tuple(outputs), attribute_sets=selected)

    def meant(self, records: Sequence[OutputRecord], path: Path) -> Sequence[OutputRecord]:
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

    def key(self, records: Sequence[OutputRecord]) -> Key:
        """What tells which instance an output answers."""
        if self._by_input.keys() - {Text()} and any(record.input is not None for record in records):
            return "input"
        return "id" if any(record.id is not None for record in records) else "place"

    def candidates(self, records: Sequence[OutputRecord], key: Key) -> list[tuple[int, ...]]:
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


def _distinct(candidates: Sequence[tuple[int, ...]], records: Sequence[OutputRecord], path: Path) -> list[int]:
    """Give every output one of its places, none twice; where inputs repeat, outputs follow their order."""
    problems: list[UserError] = []
    taken: dict[int, int] = {}
    places = []
    for record, possible in zip(records, candidates, strict=True):
        place = next((one for one in possible if one not in taken), None)
        if place is not None:
            taken[place] = record.line
            places.append(place)
            continue
        given = record.input if record.input is not None else record.id or ""
        what = f"{path}, line {record.line}: '{given if len(given) <= 60 else given[:57] + '...'}'"
        if possible:
            problem = f"{what} was answered in line {taken[possible[0]]} already"
            problems.append(InvalidInput(problem, "Keep one output an instance."))
        else:
            problem = f"{what} is not among the instances"
            problems.append(InvalidInput(problem, "Copy inputs and ids from the test file without changes."))
    raise_all(problems)
    return places


def load_outputs(path: Path, name: str | None = None) -> dict[str, list[OutputRecord]]:
    """Read the outputs in a file by the name of their system: `name`, or the file's, unless a column names them."""
    lines = read_lines(path)
    if is_gem(path, lines):
        from genchal.tasks.gem import read_gem_outputs  # seldom needed, and not quick to load

        systems = read_gem_outputs("\n".join(lines), str(path))
    else:
        systems = _read_by_contents(path, lines)
    return {own or name or system_name(path): records for own, records in systems.items()}


def _read_by_contents(path: Path, lines: list[str]) -> dict[str | None, list[OutputRecord]]:
    if has_trials(lines):
        return {None: read_trial_outputs(lines, str(path))}
    if has_attribute_sets(lines):
        return read_attribute_sets(lines, str(path))
    return read_outputs(lines, str(path), is_table(path, lines))


def system_name(path: Path) -> str:
    """The name a system gets from its file."""
    return "stdin" if str(path) == "-" else inner_name(path).stem


def load_submission(path: Path, alignment: Alignment, system: System) -> Submission:
    """Read the outputs of one system: all of a file, or its part of a long table."""
    outputs = load_outputs(path)
    if len(outputs) > 1 and system.name not in outputs:
        raise InvalidInput(f"{path}: no outputs of a system '{system.name}'", f"It has: {', '.join(outputs)}.")
    records = outputs[system.name] if len(outputs) > 1 else next(iter(outputs.values()), [])
    return alignment.submission(system, records, path)


def is_gem(path: Path, lines: Sequence[str]) -> bool:
    """Whether a file is one JSON document in the layout of GEM, rather than JSON lines."""
    if inner_name(path).suffix != ".json":
        return False
    try:
        document = json.loads("\n".join(lines))
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and not {"values", "tasks"}.isdisjoint(document)


def is_table(path: Path, lines: Sequence[str]) -> bool:
    """Whether a file has columns: by its suffix, or by its first line where the suffix does not say."""
    suffix = inner_name(path).suffix
    first = next((line for line in lines if line.strip()), "")
    return suffix in TABLE_SUFFIXES or "\t" in first or (suffix not in TEXT_SUFFIXES and has_columns(first))
