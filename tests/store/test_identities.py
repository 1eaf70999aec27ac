"""Who raters are: listed for payment, erased for good, with or without what they answered."""

import secrets
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from genchal.campaign.studies.backups import delete_old_backups, list_backups, name_backup
from genchal.store.connection.databases import fold_log
from genchal.store.connection.writer import Transaction
from genchal.store.drafts import save_draft
from genchal.store.export import read_ratings, read_study_progress
from genchal.store.identities import erase_identities, list_participants, recognise_raters
from genchal.store.raters import find_rater, recognise_rater, register_rater, set_rater_state
from genchal.store.records import Draft, Identity, Rater, Study
from genchal.store.schema import METADATA, Json, StoredText
from genchal.store.schema import rater as rater_table
from genchal.store.sheets import hold_sheet
from genchal.store.store import Store, open_store
from genchal.store.upkeep.backups import back_up
from genchal.store.upkeep.belonging import list_tables_of
from genchal.store.upkeep.purging import purge
from postgres import Cluster
from store.made import answer, block, block_of, blocks, create, lease, leased

PID = "5f1e5f1e5f1e5f1e5f1e5f1e"


def come(store: Store, study: Study, who: str) -> Rater:
    identity = Identity("prolific", who, {"PROLIFIC_PID": who, "SESSION_ID": f"session of {who}"})
    return store.write(lambda t: register_rater(t, study, identity, 1.0))[0]


def erase(store: Store, study: Study, rater: Rater, **more: Any) -> None:
    store.write(lambda t: erase_identities(t, study.id, [rater.id], 9.0, **more))


def everything(transaction: Transaction) -> str:
    return str([tuple(row) for table in METADATA.sorted_tables for row in transaction.execute(table.select())])


def test_raters_are_listed_with_their_ids_and_what_they_did(store: Store) -> None:
    study = create(store, [block("p", "x", practice=True), *blocks(2)])
    ann, bob = come(store, study, PID), come(store, study, "bob")
    store.write(
        lambda t: register_rater(t, study, Identity("prolific", PID, {"PROLIFIC_PID": PID, "SESSION_ID": "2"}), 2.0)
    )
    for _ in range(2):
        answer(store, ann, leased(store, ann))
    store.write(lambda t: set_rater_state(t, ann.id, "finished", 7.0))
    first, second = store.read(lambda t: list_participants(t, study.id))
    assert (first.rater, first.platform, first.state, first.answered, first.finished_at) == (
        "rater-0001",
        "prolific",
        "finished",
        1,  # the other sheet was for practice
        7.0,
    )
    assert [given["SESSION_ID"] for given in first.given] == [f"session of {PID}", "2"]
    assert (second.id, second.answered, second.finished_at) == (bob.id, 0, None)
    assert PID not in repr(first)


def test_who_is_erased_cannot_be_told_any_more_and_answers_stay(store: Store) -> None:
    study = create(store, blocks(2), quota=2)
    ann, bob = come(store, study, PID), come(store, study, "bob")
    sheet = leased(store, ann)
    answer(store, ann, sheet)
    store.write(lambda t: set_rater_state(t, ann.id, "finished", 3.0))
    before = store.read(lambda t: list(read_ratings(t, study.id)))
    erase(store, study, ann)
    assert PID not in store.read(everything)
    assert store.read(lambda t: list(read_ratings(t, study.id))) == before
    assert store.read(lambda t: recognise_rater(t, study, Identity("prolific", PID))) is None
    assert ann.token not in store.read(everything)  # nor does a browser still have a way in
    listed = store.read(lambda t: list_participants(t, study.id))
    assert [(one.state, one.given == ()) for one in listed] == [("finished", True), ("arrived", False)]
    assert store.read(lambda t: find_rater(t, study.id, bob.token)) == bob
    assert come(store, study, PID).number == 3  # somebody new


def test_who_is_at_work_is_sent_away_and_the_sheet_goes_back(store: Store) -> None:
    study = create(store, blocks(1))
    ann, bob = come(store, study, PID), come(store, study, "bob")
    store.write(lambda t: set_rater_state(t, ann.id, "working", 1.0))
    leased(store, ann)
    assert lease(store, bob) is None
    erase(store, study, ann)
    assert store.read(lambda t: list_participants(t, study.id))[0].state == "removed"
    assert lease(store, bob) is not None


