"""Raters: who comes, who comes back, and what state they are in."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Row, bindparam, exists, func, insert, select, update

from genchal.errors import NotFound
from genchal.store.connection.writer import Transaction
from genchal.store.events import log_event
from genchal.store.records import ENDED, SENT_AWAY, Identity, Rater, RaterProgress, RaterState, SheetCounts, Study
from genchal.store.schema import block, is_open, rater, rater_identity, sheet, study

UNANSWERED = ("open", "expired")


def register_rater(
    transaction: Transaction, study: Study, identity: Identity, now: float, network: str = ""
) -> tuple[Rater, bool]:
    """The rater that this is, and whether it is a new one. New ones get the next number and a token.

    `network` is where they come from, if that bounds how many places it can hold; only a digest is kept, for a day.
    """
    digest = digest_identity(study.key, identity)
    row = transaction.execute(_KNOWN, {"study": study.id, "digest": digest}).first()
    is_new = row is None
    if row is None:
        last = transaction.execute(_LAST, {"study": study.id}).scalar_one()
        values = {
            "study": study.id,
            "number": (last or 0) + 1,
            "token": secrets.token_hex(16),
            "digest": digest,
            "state": "arrived",
            "condition": None,
            "started_at": now,
            "origin": _digest_network(study.key, network) if network else None,
        }
        row = transaction.execute(_ADD, values).one()
    if identity.given:
        _keep(transaction, row.id, identity, now)
    return read_rater(row), is_new


def recognise_rater(transaction: Transaction, study: Study, identity: Identity) -> Rater | None:
    """The rater with this identity, if they have been here before."""
    digest = digest_identity(study.key, identity)
    row = transaction.execute(_KNOWN, {"study": study.id, "digest": digest}).first()
    return read_rater(row) if row else None


def find_rater(transaction: Transaction, study: int, token: str) -> Rater:
    """The rater of a token."""
    row = transaction.execute(_NAMED, {"study": study, "token": token}).first()
    if row is None:
        raise NotFound("no rater of this study has this token", "Open the link to the study again.")
    return read_rater(row)


def set_rater_state(transaction: Transaction, number: int, state: RaterState, now: float) -> Rater:
    """Set the state of a rater; if it is final, its time is stored."""
    values = {"state": state, "finished_at": now if state in ENDED else None}
    row = transaction.execute(update(rater).where(rater.c.id == number).values(values).returning(rater)).one()
    log_event(transaction, row.study, state, now, rater=number)
    return read_rater(row)


def set_rater_condition(transaction: Transaction, number: int, condition: str | None) -> Rater:
    """Say which blocks a rater sees: those of a condition, or all."""
    changed = update(rater).where(rater.c.id == number).values(condition=condition).returning(rater)
    return read_rater(transaction.execute(changed).one())


def count_raters_by_condition(transaction: Transaction, study: int) -> Mapping[str | None, int]:
    """How many raters have been given each condition: for keeping to shares. Those who were sent away do not count."""
    counted = (
        select(rater.c.condition, func.count())
        .where(rater.c.study == study, rater.c.state.not_in(SENT_AWAY))
        .group_by(rater.c.condition)
    )
    return dict(transaction.execute(counted).all())


def count_sheets(transaction: Transaction, number: int) -> SheetCounts:
    """How many sheets a rater has answered, surplus ones too: they were work all the same."""
    found: dict[bool, int] = dict(transaction.execute(_COUNTED, {"rater": number}).all())
    return SheetCounts(answered=found.get(False, 0), practice=found.get(True, 0))


def name_rater(number: int) -> str:
    """Name a rater as exports do: stable within a study, and no way back to the person.

    Readers of ratings recognise our exports by this pattern (rater-0001) and keep the names, so that a rater named in a
    ranking or a verdict is found again by `genchal study identities` and `genchal study erase`.
    """
    return f"rater-{number:04}"


def read_rater(row: Row[*tuple[Any, ...]]) -> Rater:
    """A rater as others see one."""
    times = (row.started_at, row.finished_at)
    return Rater(row.id, row.study, row.token, row.number, row.state, row.condition, *times, row.origin)


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


def digest_identity(key: bytes, identity: Identity) -> str:
    """A digest that recognises the same person, and reveals nothing without the study's key."""
    name = json.dumps([identity.platform, identity.id]).encode("ascii")
    return hmac.new(key, b"rater\0" + name, hashlib.sha256).hexdigest()


def _digest_network(key: bytes, network: str) -> str:
    """A digest that is the same for all who come from a network."""
    return hmac.new(key, b"network\0" + network.encode(), hashlib.sha256).hexdigest()[:32]


def _keep(transaction: Transaction, number: int, identity: Identity, now: float) -> None:
    """Note what a platform said about a rater, once."""
    given = {"platform": identity.platform, "given": dict(sorted(identity.given.items()))}
    known = select(rater_identity.c.id).where(
        rater_identity.c.rater == number,
        rater_identity.c.platform == given["platform"],
        rater_identity.c.given == given["given"],
    )
    if transaction.execute(known).first() is None:
        transaction.execute(insert(rater_identity), {"rater": number, **given, "given_at": now})


_OF_STUDY = select(rater).where(rater.c.study == bindparam("study"))
_KNOWN = _OF_STUDY.where(rater.c.digest == bindparam("digest"))
_NAMED = _OF_STUDY.where(rater.c.token == bindparam("token"))
_LAST = select(func.max(rater.c.number)).where(rater.c.study == bindparam("study"))
_ADD = insert(rater).returning(rater)
_COUNTED = (
    select(block.c.practice, func.count())
    .join(block, block.c.id == sheet.c.block)
    .where(sheet.c.rater == bindparam("rater"), sheet.c.state.in_(("done", "surplus")))
    .group_by(block.c.practice)
)
