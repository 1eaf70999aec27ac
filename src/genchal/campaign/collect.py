"""Collecting answers: the rules from arrival to completion code. Nothing here knows of requests and pages.

Functions take a transaction. Those that write are run by `Store.write`, and may be run twice: they do nothing but
through their transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from genchal.campaign.earlier import Earlier
from genchal.campaign.memory import Memory
from genchal.campaign.running import Running
from genchal.campaign.sheet_times import Timings, moments
from genchal.domain.study import Answers, Block, Circumstances, Judgement, Problem
from genchal.elicitation.design.orders import turn_order
from genchal.errors import Conflict
from genchal.store import (
    Counts,
    Identity,
    Rater,
    Receipt,
    StoredSheet,
    Transaction,
    arrive,
    counts,
    find_rater,
    lease_next,
    load_sheet,
    log,
    open_sheet,
    record_answers,
    release,
    save_draft,
    set_rater_state,
    sheet_state,
)

ENDED = ("finished", "screened_out", "no_consent", "removed")
SENT_AWAY = ("screened_out", "no_consent", "removed")


@dataclass(frozen=True, slots=True)
class Step:
    """Where a rater is after something was done: with a sheet, or without one."""

    rater: Rater
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class Submitted:
    """What became of answers: a receipt and the next step, or problems and neither."""

    step: Step
    receipt: Receipt | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """Answers that a method could take, with what they mean; or what is wrong with them."""

    problems: tuple[Problem, ...]
    judgements: tuple[Judgement, ...]
    is_hasty: bool = False


# Before the first sheet


def consent(transaction: Transaction, running: Running, identity: Identity, now: float) -> Rater:
    """Somebody agrees to take part: from now on they are known. Whoever agrees again is where they were."""
    rater, _ = arrive(transaction, running.study, identity, now)
    return agree(transaction, running, rater, now)


def agree(transaction: Transaction, running: Running, rater: Rater, now: float) -> Rater:
    """A rater agrees; without questions to pass, that makes them eligible."""
    if rater.state not in ("arrived", "no_consent"):
        return rater
    return set_rater_state(transaction, rater.id, "consented" if running.design.eligibility else "eligible", now)


def decline(transaction: Transaction, running: Running, rater: Rater | None, now: float) -> None:
    """Somebody does not agree. Of a stranger nothing is kept but that there was one."""
    if rater is None:
        log(transaction, running.study.id, "declined", now)
    elif rater.state not in ENDED:
        release(transaction, rater.id, now)
        set_rater_state(transaction, rater.id, "no_consent", now)


def unanswered_questions(running: Running, answers: Answers, fields: tuple[str, ...]) -> list[str]:
    """Fields of questions that have no answer; `fields` are those of all questions, in order."""
    asked = zip(fields, running.design.eligibility, strict=True)
    return [name for name, one in asked if answers.get(name) not in one.options]


def judge_eligibility(
    transaction: Transaction, running: Running, rater: Rater, answers: Answers, fields: tuple[str, ...], now: float
) -> Rater:
    """Let a rater in, or not. Only which of the two it was is kept, and it is not asked twice."""
    rater = find_rater(transaction, running.study.id, rater.token)
    if rater.state != "consented":
        return rater
    asked = zip(fields, running.design.eligibility, strict=True)
    has_passed = all(answers.get(name) in one.passing for name, one in asked)
    return set_rater_state(transaction, rater.id, "eligible" if has_passed else "screened_out", now)


def begin(transaction: Transaction, running: Running, rater: Rater, memory: Memory, now: float) -> Step:
    """A rater has read what to do, and gets a sheet: the next one, or the one that is still open."""
    rater = find_rater(transaction, running.study.id, rater.token)
    if rater.state == "eligible":
        rater = set_rater_state(transaction, rater.id, "working", now)
    return next_sheet(transaction, running, rater, memory, now) if rater.state == "working" else Step(rater)


def next_sheet(transaction: Transaction, running: Running, rater: Rater, memory: Memory, now: float) -> Step:
    """Lease the next sheet, those for practice first; whoever has done enough, or all there is, is finished."""
    limit = running.design.sheets_per_rater
    if limit is None or counts(transaction, rater.id).answered < limit:
        lease = lease_next(
            transaction, rater.id, now=now, lease_seconds=running.lease_seconds, choose=memory.choose, arrange=_arranged
        )
        if lease is not None:
            return Step(rater, lease.sheet)
    if counts(transaction, rater.id).answered:
        return Step(set_rater_state(transaction, rater.id, "finished", now))
    return Step(rater)


def _arranged(block: Block, turn: int, _rng: np.random.Generator) -> tuple[int, ...]:
    return turn_order(block.items, turn)


# Sheets


@dataclass(frozen=True, slots=True)
class Shown:
    """A sheet as it is to be shown, and what its rater has done before."""

    stored: StoredSheet
    done: Counts

    @property
    def is_answered(self) -> bool:
        """Whether its answers are stored."""
        return self.stored.state in ("done", "surplus")


def show(transaction: Transaction, rater: Rater, sheet: str) -> Shown:
    """A sheet of a rater's own."""
    return Shown(load_sheet(transaction, sheet, rater.id), counts(transaction, rater.id))


