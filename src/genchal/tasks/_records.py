"""Rows of tables by the roles of their columns."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from genchal.domain.columns import OUTPUT_NAMES, ColumnRole
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


def list_needed(choice: ColumnChoice, optional: Collection[ColumnRole]) -> list[ColumnRole]:
    """The roles that must be clear.

    Where outputs have ids nobody asks which column is the input; and texts are references where there are no others.
    """
    unclear = {role for role in optional if role != "output" or "reference" in choice.columns}
    if "instance" in choice.columns and "reference" in optional:
        unclear.add("input")
    return [role for role in OUTPUT_NAMES if role not in unclear]
