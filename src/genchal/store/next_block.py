"""Which block a rater is given next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sqlalchemy import ColumnElement, Select, bindparam, case, func, or_, select

from genchal.store.connection.writer import Transaction
from genchal.store.records import Candidate
from genchal.store.schema import DRAWS, StoredText, block, block_item, sheet

# Takes those blocks that may be given, in a random order, and says which it is to be.
Choose = Callable[[Sequence[Candidate]], Candidate | None]


def choose_next_block(
    transaction: Transaction,
    study: int,
    rater: int,
    condition: str | None,
    rng: np.random.Generator,
    choose: Choose | None,
    has_practice: bool,
) -> Candidate | None:
    """Blocks for practice come first, in their order; then the one that fewest have answered or are answering.

    Where several are equal a draw decides; `choose` decides in place of both.
    """
    whose = {"study": study, "rater": rater, "condition": condition}
    practice = _first(transaction, _PRACTICE, whose) if has_practice else None
    if practice:
        return practice
    if choose:
        rows = transaction.execute(_FREE.order_by(block.c.draw), whose).all()
        return choose([Candidate(*row) for row in rows]) if rows else None
    # Blocks stand in a random order, as on a wheel; the draw says where to begin to look.
    start = {"start": int(rng.integers(DRAWS))}
    return _first(transaction, _FROM_HERE, whose | start) or _first(transaction, _FEWEST, whose)


def has_room() -> ColumnElement[bool]:
    """Whether a block wants more raters than have answered it or are at it."""
    return or_(block.c.quota.is_(None), block.c.taken < block.c.quota)


def _first(transaction: Transaction, which: Select[*tuple[Any, ...]], given: dict[str, Any]) -> Candidate | None:
    row = transaction.execute(which, given).first()
    return Candidate(*row) if row else None


# Statements are made once: to put one together takes longer than to run it.
_HAD = block_item.alias()
_SAME = block_item.alias()
_SEEN = (  # blocks that the rater has had, and those with something that was in them
    select(_SAME.c.block)
    .join(_HAD, _HAD.c.original == _SAME.c.original)
    .join(sheet, sheet.c.block == _HAD.c.block)
    .where(sheet.c.rater == bindparam("rater"))
    .union_all(select(sheet.c.block).where(sheet.c.rater == bindparam("rater")))
    .cte("seen")  # asked for twice, looked up once
)
# The first turn that nobody has, where all before it are taken: nearly always. Else one has to look for a gap.
_TURN = func.max(sheet.c.turn) + 1
_NEXT_TURN = (
    select(case((func.count(sheet.c.turn.distinct()) == _TURN, _TURN)))
    .where(sheet.c.block == block.c.id, sheet.c.state.in_(("open", "done")))
    .scalar_subquery()
)
_CONDITION = bindparam("condition", type_=StoredText)
_COLUMNS = (block.c.id, block.c.name, block.c.answered, block.c.taken - block.c.answered, block.c.quota)
_MAY_SEE = select(*_COLUMNS).where(
    block.c.study == bindparam("study"),
    or_(_CONDITION.is_(None), block.c.condition == _CONDITION),
    block.c.id.not_in(select(_SEEN.c.block)),
)
_PRACTICE = _MAY_SEE.where(block.c.practice).order_by(block.c.number).limit(1)
_FREE = _MAY_SEE.where(~block.c.practice, has_room())
_ONE = _FREE.add_columns(_NEXT_TURN).limit(1)
_FEWEST = _ONE.order_by(block.c.taken, block.c.draw)
_AS_FEW = _FEWEST.with_only_columns(block.c.taken).correlate(None).scalar_subquery()
_FROM_HERE = _ONE.where(block.c.taken == _AS_FEW, block.c.draw >= bindparam("start")).order_by(block.c.draw)
