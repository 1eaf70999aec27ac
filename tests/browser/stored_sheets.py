"""What the database has of sheets that a browser has answered."""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from genchal.campaign.studies.stored import RunningStudy
from genchal.store.schema import answer, item, judgement, rater, sheet
from genchal.store.sheets import load_sheet
from genchal.store.store import Store


@dataclass(frozen=True)
class Answered:
    """A sheet as it is stored: what it had to give, what it gave, and what its page measured."""

    rater: int
    state: str
    is_practice: bool
    expected: Counter[tuple[str, str]]
    judged: Counter[tuple[str, str]]
    values: Mapping[tuple[str, str], str]
    timings: Mapping[str, Any]
    seconds: float


def answered_sheets(store: Store, study: RunningStudy) -> list[Answered]:
    """All sheets of a study that have been answered, in the order in which the answers came."""
    chosen = (
        select(sheet.c.id, sheet.c.token, rater.c.id, rater.c.number, sheet.c.state, sheet.c.shown_at, answer.c.timings)
        .join(rater, rater.c.id == sheet.c.rater)
        .join(answer, answer.c.sheet == sheet.c.id)
        .where(rater.c.study == study.study.id)
        .order_by(answer.c.id)
    )
    judged = (
        select(item.c.name, judgement.c.criterion, judgement.c.value, judgement.c.answered_at)
        .join(item, item.c.id == judgement.c.item)
        .order_by(judgement.c.position, judgement.c.id)
    )
    found = []
    with store.reading() as transaction:
        for number, token, owner, name, state, shown_at, timings in transaction.execute(chosen).all():
            stored = load_sheet(transaction, token, owner)
            rows = transaction.execute(judged.where(judgement.c.sheet == number)).all()
            found.append(
                Answered(
                    name,
                    state,
                    stored.practice,
                    Counter(study.method.shape(study.sheet(stored))),
                    Counter((one.name, one.criterion) for one in rows),
                    {(one.name, one.criterion): one.value for one in rows},
                    timings,
                    max(one.answered_at for one in rows) - shown_at,
                )
            )
    return found


def check_once(store: Store, study: RunningStudy, sheets: int) -> list[Answered]:
    """So many sheets have been answered, each with one judgement per item and criterion, after a plausible time."""
    found = answered_sheets(store, study)
    assert len(found) == sheets
    for one in found:
        check_judgements(one)
        timings = one.timings
        assert 0 < timings["active_ms"] <= timings["wall_ms"] + 5
        parts = timings["active_ms"] + timings["idle_ms"] + timings["hidden_ms"]
        assert parts <= timings["wall_ms"] + 20
        assert abs(one.seconds - timings["wall_ms"] / 1000) < 1
    return found


def check_judgements(one: Answered) -> None:
    """There is one judgement for each item and criterion."""
    assert one.judged == one.expected
    assert set(one.judged.values()) == {1}


def draft_of(store: Store, token: str) -> list[str]:
    """What the draft of a sheet has so far."""
    with store.reading() as transaction:
        owner = transaction.execute(select(sheet.c.rater).where(sheet.c.token == token)).scalar_one()
        draft = load_sheet(transaction, token, owner).draft
        return [value for value in draft.answers.values() if value] if draft else []


def soon(is_so: Callable[[], bool], seconds: float = 10) -> bool:
    """Whether something comes true before long."""
    until = time.monotonic() + seconds
    while not is_so() and time.monotonic() < until:
        time.sleep(0.02)
    return is_so()
