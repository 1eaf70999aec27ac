"""The texts to describe: references of data sets, or outputs of systems, each with its input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from genchal.campaign.reading.acts import has_act
from genchal.campaign.reading.delexicalise import check_slots
from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.named_columns import check_named_columns
from genchal.campaign.reading.submissions import load_submissions, system_name
from genchal.domain import DependencyTree, Input, Instance, Submission, Task, Text
from genchal.domain.columns import NO_COLUMNS, ColumnNames
from genchal.domain.results.profiles import Quirk
from genchal.errors import InvalidInput, counted
from genchal.resources.files import spooled
from genchal.tasks.dialogue import Bagel

TOTAL = "all"


@dataclass(frozen=True, slots=True)
class NamedTexts:
    """Texts of one system, or of one part of a data set; text i was written for instance ``instances[i]``.

    `trees` has the number of words of every dependency tree of the part, where its inputs are trees.
    """

    name: str
    texts: tuple[str, ...]
    inputs: tuple[Input, ...]
    instances: tuple[int, ...]
    trees: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TextSource:
    """All that is to be described, and what there is to say about it."""

    parts: tuple[NamedTexts, ...]
    is_data: bool  # references of a data set, rather than outputs
    notes: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()  # how it was read, as signatures say it


def load_source(
    files: Sequence[Path | str],
    references: Sequence[Path],
    *,
    task: str | None = None,
    acts: str = "",
    slots: Sequence[str] = (),
    seed: int = 1,
    quirks: Sequence[Quirk] = (),
    columns: ColumnNames = NO_COLUMNS,
) -> TextSource:
    """Read files of outputs, if there are references to go with them or no references in them; else data sets.

    Several files of a data set are its parts. `acts` keeps the turns with an act whose type begins so. `slots` must be
    slots of some input. Of the `quirks`, `quotes` and `second-x` are a matter of reading.
    """
    conditions = (*([f"acts:{acts}"] if acts else []), *([f"quirks:{'+'.join(quirks)}"] if quirks else []))
    has_outputs = bool(columns.systems) or "output" in columns.columns
    paths = [_local(file) for file in files if not str(file).startswith("@")]
    check_named_columns(columns, paths if has_outputs or references else (), references or paths)
    if not references and not has_outputs and not any(str(file).startswith("@") for file in files):
        data = _load_data(files, task, acts, slots, fill_once="second-x" in quirks, columns=columns)
        if data is not None:
            return replace(data, conditions=conditions)
    keep = "quotes" in quirks
    loaded = load_submissions(
        files, references, task=task, seed=seed, keep_quotes=keep, columns=columns, answers_once=True
    )
    check_slots(loaded.instances, slots)
    kept = {place for place, instance in enumerate(loaded.instances) if has_act(instance.input, acts)}
    parts = tuple(_texts_of(submission, loaded.instances, kept) for submission in loaded.submissions)
    missing = {
        submission.system.name: _count_missing(submission, loaded.instances) for submission in loaded.submissions
    }
    notes = tuple(f"{name}: {counted(number, 'output')} missing" for name, number in missing.items() if number)
    notes += tuple(note for note in loaded.notes if "by their order" in note or "count from 0" in note)
    return TextSource(_checked(parts, acts), False, notes, conditions)


def _load_data(
    files: Sequence[Path | str],
    task: str | None,
    acts: str,
    slots: Sequence[str],
    *,
    fill_once: bool = False,
    columns: ColumnNames = NO_COLUMNS,
) -> TextSource | None:
    """Read data sets; None if the files have no references."""
    parts: list[NamedTexts] = []
    everything: list[Instance] = []
    for file in files:
        path = _local(file)
        reader, instances = load_instances(path, task, "row", columns)
        trees = tuple(map(_count_words, instances))
        if not any(trees) and not any(instance.references for instance in instances):
            return None
        everything += instances
        rows = [(instance, place) for place, instance in enumerate(instances) if has_act(instance.input, acts)]
        pairs = [
            (text, instance.input, place)
            for instance, place in rows
            for text in _references(reader, instance, fill_once=fill_once)
        ]
        parts.append(replace(name_texts(_part_name(file), pairs), trees=trees if any(trees) else ()))
    check_slots(everything, slots)
    _check_part_names([part.name for part in parts])
    return TextSource(_checked(tuple(parts), acts), True)


def name_parts(files: Sequence[Path | str]) -> list[tuple[str, Path]]:
    """The parts of a data set: names of files, and where they are read."""
    parts = [(_part_name(file), _local(file)) for file in files]
    _check_part_names([name for name, _ in parts])
    return parts


def _check_part_names(names: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        raise InvalidInput(f"two parts are called '{max(names, key=names.count)}'", "Rename one of the files.")


def _local(file: Path | str) -> Path:
    """The file to read; standard input is kept, to be read more than once."""
    return spooled(Path(file)) if str(file) == "-" else Path(file)


def _part_name(file: Path | str) -> str:
    path, _, split = str(file).partition("#")
    return split or system_name(Path(path))


def _count_words(instance: Instance) -> int:
    """How many words a dependency tree has: nodes with a plain number; 0 for other inputs."""
    if not isinstance(instance.input, DependencyTree):
        return 0
    return sum(node.id.isdecimal() for node in instance.input.nodes)


def _references(reader: Task, instance: Instance, *, fill_once: bool) -> tuple[str, ...]:
    return reader.fill_once(instance) if fill_once and isinstance(reader, Bagel) else instance.references


def _count_missing(submission: Submission, instances: Sequence[Instance]) -> int:
    """How many instances have no output, not even one for another instance with the same input."""
    pairs = list(zip(submission.outputs, submission.instances, strict=True))
    answered = {instances[place].input for text, place in pairs if text is not None} - {Text()}
    return sum(text is None and instances[place].input not in answered for text, place in pairs)


def _texts_of(submission: Submission, instances: Sequence[Instance], kept: set[int]) -> NamedTexts:
    answered = zip(submission.outputs, submission.instances, strict=True)
    rows = [(text, instances[place].input, place) for text, place in answered if text is not None and place in kept]
    return name_texts(submission.system.name, rows)


def name_texts(name: str, rows: Sequence[tuple[str, Input, int]]) -> NamedTexts:
    """Put texts together, each with its input and the place of its instance."""
    return NamedTexts(name, tuple(row[0] for row in rows), tuple(row[1] for row in rows), tuple(row[2] for row in rows))


def _checked(parts: tuple[NamedTexts, ...], acts: str) -> tuple[NamedTexts, ...]:
    if not any(part.texts or part.trees for part in parts):
        why = f"no input has an act '{acts}'" if acts else "there are no texts"
        raise InvalidInput(why, "Check that these are the right files.")
    return parts
