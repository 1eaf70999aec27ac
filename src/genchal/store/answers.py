"""Answers and the judgements they mean: stored once, never changed, never thrown away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, bindparam, exists, insert, select, update

from genchal.domain.results.table import pick_fields
from genchal.domain.study.study import Answers, Judgement
from genchal.errors import NotFound
from genchal.store.connection.writer import Transaction
from genchal.store.events import count_events, log_event
from genchal.store.leases import count_block
from genchal.store.records import HeldSheet, Receipt, SheetState
from genchal.store.schema import answer, item, judgement, make_storable, sheet
from genchal.store.studies import load_item_numbers

RESENDS = 3  # of a sheet that are kept with their answers, if these differ from those that count


def record_answers(
    transaction: Transaction,
    held: HeldSheet,
    *,
    key: str,
    answers: Answers,
    judgements: Sequence[Judgement],
    now: float,
    timings: Mapping[str, Any] | None = None,
    shown_at: float | None = None,
    answered_at: float | None = None,
) -> Receipt:
    """Store the answers of a sheet with the judgements they mean.

    The same sheet sent again is answered alike and not stored again. Answers that come after the lease has run out
    count if the block still wants some, else they are surplus. `shown_at` and `answered_at` are the page's own times
    where they are known: an answer that was given without a connection arrives long after.
    """
    if held.stored.is_answered:
        return _again(transaction, held, key, answers, now)
    values = {
        "sheet": held.id,
        "key": key,
        "answers": dict(answers),
        "timings": dict(timings or {}),
        "received_at": now,
    }
    transaction.execute(_ANSWER, values)
    moment = now if answered_at is None else answered_at
    _insert_judgements(transaction, held, [(new_judgement, None) for new_judgement in judgements], moment)
    state = _settle(transaction, held)
    moments = {"end": state, "start": held.stored.shown_at if shown_at is None else shown_at}
    transaction.execute(_CLOSE, {"the_sheet": held.id, **moments})
    if state == "surplus":
        log_event(transaction, held.rater.study, "surplus", now, rater=held.rater.id, sheet=held.id)
    return Receipt(held.stored.token, state, now)


def correct_judgements(
    transaction: Transaction, held: HeldSheet, *, judgements: Sequence[Judgement], now: float, reason: str
) -> int:
    """Put judgements in the place of those of the same items and criteria, which are kept; how many differ."""
    if not held.stored.is_answered:
        raise NotFound("this sheet has no answers that could be corrected", "Answer it first.")
    replaceable = (
        select(item.c.name, judgement.c.criterion, judgement.c.value, judgement.c.id)
        .join(item, item.c.id == judgement.c.item)
        .where(judgement.c.sheet == held.id, is_current())
    )
    current = {
        (name, criterion): (value, number) for name, criterion, value, number in transaction.execute(replaceable)
    }
    changed: list[tuple[Judgement, int | None]] = []
    for corrected in judgements:
        value, number = current.get((corrected.item, corrected.criterion), (None, None))
        if value != make_storable(corrected.value):
            changed.append((corrected, number))
    _insert_judgements(transaction, held, changed, now)
    details = {"reason": reason, "judgements": len(changed)}
    log_event(transaction, held.rater.study, "corrected", now, rater=held.rater.id, sheet=held.id, **details)
    return len(changed)


def is_current() -> ColumnElement[bool]:
    """Whether no other judgement has replaced one."""
    later = judgement.alias()
    return ~exists().where(later.c.replaces == judgement.c.id)


def _again(transaction: Transaction, held: HeldSheet, key: str, answers: Answers, now: float) -> Receipt:
    """The receipt that was given before; if something else was sent, that is noted: a few times, then only that it was.

    A program could send different answers for ever; what it sends must not fill the disk.
    """
    stored = transaction.execute(select(answer).where(answer.c.sheet == held.id)).one()
    is_same = stored.answers == dict(answers)
    noted = 0 if is_same else count_events(transaction, held.id, "sent again")
    if not is_same and noted <= RESENDS:
        sent = {"key": key, "answers": dict(answers)} if noted < RESENDS else {"more": "not kept"}
        log_event(transaction, held.rater.study, "sent again", now, rater=held.rater.id, sheet=held.id, **sent)
    return Receipt(held.stored.token, held.stored.state, stored.received_at, is_first=False, is_same=is_same)


def _settle(transaction: Transaction, held: HeldSheet) -> SheetState:
    """Count an answer where its block wants it, and give back the lease where it does not."""
    is_open = held.stored.state == "open"
    if held.quota is None or held.answered < held.quota:
        count_block(transaction, held.block, 0 if is_open else 1, answered=1)
        return "done"
    if is_open:
        count_block(transaction, held.block, -1)
    return "surplus"


def _insert_judgements(
    transaction: Transaction, held: HeldSheet, given: Sequence[tuple[Judgement, int | None]], moment: float
) -> None:
    if not given:
        return
    items = load_item_numbers(transaction, held.block)
    rows = [
        {
            "sheet": held.id,
            "item": items[new_judgement.item],
            **pick_fields(new_judgement, "criterion", "value", "position"),
            "answered_at": moment,
            "replaces": replaces,
        }
        for new_judgement, replaces in given
    ]
    transaction.execute(_JUDGEMENT, rows)


_ANSWER = insert(answer).inline()  # nobody asks for its number
_JUDGEMENT = insert(judgement)
_CLOSE = (
    update(sheet)
    .where(sheet.c.id == bindparam("the_sheet"))
    .values(state=bindparam("end"), shown_at=bindparam("start"))
)
