"""How a rater stands: what decides about the next sheet, read beside whatever else is read of the rater."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Row, bindparam, exists, func, select

from genchal.store.records import Rater, RaterProgress
from genchal.store.schema import block, is_open, rater, sheet, study

UNANSWERED = ("open", "expired")


def rater_progress_columns() -> list[ColumnElement[Any]]:
    """Columns for a statement that is about a rater and a study; it needs the parameter `now`."""
    own, every, blocks = sheet.alias(), sheet.alias(), block.alias()
    mine = select(func.count()).where(own.c.rater == rater.c.id)
    return [
        study.c.state.label("study_state"),
        study.c.seed.label("study_seed"),
        exists().where(blocks.c.study == study.c.id, blocks.c.practice).label("has_practice"),
        mine.scalar_subquery().label("had"),
        mine.where(own.c.state.in_(UNANSWERED)).scalar_subquery().label("unanswered"),
        exists().where(is_open(every), every.c.leased_until <= bindparam("now")).label("some_ran_out"),
    ]


def read_rater_progress(row: Row[*tuple[Any, ...]], rater: Rater) -> RaterProgress:
    """How a rater stands, from a row with these columns."""
    return RaterProgress(
        rater=rater,
        is_open=row.study_state == "open",
        seed=row.study_seed,
        has_practice=row.has_practice,
        had=row.had,
        unanswered=row.unanswered,
        some_ran_out=row.some_ran_out,
    )
