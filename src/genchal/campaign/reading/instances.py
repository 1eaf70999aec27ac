"""Files to instances, with the references that come with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from genchal.campaign.reading.contents import detect_contents, has_records
from genchal.domain import Instance, Scene, Task, Text
from genchal.domain.campaign import Track
from genchal.domain.columns import NO_COLUMNS, ColumnNames
from genchal.domain.grouping import Grouping, count_sharing, group_instances, group_unnamed
from genchal.errors import InvalidInput, UserError, counted, list_some, suggestion
from genchal.resources.files import shown_path, spooled
from genchal.resources.table_lines import read_table_lines
from genchal.tasks import TASKS
from genchal.tasks.plain import Plain
from genchal.tasks.table import TableTask
from genchal.tasks.tuna import Tuna, has_trials


def detect_task(name: str | None, path: Path, lines: Sequence[str], columns: ColumnNames = NO_COLUMNS) -> Task:
    """Return the task that was asked for, or the one that a file looks like."""
    if name == Plain.name and has_records(path, lines):
        raise InvalidInput(
            f"{shown_path(path)} has records with names, not a text on every line, as '{name}' means",
            'Say "table" instead, or leave the task out (in campaign.toml: format = "table").',
        )
    task = TASKS[name or detect_contents(path, lines, columns)]()
    return task.name_columns(columns)


def load_instances(
    path: Path, task: str | None, group: Grouping | None = None, columns: ColumnNames = NO_COLUMNS
) -> tuple[Task, tuple[Instance, ...]]:
    """Read a file of instances; ``file.tsv#test`` is the part of a file whose rows say that their split is `test`."""
    file, _, split = str(path).partition("#")
    here = spooled(Path(file))
    lines = read_table_lines(here)
    reader = detect_task(task, here, lines, columns)
    return reader, _grouped(reader, _part(reader.parse(lines, file), split, file), group)


def load_test_instances(track: Track) -> tuple[Task, tuple[Instance, ...]]:
    """The test instances of a track, with references from a file of their own where it has one."""
    task, instances = load_instances(track.test, track.format, track.group, track.columns)
    if track.references is None:
        return task, instances
    others = load_instances(track.references, track.format, "row", track.columns)[1]
    return task, tuple(
        replace(instance, references=references)
        for instance, references in zip(instances, _match_references(track, instances, others), strict=True)
    )


def _match_references(
    track: Track, instances: Sequence[Instance], others: Sequence[Instance]
) -> Sequence[tuple[str, ...]]:
    """For each instance its references: those of the same id, or, without ids, in the same place."""
    by_id = {other.id: other.references for other in others}
    if len(by_id) == len(others) and all(instance.is_identified for instance in instances):
        # Ids are never looked up among numbers of rows, unless they count the same rows.
        is_in_order = [instance.id for instance in instances] == [other.id for other in others]
        known = by_id if is_in_order or all(other.is_identified for other in others) else {}
        lost = [name for instance in instances for name in instance.ids if name not in known]
        if not lost:
            return [tuple(text for name in instance.ids for text in by_id[name]) for instance in instances]
        raise InvalidInput(
            f"{track.references}: no references for {counted(len(lost), 'instance')} of {track.test.name}, such as "
            f"{list_some(lost, 3)}",
            f"It has references for {list_some(list(by_id), 3)}. Check that the files belong together.",
        )
    if len(others) != len(instances):
        raise InvalidInput(
            f"{track.references}: {counted(len(others), 'row')} for {counted(len(instances), 'instance')} of "
            f"{track.test.name}, which have no ids",
            "Give as many references as instances, in the same order.",
        )
    return [other.references for other in others]


