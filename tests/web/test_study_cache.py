"""Which studies a server knows: new ones at once, without being made to read by whoever guesses names."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from genchal.campaign.studies.stored import RunningStudy
from genchal.errors import NotFound
from genchal.store.store import Store, open_store
from genchal.store.studies import set_study_state
from genchal.store.upkeep.unused import delete_study
from genchal.web.app import make_app
from genchal.web.study_cache import AFTER, LOOKS_AT_ONCE, StudyCache
from web.raters import NO_LIMITS, Browser, Clock, Person, serve_study


@dataclass
class Ticking:
    """A clock on which a moment passes whenever it is looked at, and more when it is told to."""

    now: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self) -> float:
        with self.lock:
            self.now += 1e-6
            return self.now


@dataclass
class Watched:
    """A store that counts how often it is read, and can be made to wait."""

    store: Store
    reads: int = 0
    gate: threading.Event = field(default_factory=threading.Event)
    is_reading: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.gate.set()

    def read(self, operation: Callable[..., Any]) -> Any:
        self.reads += 1
        found = self.store.read(operation)
        self.is_reading.set()
        assert self.gate.wait(10)
        return found


@pytest.fixture
def watched(one_store: Store) -> Watched:
    return Watched(one_store)


@pytest.fixture
def ticking() -> Ticking:
    return Ticking()


@pytest.fixture
def known(watched: Watched, ticking: Ticking) -> StudyCache:
    return StudyCache(watched, ticking)  # type: ignore[arg-type]


def test_a_study_that_is_created_while_the_server_runs_is_found_at_once(
    known: StudyCache, watched: Watched, ticking: Ticking
) -> None:
    serve_study(watched.store, name="first")
    assert known.find_named("first").study.name == "first"
    with pytest.raises(NotFound, match="no such study"):
        known.find_named("second")
    second = serve_study(watched.store, name="second")
    assert known.find_named("second").study == second.study
    third = serve_study(watched.store, name="third")
    found = known.find_numbered(third.study.id)
    assert found is not None and found.study == third.study
    assert watched.reads == 4
    assert known.find_named("third").study == third.study
    assert watched.reads == 4  # what is known is not read again
    ticking.now += AFTER
    watched.store.write(lambda transaction: set_study_state(transaction, third.study.id, "closed", 1.0))
    assert known.find_named("third").study.state == "closed"


def test_who_guesses_names_does_not_make_the_server_read_for_every_guess(
    known: StudyCache, watched: Watched, ticking: Ticking
) -> None:
    serve_study(watched.store, name="real")
    for number in range(500):
        with pytest.raises(NotFound):
            known.find_named(f"guess {number}")
    assert watched.reads == 1 + LOOKS_AT_ONCE
    before = watched.reads
    new = serve_study(watched.store, name="new")
    with pytest.raises(NotFound):
        known.find_named("new")
    assert watched.reads == before
    assert known.find_numbered(new.study.id) is not None  # who holds a sheet of it does not guess
    ticking.now += 1.0  # by then the guesser has to wait again
    newest = serve_study(watched.store, name="newest")
    assert known.find_named("newest").study == newest.study


def test_who_comes_while_the_studies_are_first_read_waits_for_them(known: StudyCache, watched: Watched) -> None:
    serve_study(watched.store, name="early")
    watched.gate.clear()
    with ThreadPoolExecutor(8) as pool:
        first = pool.submit(known.find_named, "early")
        assert watched.is_reading.wait(10)
        others = [pool.submit(known.find_named, "early") for _ in range(7)]
        time.sleep(0.02)
        assert not any(one.done() for one in (first, *others))  # nobody is told that there is no such study
        watched.gate.set()
        assert {one.result(10).study.name for one in (first, *others)} == {"early"}
    assert watched.reads == 1


def test_one_reading_answers_all_who_ask_for_the_same_new_study(known: StudyCache, watched: Watched) -> None:
    serve_study(watched.store, name="old")
    known.find_named("old")
    watched.is_reading.clear()
    watched.gate.clear()
    with ThreadPoolExecutor(8) as pool:
        first = pool.submit(known.find_named, "new")
        assert watched.is_reading.wait(10)  # this reading began before there was such a study
        serve_study(watched.store, name="new")
        others = [pool.submit(known.find_named, "new") for _ in range(7)]
        time.sleep(0.02)
        assert known.find_named("old").study.name == "old"  # who asks for something else does not wait
        watched.gate.set()
        assert {one.result(10).study.name for one in others} == {"new"}
        with pytest.raises(NotFound):
            first.result(10)
    assert watched.reads == 3


def test_old_knowledge_is_read_again_by_one_while_the_others_go_on(
    known: StudyCache, watched: Watched, ticking: Ticking
) -> None:
    serve_study(watched.store, name="steady")
    known.find_named("steady")
    ticking.now += AFTER
    watched.is_reading.clear()
    watched.gate.clear()
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(known.find_named, "steady")
        assert watched.is_reading.wait(10)
        assert known.find_named("steady").study.name == "steady"
        assert not slow.done()
        watched.gate.set()
        slow.result(10)
    assert watched.reads == 2


def test_a_study_that_takes_the_place_of_a_deleted_one_is_shown_as_it_is(tmp_path: Path) -> None:
    """SQLite would give numbers again, and what was read under them is remembered."""
    with open_store(tmp_path / "campaign.db") as store:
        app, clock = make_app(store, limits=NO_LIMITS), Clock()

        def open_sheet(text: str) -> tuple[RunningStudy, str]:
            study = serve_study(store, count=1, texts=(text,))
            person = Person(store, clock, study)
            person.browser = Browser(app)
            return study, person.start().text

        old, page = open_sheet("The text of a study with a mistake.")
        assert "with a mistake" in page
        store.write(lambda t: delete_study(t, old.study))
        app.app.state.studies._read_at -= AFTER  # type: ignore[attr-defined]  # a few seconds later
        new, page = open_sheet("The text of the next one.")
        assert new.study.id != old.study.id
        assert "of the next one" in page
        assert "with a mistake" not in page
