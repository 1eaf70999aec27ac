"""What the server says of itself when its database is in trouble, and that nobody waits for ever."""

import asyncio
import shutil
import threading
import time
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from genchal.store.connection.trouble import Unavailable
from genchal.store.store import Store, open_store
from genchal.web.app import make_app
from web.raters import NO_LIMITS, Browser, Clock, Person, run_apart, serve_study


def test_health_is_false_where_nothing_can_be_written(place: str) -> None:
    with open_store(place) as store:
        assert Browser(make_app(store)).get("/health").text == "ok\n"
        with closing(store._engines.writer.raw_connection()) as connection:
            is_file = "://" not in place
            read_only = "PRAGMA query_only = on" if is_file else "SET SESSION default_transaction_read_only = on"
            connection.cursor().execute(read_only)
            connection.commit()
        refused = Browser(make_app(store)).get("/health")
        assert (refused.status_code, refused.text) == (503, "the database cannot be written\n")


def test_health_is_false_before_the_last_of_the_disk_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small write may find room where an answer finds none."""
    used = shutil.disk_usage(tmp_path)
    with open_store(tmp_path / "campaign.db") as store:
        monkeypatch.setattr("shutil.disk_usage", lambda _: used._replace(free=4_000_000))
        assert Browser(make_app(store)).get("/health").status_code == 503
        with pytest.raises(Unavailable, match=r"is full, or will be: 4,000 kB are left\. Make room"):
            store.check(1.0).result()
        monkeypatch.undo()
        assert Browser(make_app(store)).get("/health").text == "ok\n"


def test_health_that_many_ask_for_is_asked_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    check = store.check

    def count(now: float) -> "Future[None]":
        asked.append(now)
        return check(now)

    monkeypatch.setattr(store, "check", count)
    browser = Browser(make_app(store, limits=NO_LIMITS))
    assert {browser.get("/health").status_code for _ in range(5)} == {200}
    assert len(asked) == 1


def test_who_waits_for_a_database_that_hangs_is_told_in_time(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = Person(store, clock, serve_study(store))
    person.start()
    answers = person.answers()
    monkeypatch.setattr("genchal.web.health.ANSWER_WITHIN", 0.2)
    proceed = threading.Event()
    hanging = store.submit(lambda _: proceed.wait(10))
    try:
        started = time.monotonic()
        page = person.page
        assert person.send(answers).status_code == 503
        assert person.browser.get("/health").status_code == 503
        assert time.monotonic() - started < 2
    finally:
        proceed.set()
        hanging.result()
    person.page = page
    assert person.send(answers).status_code == 200


def test_what_the_log_says_of_a_database_names_no_value(store: Store) -> None:
    """Statements with their values are part of errors otherwise: ids of platforms, and what people wrote."""
    with pytest.raises(Exception, match=r"syntax|incomplete") as raised:
        store.write(lambda t: t.execute(text("SELECT :who FROM nowhere WHERE (("), {"who": "5f1e5f1e5f1e"}))
    assert "5f1e5f1e5f1e" not in str(raised.value)


def test_a_server_brings_what_is_stored_into_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a copy of the file alone, which has a log beside it, misses little."""
    monkeypatch.setattr("genchal.web.app.RECLAIM_EVERY", 0.02)
    path = tmp_path / "campaign.db"
    with open_store(path) as store:
        app = make_app(store).app  # type: ignore[attr-defined]  # without the headers around it
        store.check(1.0).result()

        async def serve_until_the_log_is_folded() -> None:
            async with app.router.lifespan_context(app):
                while path.stat().st_size < 100_000:  # the tables and more
                    await asyncio.sleep(0.02)

        assert path.stat().st_size < 100_000
        run_apart(serve_until_the_log_is_folded(), 20)
