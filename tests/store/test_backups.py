"""Backups, restoring, moving and deleting: nothing is lost on the way, and nothing goes on in the old place."""

import os
import random
import sqlite3
import threading
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from genchal.errors import Conflict, InvalidInput, NotFound
from genchal.store.connection.trouble import Unavailable
from genchal.store.connection.writer import Operation
from genchal.store.drafts import keep_draft, save_draft
from genchal.store.export import read_ratings
from genchal.store.raters import recognise_rater, register_rater, set_rater_state
from genchal.store.records import Draft, Identity, Study
from genchal.store.sheets import hold_sheet
from genchal.store.sounds import Sound, add_sounds
from genchal.store.store import Store, open_store
from genchal.store.studies import find_study, list_studies
from genchal.store.upkeep.backups import back_up, move, restore
from genchal.store.upkeep.copying import compare_rows
from genchal.store.upkeep.unused import delete_study
from postgres import Cluster
from store.made import answer, block, blocks, come, create, lease, leased

PERSON = Identity("prolific", "5f1e", {"PROLIFIC_PID": "5f1e"})
ODD = "Zo\u00eb \U0001f600 \x00 \ud800 '\"\\n"


def fill(store: Store, name: str = "quality") -> Study:
    """A study with a bit of everything that a database can hold."""
    study = create(store, [block("p", "x", practice=True), *blocks(12), block("odd", "item-copy")], 2, name)
    ann = store.write(lambda t: register_rater(t, study, PERSON, 1.1))[0]
    for _ in range(6):
        answer(store, ann, leased(store, ann), value=ODD)
    bob = come(store, study, "bob", 1 / 3)
    sheet = leased(store, bob)
    store.write(lambda t: save_draft(t, hold_sheet(t, sheet, bob.token), Draft(7, {"value": ODD}), now=0.1 + 0.2))
    store.write(lambda t: add_sounds(t, study.id, [Sound("s", "i", "audio/mpeg", random.Random(1).randbytes(70_000))]))
    return study


