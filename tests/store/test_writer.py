"""Group commit: many operations, one commit, and nobody is told more than what is on the disk."""

import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import event as on
from sqlalchemy import insert, select

from genchal.store.connection import databases
from genchal.store.connection.trouble import Unavailable
from genchal.store.connection.writer import Transaction
from genchal.store.drafts import keep_draft
from genchal.store.leases import release_sheets
from genchal.store.raters import set_rater_state
from genchal.store.records import Draft
from genchal.store.schema import event
from genchal.store.store import Store, open_store
from genchal.store.studies import find_study, list_studies
from postgres import Cluster
from store.made import LEASE, answer, blocks, come, create, leased, loaded


def note(transaction: Transaction, what: str, number: int) -> str:
    transaction.execute(insert(event), {"study": number, "at": 0.0, "what": what, "details": {}})
    return what


def noted(store: Store) -> set[str]:
    return {str(what) for what in store.read(lambda t: t.execute(select(event.c.what)).scalars().all())}


def held_up(store: Store) -> tuple[threading.Event, Future[None]]:
    """Keep the writer busy until the event is set, so that what follows waits and goes together."""
    proceed, started = threading.Event(), threading.Event()

    def wait(_: Transaction) -> None:
        started.set()
        proceed.wait(10)

    future = store.submit(wait)
    started.wait(10)
    return proceed, future


def test_what_waits_is_committed_together_and_what_fails_fails_alone(store: Store) -> None:
    number = create(store, blocks(1)).id
    commits: list[str] = []
    on.listen(store._engines.writer, "commit", lambda connection: commits.append("commit"))
    proceed, first = held_up(store)

    def fail(transaction: Transaction) -> str:
        note(transaction, "never", number)
        raise ValueError("on purpose")

    def clash(transaction: Transaction) -> str:
        note(transaction, "never either", number)
        return note(transaction, "of no study", -1)

    futures = [store.submit(partial(note, what=f"note {place}", number=number)) for place in range(20)]
    failing, clashing = store.submit(fail), store.submit(clash)
    cancelled = store.submit(partial(note, what="cancelled", number=number))
    assert cancelled.cancel()
    futures.append(store.submit(partial(note, what="last", number=number)))
    proceed.set()
    assert [future.result(10) for future in futures] == [*(f"note {place}" for place in range(20)), "last"]
    with pytest.raises(ValueError, match="on purpose"):
        failing.result(10)
    failure = clashing.exception(10)  # PostgreSQL looks at once, SQLite too
    assert "FOREIGN KEY" in str(failure).upper()
    assert first.exception() is None
    assert len(commits) == 2
    assert noted(store) == {"study created", "last", *(f"note {place}" for place in range(20))}


def test_nothing_is_acknowledged_before_it_is_committed(store: Store) -> None:
    number = create(store, blocks(1)).id
    proceed, _ = held_up(store)
    early = store.submit(partial(note, what="early", number=number))
    late_has_begun, late_may_end = threading.Event(), threading.Event()

    def late(transaction: Transaction) -> None:
        late_has_begun.set()
        late_may_end.wait(10)

    last = store.submit(late)
    proceed.set()
    assert late_has_begun.wait(10)
    assert not early.done()
    assert noted(store) == {"study created"}
    late_may_end.set()
    last.result(10)
    assert early.result(10) == "early"


def test_an_operation_may_not_wait_for_another(store: Store) -> None:
    with pytest.raises(RuntimeError, match="may not wait"):
        store.write(lambda t: store.write(list_studies))


def test_closing_finishes_what_waits(place: str) -> None:
    store = open_store(place)
    number = create(store, blocks(1)).id
    proceed, _ = held_up(store)
    futures = [store.submit(partial(note, what=str(place), number=number)) for place in range(300)]
    threading.Timer(0.05, proceed.set).start()
    store.close()
    store.close()
    assert all(future.done() and future.exception() is None for future in futures)
    with pytest.raises(Unavailable, match="closed"):
        store.write(list_studies)
    with open_store(place) as again:
        assert len(noted(again)) == 301


def test_a_database_that_is_locked_gives_one_clear_line(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "PATIENCE", 0.1)
    with open_store(place) as store:
        number = create(store, blocks(1)).id
        with closing(holding_the_lock(place)):
            began = time.monotonic()
            futures = [store.submit(partial(note, what=str(one), number=number)) for one in range(4)]
            for future in futures:
                with pytest.raises(Unavailable, match=r"^the database is busy\. Send it again in a moment"):
                    future.result(10)
            assert time.monotonic() - began < 5
            assert store.read(lambda t: find_study(t, "quality")).id == number  # readers do not wait
        assert store.write(partial(note, what="after", number=number)) == "after"
        assert noted(store) == {"study created", "after"}


