"""Copying all rows of a database to another one, of the other kind if need be, and comparing them afterwards.

So a backup of either kind is a SQLite file that every command opens, and moving to PostgreSQL is restoring one there.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from itertools import zip_longest
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Integer,
    MetaData,
    Select,
    Table,
    Text,
    collate,
    func,
    insert,
    select,
)
from sqlalchemy.types import TypeDecorator

from genchal.errors import InvalidInput
from genchal.store.schema import METADATA, database_stamp

AT_A_TIME = 1000  # rows


def copy_rows(source: Connection, target: Connection, metadata: MetaData = METADATA) -> int:
    """Copy every row to tables that are empty; how many there are. The target keeps a stamp of its own."""
    copied = 0
    for table in _plain_tables(metadata):
        with source.execute(_all_rows(table, source)).mappings() as found:
            for rows in found.partitions(AT_A_TIME):
                target.execute(insert(table), [dict(row) for row in rows])
                copied += len(rows)
    if target.dialect.name == "postgresql":
        for table in _plain_tables(metadata):
            if isinstance(getattr(table.c.get("id"), "type", None), Integer):
                _continue_numbers(target, table)
    return copied


def compare_rows(source: Connection, target: Connection, metadata: MetaData = METADATA) -> int:
    """Compare two databases row by row and value by value; how many rows they have. InvalidInput if they differ."""
    compared = 0
    for table in _plain_tables(metadata):
        with closing(_read(source, table)) as mine, closing(_read(target, table)) as others:
            for row, other in zip_longest(mine, others):
                if row != other:
                    key = (row or other or ("",))[0]
                    problem = f"the copy differs in table '{table.name}' at {key!r}"
                    raise InvalidInput(problem, "Nothing was changed; please report this.")
                compared += 1
    return compared


def clear_rows(target: Connection) -> None:
    """Delete every row but the stamp."""
    for table in reversed(METADATA.sorted_tables):
        if table is not database_stamp:
            target.execute(table.delete())


def _read(connection: Connection, table: Table) -> Generator[tuple[Any, ...]]:
    with connection.execute(_all_rows(table, connection)) as found:
        for row in found:
            yield tuple(row)


def _all_rows(table: Table, connection: Connection) -> Select[Any]:
    """All rows in an order that both databases agree on: of bytes, where keys are texts."""
    keys = [
        collate(column, "C") if isinstance(column.type, Text) and connection.dialect.name == "postgresql" else column
        for column in table.primary_key.columns
    ]
    return select(table).order_by(*keys).execution_options(yield_per=AT_A_TIME)


def _plain_tables(metadata: MetaData) -> list[Table]:
    """The tables without what our types do to values: they are copied as they are stored."""
    return [
        Table(
            table.name,
            MetaData(),
            *(
                Column(
                    column.name,
                    column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type,
                    primary_key=column.primary_key,
                    autoincrement=False,
                )
                for column in table.columns
            ),
        )
        for table in metadata.sorted_tables
        if table.name != database_stamp.name
    ]


def _continue_numbers(target: Connection, table: Table) -> None:
    """Have PostgreSQL go on counting after the highest number."""
    highest = select(func.max(table.c.id)).scalar_subquery()
    name = func.pg_get_serial_sequence(table.name, "id")
    target.execute(select(func.setval(name, func.coalesce(highest, 1), highest.is_not(None))))
