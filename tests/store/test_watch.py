"""What an operator does to the file of a database while it is open: nobody is told that an answer is stored then."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from genchal.store.connection.databases import fold_log
from genchal.store.connection.stamp import renew_stamp
from genchal.store.connection.trouble import Unavailable
from genchal.store.records import Rater
from genchal.store.store import Store, open_store
from genchal.store.studies import list_studies
from store.made import answer, blocks, come, create, leased


def delete(path: Path) -> None:
    path.unlink()


def delete_all(path: Path) -> None:
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()


def delete_log(path: Path) -> None:
    Path(f"{path}-wal").unlink()


def move_away(path: Path) -> None:
    path.rename(path.with_name("old.db"))


def replace(path: Path) -> None:
    shutil.copy(path, path.with_name("new.db"))
    path.with_name("new.db").replace(path)


def create_again(path: Path) -> None:
    delete_all(path)
    with open_store(path) as store:
        create(store, blocks(3))


def overwrite_with_older(path: Path) -> None:
    shutil.copyfile(path.with_name("yesterday.db"), path)


def overwrite_with_other(path: Path) -> None:
    with open_store(path.with_name("other.db")) as store:
        for number in range(40):  # so that it has been changed more often than ours
            create(store, blocks(20), name=f"study {number}")
    shutil.copyfile(path.with_name("other.db"), path)


def truncate(path: Path) -> None:
    os.truncate(path, 0)


def open_with_an_answer(path: Path) -> tuple[Store, Rater]:
    """A store that is open again, with one answer more than the file that is kept as yesterday's; and its rater."""
    with open_store(path) as store:
        study = create(store, blocks(3))
    shutil.copyfile(path, path.with_name("yesterday.db"))
    store = open_store(path)
    ann = come(store, study, "ann")
    answer(store, ann, leased(store, ann))
    return store, ann


MOVES = [delete, delete_all, delete_log, move_away, replace, create_again, overwrite_with_older]
MOVES += [overwrite_with_other, truncate]


@pytest.mark.skipif(os.name == "nt", reason="Windows does not let go of files that are open")
@pytest.mark.parametrize("move", MOVES)
def test_nothing_is_acknowledged_once_the_file_is_gone(tmp_path: Path, move: Callable[[Path], None]) -> None:
    path = tmp_path / "campaign.db"
    store, ann = open_with_an_answer(path)
    fold_log(store._engines.writer)  # as happens by itself when the log is long enough
    sheet = leased(store, ann)
    move(path)
    with pytest.raises(Unavailable, match=r"deleted|replaced|overwritten"):
        answer(store, ann, sheet)
    with pytest.raises(Unavailable, match=r"deleted|replaced|overwritten"):
        store.check(1.0).result()
    with pytest.raises(Unavailable, match=r"deleted|replaced|overwritten"):
        store.read(list_studies)
    store.close()