def test_answers_that_are_withdrawn_are_gone_and_asked_for_again(store: Store) -> None:
    study = create(store, [block("p", "x", practice=True), *blocks(2)], quota=1)
    ann, bob = come(store, study, PID), come(store, study, "bob")
    for _ in range(2):
        sheet = leased(store, ann)
        answer(store, ann, sheet, value="4711")
    withdrawn = block_of(store, ann, sheet)
    erase(store, study, ann, with_answers=True)
    assert "4711" not in store.read(everything)
    far = store.read(lambda t: read_study_progress(t, study.id))
    assert (far.answered, far.leased, far.judgements, far.sheets) == (0, 0, 0, {"expired": 1})
    answered = []
    while token := lease(store, bob):
        answered.append(block_of(store, bob, token))
        answer(store, bob, token)
    assert withdrawn in answered
    assert len(answered) == 3
    assert store.find_damage() == []


def test_surplus_answers_that_are_withdrawn_change_no_count(store: Store) -> None:
    study = create(store, blocks(1), quota=1)
    late, bob = come(store, study, PID), come(store, study, "bob")
    token = leased(store, late, now=0.0)
    answer(store, bob, leased(store, bob, now=100.0), now=101.0)
    assert answer(store, late, token, now=102.0).state == "surplus"
    erase(store, study, late, with_answers=True)
    far = store.read(lambda t: read_study_progress(t, study.id))
    assert (far.answered, far.complete, far.leased) == (1, 1, 0)


def test_numbers_of_links_are_found_by_trying(store: Store) -> None:
    study = create(store, blocks(1))
    raters = [store.write(lambda t, n=n: register_rater(t, study, Identity("link", n), 1.0))[0] for n in ("7", "3")]  # type: ignore[misc]
    tried = []

    def numbers() -> Iterator[Identity]:
        for number in range(1, 1000):
            tried.append(number)
            yield Identity("link", str(number))

    found = store.read(lambda t: recognise_raters(t, study, numbers()))
    assert {number: one.id for number, one in found.items()} == {raters[0].id: "7", raters[1].id: "3"}
    assert len(tried) < 10  # nobody is left to look for
    erase(store, study, raters[0])
    assert list(store.read(lambda t: recognise_raters(t, study, numbers()))) == [raters[1].id]


def fill_files(store: Store, who: str) -> tuple[Study, Rater]:
    """A study in which somebody leaves traces wherever there can be some."""
    study = create(store, blocks(30))
    identity = Identity("prolific", who, {"PROLIFIC_PID": who, "note": f"{who} " * 40})
    rater = store.write(lambda t: register_rater(t, study, identity, 1.0))[0]
    for number in range(200):  # others, so that pages are split, and rows copied
        come(store, study, f"other {number} " * 20)
    for number in range(20):
        sheet = leased(store, rater)
        for draft in range(3):
            given = Draft(draft, {"value": f"{who} wrote {number} " * draft})
            store.write(lambda t, s=sheet, g=given: save_draft(t, hold_sheet(t, s, rater.token), g, now=1.0))  # type: ignore[misc]
        answer(store, rater, sheet, value=f"{who} answers {number}")
    leased(store, rater)
    return study, rater


def find_in_files(folder: Path, text: str) -> list[str]:
    """The files of a folder that have a text anywhere."""
    return [
        str(file.relative_to(folder))
        for file in sorted(folder.rglob("*"))
        if file.is_file() and text.encode() in file.read_bytes()
    ]


def test_what_is_erased_is_in_no_file_of_sqlite(tmp_path: Path) -> None:
    path, who = tmp_path / "campaign.db", secrets.token_hex(12)
    with open_store(path) as server:  # is open meanwhile, as a server would be
        study, rater = fill_files(server, who)
        assert "campaign.db-wal" in find_in_files(tmp_path, who)
        fold_log(server._engines.writer)
        leased(server, come(server, study, "later"))
        with open_store(path) as store:
            erase(store, study, rater, with_answers=True)
            assert store.purge() == ""
        assert find_in_files(tmp_path, who) == []
        assert server.find_damage() == []
        leased(server, come(server, study, "last"))


