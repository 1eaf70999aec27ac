"""Files of outputs to submissions that answer the same instances, with references or without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from genchal.campaign.reading.instances import Alignment, load_outputs, load_references, system_name
from genchal.domain import Input, Instance, Submission, System, Task, Text
from genchal.domain.grouping import Grouping
from genchal.domain.pseudo import pseudo_submission
from genchal.errors import InvalidInput, UserError, raise_all
from genchal.resources.files import spooled
from genchal.tasks import TASKS
from genchal.tasks.outputs import OutputRecord
from genchal.tasks.plain import Plain
from genchal.tasks.table import Table


@dataclass(frozen=True, slots=True)
class Loaded:
    """Instances, and what systems wrote for them."""

    task: Task
    instances: tuple[Instance, ...]
    submissions: tuple[Submission, ...]


@dataclass(frozen=True, slots=True)
class Files:
    """Files of outputs with the names of their systems, pseudo-systems (``@random``), and files of references."""

    named: Sequence[tuple[str, Path]]
    pseudo: Sequence[str]
    references: Sequence[Path]

    @classmethod
    def of(cls, files: Sequence[Path | str], references: Sequence[Path]) -> Files:
        """Sort them; pipes are kept, so that everything can be read twice."""
        own = [file for file in files if not str(file).startswith("@")]
        return cls(
            named=[(system_name(Path(file)), spooled(Path(file))) for file in own],
            pseudo=[str(file)[1:] for file in files if str(file).startswith("@")],
            references=[spooled(path) for path in references],
        )


def load_submissions(
    files: Files,
    *,
    task: str | None = None,
    group: Grouping | None = None,
    special: str | None = None,
    seed: int = 1,
) -> Loaded:
    """Read files of outputs.

    Without references the instances are those of the system with most outputs: its inputs, its ids, or its lines.
    `special` names a task that is tried first where references are a table and nobody has said which.
    """
    outputs = [
        (System(name), path, records) for own, path in files.named for name, records in load_outputs(path, own).items()
    ]
    if files.references:
        counts = {len(records) for _, _, records in outputs}
        expected = counts.pop() if len(counts) == 1 else None
        found, instances = load_references(files.references, task, expected, group, special)
    elif files.pseudo:
        raise InvalidInput(f"@{files.pseudo[0]} is made from references, and there are none", "Give them with -r.")
    else:
        found, instances = _instances_of(outputs, task or special)
    alignment = Alignment(found, instances)
    submissions = [alignment.submission(system, records, path) for system, path, records in outputs]
    submissions += [pseudo_submission(System(name), name, instances, seed) for name in files.pseudo]
    return Loaded(found, instances, tuple(submissions))


def _instances_of(
    outputs: Sequence[tuple[System, Path, Sequence[OutputRecord]]], task: str | None
) -> tuple[Task, tuple[Instance, ...]]:
    """Make instances from the outputs themselves."""
    _, path, records = max(outputs, key=lambda one: len(one[2]))
    if not records:
        raise InvalidInput(f"{path}: no outputs in it", "Check that this is the right file.")
    if any(record.input is not None for record in records):
        reader: Task = TASKS[task]() if task else Table()
        inputs = _inputs(reader, records, path)
        return reader, tuple(Instance(str(number), given) for number, given in enumerate(inputs, start=1))
    reader = TASKS[task]() if task else Plain()
    ids = [record.id if record.id is not None else str(number) for number, record in enumerate(records, start=1)]
    return reader, tuple(Instance(one, Text()) for one in ids)


def _inputs(task: Task, records: Sequence[OutputRecord], path: Path) -> list[Input]:
    """Read the inputs that outputs come with."""
    inputs: list[Input] = []
    problems: list[UserError] = []
    for record in records:
        try:
            inputs.append(task.parse_input(record.input or ""))
        except InvalidInput as error:
            problems.append(InvalidInput(f"{path}, line {record.line}: {error.problem}", error.remedy))
    raise_all(problems)
    return inputs
