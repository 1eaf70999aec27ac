"""Deleting a study that has no answers. Those that have some are never deleted."""

from __future__ import annotations

from sqlalchemy import delete, func, select

from genchal.errors import Conflict
from genchal.store.connection.writer import Transaction
from genchal.store.numbering import retire_numbers
from genchal.store.records import Study
from genchal.store.schema import answer, judgement, study
from genchal.store.upkeep.belonging import list_tables_of, rows_of


def delete_study(transaction: Transaction, unused: Study) -> None:
    """Delete a study and everything of it; Conflict if somebody has answered."""
    for table in (answer, judgement):
        own = select(func.count()).select_from(table).where(rows_of(table, study, unused.id))
        if transaction.execute(own).scalar_one():
            raise Conflict(
                f"study '{unused.name}' has answers and cannot be deleted",
                f"Close it: genchal study close {unused.name}.",
            )
    retire_numbers(transaction)
    for table in reversed(list_tables_of(study)):
        transaction.execute(delete(table).where(rows_of(table, study, unused.id)))
