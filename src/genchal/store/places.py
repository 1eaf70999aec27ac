"""Places: how many sheets of a study newcomers from one network may hold before any of them has answered one.

A program can open a study a thousand times, and would hold every place in it. So those who came last from a network
that holds too many take over a place there: that of the newcomer who has done nothing for longest. Nobody is turned
away by that, and an answer that comes after all is taken like any late answer. Where a rater finds nothing to do, a
place is taken back from the network whose newcomers hold most, unless the rater's own holds as many.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, bindparam, exists, func, select, update

from genchal.store.connection.writer import Transaction
from genchal.store.records import Rater
from genchal.store.schema import IS_OPEN, block, draft, rater, sheet

HOUR = 3600.0
IDLE = 300.0
REMEMBERED = 24 * HOUR  # how long it is known where a rater came from


@dataclass(frozen=True, slots=True)
class PlaceLimits:
    """How many sheets newcomers of a network may have open at once, and how many raters may join within an hour."""

    at_once: int
    in_an_hour: int


def is_newcomer(transaction: Transaction, who: Rater) -> bool:
    """Whether a rater counts among the newcomers of a network: it is known, and they have answered nothing yet."""
    return who.origin is not None and not transaction.execute(_HAS_ANSWERED, {"rater": who.id}).scalar_one()


def is_crowded(transaction: Transaction, who: Rater, limits: PlaceLimits, now: float) -> bool:
    """Whether as many as may have joined from a newcomer's network within the last hour.

    Those who have answered nothing do not count: a program that only takes places shuts nobody out.
    """
    since = {"study": who.study, "origin": who.origin, "since": now - HOUR, "rater": who.id}
    begun: int = transaction.execute(_BEGUN, since).scalar_one()
    return begun >= limits.in_an_hour


def find_excess_places(transaction: Transaction, who: Rater, limits: PlaceLimits) -> list[Row[*tuple[Any, ...]]]:
    """Sheets to take back before a newcomer gets one, so that their network does not hold more than it may."""
    held = transaction.execute(_HELD_BY_ORIGIN, {"study": who.study, "origin": who.origin}).all()
    return list(held[: max(len(held) - limits.at_once + 1, 0)])


def find_place_to_take(transaction: Transaction, who: Rater, now: float) -> Row[*tuple[Any, ...]] | None:
    """A sheet to take back for a rater who finds nothing: of the network whose newcomers hold most, the idlest.

    Newcomers do not take from their own network, which is only fair to those who came before them, nor from one that
    holds as few as theirs; then it is a sheet at which nothing has happened for `IDLE` seconds.
    """
    held = transaction.execute(_HELD, {"study": who.study}).all()
    by_origin, own = Counter(row.origin for row in held), 0
    if is_newcomer(transaction, who):
        own = by_origin.pop(who.origin, 0)
    origin, most = max(by_origin.items(), key=lambda pair: pair[1], default=("", 0))
    if most > own + 1:
        return next(row for row in held if row.origin == origin)
    idle = [row for row in held if row.active_at <= now - IDLE]
    return min(idle, key=lambda row: float(row.active_at), default=None)


def forget_origins(transaction: Transaction, now: float) -> None:
    """Forget where raters came from who came a day ago."""
    transaction.execute(_FORGET, {"before": now - REMEMBERED})


# Statements are made once: to put one together takes longer than to run it.
_MINE = sheet.alias()
_OF_MINE = block.alias()


def _answered(number: Any) -> Any:
    """Whether a rater has answered a sheet that counts."""
    return exists().where(
        _MINE.c.rater == number,
        _MINE.c.state.not_in(("open", "expired")),
        _OF_MINE.c.id == _MINE.c.block,
        ~_OF_MINE.c.practice,
    )


_HAS_ANSWERED = select(_answered(bindparam("rater")))
_BEGUN = select(func.count()).where(
    rater.c.study == bindparam("study"),
    rater.c.origin == bindparam("origin"),
    rater.c.started_at > bindparam("since"),
    rater.c.id != bindparam("rater"),
    _answered(rater.c.id),
)
_ACTIVE_AT = func.coalesce(draft.c.saved_at, sheet.c.shown_at)
_HELD = (
    select(sheet.c.id, sheet.c.block, sheet.c.rater, block.c.study, rater.c.origin, _ACTIVE_AT.label("active_at"))
    .join(block, block.c.id == sheet.c.block)
    .join(rater, rater.c.id == sheet.c.rater)
    .outerjoin(draft, draft.c.sheet == sheet.c.id)
    .where(
        rater.c.study == bindparam("study"),
        rater.c.origin.is_not(None),
        IS_OPEN,
        ~block.c.practice,
        ~_answered(rater.c.id),
    )
    # Who has typed something is at work; of the others, who has had a sheet for longest.
    .order_by(draft.c.sheet.is_not(None), _ACTIVE_AT, sheet.c.id)
)
_HELD_BY_ORIGIN = _HELD.where(rater.c.origin == bindparam("origin"))
_FORGET = update(rater).where(rater.c.origin.is_not(None), rater.c.started_at < bindparam("before")).values(origin=None)
