"""Sheets as their raters see them, and answers in progress."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from genchal.domain.study import Answers
from genchal.errors import InvalidInput, NotFound
from genchal.store.leases import renew
from genchal.store.raters import read_rater
from genchal.store.records import Draft, Rater, SheetState, StoredSheet
from genchal.store.schema import block, draft, sheet
from genchal.store.schema import rater as rater_table
from genchal.store.studies import load_block, load_subjects
from genchal.store.writer import Transaction

HIGHEST = 2**63 - 1  # number of a draft


def load_sheet(transaction: Transaction, token: str, rater: int) -> StoredSheet:
    """A sheet with everything that its page needs; only the rater that it belongs to finds it."""
    row = own_sheet(transaction, token, rater)
    given = load_block(transaction, row.block)
    items = tuple(given.items[place] for place in row.order)
    saved = transaction.execute(_DRAFT, {"sheet": row.id}).first()
    return StoredSheet(
        token=row.token,
        block=given.id,
        items=items,
        subjects=load_subjects(transaction, row.study, (one.instance for one in items)),
        condition=given.condition,
        practice=given.practice,
        turn=row.turn,
        seed=row.seed,
        state=row.state,
        leased_until=row.leased_until,
        shown_at=row.shown_at,
        draft=Draft(*saved) if saved else None,
    )


def open_sheet(transaction: Transaction, rater: int) -> str | None:
    """The token of the sheet that a rater has now."""
    token: str | None = transaction.execute(_OPEN_TOKEN, {"rater": rater}).scalar()
    return token


def sheet_state(transaction: Transaction, token: str, rater: int) -> SheetState:
    """How far a rater's sheet is."""
    state: SheetState = own_sheet(transaction, token, rater).state
    return state


def sheet_owner(transaction: Transaction, token: str) -> Rater:
    """Whose sheet this is. Whoever asks must still say who they are: nobody else is told that there is such a sheet."""
    row = transaction.execute(_OWNER, {"token": token}).first()
    if row is None:
        raise no_sheet()
    return read_rater(row)


def no_sheet() -> NotFound:
    """What is said of a sheet that is not there, or is another's."""
    return NotFound("there is no such sheet for you", "Follow the link to the study again.")


def save_draft(
    transaction: Transaction,
    token: str,
    rater: int,
    *,
    number: int,
    answers: Answers,
    now: float,
    lease_seconds: float | None = None,
) -> bool:
    """Keep answers in progress; False if later ones are kept already, or the sheet is answered.

    Whoever types is at work: the lease begins anew if `lease_seconds` are given, once half of it is over.
    """
    if not 0 <= number <= HIGHEST:
        raise InvalidInput("the number of a draft is out of range", "Load the page again.")
    row = own_sheet(transaction, token, rater)
    if row.state in {"done", "surplus"}:
        return False
    if lease_seconds is not None and (row.state == "expired" or row.leased_until < now + lease_seconds / 2):
        renew(transaction, row.id, now + lease_seconds, now)
    values = {"sheet": row.id, "number": number, "answers": dict(answers), "saved_at": now}
    return transaction.execute(_SAVE[transaction.dialect.name], values).first() is not None


def own_sheet(transaction: Transaction, token: str, rater: int) -> Row[*tuple[Any, ...]]:
    """The row of a sheet, and what matters about its block. What is another's is not there."""
    row = transaction.execute(_OWN, {"token": token, "rater": rater}).first()
    if row is None:
        raise no_sheet()
    return row


_OWN = (
    select(sheet, block.c.study, block.c.quota, block.c.answered)
    .join(block, block.c.id == sheet.c.block)
    .where(sheet.c.token == bindparam("token"), sheet.c.rater == bindparam("rater"))
)
_OPEN_TOKEN = select(sheet.c.token).where(sheet.c.rater == bindparam("rater"), sheet.c.state == "open")
_OWNER = select(rater_table).join(sheet, sheet.c.rater == rater_table.c.id).where(sheet.c.token == bindparam("token"))
_DRAFT = select(draft.c.number, draft.c.answers).where(draft.c.sheet == bindparam("sheet"))


def _newest_wins(first: Any) -> Any:
    """A first draft, or a later one in the place of an earlier one: both databases say it in the same words."""
    new = first.excluded
    changes = {"number": new.number, "answers": new.answers, "saved_at": new.saved_at}
    saved = first.on_conflict_do_update(index_elements=["sheet"], set_=changes, where=draft.c.number < new.number)
    return saved.returning(draft.c.number)


_SAVE = {"sqlite": _newest_wins(sqlite.insert(draft)), "postgresql": _newest_wins(postgresql.insert(draft))}
