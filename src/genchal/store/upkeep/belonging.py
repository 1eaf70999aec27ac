"""Which rows belong to a study or a rater, by the foreign keys: tables that are added later are not forgotten."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Table, select

from genchal.store.schema import METADATA


def list_tables_of(owner: Table) -> list[Table]:
    """A table, and all that refer to it, directly or through others; those that others need come first."""
    return [table for table in METADATA.sorted_tables if table is owner or _reaches(table, owner)]


def rows_of(table: Table, owner: Table, number: int) -> ColumnElement[bool]:
    """The rows of a table that belong to a row of another one."""
    if table is owner:
        return table.c.id == number
    keys = [(key.parent, key.column.table) for key in table.foreign_keys if not key.parent.nullable]
    direct = next((column for column, other in keys if other is owner), None)
    if direct is not None:
        return direct == number
    column, other = next((column, other) for column, other in keys if _reaches(other, owner))
    return column.in_(select(other.c.id).where(rows_of(other, owner, number)))


def _reaches(table: Table, owner: Table) -> bool:
    others = [key.column.table for key in table.foreign_keys if key.column.table is not table]
    return owner in others or any(_reaches(other, owner) for other in others)
