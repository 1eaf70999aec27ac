"""Answers that were changed: what was sent last, and a new row for every change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, select

from genchal.domain.study.study import Answers, Judgement
from genchal.store.answers import correct_judgements
from genchal.store.connection.writer import Transaction
from genchal.store.records import HeldSheet
from genchal.store.schema import answer, revision, sheet


@dataclass(frozen=True, slots=True)
class Version:
    """Answers of a sheet as they stand; number 0 is what was sent first."""

    number: int
    answers: Answers


def find_version(transaction: Transaction, token: str) -> Version | None:
    """The answers of a sheet as they stand; None if it has none."""
    newest = (
        select(revision.c.number, revision.c.answers)
        .join(sheet, sheet.c.id == revision.c.sheet)
        .where(sheet.c.token == token)
        .order_by(revision.c.number.desc())
        .limit(1)
    )
    row = transaction.execute(newest).first()
    if row is not None:
        return Version(row.number, row.answers)
    first = select(answer.c.answers).join(sheet, sheet.c.id == answer.c.sheet).where(sheet.c.token == token)
    sent = transaction.execute(first).first()
    return None if sent is None else Version(0, sent.answers)


def record_revision(
    transaction: Transaction,
    held: HeldSheet,
    version: Version,
    *,
    judgements: Sequence[Judgement],
    timings: Mapping[str, Any],
    now: float,
) -> None:
    """Store changed answers beside those before, and judgements that take the place of the ones that differ."""
    values = {
        "sheet": held.id,
        "number": version.number,
        "answers": dict(version.answers),
        "timings": dict(timings),
        "received_at": now,
    }
    transaction.execute(insert(revision), values)
    correct_judgements(transaction, held, judgements=judgements, now=now, reason="changed by the rater")
