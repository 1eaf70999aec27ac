"""Work that an organiser rejects, and takes in again: nothing is deleted, and who it was stays known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, bindparam, select, update

from genchal.errors import Conflict
from genchal.store.connection.writer import Transaction
from genchal.store.events import log_event
from genchal.store.leases import count_block, release_sheets
from genchal.store.records import RaterState, SheetState
from genchal.store.schema import block, event, rater, sheet

REJECTED, READMITTED = "rejected", "readmitted"  # lines of the log


@dataclass(frozen=True, slots=True)
class Readmission:
    """Sheets of a rater that count again, and those whose place others have taken meanwhile; without practice."""

    counted: int
    surplus: int


def reject_rater(transaction: Transaction, study: int, number: int, reason: str, now: float) -> int:
    """Set aside all that a rater has answered: how many sheets besides practice. Others are asked for these instead."""
    was: RaterState = _state(transaction, number)
    if was == "rejected":
        raise Conflict("this rater is rejected already", "Nothing was changed.")
    release_sheets(transaction, number, now)
    answered = _sheets(transaction, number, ("done", "surplus"))
    for row in answered:
        if row.state == "done":
            count_block(transaction, row.block, -1, answered=-1)
        _set_sheet(transaction, row.id, "rejected")
    _set_rater(transaction, number, "rejected")
    sheets = sum(not row.practice for row in answered)
    log_event(transaction, study, REJECTED, now, rater=number, reason=reason, was=was, sheets=sheets)
    return sheets


def readmit_rater(transaction: Transaction, study: int, number: int, reason: str, now: float) -> Readmission:
    """Take in again what was set aside. Like late answers, it counts where its place is free, and is surplus else."""
    if _state(transaction, number) != "rejected":
        raise Conflict("this rater is not rejected", "Nothing was changed.")
    counted = surplus = 0
    for row in _sheets(transaction, number, ("rejected",)):
        is_wanted = row.quota is None or row.answered < row.quota
        if is_wanted:
            count_block(transaction, row.block, 1, answered=1)
        _set_sheet(transaction, row.id, "done" if is_wanted else "surplus")
        if not row.practice:
            counted, surplus = counted + is_wanted, surplus + (not is_wanted)
    details = transaction.execute(_LAST, {"the_rater": number}).scalars().first() or {}
    _set_rater(transaction, number, details.get("was", "finished"))
    log_event(transaction, study, READMITTED, now, rater=number, reason=reason, counted=counted, surplus=surplus)
    return Readmission(counted, surplus)


def list_rejection_reasons(transaction: Transaction, study: int) -> dict[int, str]:
    """Why raters of a study are rejected, by number."""
    rows = transaction.execute(_REASONS, {"study": study})
    return {number: str(details.get("reason", "")) for number, details in rows}


def _state(transaction: Transaction, number: int) -> Any:
    return transaction.execute(select(rater.c.state).where(rater.c.id == number)).scalar_one()


def _sheets(transaction: Transaction, number: int, states: tuple[SheetState, ...]) -> list[Row[*tuple[Any, ...]]]:
    chosen = (
        select(sheet.c.id, sheet.c.state, sheet.c.block, block.c.quota, block.c.answered, block.c.practice)
        .join(block, block.c.id == sheet.c.block)
        .where(sheet.c.rater == number, sheet.c.state.in_(states))
        .order_by(sheet.c.id)
    )
    return list(transaction.execute(chosen).all())


def _set_sheet(transaction: Transaction, number: int, state: SheetState) -> None:
    transaction.execute(update(sheet).where(sheet.c.id == number).values(state=state))


def _set_rater(transaction: Transaction, number: int, state: RaterState) -> None:
    """Set the state alone: when a rater finished is still true."""
    transaction.execute(update(rater).where(rater.c.id == number).values(state=state))


_LAST = (
    select(event.c.details)
    .where(event.c.rater == bindparam("the_rater"), event.c.what == REJECTED)
    .order_by(event.c.id.desc())
)
_REASONS = (
    select(event.c.rater, event.c.details)
    .join(rater, rater.c.id == event.c.rater)
    .where(event.c.study == bindparam("study"), event.c.what == REJECTED, rater.c.state == "rejected")
    .order_by(event.c.id)
)
