"""How long sheets took, as their pages reported it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select

from genchal.store.raters import name_rater
from genchal.store.records import SheetState
from genchal.store.schema import answer, block, block_item, judgement, rater, sheet
from genchal.store.writer import Transaction

AT_A_TIME = 1000  # rows


@dataclass(frozen=True, slots=True)
class AnsweredSheet:
    """A sheet that was answered; raters are pseudonyms, `timings` is what the page said."""

    rater: str
    sheet: str
    practice: bool
    shown_at: float
    answered_at: float
    items: int
    condition: str
    state: SheetState
    timings: Mapping[str, Any]


def list_answered_sheets(transaction: Transaction, study: int) -> Iterator[AnsweredSheet]:
    """Every sheet of a study that was answered, in the order in which they were given out; surplus ones too."""
    first = select(func.min(judgement.c.answered_at)).where(
        judgement.c.sheet == sheet.c.id, judgement.c.replaces.is_(None)
    )
    chosen = (
        select(
            rater.c.number,
            sheet.c.id,
            block.c.practice,
            sheet.c.shown_at,
            func.coalesce(first.scalar_subquery(), answer.c.received_at),
            select(func.count()).where(block_item.c.block == block.c.id).scalar_subquery(),
            func.coalesce(block.c.variant, block.c.condition),
            sheet.c.state,
            answer.c.timings,
        )
        .join(block, block.c.id == sheet.c.block)
        .join(rater, rater.c.id == sheet.c.rater)
        .join(answer, answer.c.sheet == sheet.c.id)
        .where(block.c.study == study, sheet.c.state.in_(("done", "surplus")))
        .order_by(sheet.c.id)
        .execution_options(yield_per=AT_A_TIME)
    )
    for number, numbered, *others in transaction.execute(chosen):
        yield AnsweredSheet(name_rater(number), name_sheet(numbered), *others)


def name_sheet(number: int) -> str:
    """What a sheet is called in exports: its token would open it."""
    return f"sheet-{number:06}"