def test_what_is_jotted_down_does_not_wait_for_the_writer_of_postgresql(postgres: Cluster) -> None:
    place = postgres.new_schema()
    with open_store(place) as store:
        study = create(store, blocks(1))
        ann = come(store, study, "ann")
        store.write(partial(set_rater_state, number=ann.id, state="working", now=0.0))
        sheet, given = leased(store, ann), Draft(1, {"a": "b"})
        with closing(holding_the_lock(place)):
            kept = store.jot(lambda t: keep_draft(t, sheet, ann.token, given, now=0.0, lease_seconds=LEASE))
            assert kept.result(10)
        assert loaded(store, ann, sheet).draft == given


def holding_the_lock(place: str) -> "sqlite3.Connection | psycopg.Connection":
    if place.startswith("postgresql"):
        holder = psycopg.connect(place)
        holder.execute(f"SELECT pg_advisory_xact_lock({databases._WRITING})".encode())
        return holder
    other = sqlite3.connect(place, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


@pytest.mark.parametrize("one_fails", [False, True], ids=["all at once", "each in a savepoint"])
def test_a_full_disk_takes_nothing_half(tmp_path: Path, one_fails: bool) -> None:
    """SQLite ends the whole transaction then, and whoever was in it must hear of it."""
    store = open_store(tmp_path / "campaign.db")
    number = create(store, blocks(1)).id
    pages = store.read(lambda t: t.exec_driver_sql("PRAGMA page_count").scalar_one())
    with store._engines.writer.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 5}")
    proceed, _ = held_up(store)
    small = store.submit(partial(note, what="small", number=number))
    if one_fails:
        store.submit(partial(note, what="of no study", number=-1))
    large = store.submit(partial(note, what="large" * 100_000, number=number))
    after = store.submit(partial(note, what="after", number=number))
    proceed.set()
    for future in (small, large, after):
        with pytest.raises(Unavailable, match="full"):
            future.result(10)
    assert not {"small", "after"} & noted(store)
    with store._engines.writer.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=1000000000")
    assert store.write(partial(note, what="room again", number=number)) == "room again"
    assert store.find_damage() == []
    store.close()


def test_a_server_that_loses_power_loses_nothing(postgres: Cluster) -> None:
    with open_store(postgres.new_schema()) as store:
        study = create(store, blocks(3))
        ann = come(store, study, "ann")
        sheet = leased(store, ann)
        receipt = answer(store, ann, sheet)
        postgres.stop("immediate")
        with pytest.raises(Unavailable, match="cannot be reached"):
            store.write(list_studies)
        with pytest.raises(Unavailable, match="cannot be reached"):
            store.read(list_studies)
        postgres.start()
        assert answer(store, ann, sheet, 9.0) == receipt
        assert [one.name for one in store.write(list_studies)] == ["quality"]


def test_a_server_that_is_frozen_is_given_up_and_found_again(postgres: Cluster) -> None:
    with open_store(postgres.new_schema(), answer_within=0.5) as store:
        create(store, blocks(1))
        with postgres.frozen():
            asks: list[Callable[[], object]] = [lambda: store.write(list_studies), lambda: store.read(list_studies)]
            for ask in asks:
                began = time.monotonic()
                with pytest.raises(Unavailable, match="cannot be reached: no answer"):
                    ask()
                assert time.monotonic() - began < 3
        assert [study.name for study in store.write(list_studies)] == ["quality"]
        assert [study.name for study in store.read(list_studies)] == ["quality"]


def test_what_does_not_fail_is_run_once(store: Store) -> None:
    """Statements that are sent together are waited for where they have rows: else everything would be done again."""
    runs: list[str] = []
    on.listen(store._engines.writer, "begin", lambda connection: runs.append("begin"))
    study = create(store, blocks(2))
    ann = come(store, study, "ann")
    store.write(partial(set_rater_state, number=ann.id, state="working", now=0.0))
    sheet = leased(store, ann)
    before = len(runs)
    given = Draft(1, {})
    assert store.write(lambda t: keep_draft(t, sheet, ann.token, given, now=0.0, lease_seconds=LEASE))
    assert answer(store, ann, sheet).is_first
    assert leased(store, ann) != sheet
    store.write(lambda t: release_sheets(t, ann.id, 1.0))
    assert len(runs) == before + 4
