"""Numbers of studies, items and blocks are given once, also where one has been deleted.

Servers remember what stands under a number. PostgreSQL never gives one again; SQLite gives the highest one again after
it was deleted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table, func, select, update

from genchal.store.connection.writer import Transaction
from genchal.store.schema import block, database_stamp, item, study


def retire_numbers(transaction: Transaction) -> None:
    """Note the highest numbers there are, before some of them are deleted."""
    highest = [transaction.execute(select(func.max(table.c.id))).scalar() or 0 for table in (study, item, block)]
    noted = update(database_stamp).where(database_stamp.c.last_number < max(highest))
    transaction.execute(noted.values(last_number=max(highest)))


def number_rows(transaction: Transaction, table: Table, rows: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """Rows with numbers that nothing has had, where the database would not see to that itself."""
    if transaction.dialect.name != "sqlite":
        return rows
    last = transaction.execute(select(database_stamp.c.last_number)).scalar_one()
    highest = transaction.execute(select(func.max(table.c.id))).scalar() or 0
    if highest >= last:
        return rows
    return [{"id": number, **row} for number, row in enumerate(rows, last + 1)]
