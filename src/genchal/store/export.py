"""What leaves the store: judgements as tables of ratings have them, times, and the progress of a study. No identities.

Raters are called rater-0001 and so on (`raters.name_rater`); readers of ratings recognise and keep these names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from sqlalchemy import ColumnElement, Text, case, func, select, type_coerce

from genchal.store.answers import is_current
from genchal.store.connection.writer import Transaction
from genchal.store.raters import name_rater
from genchal.store.records import RaterState, Rating, SheetState, StudyProgress
from genchal.store.schema import answer, block, block_item, item, judgement, rater, revision, sheet

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


def read_ratings(transaction: Transaction, study: int, *, surplus: bool = False) -> Iterator[Rating]:
    """The judgements of a study as they stand, sheet by sheet; those of surplus sheets only where they are asked for.

    A sheet is called by a number: its token would open it. A text that several systems wrote and that was judged once
    has a row for each of them, alike but for the system. `answered_at` is when the sheet was first answered, also where
    an answer was changed since: that is how long the rater took.
    """
    also, changed = _other_systems(transaction, study), _find_first_answers(transaction, study)
    states = ("done", "surplus") if surplus else ("done",)
    chosen = (
        select(
            item.c.id,
            rater.c.number,
            sheet.c.id,
            item.c.instance,
            item.c.system,
            judgement.c.criterion,
            judgement.c.value,
            item.c.kind,
            judgement.c.position,
            sheet.c.shown_at,
            judgement.c.answered_at,
        )
        .join(sheet, sheet.c.id == judgement.c.sheet)
        .join(item, item.c.id == judgement.c.item)
        .join(rater, rater.c.id == sheet.c.rater)
        .where(rater.c.study == study, sheet.c.state.in_(states), is_current())
        .order_by(sheet.c.id, judgement.c.position, judgement.c.id)
        .execution_options(yield_per=AT_A_TIME)
    )
    for judged, number, numbered, *others in transaction.execute(chosen):
        rating = Rating(name_rater(number), name_sheet(numbered), *others)
        if numbered in changed:
            rating = replace(rating, answered_at=changed[numbered])
        yield rating
        for system in also.get(judged, ()):
            yield replace(rating, system=system)


def list_answered_sheets(transaction: Transaction, study: int) -> Iterator[AnsweredSheet]:
    """Every sheet of a study that was answered, in the order in which they were given out; surplus ones too."""
    chosen = (
        select(
            rater.c.number,
            sheet.c.id,
            block.c.practice,
            sheet.c.shown_at,
            _first_answered_at(),
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


def _first_answered_at() -> ColumnElement[float]:
    """When a sheet was first answered: by its page where that is known, else when the answers arrived."""
    earliest = select(func.min(judgement.c.answered_at)).where(judgement.c.sheet == answer.c.sheet).scalar_subquery()
    return case((earliest < answer.c.received_at, earliest), else_=answer.c.received_at)


def _find_first_answers(transaction: Transaction, study: int) -> dict[int, float]:
    """When those sheets of a study were first answered that were changed since. They are few."""
    chosen = (
        select(answer.c.sheet, _first_answered_at())
        .join(sheet, sheet.c.id == answer.c.sheet)
        .join(rater, rater.c.id == sheet.c.rater)
        .where(rater.c.study == study, answer.c.sheet.in_(select(revision.c.sheet)))
    )
    return dict(transaction.execute(chosen).all())


def _other_systems(transaction: Transaction, study: int) -> dict[int, list[str]]:
    """Whose texts were also judged with an item, by its number. Most studies have none: the database looks."""
    has_others = type_coerce(item.c.content, Text).contains('"also":')  # quotes in a text have a stroke before them
    chosen = select(item.c.id, item.c.content).where(item.c.study == study, has_others)
    return {number: content["also"] for number, content in transaction.execute(chosen)}


def read_values(transaction: Transaction, study: int, criterion: str, after: int = 0) -> Iterator[tuple[int, str]]:
    """What anybody has answered under a criterion, with rising numbers: for texts of which none may be given twice.

    With the last number that was read as `after`, only later values are returned, corrected since or not.
    """
    chosen = (
        select(judgement.c.id, judgement.c.value)
        .join(item, item.c.id == judgement.c.item)
        .where(item.c.study == study, judgement.c.criterion == criterion, judgement.c.id > after)
        .order_by(judgement.c.id)
    )
    yield from transaction.execute(chosen)


def read_study_progress(transaction: Transaction, study: int) -> StudyProgress:
    """How far a study is."""
    scored = (block.c.study == study) & ~block.c.practice
    blocks, wanted, unlimited, answered, taken = transaction.execute(
        select(
            func.count(),
            func.sum(block.c.quota),
            func.count().filter(block.c.quota.is_(None)),
            func.sum(block.c.answered),
            func.sum(block.c.taken),
        ).where(scored)
    ).one()
    complete = transaction.execute(select(func.count()).where(scored, block.c.answered >= block.c.quota)).scalar_one()
    raters = select(rater.c.state, func.count()).where(rater.c.study == study).group_by(rater.c.state)
    sheets = (
        select(sheet.c.state, func.count())
        .join(block, block.c.id == sheet.c.block)
        .where(scored)
        .group_by(sheet.c.state)
    )
    counts = (item.c.study == study, item.c.kind != "practice", sheet.c.state != "rejected", is_current())
    judged = select(func.count()).select_from(judgement).join(item, item.c.id == judgement.c.item)
    judged = judged.join(sheet, sheet.c.id == judgement.c.sheet)
    return StudyProgress(
        blocks=blocks,
        complete=complete,
        wanted=None if unlimited else int(wanted or 0),
        answered=int(answered or 0),
        leased=int(taken or 0) - int(answered or 0),
        raters=cast(dict[RaterState, int], dict(transaction.execute(raters).all())),
        sheets=cast(dict[SheetState, int], dict(transaction.execute(sheets).all())),
        judgements=transaction.execute(judged.where(*counts)).scalar_one(),
    )
