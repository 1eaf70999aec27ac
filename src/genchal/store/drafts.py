"""Answers in progress."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from genchal.errors import InvalidInput
from genchal.store.connection.writer import Transaction
from genchal.store.leases import renew_lease
from genchal.store.records import Draft, HeldSheet
from genchal.store.schema import IS_OPEN, Json, draft, rater, sheet

HIGHEST = 2**63 - 1  # number of a draft
MOST_LEASES = 8  # that one after the other keep a sheet for somebody who does not answer it


def keep_draft(
    transaction: Transaction,
    token: str,
    rater: str,
    given: Draft,
    *,
    now: float,
    lease_seconds: float,
) -> bool:
    """Keep answers in progress of a rater (by token) who is at work on an open sheet: half of all requests are this.

    One statement. False if it was not as simple, and nothing is kept: whose sheet it is and how it is with its lease
    must be looked at, then (`save_draft`).
    """
    values = {
        "token": token,
        "of_rater": rater,
        "number": _number(given),
        "answers": dict(given.answers),
        "saved_at": now,
        "until": now + lease_seconds / 2,
    }
    return transaction.execute(_KEEP[transaction.dialect.name], values).first() is not None


def save_draft(
    transaction: Transaction,
    held: HeldSheet,
    given: Draft,
    *,
    now: float,
    lease_seconds: float | None = None,
) -> bool:
    """Keep answers in progress; False if later ones are kept already, or the sheet is answered.

    A rater who types is at work: if `lease_seconds` are given, the lease starts again once half of it is over. Answers
    that are the same as before are no work, and no sheet is kept for longer than `MOST_LEASES`.
    """
    number = _number(given)
    stored = held.stored
    if stored.is_answered:
        return False
    if lease_seconds is not None and (stored.state == "expired" or stored.leased_until < now + lease_seconds / 2):
        until = min(now + lease_seconds, stored.shown_at + MOST_LEASES * lease_seconds)
        if until > now and _is_progress(transaction, held.id, given):
            renew_lease(transaction, held.id, until, now)
    values = {"sheet": held.id, "number": number, "answers": dict(given.answers), "saved_at": now}
    return transaction.execute(_SAVE[transaction.dialect.name], values).first() is not None


def _is_progress(transaction: Transaction, number: int, given: Draft) -> bool:
    """Whether answers have come since the last draft."""
    kept = transaction.execute(_KEPT, {"of_sheet": number}).scalar()
    filled = {name: text for name, text in given.answers.items() if text.strip()}
    return bool(filled) and filled != {name: text for name, text in (kept or {}).items() if text.strip()}


def _number(given: Draft) -> int:
    if not 0 <= given.number <= HIGHEST:
        raise InvalidInput("the draft number is out of range", "Reload the page.")
    return given.number


# Statements are made once: to put one together takes longer than to run it.


def _newest_wins(first: Any) -> Any:
    """A first draft, or a later one in the place of an earlier one: both databases say it in the same words."""
    new = first.excluded
    changes = {"number": new.number, "answers": new.answers, "saved_at": new.saved_at}
    saved = first.on_conflict_do_update(index_elements=["sheet"], set_=changes, where=draft.c.number < new.number)
    return saved.returning(draft.c.number)


_COLUMNS = [draft.c.sheet, draft.c.number, draft.c.answers, draft.c.saved_at]
_OF_WHOM = (
    select(
        sheet.c.id,
        bindparam("number", type_=draft.c.number.type),
        bindparam("answers", type_=Json),
        bindparam("saved_at", type_=draft.c.saved_at.type),
    )
    .join(rater, rater.c.id == sheet.c.rater)
    .where(
        sheet.c.token == bindparam("token"),
        IS_OPEN,
        sheet.c.leased_until >= bindparam("until"),
        rater.c.token == bindparam("of_rater"),
        rater.c.state == "working",
    )
)
_KEPT = select(draft.c.answers).where(draft.c.sheet == bindparam("of_sheet"))
_INSERT = {"sqlite": sqlite.insert(draft), "postgresql": postgresql.insert(draft)}
_SAVE = {name: _newest_wins(insert) for name, insert in _INSERT.items()}
_KEEP = {name: _newest_wins(insert.from_select(_COLUMNS, _OF_WHOM)) for name, insert in _INSERT.items()}
