"""Systems' outputs as teams send them in: text, tables, JSON; one system a file, a column, or many in a long table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from genchal.domain import AttributeSet
from genchal.domain.columns import NO_COLUMNS, ColumnNames
from genchal.errors import InvalidInput, counted
from genchal.tasks._records import find_id
from genchal.tasks.columns import Record, Role, read_records

Key = Literal["input", "id", "number", "place"]  # what tells which instance an output answers; numbers are from 0


class OutputRecord(NamedTuple):
    """One output with whatever tells which instance it answers: a text, an attribute set, or both; None is missing.

    `domain` is the part of the test data that it is for, where a file says so. `references` are those that stand
    beside it. `others` are columns without a role, kept where neither an id nor an input is there.
    """

    line: int
    text: str | None
    input: str | None = None
    id: str | None = None
    attributes: AttributeSet | None = None
    domain: str | None = None
    references: tuple[str, ...] = ()
    others: tuple[tuple[str, str], ...] = ()

    @property
    def is_missing(self) -> bool:
        """Whether there is neither a text nor an attribute set."""
        return self.text is None and self.attributes is None


def read_outputs(
    lines: list[str], source: str, tabular: bool, *, keep_quotes: bool = False, columns: ColumnNames = NO_COLUMNS
) -> dict[str | None, list[OutputRecord]]:
    """Read outputs by system; the key None stands for the one system of a file that names none.

    `columns` is what the user says about them. `keep_quotes` leaves the single quotes that some files have around every
    cell as part of the outputs.
    """
    if not lines or (tabular and not any(line.strip() for line in lines)):  # blank lines of a text are empty outputs
        raise InvalidInput(f"{source}: it contains no outputs", "Check that this is the right file.")
    if not tabular:
        return {None: [OutputRecord(number, line) for number, line in enumerate(lines, start=1)]}
    headerless: tuple[Role, ...] = ("input", "output")
    optional: tuple[Role, ...] = ("reference",)
    records = read_records(lines, source, headerless, keep_quotes=keep_quotes, columns=columns, optional=optional)
    if not records:
        raise InvalidInput(f"{source}: it contains no outputs", "Check that this is the right file.")
    systems = _split_systems(records, columns.systems, source)
    if all(record.text is None for own in systems.values() for record in own):
        problem = f"{source}: {_all_missing(len(records))} null"
        raise InvalidInput(problem, "Check that this is the right file, and the right column (--columns output=NAME).")
    return systems


def _all_missing(count: int) -> str:
    return "the only output is" if count == 1 else f"all {count:,} outputs are"


def _split_systems(records: Sequence[Record], wide: Sequence[str], source: str) -> dict[str | None, list[OutputRecord]]:
    """Outputs by system, from a column that names them or from a column for each."""
    systems: dict[str | None, list[OutputRecord]] = {}
    _check_systems(records, source)
    for record in records:
        cells = record.cells
        given, identity = cells.get("input"), find_id(record)
        others = record.others if given is identity is None else ()
        if record.wide:
            for name, text in zip(wide, record.wide, strict=True):
                output = OutputRecord(record.line, text, given, identity, None, None, record.references, others)
                systems.setdefault(name, []).append(output)
        else:
            text = cells.get("output")
            output = OutputRecord(record.line, text, given, identity, None, None, record.references, others)
            systems.setdefault(cells.get("system", "").strip() or None, []).append(output)
    return systems


def _check_systems(records: Sequence[Record], source: str) -> None:
    """Refuse a table in which some rows name their system, and others do not."""
    nameless = [record.line for record in records if not record.wide and not record.cells.get("system", "").strip()]
    if nameless and len(nameless) < len(records):
        raise InvalidInput(
            f"{source}, line {nameless[0]}: {counted(len(nameless), 'row')} of {len(records):,} without a system",
            "Write the name of the system in every row, or remove these rows.",
        )
