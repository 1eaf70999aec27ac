"""What raters say in their own words, about a sheet or the study. A new comment takes the place of the old one.

Unlike answers, old comments are not kept: people correct that they have written who they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, insert, select

from genchal.store.connection.writer import Transaction
from genchal.store.raters import name_rater
from genchal.store.schema import comment, rater

LONGEST = 4000  # characters


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment as it leaves the store; `sheet` None: about the study. Raters are pseudonyms."""

    rater: str
    sheet: int | None
    text: str
    received_at: float


def replace_comment(transaction: Transaction, rater_number: int, sheet: int | None, text: str, now: float) -> bool:
    """Put a comment in the place of what the rater said before, which is deleted; an empty one takes that back.

    False if nothing changes.
    """
    said = text.strip()[:LONGEST]
    if said == find_comment(transaction, rater_number, sheet):
        return False
    transaction.execute(delete(comment).where(*_is_about(rater_number, sheet)))
    if said:
        transaction.execute(insert(comment), {"rater": rater_number, "sheet": sheet, "text": said, "received_at": now})
    return True


def find_comment(transaction: Transaction, rater_number: int, sheet: int | None) -> str:
    """What a rater said last; empty if nothing."""
    about = select(comment.c.text).where(*_is_about(rater_number, sheet))
    return transaction.execute(about.order_by(comment.c.id.desc()).limit(1)).scalar() or ""


def list_comments(transaction: Transaction, study: int) -> Iterator[Comment]:
    """Comments on a study as they stand, in the order in which they came."""
    rows = transaction.execute(
        select(rater.c.number, comment.c.sheet, comment.c.text, comment.c.received_at)
        .join(rater, rater.c.id == comment.c.rater)
        .where(rater.c.study == study)
        .order_by(comment.c.id)
    ).all()
    newest = {(row.number, row.sheet): row for row in rows}  # earlier states of genchal kept the old ones
    for row in newest.values():
        yield Comment(name_rater(row.number), row.sheet, row.text, row.received_at)


def _is_about(rater_number: int, sheet: int | None) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return comment.c.rater == rater_number, comment.c.sheet.is_(None) if sheet is None else comment.c.sheet == sheet
