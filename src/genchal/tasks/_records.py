"""Rows of tables by the roles of their columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

from genchal.domain.columns import OUTPUT_NAMES, ColumnRole
from genchal.errors import InvalidInput, counted
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


def join_rows(records: Sequence[Record], source: str) -> list[tuple[str | None, list[Record]]]:
    """Rows of a table of references by their ids, in the order of the first ones; without ids every row is alone."""
    joined: dict[str, tuple[str | None, list[Record]]] = {}
    for number, (identity, record) in enumerate(zip(_fill_ids(records, source), records, strict=True), start=1):
        _, rows = joined.setdefault(f"row {number}" if identity is None else f"id {identity}", (identity, []))
        if rows and record.cells.get("input") != rows[0].cells.get("input"):
            raise InvalidInput(
                f"{source}, line {record.line}: id '{identity}' has another input than in line {rows[0].line}",
                "Give every input an id of its own.",
            )
        rows.append(record)
    return list(joined.values())


def _fill_ids(records: Sequence[Record], source: str) -> list[str | None]:
    """The ids of rows: all or none have one, as the number of a row may be the id of another.

    A row without an id goes to the only id that its input has: it is another reference.
    """
    ids = list(map(find_id, records))
    if None not in ids or not any(ids):
        return ids
    known: dict[str, set[str]] = defaultdict(set)
    for identity, record in zip(ids, records, strict=True):
        if identity is not None and record.cells.get("input", "").strip():
            known[record.cells["input"]].add(identity)
    nameless = []
    for place, record in enumerate(records):
        if ids[place] is None:
            names = known.get(record.cells.get("input", ""), ())
            if len(names) == 1:
                ids[place] = next(iter(names))
            else:
                nameless.append(record.line)
    if nameless:
        raise InvalidInput(
            f"{source}, line {nameless[0]}: {counted(len(nameless), 'row')} of {len(records):,} without an id",
            "Write an id in every row, or remove the column of ids.",
        )
    return ids


def list_needed(choice: ColumnChoice, optional: Collection[ColumnRole]) -> list[ColumnRole]:
    """The roles that must be clear.

    Where outputs have ids nobody asks which column is the input; and texts are references where there are no others.
    """
    unclear = {role for role in optional if role != "output" or "reference" in choice.columns}
    if "instance" in choice.columns and "reference" in optional:
        unclear.add("input")
    return [role for role in OUTPUT_NAMES if role not in unclear]