def same(one: Store, other: Store) -> int:
    with one.reading() as mine, other.reading() as others:
        return compare_rows(mine, others)


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where another database can be made."""
    if request.param == "sqlite":
        return str(tmp_path / "target.db")
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()


def test_a_backup_is_a_database_with_the_same_rows(place: str, tmp_path: Path) -> None:
    out = tmp_path / "backup.db"
    with open_store(place) as store:
        fill(store)
        rows = back_up(store, out)
        assert [file.name for file in tmp_path.iterdir()] == ["backup.db"]
        with open_store(out, create=False) as copy:
            assert same(store, copy) == rows > 100
            assert copy.find_damage() == []
        with pytest.raises(InvalidInput, match="exists already"):
            back_up(store, out)
        with pytest.raises(NotFound, match="folder does not exist"):
            back_up(store, tmp_path / "no" / "backup.db")
    if os.name != "nt":
        assert oct(out.stat().st_mode & 0o777) == "0o600"


def test_raters_go_on_while_a_backup_is_made(place: str, tmp_path: Path) -> None:
    with open_store(place) as store:
        study = create(store, blocks(400), quota=1)
        ann, done, begun = come(store, study, "ann"), threading.Event(), threading.Event()
        count = [0]

        def work() -> None:
            while not done.is_set():
                answer(store, ann, leased(store, ann))
                count[0] += 1
                begun.set()

        worker = threading.Thread(target=work)
        worker.start()
        begun.wait(10)
        try:
            before = count[0]
            back_up(store, tmp_path / "backup.db")
            after = count[0] + 1
        finally:
            done.set()
            worker.join()
    with open_store(tmp_path / "backup.db") as copy, copy.reading() as transaction:
        ratings = list(read_ratings(transaction, study.id))
        assert before <= len(ratings) / 2 <= after
        assert copy.find_damage() == []


def test_what_is_restored_goes_on_as_it_was(place: str, target: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    with open_store(place) as store:
        study = fill(store)
        back_up(store, backup)
        content = backup.read_bytes()
        rows = restore(backup, target, replaces=False, keep=tmp_path / "keep.db")
        assert backup.read_bytes() == content
        with open_store(target, create=False) as restored:
            assert same(store, restored) == rows
            ann = restored.read(lambda t: recognise_rater(t, study, PERSON))
            assert ann is not None
            answer(restored, ann, leased(restored, ann))
            cid = come(restored, study, "cid")  # numbers go on, on PostgreSQL too
            assert answer(restored, cid, leased(restored, cid)).state == "done"
            create(restored, blocks(3), name="another")
            assert restored.find_damage() == []
    assert not (tmp_path / "keep.db").exists()


def test_studies_are_replaced_only_where_that_is_wanted_and_kept(place: str, tmp_path: Path) -> None:
    backup, keep = tmp_path / "backup.db", tmp_path / "keep.db"
    with open_store(tmp_path / "other.db") as other:
        fill(other, "restored")
        back_up(other, backup)
    running = open_store(place)
    study = fill(running)
    with pytest.raises(Conflict, match="--replace"):
        restore(backup, place, replaces=False, keep=keep)
    restore(backup, place, replaces=True, keep=keep)
    with pytest.raises(Unavailable, match=r"another content|overwritten"):
        come(running, study, "late")
    with pytest.raises(Unavailable, match=r"another content|overwritten"):
        running.check(1.0).result()
    with pytest.raises(Unavailable, match=r"another content|overwritten"):  # what it remembers is of the one before
        running.read(list_studies)
    running.close()
    with open_store(place) as store:
        assert [found.name for found in store.read(list_studies)] == ["restored"]
    with open_store(keep) as kept:
        assert [found.name for found in kept.read(list_studies)] == ["quality"]


def test_what_is_answered_while_it_is_replaced_is_kept(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup, keep = tmp_path / "backup.db", tmp_path / "keep.db"
    running = open_store(place)
    study = create(running, blocks(20), quota=1)
    back_up(running, backup)
    ann, begin = come(running, study, "ann"), Store.write_alone

    def answer_before(store: Store, operation: Operation[int]) -> int:
        """Somebody is quicker, whenever the database that is replaced is about to be locked."""
        if store.name == running.name:
            answer(running, ann, leased(running, ann))
        return begin(store, operation)

    monkeypatch.setattr(Store, "write_alone", answer_before)
    restore(backup, place, replaces=True, keep=keep)
    running.close()
    with open_store(keep) as kept, kept.reading() as transaction:
        assert len(list(read_ratings(transaction, study.id))) == 2  # items of the one sheet that was answered


def test_restoring_fails_as_a_whole(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup = tmp_path / "backup.db"
    with open_store(place) as store:
        fill(store)
        back_up(store, backup)
        with closing(sqlite3.connect(backup)) as file:
            file.execute("PRAGMA foreign_keys = OFF")
            file.execute("UPDATE judgement SET item = 4711")
            file.commit()
        rows = same(store, store)
        with pytest.raises(Exception, match=r"(?i)foreign key"):
            restore(backup, place, replaces=True, keep=tmp_path / "keep.db")
        assert same(store, store) == rows
        monkeypatch.setattr("genchal.store.upkeep.backups.copy_rows", lambda source, target: 0)
        with pytest.raises(InvalidInput, match="the copy differs in table 'study'"):
            restore(tmp_path / "keep.db", place, replaces=True, keep=tmp_path / "keep2.db")
        assert same(store, store) == rows
    (tmp_path / "text.db").write_text("no database")
    with pytest.raises(InvalidInput, match="cannot be read"):
        restore(tmp_path / "text.db", place, replaces=True, keep=tmp_path / "keep3.db")


def test_moving_takes_everything_along_and_stops_the_old_one(place: str, target: str) -> None:
    running = open_store(place)
    study = fill(running)
    with open_store(place) as source:
        rows = move(source, target)
    with pytest.raises(Unavailable, match=r"another content|overwritten"):
        come(running, study, "late")
    running.close()
    with pytest.raises(Conflict, match="was moved to"):
        open_store(place)
    with open_store(target, create=False) as store:
        assert same(store, store) == rows
        assert store.read(lambda t: find_study(t, "quality")) == study  # with its key: links stay valid
        ann = store.read(lambda t: recognise_rater(t, study, PERSON))
        assert ann is not None
        answer(store, ann, leased(store, ann))
        with pytest.raises(Conflict, match="has studies already"):
            move(store, target)


def test_a_draft_is_not_called_saved_where_nobody_will_find_it(place: str, target: str) -> None:
    running = open_store(place)
    study = fill(running)
    cid = come(running, study, "cid", 2.0)
    running.write(lambda t: set_rater_state(t, cid.id, "working", 2.0))
    sheet = leased(running, cid)
    keep = partial(keep_draft, token=sheet, rater=cid.token, now=1.0, lease_seconds=60)
    assert running.jot(partial(keep, given=Draft(8, {"value": "1"}))).result()
    with open_store(place) as source:
        move(source, target)
    with pytest.raises(Unavailable, match=r"another content|overwritten"):
        running.jot(partial(keep, given=Draft(9, {"value": "2"}))).result()
    running.close()


def test_a_study_is_deleted_only_without_answers(store: Store) -> None:
    kept, unused = fill(store, "kept"), create(store, [block("p", "x", practice=True), *blocks(3)], name="unused")
    ann = store.write(lambda t: register_rater(t, unused, PERSON, 1.0))[0]
    sheet = leased(store, ann)
    store.write(lambda t: save_draft(t, hold_sheet(t, sheet, ann.token), Draft(1, {"value": "3"}), now=1.0))
    store.write(lambda t: add_sounds(t, unused.id, [Sound("s", "i", "audio/mpeg", b"sound")]))
    with pytest.raises(Conflict, match="has answers and cannot be deleted"):
        store.write(lambda t: delete_study(t, kept))
    store.write(lambda t: delete_study(t, unused))
    assert [study.name for study in store.read(list_studies)] == ["kept"]
    assert store.find_damage() == []
    again = create(store, blocks(3), name="unused")
    assert lease(store, come(store, again, "ann"))
    practised = create(store, [block("p2", "x", practice=True), *blocks(2)], name="practised")
    bob = come(store, practised, "bob")
    answer(store, bob, leased(store, bob))
    with pytest.raises(Conflict, match="has answers"):
        store.write(lambda t: delete_study(t, practised))