def load_references(
    paths: Sequence[Path],
    task: str | None,
    expected: int | None,
    group: Grouping | None = None,
    special: str | None = None,
    columns: ColumnNames = NO_COLUMNS,
) -> tuple[Task, tuple[Instance, ...]]:
    """Read references: one file in a task's format, or several plain files with one reference a line each.

    Several files of TUNA's are read one after the other: the challenges' test sets were of furniture and of people.

    `expected` is the number of outputs, where known: it decides between the two layouts of plain text. `special` names
    a task that is tried first where the file is a table and nobody has said which. `columns` is what the user says
    about the columns of a table.
    """
    if len(paths) == 1:
        file, _, split = str(paths[0]).partition("#")
        lines = read_table_lines(Path(file))
        reader = detect_task(task, Path(file), lines, columns)
        file = str(shown_path(Path(file)))
        if special is not None and task is None and isinstance(reader, TableTask):
            other = TASKS[special]().name_columns(columns)
            reader = other if _reads(other, lines) else reader
        if isinstance(reader, Plain) and expected is not None:
            reader = Plain("lines" if len(lines) == expected else "auto")
        return reader, _grouped(reader, _part(reader.parse(lines, file), split, file), group)
    streams = [read_table_lines(path) for path in paths]
    if task in (None, Tuna.name) and all(map(has_trials, streams)):
        return Tuna(), _grouped(Tuna(), _trials_of(paths, streams), group)
    kinds = [detect_contents(path, stream, columns) for path, stream in zip(paths, streams, strict=True)]
    if task in (None, "scenes") and kinds == ["scenes", "attributes"]:
        return _join_sets(paths, streams)
    for path, kind in zip(paths, kinds, strict=True):
        if kind != Plain.name and task is None:
            problem = f"{path}: one of several files of references, and not plain text ({kind})"
            raise InvalidInput(problem, "Give one file of this kind, with all references in it.")
    if len(set(map(len, streams))) > 1:
        counts = ", ".join(f"{path.name} {len(stream)}" for path, stream in zip(paths, streams, strict=True))
        raise InvalidInput(
            f"reference files differ in their number of lines ({counts})", "Give every file one line per segment."
        )
    together = zip(*streams, strict=True)
    return Plain(), tuple(Instance(str(n), Text(), references) for n, references in enumerate(together, start=1))


def _join_sets(paths: Sequence[Path], streams: Sequence[Sequence[str]]) -> tuple[Task, tuple[Instance, ...]]:
    """Scenes, and the attribute sets of a table beside them."""
    scenes, sets = (
        list(TASKS[name]().parse(lines, str(path)))
        for name, path, lines in zip(("scenes", "attributes"), paths, streams, strict=True)
    )
    known = {instance.id: instance.input for instance in sets if isinstance(instance.input, Scene)}
    strangers = sorted(known.keys() - {instance.id for instance in scenes})
    if strangers:
        problem = f"{paths[1]}: scene '{strangers[0]}' is not in {paths[0]}"
        raise InvalidInput(problem, f"It has '{scenes[0].id}', for example. Check that the files belong together.")
    joined = []
    for instance in scenes:
        if instance.id in known and isinstance(instance.input, Scene):
            described = instance.input.attribute_sets + known[instance.id].attribute_sets
            instance = replace(instance, input=replace(instance.input, attribute_sets=described))
        joined.append(instance)
    return TASKS["scenes"](), tuple(joined)


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
    """Group as somebody asked for, or as is usual; ids of the file's own are put together only where that is meant."""
    if group is None and reader.group == "input" and not reader.pools_inputs:
        return group_unnamed(instances)
    return group_instances(instances, group or reader.group)


def find_grouping(task: Task, group: Grouping | None, instances: Sequence[Instance]) -> Grouping:
    """How instances were grouped, as signatures say it."""
    return "row" if count_apart(task, group, instances) else group or task.group


def describe_apart(task: Task, group: Grouping | None, instances: Sequence[Instance]) -> str | None:
    """Say that instances with equal inputs were not put together, as nobody asked for it; None if there are none."""
    count = count_apart(task, group, instances)
    if not count:
        return None
    return (
        f"{count:,} of {counted(len(instances), 'instance')} have an input that another one has, too: each is scored "
        "with the references of its own id (--group input pools them)"
    )


def count_apart(task: Task, group: Grouping | None, instances: Sequence[Instance]) -> int:
    """How many instances share an input, but were not put together as nobody asked for it."""
    if group is not None or task.group != "input" or task.pools_inputs:
        return 0
    return count_sharing(instances)
