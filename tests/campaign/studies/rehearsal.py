"""Studies rehearsed: raters come, leave in the middle of a sheet, return late or never, by a clock that is a number.

Everything goes through the functions and the store that the server uses, and what comes of it is in the database.
`make test` rehearses with some hundred raters, `make bench` with ten thousand.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import TypeVar

import numpy as np

from campaign.studies.outcomes import Outcome, outcome_of
from genchal.campaign.studies import steps
from genchal.campaign.studies.create import StudyMaterial, plan_study, store_plans
from genchal.campaign.studies.next_sheet import Step, StudyMemory
from genchal.campaign.studies.stored import RunningStudy
from genchal.campaign.studies.stored import read_study as running_study
from genchal.domain import Instance, Text
from genchal.domain.study.design import StudyDesign
from genchal.store.records import Identity, Rater
from genchal.store.sheets import load_sheet
from genchal.store.store import Store

T = TypeVar("T")
MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How raters are; times are minutes."""

    sheets: float = 8.0  # that a rater wants to do, on average; at least one
    minutes: float = 2.0  # that a sheet takes, on average
    leaves: float = 0.15  # chance that a rater leaves in the middle of a sheet
    returns: float = 0.4  # chance that who left comes back
    reloads: float = 0.5  # chance that who comes back opens the study again, and does not answer the page left open
    away: float = 60.0  # for how long, on average


class Rehearsal:
    """Raters at work on a study; `now` is the time, in seconds. They come one after another, a minute apart."""

    def __init__(
        self,
        store: Store,
        running: RunningStudy,
        raters: int,
        rng: np.random.Generator,
        behaviour: Behaviour | None = None,
    ) -> None:
        self.now = 0.0
        self._store, self._running, self._rng, self._behaviour = store, running, rng, behaviour or Behaviour()
        self._memory = StudyMemory(running)
        self._counted = 0  # sheets so far
        self._serial = count(raters)  # what is due at the same time happens in order of its number
        # Raters by when they do something next; each is a generator of the seconds until then.
        self._due = [(MINUTE * number, number, self._take_part(str(number))) for number in range(raters)]

    def run(self, sheets: float = float("inf")) -> None:
        """Let time pass until everybody has gone, or so many sheets are answered that count."""
        while self._due and self._counted < sheets:
            self.now, _, rater = heapq.heappop(self._due)
            seconds = next(rater, None)
            if seconds is not None:
                heapq.heappush(self._due, (self.now + seconds, next(self._serial), rater))

    def outcome(self) -> Outcome:
        """Count what has come of it, after somebody has asked for a sheet and withdrawn: that takes back old leases."""
        rater = self._write(partial(steps.admit_rater, identity=Identity("rehearsal", f"passes by at {self.now}")))
        self._write(partial(steps.begin_work, rater=rater, memory=self._memory))
        self._write(partial(steps.record_refusal, rater=rater))
        return self._store.read(lambda transaction: outcome_of(transaction, self._running, self.now))

    def _take_part(self, name: str) -> Iterator[float]:
        """What one rater does: the seconds between one thing and the next. Whoever has had enough just goes."""
        how, rng = self._behaviour, self._rng
        rater = self._write(partial(steps.admit_rater, identity=Identity("rehearsal", name)))
        begin = partial(steps.begin_work, rater=rater, memory=self._memory)
        step = self._write(begin)
        for _ in range(int(rng.geometric(1 / how.sheets))):
            while rng.random() < how.leaves:
                if rng.random() >= how.returns:
                    return
                yield MINUTE * float(rng.exponential(how.away))
                if rng.random() < how.reloads:
                    step = self._write(begin)
            yield MINUTE * float(rng.exponential(how.minutes))
            if step.sheet is None:
                return
            step = self._answer(rater, step.sheet)

    def _answer(self, rater: Rater, token: str) -> Step:
        running, memory = self._running, self._memory
        with self._store.reading() as transaction:
            memory.refresh(transaction, self.now)
            stored = load_sheet(transaction, token, rater.id)
        answers = running.method.answer_somehow(running.sheet(stored), self._rng)
        submit = partial(steps.submit_answers, rater=rater.token, sheet=token, answers=answers)
        submitted = self._write(partial(submit, key=token, timings={}, memory=memory))
        assert submitted.receipt, submitted.problems
        self._counted += submitted.receipt.state == "done"
        return submitted.step

    def _write(self, step: Callable[..., T]) -> T:
        return self._store.write(lambda transaction: step(transaction, running=self._running, now=self.now))


def made_up(store: Store, design: StudyDesign, systems: int, instances: int) -> RunningStudy:
    """A study of texts that nobody wrote."""
    given = tuple(Instance(f"i{one}", Text(f"input {one}"), (f"a reference of {one}",)) for one in range(instances))
    outputs = {f"s{one}": [f"what {one} says of {number}" for number in range(instances)] for one in range(systems)}
    (created,) = store_plans(store, plan_study(design, StudyMaterial(given, outputs), seed=1), seed=1, now=0.0)
    return running_study(created.study)
