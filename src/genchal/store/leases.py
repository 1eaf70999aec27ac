"""Leases: a sheet is reserved for one rater for a while, and returned if it is not answered.

A rater has one open sheet at most, and gets it again for as long as it is open. A lease that has run out counts as free
from that moment; the rater who had it gets it back all the same, with the draft, unless others have taken its place.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from sqlalchemy import Row, bindparam, insert, or_, select, update

from genchal.domain.study.study import Block
from genchal.store import schema
from genchal.store.connection.writer import Transaction
from genchal.store.events import log_event
from genchal.store.next_block import Choose, choose_next_block, has_room
from genchal.store.places import (
    PlaceLimits,
    find_excess_places,
    find_place_to_take,
    forget_origins,
    is_crowded,
    is_newcomer,
)
from genchal.store.raters import UNANSWERED, rater_progress_columns, read_rater, read_rater_progress
from genchal.store.records import Candidate, Lease, Rater, RaterProgress
from genchal.store.schema import IS_OPEN, block, sheet
from genchal.store.studies import load_block

MOST_TAKEN = 5  # places that are taken back for a rater who finds nothing: not all are of use to everybody

# Puts the items of a block in order (places in the block, each once) for one of its turns, from 0.
Arrange = Callable[[Block, int, np.random.Generator], Sequence[int]]


def shuffle_items(given: Block, _turn: int, rng: np.random.Generator) -> list[int]:
    """Any order is as likely as any other."""
    return [int(place) for place in rng.permutation(len(given.items))]


def lease_sheet(
    transaction: Transaction,
    rater: int,
    *,
    now: float,
    lease_seconds: float,
    choose: Choose | None = None,
    arrange: Arrange = shuffle_items,
    progress: RaterProgress | None = None,
    limits: PlaceLimits | None = None,
) -> Lease | None:
    """Give a rater the next sheet, or the one that is still open; None if there is nothing for this rater now.

    An open sheet is not kept for longer by asking for it again: only answers in progress do that (`save_draft`).
    How the rater stands is looked up unless it is known already. `limits` are for newcomers of one network.
    """
    if progress is None:
        row = transaction.execute(_WHO, {"rater": rater, "now": now}).one()
        progress = read_rater_progress(row, read_rater(row))
    if progress.some_ran_out:
        return_expired(transaction, now)
    until, who = now + lease_seconds, progress.rater
    kept = _find_unanswered(transaction, rater, until, now) if progress.unanswered else None
    if kept or not progress.is_open:
        return kept
    if limits and is_newcomer(transaction, who):
        if is_crowded(transaction, who, limits, now):
            return None
        for excess in find_excess_places(transaction, who, limits):
            _expire(transaction, excess, now, "taken over")
    rng = np.random.default_rng([progress.seed, 1, who.number, progress.had])
    choose_now = partial(choose_next_block, transaction, who.study, rater, who.condition, rng, choose)
    chosen = choose_now(progress.has_practice)
    for _ in range(MOST_TAKEN if limits else 0):
        if chosen or (place := find_place_to_take(transaction, who, now)) is None:
            break
        _expire(transaction, place, now, "taken over")
        chosen = choose_now(progress.has_practice)
    if chosen is None:
        return None
    turn = _find_turn(transaction, chosen)
    order = [int(place) for place in arrange(load_block(transaction, chosen.id), turn, rng)]
    values = {
        "token": secrets.token_hex(16),
        "block": chosen.id,
        "rater": rater,
        "turn": turn,
        "order": order,
        "seed": int(rng.integers(2**62)),
        "state": "open",
        "leased_until": until,
        "shown_at": now,
    }
    transaction.execute(_MAKE, values)
    count_block(transaction, chosen.id, 1)
    return Lease(str(values["token"]), until, is_new=True)


def has_work(transaction: Transaction, who: Rater) -> bool:
    """Whether there is a sheet for a rater now, other than for practice. Nothing is leased, and no place taken back."""
    if transaction.execute(_STUDY_STATE, {"study": who.study}).scalar_one() != "open":
        return False
    if transaction.execute(_REGAINABLE, {"rater": who.id}).first():
        return True
    rng = np.random.default_rng(0)
    return choose_next_block(transaction, who.study, who.id, who.condition, rng, None, has_practice=False) is not None


def release_sheets(transaction: Transaction, rater: int, now: float) -> None:
    """Take back the open sheet of a rater who leaves."""
    for row in transaction.execute(_OPEN_OF, {"rater": rater}).all():
        _expire(transaction, row, now, "released")


def return_expired(transaction: Transaction, now: float) -> int:
    """Take back every sheet whose lease has run out; how many there were. Where raters came from is forgotten, too."""
    forget_origins(transaction, now)
    rows = transaction.execute(_RUN_OUT, {"now": now}).all()
    for row in rows:
        _expire(transaction, row, now, "expired")
    return len(rows)


def renew_lease(transaction: Transaction, number: int, until: float, now: float) -> bool:
    """Keep a sheet for its rater until later; one that was taken back only if its place is free still."""
    if transaction.execute(_PROLONG, {"the_sheet": number, "until": until}).first():
        return True
    own = transaction.execute(_LOST, {"sheet": number}).first()
    if own is None or transaction.execute(_OPEN_OF, {"rater": own.rater}).first():
        return False
    transaction.execute(_REOPEN, {"the_sheet": number, "until": until})
    count_block(transaction, own.block, 1)
    log_event(transaction, own.study, "renewed", now, rater=own.rater, sheet=number)
    return True


def shorten_leases(transaction: Transaction, study: int, latest: float) -> int:
    """End leases of a study at `latest` that would end later; how many there were.

    They were given by a clock that was ahead. Nobody else would get these sheets until that time has come.
    """
    blocks = select(block.c.id).where(block.c.study == study)
    late = update(sheet).where(IS_OPEN, sheet.c.leased_until > latest, sheet.c.block.in_(blocks))
    return len(transaction.execute(late.values(leased_until=latest).returning(sheet.c.id)).all())


def count_block(transaction: Transaction, number: int, taken: int, answered: int = 0) -> None:
    """Count what changes about a block: leases taken or given back, answers."""
    transaction.execute(_COUNT, {"the_block": number, "more_taken": taken, "more_answered": answered})


def _expire(transaction: Transaction, row: Row[*tuple[Any, ...]], now: float, what: str) -> None:
    transaction.execute(_TAKE_BACK, {"the_sheet": row.id})
    count_block(transaction, row.block, -1)
    log_event(transaction, row.study, what, now, rater=row.rater, sheet=row.id)


def _find_unanswered(transaction: Transaction, rater: int, until: float, now: float) -> Lease | None:
    """The sheet that a rater has, or had and may have back."""
    for number, token, state, leased_until in transaction.execute(_UNANSWERED, {"rater": rater}).all():
        if state == "open":
            return Lease(token, leased_until, is_new=False)
        if renew_lease(transaction, number, until, now):
            return Lease(token, until, is_new=False)
    return None


def _find_turn(transaction: Transaction, chosen: Candidate) -> int:
    """The first turn of a block that nobody has or had to the end."""
    if chosen.quota is None:
        return chosen.answered + chosen.leased
    if chosen.turn is not None:
        return chosen.turn
    turns = set(transaction.execute(_TURNS, {"block": chosen.id}).scalars())
    return next(turn for turn in range(len(turns) + 1) if turn not in turns)


# Statements are made once: to put one together takes longer than to run it.
_OPEN = (
    select(sheet.c.id, sheet.c.block, sheet.c.rater, block.c.study)
    .join(block, block.c.id == sheet.c.block)
    .where(IS_OPEN)
)
_OPEN_OF = _OPEN.where(sheet.c.rater == bindparam("rater"))
_RUN_OUT = _OPEN.where(sheet.c.leased_until <= bindparam("now"))
_LOST = (
    select(sheet.c.block, sheet.c.rater, block.c.study)
    .join(block, block.c.id == sheet.c.block)
    .where(sheet.c.id == bindparam("sheet"), sheet.c.state == "expired", has_room())
)
_OWN = sheet.c.rater == bindparam("rater")
_IS_UNANSWERED = sheet.c.state.in_(UNANSWERED)
_UNANSWERED = (
    select(sheet.c.id, sheet.c.token, sheet.c.state, sheet.c.leased_until)
    .where(_OWN, _IS_UNANSWERED)
    .order_by(sheet.c.state.desc(), sheet.c.id)  # the open one first
)
_REGAINABLE = (
    select(sheet.c.id)
    .join(block, block.c.id == sheet.c.block)
    .where(_OWN, _IS_UNANSWERED, ~block.c.practice, or_(IS_OPEN, has_room()))
    .limit(1)
)
_STUDY_STATE = select(schema.study.c.state).where(schema.study.c.id == bindparam("study"))
_TURNS = select(sheet.c.turn).where(sheet.c.block == bindparam("block"), sheet.c.state.in_(("open", "done")))
_WHO = (
    select(schema.rater, *rater_progress_columns())
    .join(schema.study, schema.study.c.id == schema.rater.c.study)
    .where(schema.rater.c.id == bindparam("rater"))
)
_MAKE = insert(sheet).inline()
_THIS = update(sheet).where(sheet.c.id == bindparam("the_sheet"))
_PROLONG = _THIS.where(IS_OPEN).values(leased_until=bindparam("until")).returning(sheet.c.id)
_REOPEN = _THIS.values(state="open", leased_until=bindparam("until"))
_TAKE_BACK = _THIS.values(state="expired")
_COUNT = (
    update(block)
    .where(block.c.id == bindparam("the_block"))
    .values(taken=block.c.taken + bindparam("more_taken"), answered=block.c.answered + bindparam("more_answered"))
)
