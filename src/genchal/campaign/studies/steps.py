"""Collecting answers: the rules from arrival to completion code. Nothing here knows of requests and pages.

Functions take a transaction. Those that write are run by `Store.write`, and may be run twice: they do nothing but
through their transaction.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from genchal.campaign.studies.next_sheet import Step, StudyMemory, can_do_more, join_group, lease_next_sheet
from genchal.campaign.studies.page_times import Timings, find_moments
from genchal.campaign.studies.stored import RunningStudy
from genchal.domain.study.study import Answers, Circumstances, Judgement, Problem, Sheet
from genchal.elicitation.writing import TextWriting
from genchal.errors import Conflict, UserError
from genchal.store.answers import record_answers
from genchal.store.comments import replace_comment
from genchal.store.connection.writer import Transaction
from genchal.store.drafts import save_draft
from genchal.store.events import log_event
from genchal.store.leases import release_sheets
from genchal.store.places import is_crowded, is_newcomer
from genchal.store.raters import find_rater, register_rater, set_rater_state
from genchal.store.records import ENDED, SENT_AWAY, Draft, Identity, Rater, Receipt, StoredSheet
from genchal.store.revisions import Version, find_version, record_revision
from genchal.store.sheets import find_open_sheet, hold_sheet, see_sheet


@dataclass(frozen=True, slots=True)
class SubmittedSheet:
    """What became of answers: a receipt and the next step, or problems and neither.

    After practice with texts that have feedback this comes first (`has_feedback`).
    """

    step: Step
    receipt: Receipt | None = None
    problems: tuple[Problem, ...] = ()
    has_feedback: bool = False


# Before the first sheet


class Crowded(UserError):
    """Too many people of one network have just begun."""


def admit_rater(
    transaction: Transaction, running: RunningStudy, identity: Identity, now: float, network: str = ""
) -> Rater:
    """Make a visitor who agrees to take part a rater. Agreeing again changes nothing.

    `network` is where they come from: it is kept as a digest, for a day, where it bounds who can take part.
    """
    rater, _ = register_rater(transaction, running.study, identity, now, network if running.place_limits else "")
    return record_consent(transaction, running, rater, now)


def record_consent(transaction: Transaction, running: RunningStudy, rater: Rater, now: float) -> Rater:
    """A rater agrees; without questions to pass, that makes them eligible."""
    if rater.state not in ("arrived", "no_consent"):
        return rater
    return set_rater_state(transaction, rater.id, "consented" if running.design.eligibility else "eligible", now)


def record_refusal(transaction: Transaction, running: RunningStudy, rater: Rater | None, now: float) -> None:
    """Record that a visitor does not agree. If they are not a rater yet, only the fact is kept."""
    if rater is None:
        log_event(transaction, running.study.id, "declined", now)
    elif rater.state not in ENDED:
        release_sheets(transaction, rater.id, now)
        set_rater_state(transaction, rater.id, "no_consent", now)


def find_unanswered_questions(running: RunningStudy, answers: Answers, fields: tuple[str, ...]) -> list[str]:
    """Fields of questions that have no answer; `fields` are those of all questions, in order."""
    asked = zip(fields, running.design.eligibility, strict=True)
    return [name for name, question in asked if answers.get(name) not in question.options]


def judge_eligibility(
    transaction: Transaction, running: RunningStudy, rater: Rater, answers: Answers, fields: tuple[str, ...], now: float
) -> Rater:
    """Decide whether a rater may take part. Only the outcome is kept, and the questions are not asked twice."""
    rater = find_rater(transaction, running.study.id, rater.token)
    if rater.state != "consented":
        return rater
    asked = zip(fields, running.design.eligibility, strict=True)
    has_passed = all(answers.get(name) in question.passing for name, question in asked)
    return set_rater_state(transaction, rater.id, "eligible" if has_passed else "screened_out", now)


def begin_work(transaction: Transaction, running: RunningStudy, rater: Rater, memory: StudyMemory, now: float) -> Step:
    """A rater has read what to do, and gets a sheet: the next one, or the one that is still open."""
    rater = find_rater(transaction, running.study.id, rater.token)
    if rater.state == "eligible":
        if running.design.between:
            join_group(transaction, running, rater)
        rater = set_rater_state(transaction, rater.id, "working", now)
    if can_do_more(transaction, running, rater):
        rater = set_rater_state(transaction, rater.id, "working", now)
    if rater.state != "working":
        return Step(rater)
    step = lease_next_sheet(transaction, running, rater, memory, now)
    limits = running.place_limits
    if (
        step.sheet is None
        and limits
        and is_newcomer(transaction, rater)
        and is_crowded(transaction, rater, limits, now)
    ):
        raise Crowded("many people from your network have just begun", "Please try again in a few minutes.")
    return step


# Sheets


def find_step(transaction: Transaction, rater: Rater) -> Step:
    """Where a rater is, without changing it."""
    return Step(rater, find_open_sheet(transaction, rater.id))


def store_draft(
    transaction: Transaction, running: RunningStudy, rater: str, sheet: str, given: Draft, now: float
) -> bool:
    """Keep answers in progress, and the sheet for the rater at work on it, where `keep_draft` could not.

    `rater` and `sheet` are tokens. False if the sheet is answered, or has later answers; the same draft sent again is
    kept already.
    """
    held = hold_sheet(transaction, sheet, rater)
    _refuse_removed(held.rater)
    if save_draft(transaction, held, given, now=now, lease_seconds=running.lease_seconds):
        return True
    return not held.stored.is_answered and see_sheet(transaction, sheet).stored.draft == given


def submit_answers(
    transaction: Transaction,
    running: RunningStudy,
    rater: str,
    sheet: str,
    answers: Answers,
    *,
    key: str,
    timings: Timings,
    now: float,
    memory: StudyMemory,
    comment: str = "",
) -> SubmittedSheet:
    """Store the answers of a sheet with what they mean, and lease the next one: as a whole, or not at all.

    `rater` and `sheet` are tokens. A sheet that is sent again is answered alike.
    """
    held = hold_sheet(transaction, sheet, rater, now)
    stored, progress = held.stored, held.progress
    _refuse_removed(held.rater)
    asked, seconds, design = running.sheet(stored), now - stored.shown_at, running.design
    minimum = 0.0 if stored.practice else design.minimum_seconds
    is_hasty = design.removes_hasty and seconds < minimum
    earlier = memory.seen_texts.with_newest(transaction, running)
    circumstances = Circumstances(seconds, 0.0 if is_hasty else minimum, earlier)
    problems = running.method.check_answers(asked, answers, running.texts, circumstances)
    if not stored.is_answered:
        if problems:
            return SubmittedSheet(Step(held.rater, sheet), problems=tuple(problems))
        if is_hasty:
            return SubmittedSheet(_remove_rater(transaction, running, held.rater, stored, answers, now))
    shown_at, answered_at = find_moments(timings, stored.shown_at, now)
    receipt = record_answers(
        transaction,
        held,
        key=key,
        answers=answers,
        judgements=[] if problems else running.method.judgements(asked, answers),
        now=now,
        timings=timings,
        shown_at=shown_at,
        answered_at=answered_at,
    )
    if comment and running.design.comments and receipt.is_first:
        replace_comment(transaction, held.rater.id, held.id, comment, now)
    told = has_feedback(stored)
    if held.rater.state in ENDED:
        return SubmittedSheet(Step(held.rater), receipt, has_feedback=told)
    if not stored.is_answered:
        progress = replace(progress, unanswered=progress.unanswered - 1)
    step = lease_next_sheet(transaction, running, held.rater, memory, now, progress)
    return SubmittedSheet(step, receipt, has_feedback=told)


def has_feedback(stored: StoredSheet) -> bool:
    """Whether raters are told something about a sheet once it is answered: it is for practice, and they can learn."""
    return stored.practice and any(item.feedback for item in stored.items)


def revise_answers(
    transaction: Transaction,
    running: RunningStudy,
    rater: str,
    sheet: str,
    answers: Answers,
    *,
    version: int,
    timings: Timings,
    now: float,
    memory: StudyMemory,
    comment: str | None = None,
) -> SubmittedSheet:
    """Store changed answers of a sheet, `version` being the number of those that were changed.

    They stand beside the answers before, and take their place. A change that is sent again is stored once. An empty
    comment takes back the one before; None leaves it.
    """
    held = hold_sheet(transaction, sheet, rater)
    _refuse_removed(held.rater)
    found = find_version(transaction, sheet)
    if found is None or not can_revise(running, held.rater, held.stored):
        raise Conflict("this page cannot be changed any more", "Nothing was stored.", key="not_revisable")
    asked, earlier = running.sheet(held.stored), memory.seen_texts.with_newest(transaction, running)
    own = [str(json.loads(one.value)) for one in _text_judgements(running, asked, found.answers)]
    circumstances = Circumstances(earlier=earlier.except_for(own))
    problems = running.method.check_answers(asked, answers, running.texts, circumstances)
    if problems:
        return SubmittedSheet(Step(held.rater, sheet), problems=tuple(problems))
    if dict(answers) != dict(found.answers):
        if version != found.number:
            raise Conflict(
                "this page was changed in another window",
                "Nothing was stored. Open the page again to see its answers.",
                key="changed_elsewhere",
            )
        judgements = running.method.judgements(asked, answers)
        changed = Version(found.number + 1, answers)
        record_revision(transaction, held, changed, judgements=judgements, timings=timings, now=now)
    # A page that was overtaken has not shown what was said since, so nobody has emptied that.
    if running.design.comments and comment is not None and (comment.strip() or version == found.number):
        replace_comment(transaction, held.rater.id, held.id, comment, now)
    return SubmittedSheet(find_step(transaction, held.rater))


def can_revise(running: RunningStudy, rater: Rater, stored: StoredSheet) -> bool:
    """Whether a rater may still change the answers of a sheet."""
    return running.is_revisable and rater.state == "working" and stored.is_answered and not stored.practice


def _text_judgements(running: RunningStudy, asked: Sheet, answers: Answers) -> list[Judgement]:
    """What a rater wrote, where texts are collected of which none may be given twice."""
    return running.method.judgements(asked, answers) if isinstance(running.method, TextWriting) else []


def _remove_rater(
    transaction: Transaction, running: RunningStudy, rater: Rater, stored: StoredSheet, answers: Answers, now: float
) -> Step:
    """Send somebody away who was faster than anybody can read (E2E). What they sent is kept, and never counts."""
    answered = dict(answers)
    log_event(transaction, running.study.id, "too fast", now, rater=rater.id, block=stored.block, answers=answered)
    release_sheets(transaction, rater.id, now)
    return Step(set_rater_state(transaction, rater.id, "removed", now))


def _refuse_removed(rater: Rater) -> None:
    if rater.state in SENT_AWAY:
        raise Conflict("you are no longer taking part in this study", "Nothing was stored.", key="removed")