def where(transaction: Transaction, rater: Rater) -> Step:
    """Where a rater is, without changing it."""
    return Step(rater, open_sheet(transaction, rater.id))


def draft(
    transaction: Transaction, running: Running, rater: Rater, sheet: str, number: int, answers: Answers, now: float
) -> bool:
    """Keep answers in progress, and the sheet for whoever is at work on it."""
    _refuse_who_was_sent_away(rater)
    return save_draft(
        transaction,
        sheet,
        rater.id,
        number=number,
        answers=answers,
        now=now,
        lease_seconds=running.lease_seconds,
    )


def check(running: Running, stored: StoredSheet, answers: Answers, now: float, earlier: Earlier) -> Checked:
    """Whether answers can be taken, and what they mean. The contents of a sheet never change: this needs no write."""
    sheet = running.sheet(stored)
    seconds = now - stored.shown_at
    minimum = 0.0 if stored.practice else running.design.minimum_seconds
    is_hasty = running.design.removes_hasty and seconds < minimum
    circumstances = Circumstances(seconds, 0.0 if is_hasty else minimum, earlier)
    problems = running.method.check_answers(sheet, answers, running.texts, circumstances)
    judgements = [] if problems else running.method.judgements(sheet, answers)
    return Checked(tuple(problems), tuple(judgements), is_hasty)


def submit(
    transaction: Transaction,
    running: Running,
    rater: Rater,
    stored: StoredSheet,
    answers: Answers,
    checked: Checked,
    *,
    key: str,
    timings: Timings,
    now: float,
    memory: Memory,
) -> Submitted:
    """Store the answers of a sheet with what they mean, and lease the next one: as a whole, or not at all.

    A sheet that is sent again is answered alike. A text that somebody else has given since it was checked is refused.
    """
    rater = find_rater(transaction, running.study.id, rater.token)
    _refuse_who_was_sent_away(rater)
    has_more = not checked.problems and memory.earlier.has_more(transaction, running)
    if checked.problems or checked.is_hasty or has_more:
        is_new = sheet_state(transaction, stored.token, rater.id) in ("open", "expired")
        if is_new and has_more:
            checked = check(running, stored, answers, now, memory.earlier.with_newest(transaction, running))
        if is_new and checked.problems:
            return Submitted(Step(rater, stored.token), problems=checked.problems)
        if is_new and checked.is_hasty:
            return Submitted(_removed(transaction, running, rater, stored, answers, now))
    shown_at, answered_at = moments(timings, stored.shown_at, now)
    receipt = record_answers(
        transaction,
        stored.token,
        rater.id,
        key=key,
        answers=answers,
        judgements=checked.judgements,
        now=now,
        timings=timings,
        shown_at=shown_at,
        answered_at=answered_at,
    )
    step = Step(rater) if rater.state in ENDED else next_sheet(transaction, running, rater, memory, now)
    return Submitted(step, receipt)


def _removed(
    transaction: Transaction, running: Running, rater: Rater, stored: StoredSheet, answers: Answers, now: float
) -> Step:
    """Send somebody away who was faster than anybody can read (E2E). What they sent is kept, and never counts."""
    sent: Mapping[str, str] = dict(answers)
    log(transaction, running.study.id, "too fast", now, rater=rater.id, block=stored.block, answers=sent)
    release(transaction, rater.id, now)
    return Step(set_rater_state(transaction, rater.id, "removed", now))


def _refuse_who_was_sent_away(rater: Rater) -> None:
    if rater.state in SENT_AWAY:
        raise Conflict("you no longer take part in this study", "Nothing was stored.")
