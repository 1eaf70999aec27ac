"""The studies of a database, read again every few seconds: a new one appears, a closed one is closed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from genchal.campaign.studies.next_sheet import StudyMemory
from genchal.campaign.studies.stored import RunningStudy, read_study
from genchal.errors import NotFound
from genchal.store.store import Store
from genchal.store.studies import list_studies
from genchal.web.requests.security import Buckets, TooMany

AFTER = 5.0  # seconds
LOOKS, LOOKS_AT_ONCE = 2.0, 10.0  # a second, and in a row: how often an unknown name makes us read again


class StudyCache:
    """Studies by name and by number. While they are read again, requests get what was known last."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._by_number: dict[int, RunningStudy] = {}
        self._by_name: dict[str, RunningStudy] = {}
        self._memories: dict[int, StudyMemory] = {}
        self._read_at: float | None = None
        self._reading = threading.Lock()
        self._looks = Buckets(clock)

    def find_named(self, name: str) -> RunningStudy:
        """The study of a name. One that is not known may be new; but who guesses names does not keep us reading."""
        asked = self._clock()
        self._refresh()
        if name not in self._by_name:
            self._look_again(asked, is_guess=True)
        found = self._by_name.get(name)
        if found is None:
            raise NotFound("there is no such study here", "Check the address you were given.", key="no_study")
        return found

    def find_numbered(self, number: int) -> RunningStudy | None:
        """The study of a number. Numbers come from the database: one that is not known must be new."""
        if number not in self._by_number:
            self._look_again(self._clock(), is_guess=False)
        return self._by_number.get(number)

    def peek(self, number: int) -> RunningStudy | None:
        """The study of a number, if it has been asked for before: never waits."""
        return self._by_number.get(number)

    def list_known(self) -> list[RunningStudy]:
        """Every study that has been asked for before: never waits."""
        return list(self._by_number.values())

    def list_all(self) -> list[RunningStudy]:
        """Every study, by name."""
        self._refresh()
        return [self._by_name[name] for name in sorted(self._by_name)]

    def find_memory(self, running: RunningStudy) -> StudyMemory:
        """What is remembered of a study between requests."""
        return self._memories.setdefault(running.study.id, StudyMemory(running))

    def _refresh(self) -> None:
        """Read what is old, one at a time. Who comes meanwhile waits only if nothing is known yet."""
        if self._is_fresh() or not self._reading.acquire(blocking=self._read_at is None):
            return
        try:
            if not self._is_fresh():
                self._read()
        finally:
            self._reading.release()

    def _is_fresh(self) -> bool:
        return self._read_at is not None and self._clock() - self._read_at < AFTER

    def _look_again(self, asked: float, *, is_guess: bool) -> None:
        """Read unless it was begun since somebody asked: one reading answers all who wait for it."""
        with self._reading:
            is_answered = self._read_at is not None and self._read_at >= asked
            if not is_answered and not (is_guess and self._has_looked_enough()):
                self._read()

    def _has_looked_enough(self) -> bool:
        try:
            self._looks.take("", LOOKS, LOOKS_AT_ONCE)
        except TooMany:
            return True
        return False

    def _read(self) -> None:
        now = self._clock()
        found = {study.id: study for study in self._store.read(list_studies)}
        known = self._by_number
        self._by_number = {
            number: known[number] if number in known and known[number].study == study else read_study(study)
            for number, study in found.items()
        }
        self._by_name = {study.study.name: study for study in self._by_number.values()}
        self._read_at = now
