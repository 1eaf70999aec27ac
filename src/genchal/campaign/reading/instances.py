"""Files to instances, with the references that come with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from genchal.domain import Instance, Task, Text
from genchal.domain.grouping import Grouping, group_instances
from genchal.errors import InvalidInput, UserError, suggestion
from genchal.resources.files import inner_name, read_lines
from genchal.tasks import TASKS
from genchal.tasks.columns import has_columns
from genchal.tasks.plain import Plain
from genchal.tasks.table import TableTask
from genchal.tasks.tuna import Tuna, has_trials
from genchal.text.tables.json_text import parse_json

TABLE_SUFFIXES = {".tsv", ".csv", ".jsonl", ".json"}
TEXT_SUFFIXES = {".txt"}
TREE_SUFFIXES = {".conll", ".conllu"}


def detect_task(name: str | None, path: Path, lines: Sequence[str]) -> Task:
    """Return the task that was asked for, or the one that a file looks like."""
    if name is None and has_trials(lines):
        name = "tuna"
    elif name is None:
        name = (
            "conllu"
            if is_trees(path)
            else "gem"
            if is_gem(path, lines)
            else "table"
            if is_table(path, lines)
            else "plain"
        )
    return TASKS[name]()


def load_instances(path: Path, task: str | None, group: Grouping | None = None) -> tuple[Task, tuple[Instance, ...]]:
    """Read a file of instances; ``file.tsv#test`` is the part of a file whose rows say that their split is `test`."""
    file, _, split = str(path).partition("#")
    lines = read_lines(Path(file))
    reader = detect_task(task, Path(file), lines)
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
        reader = detect_task(task, Path(file), lines)
        if special is not None and task is None and isinstance(reader, TableTask) and _reads(TASKS[special](), lines):
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
            f"reference files differ in their number of lines ({counts})", "Give every file one line per segment."
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
        raise InvalidInput(f"{file}: it contains no instances", "Check that this is the right file.")
    return part


def _grouped(reader: Task, instances: Sequence[Instance], group: Grouping | None) -> tuple[Instance, ...]:
    return group_instances(instances, group or reader.group)


def is_trees(path: Path) -> bool:
    """Whether a file has dependency trees, by its suffix."""
    return inner_name(path).suffix in TREE_SUFFIXES


def is_gem(path: Path, lines: Sequence[str]) -> bool:
    """Whether a file is one JSON document in the layout of GEM, rather than JSON lines."""
    if inner_name(path).suffix != ".json":
        return False
    document = parse_json("\n".join(lines))
    return isinstance(document, dict) and not {"values", "tasks"}.isdisjoint(document)


def is_table(path: Path, lines: Sequence[str]) -> bool:
    """Whether a file has columns: by its suffix, or by its first line where the suffix does not say."""
    suffix = inner_name(path).suffix
    first = next((line for line in lines if line.strip()), "")
    return suffix in TABLE_SUFFIXES or "\t" in first or (suffix not in TEXT_SUFFIXES and has_columns(first))
