"""Files of outputs to submissions that answer the same instances, with references or without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import is_gem, is_table, load_references
from genchal.domain import Input, Instance, Submission, System, Task, Text
from genchal.domain.grouping import Grouping
from genchal.domain.pseudo import pseudo_submission
from genchal.errors import InvalidInput, name_place_of_errors, parse_all
from genchal.resources.files import inner_name, read_lines, spooled
from genchal.tasks import TASKS
from genchal.tasks.outputs import OutputRecord, read_outputs
from genchal.tasks.plain import Plain
from genchal.tasks.table import TableTask
from genchal.tasks.tuna import has_attribute_sets, has_trials, read_attribute_sets, read_trial_outputs


@dataclass(frozen=True, slots=True)
class SystemOutputs:
    """What systems wrote for the same instances."""

    task: Task
    instances: tuple[Instance, ...]
    submissions: tuple[Submission, ...]

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
    references: Sequence[Path] = (),
    *,
    task: str | None = None,
    group: Grouping | None = None,
    special: str | None = None,
    seed: int = 1,
    keep_quotes: bool = False,
) -> SystemOutputs:
    """Read files of outputs; a name with @ (``@HUMAN``) is a pseudo-system made from the references.

    Without references the instances are those of the system with most outputs: its inputs, its ids, or its lines.
    `special` names a task that is tried first where references are a table and nobody has said which. `keep_quotes`
    leaves single quotes around outputs where a file has them around every cell.
    """
    files, references = spool_files(files), list(map(spooled, references))
    pseudo_systems = [str(file)[1:] for file in files if is_pseudo_system(file)]
    paths = [Path(file) for file in files if not is_pseudo_system(file)]
    outputs = [
        (System(name), path, records)
        for path in paths
        for name, records in load_outputs(path, keep_quotes=keep_quotes).items()
    ]
    if references:
        counts = {len(records) for _, _, records in outputs}
        expected = counts.pop() if len(counts) == 1 else None
        found, instances = load_references(references, task, expected, group, special)
    elif pseudo_systems:
        raise InvalidInput(f"@{pseudo_systems[0]} is made from references, and there are none", "Give them with -r.")
    else:
        found, instances = _instances_of(outputs, task or special)
    alignment = OutputAlignment(found, instances)
    submissions = [alignment.align_outputs(system, records, path) for system, path, records in outputs]
    submissions += [pseudo_submission(System(name), name, instances, seed) for name in pseudo_systems]
    return SystemOutputs(found, instances, tuple(submissions))


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


def load_submission(path: Path, alignment: OutputAlignment, system: System) -> Submission:
    """Read the outputs of one system: all of a file, or its part of a long table."""
    outputs = load_outputs(path)
    if len(outputs) > 1 and system.name not in outputs:
        raise InvalidInput(f"{path}: no outputs of a system '{system.name}'", f"It has: {', '.join(outputs)}.")
    records = outputs[system.name] if len(outputs) > 1 else next(iter(outputs.values()), [])
    return alignment.align_outputs(system, records, path)


def load_outputs(path: Path, name: str | None = None, *, keep_quotes: bool = False) -> dict[str, list[OutputRecord]]:
    """Read the outputs in a file by the name of their system: `name`, or the file's, unless a column names them."""
    lines = read_lines(path)
    if is_gem(path, lines):
        from genchal.tasks.gem import read_gem_outputs  # rarely needed, and slow to load

        systems = read_gem_outputs("\n".join(lines), str(path))
    else:
        systems = _read_by_contents(path, lines, keep_quotes)
    return {own or name or system_name(path): records for own, records in systems.items()}


def _read_by_contents(path: Path, lines: list[str], keep_quotes: bool) -> dict[str | None, list[OutputRecord]]:
    if has_trials(lines):
        return {None: read_trial_outputs(lines, str(path))}
    if has_attribute_sets(lines):
        return read_attribute_sets(lines, str(path))
    return read_outputs(lines, str(path), is_table(path, lines), keep_quotes=keep_quotes)


def system_name(path: Path) -> str:
    """The name a system gets from its file."""
    return "stdin" if str(path) == "-" else inner_name(path).stem


def _instances_of(
    outputs: Sequence[tuple[System, Path, Sequence[OutputRecord]]], task: str | None
) -> tuple[Task, tuple[Instance, ...]]:
    """Make instances from the outputs themselves."""
    _, path, records = max(outputs, key=lambda system: len(system[2]))
    if not records:
        raise InvalidInput(f"{path}: it contains no outputs", "Check that this is the right file.")
    if any(record.input is not None for record in records):
        reader: Task = TASKS[task]() if task else TableTask()
        inputs = _inputs(reader, records, path)
        return reader, tuple(Instance(str(number), given) for number, given in enumerate(inputs, start=1))
    reader = TASKS[task]() if task else Plain()
    ids = [record.id if record.id is not None else str(number) for number, record in enumerate(records, start=1)]
    return reader, tuple(Instance(identity, Text()) for identity in ids)


def _inputs(task: Task, records: Sequence[OutputRecord], path: Path) -> list[Input]:
    """Read the inputs that outputs come with."""

    def read(record: OutputRecord) -> Input:
        with name_place_of_errors(f"{path}, line {record.line}"):
            return task.parse_input(record.input or "")

    return parse_all(read, records)
