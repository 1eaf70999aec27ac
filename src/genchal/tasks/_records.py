"""Rows of tables by the roles of their columns."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from genchal.domain.columns import OUTPUT_NAMES, ColumnRole
from genchal.errors import InvalidInput
from genchal.tasks._column_choice import ColumnChoice


class Record(NamedTuple):
    """One line of a table by the roles of its columns; `others` are the columns without a role.

    `wide` are the outputs of several systems, where each has a column of its own; None is a missing one.
    """

    line: int
    cells: dict[ColumnRole, str]
    references: tuple[str, ...] = ()
    others: tuple[tuple[str, str], ...] = ()
    wide: tuple[str | None, ...] = ()


def find_id(record: Record) -> str | None:
    """The id of a row; a blank cell is none."""
    identity = record.cells.get("instance", "")
    return identity if identity.strip() else None


def join_rows(records: Iterable[Record], source: str) -> list[list[Record]]:
    """Rows of a table of references by their ids, in the order of the first ones; a row without an id is alone."""
    joined: dict[str, list[Record]] = {}
    for number, record in enumerate(records, start=1):
        identity = find_id(record)
        rows = joined.setdefault(f"row {number}" if identity is None else f"id {identity}", [])
        if rows and record.cells.get("input") != rows[0].cells.get("input"):
            raise InvalidInput(
                f"{source}, line {record.line}: id '{identity}' has another input than in line {rows[0].line}",
                "Give every input an id of its own.",
            )
        rows.append(record)
    return list(joined.values())


def list_needed(choice: ColumnChoice, optional: Collection[ColumnRole]) -> list[ColumnRole]:
    """The roles that must be clear.

    Where outputs have ids nobody asks which column is the input; and texts are references where there are no others.
    """
    unclear = {role for role in optional if role != "output" or "reference" in choice.columns}
    if "instance" in choice.columns and "reference" in optional:
        unclear.add("input")
    return [role for role in OUTPUT_NAMES if role not in unclear]
