"""Deleting a study that has no answers. Those that have some are never deleted."""

from __future__ import annotations

from sqlalchemy import delete, func, select

from genchal.errors import Conflict
from genchal.store.records import Study
from genchal.store.schema import (
    answer,
    block,
    block_item,
    comment,
    draft,
    event,
    item,
    judgement,
    rater,
    rater_identity,
    sheet,
    sound,
    study,
    subject,
)
from genchal.store.writer import Transaction


def delete_study(transaction: Transaction, unused: Study) -> None:
    """Delete a study and everything of it; Conflict if somebody has answered."""
    raters = select(rater.c.id).where(rater.c.study == unused.id)
    sheets = select(sheet.c.id).where(sheet.c.rater.in_(raters))
    blocks = select(block.c.id).where(block.c.study == unused.id)
    answered = transaction.execute(
        select(func.count()).select_from(answer).where(answer.c.sheet.in_(sheets))
    ).scalar_one()
    judged = transaction.execute(
        select(func.count()).select_from(judgement).where(judgement.c.sheet.in_(sheets))
    ).scalar_one()
    if answered or judged:
        raise Conflict(
            f"study '{unused.name}' has answers and cannot be deleted", f"Close it: genchal study close {unused.name}."
        )
    transaction.execute(delete(event).where(event.c.study == unused.id))
    transaction.execute(delete(draft).where(draft.c.sheet.in_(sheets)))
    transaction.execute(delete(comment).where(comment.c.rater.in_(raters)))
    transaction.execute(delete(sheet).where(sheet.c.rater.in_(raters)))
    transaction.execute(delete(rater_identity).where(rater_identity.c.rater.in_(raters)))
    transaction.execute(delete(rater).where(rater.c.study == unused.id))
    transaction.execute(delete(block_item).where(block_item.c.block.in_(blocks)))
    for table in (block, sound, subject, item):
        transaction.execute(delete(table).where(table.c.study == unused.id))
    transaction.execute(delete(study).where(study.c.id == unused.id))
