"""The identities of raters on other platforms: for paying them, and to be erased. Nothing else reads them."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from sqlalchemy import and_, delete, exists, func, or_, select, update

from genchal.store.connection.writer import Transaction
from genchal.store.events import log_event
from genchal.store.leases import release_sheets
from genchal.store.next_block import has_room
from genchal.store.raters import digest_identity, name_rater, set_rater_state
from genchal.store.records import ENDED, Identity, RaterState, Study
from genchal.store.schema import (
    answer,
    block,
    comment,
    draft,
    event,
    judgement,
    rater,
    rater_identity,
    revision,
    sheet,
)

ANSWERED = ("done", "surplus", "rejected")
_ERASED = "erased "  # begins the digest of a rater whom nobody can recognise any more


@dataclass(frozen=True, slots=True)
class Participant:
    """A rater with what a platform said about them: every id that they came with, the latest last.

    `ended_as` is the state of which they were last told that it is an end, with its code; empty: of none. "working" is
    one for those who find nothing to do.
    """

    id: int
    rater: str
    number: int
    state: RaterState
    answered: int  # sheets, practice not counted
    finished_at: float | None
    ended_as: RaterState | Literal[""] = ""
    platform: str = ""
    given: tuple[Mapping[str, str], ...] = field(default=(), repr=False)


def list_participants(transaction: Transaction, study: int) -> list[Participant]:
    """All raters of a study, in order of arrival."""
    known: dict[int, list[tuple[str, Mapping[str, str]]]] = {}
    said = (
        select(rater_identity.c.rater, rater_identity.c.platform, rater_identity.c.given)
        .join(rater, rater.c.id == rater_identity.c.rater)
        .where(rater.c.study == study)
        .order_by(rater_identity.c.id)
    )
    for number, platform, given in transaction.execute(said):
        known.setdefault(number, []).append((platform, given))
    answered = (
        select(func.count())
        .join(block, block.c.id == sheet.c.block)
        .where(sheet.c.rater == rater.c.id, sheet.c.state.in_(ANSWERED), ~block.c.practice)
        .scalar_subquery()
    )
    # An open sheet, or one that was taken back and is theirs again as soon as they ask.
    is_busy = exists().where(
        sheet.c.rater == rater.c.id,
        block.c.id == sheet.c.block,
        or_(sheet.c.state == "open", and_(sheet.c.state == "expired", has_room())),
    )
    is_erased = rater.c.digest.startswith(_ERASED)
    rows = select(rater.c.id, rater.c.number, rater.c.state, answered, rater.c.finished_at, is_busy, is_erased)
    finished = set(
        transaction.execute(
            select(event.c.rater).where(event.c.study == study, event.c.what == "finished").distinct()
        ).scalars()
    )
    return [
        Participant(
            number,
            name_rater(place),
            place,
            state,
            count,
            finished_at,
            _find_end(state, number in finished, busy=busy, erased=erased),
            next((platform for platform, _ in known.get(number, ())), ""),
            tuple(given for _, given in known.get(number, ())),
        )
        for number, place, state, count, finished_at, busy, erased in transaction.execute(
            rows.where(rater.c.study == study).order_by(rater.c.number)
        )
    ]


def _find_end(state: RaterState, has_finished: bool, *, busy: bool, erased: bool) -> RaterState | Literal[""]:
    """The last end that a rater saw. Who had finished and works again has seen that one."""
    if state == "working" or (state == "removed" and erased):  # nobody who is erased sees a page again
        return "finished" if has_finished else "working" if state == "working" and not busy else ""
    return state if state in ENDED else ""


def recognise_raters(transaction: Transaction, study: Study, who: Iterable[Identity]) -> dict[int, Identity]:
    """Which raters these people are, by number; stops when there is nobody left to recognise."""
    rows = transaction.execute(select(rater.c.digest, rater.c.id).where(rater.c.study == study.id))
    unknown = {digest: number for digest, number in rows if not digest.startswith(_ERASED)}
    found: dict[int, Identity] = {}
    for identity in who:
        if not unknown:
            break
        number = unknown.pop(digest_identity(study.key, identity), None)
        if number is not None:
            found[number] = identity
    return found


def list_known_raters(transaction: Transaction, study: int) -> list[int]:
    """The raters of a study who have not been erased, by number."""
    chosen = select(rater.c.id).where(rater.c.study == study, ~rater.c.digest.startswith(_ERASED))
    return list(transaction.execute(chosen.order_by(rater.c.id)).scalars())


def erase_identities(
    transaction: Transaction, study: int, raters: Collection[int], now: float, *, with_answers: bool = False
) -> None:
    """Permanently erase the identities of raters: a person who comes back is a new rater.

    Raters who are at work are sent away, and what they said in comments is deleted. Answers stay, unless they are
    withdrawn: then they are deleted, and their sheets go back to be answered by others.
    """
    for number in raters:
        release_sheets(transaction, number, now)
        own = sheet.c.rater == number
        sheets = select(sheet.c.id).where(own).scalar_subquery()
        transaction.execute(delete(rater_identity).where(rater_identity.c.rater == number))
        transaction.execute(delete(draft).where(draft.c.sheet.in_(sheets)))
        transaction.execute(delete(comment).where(comment.c.rater == number))  # people may say who they are
        if with_answers:
            _withdraw(transaction, number)
        new = {"digest": f"{_ERASED}{secrets.token_hex(16)}", "token": secrets.token_hex(16), "origin": None}
        transaction.execute(update(rater).where(rater.c.id == number).values(new))
        state = transaction.execute(select(rater.c.state).where(rater.c.id == number)).scalar_one()
        if state not in ENDED:
            set_rater_state(transaction, number, "removed", now)
        log_event(transaction, study, "erased", now, rater=number, with_answers=with_answers)


def _withdraw(transaction: Transaction, number: int) -> None:
    """Delete what a rater answered; blocks want as many answers again."""
    answered = select(sheet.c.id, sheet.c.block, sheet.c.state).where(
        sheet.c.rater == number, sheet.c.state.in_(ANSWERED)
    )
    for sheet_number, block_number, state in transaction.execute(answered).all():
        for table in (judgement, revision, answer):
            transaction.execute(delete(table).where(table.c.sheet == sheet_number))
        transaction.execute(update(sheet).where(sheet.c.id == sheet_number).values(state="expired"))
        if state == "done":
            fewer = {"answered": block.c.answered - 1, "taken": block.c.taken - 1}
            transaction.execute(update(block).where(block.c.id == block_number).values(fewer))
    transaction.execute(update(event).where(event.c.rater == number).values(details={}))  # some have answers in them