def test_erasing_says_where_a_reader_keeps_what_is_erased(tmp_path: Path) -> None:
    path, who = tmp_path / "campaign.db", secrets.token_hex(12)
    with open_store(path) as store:
        study, rater = fill_files(store, who)
        with store.reading() as transaction:
            transaction.exec_driver_sql("SELECT count(*) FROM rater").one()
            erase(store, study, rater, with_answers=True)
            assert "still holds what was erased" in purge(store._engines.writer, patience=0.2)
            assert "campaign.db-wal" in find_in_files(tmp_path, who)
        assert store.purge() == ""
        assert find_in_files(tmp_path, who) == []


def test_what_is_erased_is_in_no_file_of_an_older_database(tmp_path: Path) -> None:
    """Files that were written before deleted rows were overwritten have copies of them in free space."""
    path, who = tmp_path / "campaign.db", secrets.token_hex(12)
    with open_store(path) as store:
        with closing(store._engines.writer.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA secure_delete = OFF")
        study, rater = fill_files(store, who)
        erase(store, study, rater, with_answers=True)
        fold_log(store._engines.writer)
        assert find_in_files(tmp_path, who) == ["campaign.db"]
        assert store.purge() == ""
    assert find_in_files(tmp_path, who) == []


def test_what_is_erased_is_in_no_file_of_postgresql(postgres: Cluster) -> None:
    """Its log keeps it until files of that are removed, which is at once where they are not used again."""
    who, place = secrets.token_hex(12), postgres.new_schema()
    with psycopg.connect(postgres.address(), autocommit=True) as connection, open_store(place) as store:
        study, rater = fill_files(store, who)
        connection.execute("ANALYZE")  # makes statistics, which have samples of what columns hold
        connection.execute("CHECKPOINT")
        assert any(file.startswith("base/") for file in find_in_files(postgres.data, who))
        erase(store, study, rater, with_answers=True)
        connection.execute("ANALYZE")
        connection.execute("ALTER SYSTEM SET wal_recycle = off")
        connection.execute("SELECT pg_reload_conf()")
        time.sleep(0.5)
        assert store.purge() == ""
        assert find_in_files(postgres.data, who) == []
        assert leased(store, come(store, study, "later"))


def test_postgresql_makes_no_statistics_of_what_people_wrote(postgres: Cluster) -> None:
    """A new column with personal data needs ALTER COLUMN ... SET STATISTICS 0 in its migration."""
    harmless = {"token", "condition", "criterion", "order", "key"}  # random, or of the study
    personal = {
        (table.name, column.name)
        for table in list_tables_of(rater_table)
        for column in table.columns
        if isinstance(column.type, Json | StoredText) and column.name not in harmless
    } - {("rater_identity", "platform"), ("answer", "timings")}
    place = postgres.new_schema()
    open_store(place).close()
    with psycopg.connect(place) as connection:
        without = connection.execute(
            "SELECT attrelid::regclass::text, attname FROM pg_attribute WHERE attstattarget = 0 AND attnum > 0 "
            "AND attrelid::regclass::text NOT LIKE 'pg_%' AND attrelid::regclass::text NOT LIKE '%.%'"
        ).fetchall()
    assert personal == set(without) > {("rater_identity", "given"), ("answer", "answers")}


def test_old_backups_have_what_is_erased_until_their_time_is_over(tmp_path: Path) -> None:
    path, backups, who, day = tmp_path / "campaign.db", tmp_path / "backups", secrets.token_hex(12), 86_400.0
    backups.mkdir()
    with open_store(path) as store:
        study, rater = fill_files(store, who)
        back_up(store, backups / name_backup(day))
        erase(store, study, rater, with_answers=True)
        store.purge()
        back_up(store, backups / name_backup(2 * day))
        assert find_in_files(tmp_path, who) == [f"backups/{name_backup(day)}"]
        assert delete_old_backups(backups, 30 * day - 29 * day) == []  # a day is not more than a day
        assert delete_old_backups(backups, 31 * day - 29 * day) == [backups / name_backup(day)]
        assert find_in_files(tmp_path, who) == []
        assert list_backups(tmp_path) == [backups / name_backup(2 * day)]
