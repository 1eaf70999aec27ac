"""Sheets as their raters see them, and as transactions find them that write."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sqlalchemy import Row, bindparam, func, select

from genchal.errors import NotFound
from genchal.store.connection.writer import Transaction
from genchal.store.raters import rater_progress_columns, read_rater_progress
from genchal.store.records import Draft, HeldSheet, Rater, SeenSheet, SheetCounts, StoredSheet
from genchal.store.schema import IS_OPEN, block, draft, rater, sheet, study
from genchal.store.studies import load_block, load_subjects


def see_sheet(transaction: Transaction, token: str) -> SeenSheet:
    """A sheet with everything that its page needs, by one statement.

    The caller still has to check whose it is: nobody else is told that there is such a sheet.
    """
    row = transaction.execute(_SEEN, {"token": token}).first()
    if row is None:
        raise missing_sheet()
    draft = None if row.draft is None else Draft(row.draft, row.draft_answers)
    done = SheetCounts(row.judged, row.practised)
    return SeenSheet(_rater(row), _stored(transaction, row, draft), done, row.id, row.previous)


def load_sheet(transaction: Transaction, token: str, rater: int) -> StoredSheet:
    """A sheet of a rater's own; what is another's is not there."""
    seen = see_sheet(transaction, token)
    if seen.rater.id != rater:
        raise missing_sheet()
    return seen.stored


def find_open_sheet(transaction: Transaction, rater: int) -> str | None:
    """The token of the sheet that a rater has now."""
    token: str | None = transaction.execute(_OPEN_TOKEN, {"rater": rater}).scalar()
    return token


def hold_sheet(transaction: Transaction, token: str, rater: str, now: float = 0.0) -> HeldSheet:
    """The sheet of a rater, by the tokens of both, locked for writing; sheets of other raters are not found."""
    row = transaction.execute(_HELD, {"token": token, "of_rater": rater, "now": now}).first()
    if row is None:
        raise missing_sheet()
    progress = read_rater_progress(row, _rater(row))
    return HeldSheet(row.id, _stored(transaction, row), row.block, row.quota, row.answered, progress)


def missing_sheet() -> NotFound:
    """What is said of a sheet that is not there, or is another's."""
    return NotFound(
        "this sheet does not exist, or it is not yours", "Open the link to the study again.", key="missing_sheet"
    )


# Statements are made once: to put one together takes longer than to run it.
_OWNER = [rater.c[field.name].label(f"rater_{field.name}") for field in fields(Rater)]
_OWNED = select(sheet, *_OWNER).join(rater, rater.c.id == sheet.c.rater).where(sheet.c.token == bindparam("token"))
_HELD = (
    _OWNED.add_columns(block.c.quota, block.c.answered, *rater_progress_columns())
    .join(block, block.c.id == sheet.c.block)
    .join(study, study.c.id == rater.c.study)
    .where(rater.c.token == bindparam("of_rater"))
)
_OPEN_TOKEN = select(sheet.c.token).where(sheet.c.rater == bindparam("rater"), IS_OPEN)


def _done(practice: bool) -> Any:
    """How many sheets its rater has answered."""
    other = sheet.alias()
    return (
        select(func.count())
        .select_from(other.join(block, block.c.id == other.c.block))
        .where(other.c.rater == sheet.c.rater, other.c.state.in_(("done", "surplus")), block.c.practice == practice)
        .scalar_subquery()
    )


def _previous() -> Any:
    """The sheet that its rater answered before it; none for practice."""
    other = sheet.alias()
    return (
        select(other.c.token)
        .join(block, block.c.id == other.c.block)
        .where(other.c.rater == sheet.c.rater, other.c.state.in_(("done", "surplus")), ~block.c.practice)
        .where(other.c.id < sheet.c.id)
        .order_by(other.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )


_SEEN = _OWNED.add_columns(
    draft.c.number.label("draft"),
    draft.c.answers.label("draft_answers"),
    _done(practice=False).label("judged"),
    _done(practice=True).label("practised"),
    _previous().label("previous"),
).outerjoin(draft, draft.c.sheet == sheet.c.id)


def _stored(transaction: Transaction, row: Row[*tuple[Any, ...]], draft: Draft | None = None) -> StoredSheet:
    given = load_block(transaction, row.block)
    items = tuple(given.items[place] for place in row.order)
    return StoredSheet(
        token=row.token,
        block=given.id,
        items=items,
        subjects=load_subjects(transaction, row.rater_study, (item.instance for item in items)),
        condition=given.condition,
        practice=given.practice,
        turn=row.turn,
        seed=row.seed,
        state=row.state,
        leased_until=row.leased_until,
        shown_at=row.shown_at,
        draft=draft,
    )


def _rater(row: Row[*tuple[Any, ...]]) -> Rater:
    """The rater of a sheet, from columns that are called after it."""
    return Rater(*(getattr(row, column.name) for column in _OWNER))
