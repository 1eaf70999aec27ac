"""Files of outputs to submissions that answer the same instances, with references or without."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from genchal.campaign.reading.alignment import OutputAlignment, describe_missing
from genchal.campaign.reading.instances import describe_apart, load_references
from genchal.campaign.reading.named_columns import check_named_columns
from genchal.campaign.reading.output_files import OutputContents, read_output_lines
from genchal.campaign.reading.references_beside import SystemRecords, find_instances
from genchal.domain import Instance, Submission, System, Task
from genchal.domain.campaign import Missing
from genchal.domain.columns import NO_COLUMNS, ColumnNames, parse_columns
from genchal.domain.grouping import Grouping
from genchal.domain.pseudo import pseudo_submission
from genchal.errors import InvalidInput
from genchal.resources.files import inner_name, shown_path, spooled
from genchal.resources.shards import is_sharded, shards_name
from genchal.resources.table_lines import read_table_lines
from genchal.tasks.outputs import OutputRecord
from genchal.tasks.plain import Plain


@dataclass(frozen=True, slots=True)
class SystemOutputs:
    """What systems wrote for the same instances; `notes` say how outputs were matched, where that is not plain."""

    task: Task
    instances: tuple[Instance, ...]
    submissions: tuple[Submission, ...]
    notes: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The names of the systems."""
        return [submission.system.name for submission in self.submissions]

    @property
    def ids(self) -> list[str]:
        """The ids of the instances."""
        return [instance.id for instance in self.instances]


def load_submissions(
    files: Sequence[Path | str],
    references: Sequence[Path | str] = (),
    *,
    task: str | None = None,
    group: Grouping | None = None,
    special: str | None = None,
    seed: int = 1,
    keep_quotes: bool = False,
    columns: ColumnNames | str | Mapping[str, str | Sequence[str]] = "",
    systems: str | Sequence[str] = "",
    missing: Missing = "not_scored",
    answers_once: bool = False,
) -> SystemOutputs:
    """Read files of outputs; a name with @ (``@HUMAN``) is a pseudo-system made from the references.

    `genchal.score_submissions(found.instances, found.submissions)` scores what is found.

    Without references the instances are those of the system with most outputs: its inputs, its ids, or its lines, with
    the references that stand beside outputs, if any; systems whose references differ are refused. `special` names a
    task that is tried first where references are a table and nobody has said which. `keep_quotes` leaves single quotes
    around outputs where a file has them around every cell. `columns` says which columns to read
    (``"output=answer,instance=doc+segment"``), `systems` which of them are systems (``"A,B"``); `missing` is what
    becomes of missing outputs, for the notes. An output answers all instances that it may, or one (`answers_once`).
    """
    if not isinstance(columns, ColumnNames):
        columns = parse_columns(columns, systems)
    files, data = spool_files(files), [spooled(Path(path)) for path in references]
    pseudo_systems = [str(file)[1:] for file in files if is_pseudo_system(file)]
    paths = [Path(file) for file in files if not is_pseudo_system(file)]
    check_named_columns(columns, paths, data)
    contents = [(path, load_contents(path, keep_quotes=keep_quotes, columns=columns)) for path in paths]
    _check_columns_of_systems(contents)
    outputs = [
        SystemRecords(System(name), shown_path(path), records)
        for path, own in contents
        for name, records in own.systems.items()
    ]
    if references:
        counts = {len(records) for _, _, records in outputs}
        expected = counts.pop() if len(counts) == 1 else None
        found, instances = load_references(data, task, expected, group, special, columns)
    elif pseudo_systems:
        raise InvalidInput(f"@{pseudo_systems[0]} is made from references, and there are none", "Give them with -r.")
    else:
        found, instances, outputs, notes = find_instances(outputs, task or special)
    alignment = OutputAlignment(found, instances, answers_once=answers_once)
    alignment.watch_outputs((path, records) for _, path, records in outputs)
    submissions = [alignment.align_outputs(system, records, path) for system, path, records in outputs]
    if references:
        notes = [note for path, own in contents for note in alignment.describe_order(own, shown_path(path))]
        if note := describe_apart(found, group, instances):
            notes.append(f"{shown_path(data[0])}: {note}")
    notes += [note for submission in submissions if (note := describe_missing(submission, instances, missing))]
    submissions += [pseudo_submission(System(name), name, instances, seed) for name in pseudo_systems]
    return SystemOutputs(found, instances, tuple(submissions), tuple(notes))


