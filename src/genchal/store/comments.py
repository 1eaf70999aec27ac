"""What raters say in their own words, about a sheet or the study. The newest of a rater about a thing counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import insert, select

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


def add_comment(transaction: Transaction, rater_number: int, sheet: int | None, text: str, now: float) -> bool:
    """Keep a comment; False if there is nothing to keep, or it was said before."""
    said = text.strip()[:LONGEST]
    if not said or said == find_comment(transaction, rater_number, sheet):
        return False
    transaction.execute(insert(comment), {"rater": rater_number, "sheet": sheet, "text": said, "received_at": now})
    return True


def find_comment(transaction: Transaction, rater_number: int, sheet: int | None) -> str:
    """What a rater said last; empty if nothing."""
    own = select(comment.c.text).where(comment.c.rater == rater_number)
    about = own.where(comment.c.sheet.is_(None) if sheet is None else comment.c.sheet == sheet)
    return transaction.execute(about.order_by(comment.c.id.desc()).limit(1)).scalar() or ""


def list_comments(transaction: Transaction, study: int) -> Iterator[Comment]:
    """Comments on a study as they stand, in the order in which they came."""
    rows = transaction.execute(
        select(rater.c.number, comment.c.sheet, comment.c.text, comment.c.received_at)
        .join(rater, rater.c.id == comment.c.rater)
        .where(rater.c.study == study)
        .order_by(comment.c.id)
    ).all()
    newest = {(row.number, row.sheet): row for row in rows}
    for row in newest.values():
        yield Comment(name_rater(row.number), row.sheet, row.text, row.received_at)
