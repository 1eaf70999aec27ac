"""Long tables: one judgement per row, ``rater sheet instance system criterion value``, under the names people use.

Two more layouts of rows, direct assessment and Appraise, say which of their columns play these roles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from genchal.domain.columns import RATING_NAMES, ColumnRole
from genchal.ratings.layout import Judgements, fill_column, parse_numbers
from genchal.ratings.tables.columns import NEEDED, ROLES
from genchal.ratings.tables.read_table import DETAILS, add_details, read_table
from genchal.text.arrays.labels import Labels
from genchal.text.tables.names import plain_name
from genchal.text.tables.source import CodedTable, TableSource

NAMES = RATING_NAMES
HEADER = ("rater", "sheet", "instance", "system", "criterion", "value", "kind", "position", "shown_at", "answered_at")


class Long:
    """Reads the layout."""

    summary: ClassVar[str] = "long tables, one judgement per row: rater, sheet, instance, system, criterion, value"

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """There is a column for what is needed at least."""
        return {ROLES.get(plain_name(name)) for name in header} >= set(NEEDED)

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the judgements of a file, in its order."""
        return read_table(source)


def read_judgements(table: CodedTable, columns: Mapping[ColumnRole, str]) -> Judgements:
    """Put columns into their roles, of which `NEEDED` are there. Without a criterion, the values' column names it."""

    def column(role: ColumnRole) -> Labels | None:
        return table.columns[columns[role]] if role in columns else None

    value, doubtful = parse_numbers(table.columns[columns["value"]])
    found = Judgements(
        value=value,
        rater=column("rater"),
        instance=table.columns[columns["instance"]],
        system=table.columns[columns["system"]],
        criterion=column("criterion") or fill_column(columns["value"].lower(), len(table)),
        lines=table.lines,
        sheet=column("sheet"),
        doubtful=doubtful,
        personal=table.personal,
        has_named_sheets="sheet" in columns,
    )
    add_details(found, {role: column(role) for role in DETAILS}, np.arange(len(table)))
    return found