def _check_columns_of_systems(contents: Sequence[tuple[Path, OutputContents[str]]]) -> None:
    """Refuse two files of which a column gives a system the same name: to rename them would not help."""
    first: dict[str, Path] = {}
    for path, own in contents:
        for name in own.systems:
            known = first.setdefault(name, path)
            if known is not path and name != system_name(path):
                raise InvalidInput(
                    f"{shown_path(path)}: two systems are called '{name}', by a column here and in {shown_path(known)}",
                    "Give one of them another name in its column, or remove the column to name systems after files.",
                )


def load_tree(folder: Path, pair: str) -> SystemOutputs:
    """Read the systems of a WMT metrics tree for a language pair, with all references that it has."""
    from genchal.campaign.reading.wmt import load_wmt  # rarely needed, and slow to load

    tree = load_wmt(folder, pair)
    return SystemOutputs(Plain(), tree.instances, tree.submissions)


def is_pseudo_system(file: Path | str) -> bool:
    """Whether this is the name of a pseudo-system, such as ``@HUMAN``, rather than a file."""
    return str(file).startswith("@")


def spool_files(files: Sequence[Path | str]) -> list[Path | str]:
    """Keep pipes, so that everything can be read twice."""
    return [file if is_pseudo_system(file) else spooled(Path(file)) for file in files]


def load_submission(
    path: Path,
    alignment: OutputAlignment,
    system: System,
    columns: ColumnNames = NO_COLUMNS,
    notice: Callable[[str], None] = lambda _: None,
    long_tables: dict[str, OutputContents[str]] | None = None,
) -> Submission:
    """Read the outputs of one system: all of a file, its part of a long table, or its column.

    `notice` hears of outputs that are matched by their order. `long_tables` keeps tables of many systems, so that the
    next one of them does not have to be read again.
    """
    read = load_records(path, system, columns, long_tables)
    return align_contents(*read, path, alignment, system, notice)


def align_contents(
    contents: OutputContents[str],
    records: Sequence[OutputRecord],
    path: Path,
    alignment: OutputAlignment,
    system: System,
    notice: Callable[[str], None] = lambda _: None,
) -> Submission:
    """The outputs of one system, of which a file has these records."""
    submission = alignment.align_outputs(system, records, path)
    for note in alignment.describe_order(replace(contents, systems={system.name: list(records)}), path):
        notice(note)
    return submission


def load_records(
    path: Path,
    system: System,
    columns: ColumnNames = NO_COLUMNS,
    long_tables: dict[str, OutputContents[str]] | None = None,
) -> tuple[OutputContents[str], list[OutputRecord]]:
    """What a file has of a system, and all that it has."""
    key = f"{path} {columns}"
    contents = (long_tables or {}).get(key)
    if contents is None or system.name not in contents.systems:
        contents = load_contents(path, columns=columns, system=system.name)
    outputs = contents.systems
    if long_tables is not None and len(outputs) > 1:
        long_tables[key] = contents
    if len(outputs) > 1 and system.name not in outputs:
        raise InvalidInput(f"{path}: no outputs of a system '{system.name}'", f"It has: {', '.join(outputs)}.")
    return contents, outputs[system.name] if len(outputs) > 1 else next(iter(outputs.values()), [])


def load_outputs(path: Path, name: str | None = None, *, keep_quotes: bool = False) -> dict[str, list[OutputRecord]]:
    """Read the outputs in a file by the name of their system: `name`, or the file's, unless a column names them."""
    return load_contents(path, name, keep_quotes=keep_quotes).systems


def load_contents(
    path: Path,
    name: str | None = None,
    *,
    keep_quotes: bool = False,
    columns: ColumnNames = NO_COLUMNS,
    system: str | None = None,
) -> OutputContents[str]:
    """The same, with what the user says about columns; `system` may be a column of a wide table."""
    lines = read_table_lines(spooled(path))
    contents = read_output_lines(
        lines, path, str(shown_path(path)), keep_quotes=keep_quotes, columns=columns, system=system
    )
    return contents.name_systems(name or system_name(path))


def system_name(path: Path) -> str:
    """The name a system gets from its file, or from its files."""
    if is_sharded(path):
        return shards_name(path)
    return "stdin" if str(path) == "-" else inner_name(path).stem
