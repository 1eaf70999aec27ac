"""The log of what happened in a study. It only grows.

Only what other tables do not tell already: that a rater came, took a sheet or answered it stands there with its time.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, func, insert, select

from genchal.store.connection.writer import Transaction
from genchal.store.schema import event


def log_event(
    transaction: Transaction,
    study: int,
    what: str,
    at: float,
    *,
    rater: int | None = None,
    sheet: int | None = None,
    **details: Any,
) -> None:
    """Add a line: what happened (a word or two), when, to whom, and what else is worth knowing."""
    values = {"study": study, "at": at, "what": what, "rater": rater, "sheet": sheet, "details": details}
    transaction.execute(_ADD, values)


def count_events(transaction: Transaction, sheet: int, what: str) -> int:
    """How many lines there are of something that happened to a sheet."""
    number: int = transaction.execute(_COUNT, {"of_sheet": sheet, "what": what}).scalar_one()
    return number


_ADD = insert(event).inline()
_COUNT = (
    select(func.count())
    .select_from(event)
    .where(event.c.sheet == bindparam("of_sheet"), event.c.what == bindparam("what"))
)