def count_answered(path: Path) -> int:
    """Zero where even the tables are in the log only."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as copy:
        if not copy.execute("SELECT count(*) FROM sqlite_master WHERE name = 'sheet'").fetchone()[0]:
            return 0
        return int(copy.execute("SELECT count(*) FROM sheet WHERE state = 'done'").fetchone()[0])


def test_a_copy_of_the_file_alone_has_what_was_stored_before_the_log_was_folded(tmp_path: Path) -> None:
    path, copy = tmp_path / "campaign.db", tmp_path / "copy.db"
    with open_store(path) as store:
        study = create(store, blocks(5))
        ann = come(store, study, "ann")
        for expected in range(1, 4):
            answer(store, ann, leased(store, ann))
            shutil.copyfile(path, copy)
            assert count_answered(copy) < expected  # still in the log
            store.fold_in_passing()
            shutil.copyfile(path, copy)
            assert count_answered(copy) == expected
        store.check(1.0).result()
    assert count_answered(path) == 3


@pytest.mark.skipif(os.name == "nt", reason="Windows does not let go of files that are open")
@pytest.mark.parametrize("move", [overwrite_with_older, overwrite_with_other, truncate])
def test_the_log_is_not_folded_into_a_file_that_is_not_ours(tmp_path: Path, move: Callable[[Path], None]) -> None:
    path = tmp_path / "campaign.db"
    store, ann = open_with_an_answer(path)
    store.fold_in_passing()
    answer(store, ann, leased(store, ann))
    move(path)
    put = path.read_bytes()
    with pytest.raises(Unavailable, match="overwritten"):
        store.fold_in_passing()
    store.close()
    assert path.read_bytes() == put


@pytest.mark.skipif(os.name == "nt", reason="Windows does not let go of files that are open")
def test_a_file_that_is_moved_back_is_used_again(tmp_path: Path) -> None:
    path = tmp_path / "campaign.db"
    with open_store(path) as store:
        create(store, blocks(1))
        move_away(path)
        with pytest.raises(Unavailable, match="deleted"):
            store.read(list_studies)
        path.with_name("old.db").rename(path)
        store.check(1.0).result()
        assert len(store.read(list_studies)) == 1


def test_what_other_processes_do_is_no_reason_to_stop(tmp_path: Path) -> None:
    """They write, empty the log, and write the whole file anew."""
    path = tmp_path / "campaign.db"
    with open_store(path) as store:
        study = create(store, blocks(30))
        ann = come(store, study, "ann")
        with closing(sqlite3.connect(path)) as other:
            for _ in range(5):
                answer(store, ann, leased(store, ann))
                other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                answer(store, ann, leased(store, ann))
                other.execute("VACUUM")
                other.execute("UPDATE study SET state = state")
                other.commit()
            with open_store(path) as second:
                answer(second, ann, leased(second, ann))
        answer(store, ann, leased(store, ann))
        store.check(1.0).result()
        assert store.find_damage() == []


def test_a_database_with_another_content_is_not_written(place: str) -> None:
    """As after it was restored or has moved while a server was at it."""
    with open_store(place) as store:
        create(store, blocks(1))
        with open_store(place) as other:
            other.write(renew_stamp)
        with pytest.raises(Unavailable, match=r"another content|overwritten"):
            store.check(1.0).result()
    with open_store(place) as store:
        store.check(1.0).result()


def test_of_a_database_that_was_moved_nobody_is_told_to_put_it_back(tmp_path: Path) -> None:
    path = tmp_path / "campaign.db"
    with open_store(path) as store:
        create(store, blocks(1))
        with open_store(path) as other:
            other.write(renew_stamp)
            other.fold_in_passing()
        for _ in range(3):
            with pytest.raises(Unavailable, match="If it was moved or restored by a command, restart the server"):
                store.check(1.0).result()


def test_a_stopped_database_is_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "campaign.db"
    store = open_store(path)
    study = create(store, blocks(2))
    with store.reading():  # somebody is still reading when it ends
        ann = come(store, study, "ann")
        answer(store, ann, leased(store, ann))
    store.close()
    assert not Path(f"{path}-wal").exists()
    shutil.copyfile(path, tmp_path / "copy.db")
    with open_store(tmp_path / "copy.db") as copy:
        assert copy.read(lambda t: t.exec_driver_sql("SELECT count(*) FROM answer").scalar_one()) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes of files")
def test_nobody_else_may_read_a_database(tmp_path: Path) -> None:
    path = tmp_path / "campaign.db"
    before = os.umask(0o022)
    try:
        with open_store(path) as store:
            create(store, blocks(1))
            files = [path, *(Path(f"{path}{end}") for end in ("-wal", "-shm"))]
            assert [oct(file.stat().st_mode & 0o777) for file in files] == ["0o600"] * 3
    finally:
        os.umask(before)


def test_tables_that_were_dropped_are_trouble_and_no_bug_of_ours(place: str) -> None:
    def drop(store: Store) -> None:
        store.write(lambda t: t.exec_driver_sql("DROP TABLE judgement"))

    with open_store(place) as store:
        study = create(store, blocks(1))
        ann = come(store, study, "ann")
        sheet = leased(store, ann)
        drop(store)
        with pytest.raises(Unavailable, match="judgement"):
            answer(store, ann, sheet)
