"""Attribute sets in tables: what systems or people selected to describe something with, a row for each set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from genchal.domain import AttributeSet, Instance, Scene, Task
from genchal.errors import InvalidInput, UserError, counted, raise_all
from genchal.tasks.columns import find_role, split_table
from genchal.tasks.outputs import OutputRecord
from genchal.text.tables.delimited import find_delimiter

SET_NAMES = ("prediction", "attributes", "attribute_set")
TRIAL_NAMES = ("trial", "scene")  # besides all other names of ids


class AttributeTable(Task):
    """One row a set: a trial may have several, of several people. Nothing is known about what was described."""

    name = "attributes"
    summary = (
        "A table of attribute sets without scenes: `trial` (or another id) and `attributes`, such as `colour:red "
        "size:large`; several rows of a trial are several references."
    )

    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read one instance a trial, in the order of their first rows."""
        everything = list(lines)
        if not any(line.strip() for line in everything):
            return
        trials: dict[str, list[SetRow]] = {}
        for row in _read_rows(everything, source):
            trials.setdefault(row.trial, []).append(row)
        for trial, rows in trials.items():
            domain = next((row.domain for row in rows if row.domain), "")
            scene = Scene(domain, (), tuple(row.attributes for row in rows))
            yield Instance(trial, scene, is_identified=True)

    def render(self, instances: Iterable[Instance]) -> Iterator[str]:
        """Write one row per set."""
        yield "trial\tdomain\tattributes"
        for instance in instances:
            scene = instance.input
            if not isinstance(scene, Scene):
                problem = f"instance '{instance.id}' has no attribute sets"
                raise InvalidInput(problem, "Write it in the format that it was read from.")
            for attributes in scene.attribute_sets:
                yield f"{instance.id}\t{scene.domain}\t{write_set(attributes)}"


class SetRow(NamedTuple):
    """A row of a table of attribute sets."""

    line: int
    trial: str
    attributes: AttributeSet
    system: str | None
    domain: str | None


def has_attribute_sets(lines: Iterable[str]) -> bool:
    """Whether a file is a table of attribute sets, by its header."""
    first = next((line for line in lines if line.strip()), "")
    header = {cell.strip().strip('"').lower() for cell in first.split(find_delimiter(first))}
    if "entity" in header or not header.intersection(SET_NAMES):
        return False
    if header.isdisjoint(SET_NAMES[1:]):  # a prediction may also be a text
        return "trial" in header
    is_named = any(name in TRIAL_NAMES or find_role(name) == "instance" for name in header)
    return is_named and not any(find_role(name) == "output" for name in header)


def read_attribute_sets(lines: Iterable[str], source: str) -> dict[str | None, list[OutputRecord]]:
    """Read attribute sets by system from a table with the columns trial and prediction; system and domain are optional.

    A prediction is written `colour:red size:large`; one without any attribute is the empty set. The key None stands for
    the one system of a table that names none.
    """
    systems: dict[str | None, list[OutputRecord]] = {}
    seen: dict[tuple[str | None, str], int] = {}
    problems: list[UserError] = []
    for row in _read_rows(list(lines), source, problems):
        own = row.system, row.trial
        if own in seen:
            who = "there is already trial" if row.system is None else f"system '{row.system}' already has trial"
            problem = f"{source}, line {row.line}: {who} '{row.trial}' in line {seen[own]}"
            problems.append(InvalidInput(problem, "Keep one of the two."))
            continue
        seen[own] = row.line
        record = OutputRecord(row.line, None, id=row.trial, attributes=row.attributes, domain=row.domain)
        systems.setdefault(row.system, []).append(record)
    raise_all(problems)
    if None in systems and len(systems) > 1:
        problem = f"{source}, line {systems[None][0].line}: {counted(len(systems[None]), 'row')} without a system"
        raise InvalidInput(problem, "Write the name of the system in every row, or remove these rows.")
    if not systems:
        raise InvalidInput(f"{source}: it contains no outputs", "Check that this is the right file.")
    return systems


def parse_set(text: str) -> AttributeSet:
    """Read ``colour:red size:large``, or with semicolons where values have blanks: ``colour:red; place:far left``."""
    pieces = filter(None, map(str.strip, text.split(";"))) if ";" in text else text.split()
    pairs = [piece.partition(":") for piece in pieces]
    for name, colon, value in pairs:
        if not (name and colon):
            raise InvalidInput(
                f"'{(name + colon + value)[:30]}' is not an attribute",
                "Write name:value with single spaces between attributes, as in colour:red size:large.",
            )
    return frozenset((name.strip(), value.strip()) for name, _, value in pairs)


def write_set(attributes: AttributeSet) -> str:
    """Write an attribute set, with semicolons where a name or a value has blanks."""
    separator = "; " if any(" " in part for pair in attributes for part in pair) else " "
    written = separator.join(f"{name}:{value}" for name, value in sorted(attributes))
    return f"{written};" if separator == "; " and len(attributes) == 1 else written


def _read_rows(lines: Sequence[str], source: str, problems: list[UserError] | None = None) -> Iterator[SetRow]:
    """Read rows; what is wrong with some of them is kept in `problems`, or raised at the end."""
    table = split_table(lines, source, has_header=True)
    header = [name.lower() for name in table.header]
    ids = [name for name in header if find_role(name) == "instance"]
    trial = next((header.index(name) for name in (*TRIAL_NAMES, *ids) if name in header), None)
    attributes = next((header.index(name) for name in reversed(SET_NAMES) if name in header), None)
    missing = [name for name, place in (("trial", trial), ("prediction", attributes)) if place is None]
    if trial is None or attributes is None:
        raise InvalidInput(
            f"{source}, line {table.line}: no column {' and no column '.join(missing)}",
            "Name the columns system, trial and prediction (or attributes) in the first line.",
        )
    found: list[UserError] = [] if problems is None else problems
    system, domain = (header.index(name) if name in header else None for name in ("system", "domain"))
    for number, row in table.body:
        try:
            if len(row) != len(header):
                problem = f"{counted(len(row), 'column')}, expected {len(header)} ({', '.join(header)})"
                raise InvalidInput(problem, "Make every line have the same columns.")
            yield SetRow(
                number,
                row[trial],
                parse_set(row[attributes]),
                None if system is None else row[system].strip() or None,
                None if domain is None else row[domain],
            )
        except InvalidInput as error:
            found.append(error.at(f"{source}, line {number}"))
    if problems is None:
        raise_all(found)
