"""The log of what happened in a study. It only grows.

Only what other tables do not tell already: that a rater came, took a sheet or answered it stands there with its time.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import insert

from genchal.store.schema import event
from genchal.store.writer import Transaction


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


_ADD = insert(event).inline()
