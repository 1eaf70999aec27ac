"""Opening: databases that are not there, not ours, older, newer; and migrations."""

import shutil
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from genchal.errors import InvalidInput, NeedsExtra, NotFound, UserError
from genchal.store.comments import list_comments, replace_comment
from genchal.store.connection import databases
from genchal.store.connection.databases import Engines, make_engines, parse_address
from genchal.store.connection.migrate import FOLDER, migrate
from genchal.store.connection.trouble import Unavailable, explain_error
from genchal.store.connection.writer import Transaction
from genchal.store.export import read_ratings, read_study_progress
from genchal.store.raters import recognise_rater
from genchal.store.records import Draft, Identity
from genchal.store.revisions import Version, find_version, record_revision
from genchal.store.schema import METADATA, VERSION, VERSION_TABLE
from genchal.store.sheets import hold_sheet
from genchal.store.store import open_store
from genchal.store.studies import list_studies, load_blocks
from store.made import answer, blocks, come, create, leased, loaded

HERE = Path(__file__).parent


def execute(place: str, sql: str) -> None:
    """Run SQL behind the store's back."""
    if place.startswith("postgresql"):
        with psycopg.connect(place) as connection:
            connection.execute(sql.encode())
    else:
        with closing(sqlite3.connect(place)) as file, file:
            file.executescript(sql)


@contextmanager
def connected(place: str) -> Iterator[Engines]:
    ways = make_engines(parse_address(place))
    yield ways
    ways.dispose()


def test_the_newest_migration_is_the_version_that_we_ask_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("path_separator", "os")
    script = ScriptDirectory.from_config(config)
    assert script.get_heads() == [VERSION]
    assert [one.revision for one in script.walk_revisions()] == sorted(
        (one.revision for one in script.walk_revisions()), reverse=True
    ), "versions are compared as texts"


def test_migrations_make_the_tables_that_the_code_speaks_of(place: str) -> None:
    open_store(place).close()
    with connected(place) as ways, ways.writer.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []


def test_a_database_of_the_first_schema_is_read_and_written(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kind = "postgresql" if place.startswith("postgresql") else "sqlite"
    execute(place, (HERE / f"schema_0001_{kind}.sql").read_text(encoding="utf-8"))
    with open_store(place) as store:
        (study,) = store.read(list_studies)
        done = store.read(lambda t: read_study_progress(t, study.id))
        assert (done.answered, done.judgements, done.sheets) == (2, 9, {"done": 2, "surplus": 1})
        with store.reading() as transaction:
            values = [one.value for one in read_ratings(transaction, study.id, surplus=True)]
        assert sorted(values) == ["3"] + 8 * ["5"]
        conditions = [one.condition for one in store.read(lambda t: list(load_blocks(t, study.id)))]
        assert conditions == ["", "picture", ""]
        cid = come(store, study, "cid")
        assert answer(store, cid, leased(store, cid)).state == "done"
        assert store.find_damage() == []


def test_a_database_of_the_schema_before_takes_changes_and_comments(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kind = "postgresql" if place.startswith("postgresql") else "sqlite"
    execute(place, (HERE / f"schema_0002_{kind}.sql").read_text(encoding="utf-8"))
    with open_store(place) as store:
        (study,) = store.read(list_studies)
        before = store.read(lambda t: read_study_progress(t, study.id))
        cid = come(store, study, "cid")
        token = leased(store, cid)
        answer(store, cid, token)

        def change(transaction: Transaction) -> None:
            held = hold_sheet(transaction, token, cid.token)
            replace_comment(transaction, cid.id, held.id, "It is cut off.", 9.0)
            record_revision(transaction, held, Version(1, {"value": "4"}), judgements=[], timings={}, now=9.0)

        store.write(change)
        assert store.read(lambda t: find_version(t, token)) == Version(1, {"value": "4"})
        assert [one.text for one in store.read(lambda t: list(list_comments(t, study.id)))] == ["It is cut off."]
        after = store.read(lambda t: read_study_progress(t, study.id))
        assert after.judgements == before.judgements + 1
        assert store.find_damage() == []


def test_a_database_of_the_schema_before_is_backed_up_upgraded_and_goes_on(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    is_file = not place.startswith("postgresql")
    execute(place, (HERE / f"schema_0002_{'sqlite' if is_file else 'postgresql'}.sql").read_text(encoding="utf-8"))
    with open_store(place) as store:
        (study,) = store.read(list_studies)
        done = store.read(lambda t: read_study_progress(t, study.id))
        assert (done.answered, done.judgements, done.leased) == (1, 4, 1)
        with store.reading() as transaction:
            ratings = list(read_ratings(transaction, study.id))
        bob = store.read(lambda t: recognise_rater(t, study, Identity("test", "bob")))
        assert bob is not None
        sheet = leased(store, bob, 40.0)
        assert loaded(store, bob, sheet).draft == Draft(3, {"value": "4"})
        assert answer(store, bob, sheet, 41.0).state == "done"
        store.check(1.0).result()
        assert store.find_damage() == []
    folder = Path(place).parent if is_file else tmp_path
    (kept,) = folder.glob("*-schema-0002.db")
    assert str(kept) in caplog.text
    assert oct(kept.stat().st_mode & 0o777) == "0o600"
    with closing(sqlite3.connect(kept)) as file:
        assert file.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchall() == [("0002",)]
        assert file.execute("SELECT count(*) FROM answer").fetchall() == [(3,)]
    with open_store(kept, create=False) as before, before.reading() as transaction:
        assert list(read_ratings(transaction, study.id)) == ratings


def test_nothing_is_upgraded_where_no_backup_can_be_made(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    is_file = not place.startswith("postgresql")
    execute(place, (HERE / f"schema_0002_{'sqlite' if is_file else 'postgresql'}.sql").read_text(encoding="utf-8"))

    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr("genchal.store.connection.migrate.make_file", refuse)
        if is_file:
            patch.setattr("genchal.store.connection.migrate.use_write_ahead_log", lambda _: None)
        with pytest.raises(InvalidInput, match="without a backup nothing is upgraded"):
            open_store(place)
    assert open_store(place).close() is None


def test_opening_again_changes_nothing(place: str) -> None:
    with open_store(place) as store:
        study = create(store, blocks(2))
    with open_store(place, create=False) as store:
        assert store.read(list_studies) == [study]


def test_many_may_open_an_empty_database_at_once(place: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(open_store, [place] * 6))
    create(stores[0], blocks(1))
    assert [len(store.read(list_studies)) for store in stores] == [1] * 6
    for store in stores:
        store.close()


def test_a_migration_that_fails_leaves_everything_as_it_was(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with open_store(place) as store:
        create(store, blocks(1))
    folder = tmp_path / "migrations 100%"
    shutil.copytree(FOLDER, folder)
    (folder / "versions" / "9001_good.py").write_text(
        f'from alembic import op\nrevision = "9001"\ndown_revision = "{VERSION}"\n\n\n'
        'def upgrade():\n    op.execute("CREATE TABLE more (id INTEGER)")\n'
    )
    bad = folder / "versions" / "9002_bad.py"
    bad.write_text(
        'from alembic import op\nrevision = "9002"\ndown_revision = "9001"\n\n\n'
        'def upgrade():\n    op.execute("CREATE TABLE most (id INTEGER)")\n    raise ZeroDivisionError\n'
    )
    with connected(place) as ways:
        with pytest.raises(ZeroDivisionError):
            migrate(parse_address(place), ways, folder=folder, newest="9002")
        assert not [*tmp_path.glob("*.db"), *Path(place).parent.glob("*-schema-*")], "not even a backup"
        with open_store(place) as store:
            assert len(store.read(list_studies)) == 1
        bad.unlink()
        migrate(parse_address(place), ways, folder=folder, newest="9001")
    with pytest.raises(
        InvalidInput, match=rf"written by a newer version of genchal \(schema 9001; this version knows {VERSION}\)"
    ):
        open_store(place)


def test_a_database_of_others_is_left_alone(place: str) -> None:
    execute(place, "CREATE TABLE cats (name TEXT)")
    before = Path(place).read_bytes() if not place.startswith("postgresql") else b""
    with pytest.raises(InvalidInput, match="is not a genchal database"):
        open_store(place)
    if before:
        assert Path(place).read_bytes() == before
        assert [one.name for one in Path(place).parent.iterdir()] == ["campaign.db"]


def full_disk() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = 13
    return error


def test_a_full_disk_is_told_where_a_database_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise full_disk()

    monkeypatch.setattr("genchal.store.connection.migrate.use_write_ahead_log", fail)
    with pytest.raises(Unavailable, match=r"disk is full\. Make room"):
        open_store(tmp_path / "campaign.db")


def test_half_a_backup_before_an_upgrade_is_not_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "campaign.db"
    execute(str(path), (HERE / "schema_0002_sqlite.sql").read_text(encoding="utf-8"))
    connect = sqlite3.connect

    class Full(sqlite3.Connection):
        def backup(self, *_: object, **__: object) -> None:
            raise full_disk()

    with monkeypatch.context() as patch:
        patch.setattr("genchal.store.connection.migrate.sqlite3.connect", partial(connect, factory=Full))
        with pytest.raises(Unavailable, match=r"disk is full\. Make room"):
            open_store(path)
    assert [file.name for file in tmp_path.glob("*schema*")] == []
    open_store(path).close()


def test_what_is_no_database_gets_one_clear_line(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database at all, but long enough to look like one" * 100)
    cases: list[tuple[str, type[UserError], str]] = [
        (str(text), InvalidInput, "cannot be read"),
        (str(tmp_path / "no" / "folder" / "c.db"), NotFound, "the folder does not exist"),
        (str(tmp_path), Unavailable, "unable to open"),
        ("mysql://localhost/x", InvalidInput, "unsupported kind of database 'mysql'"),
        ("postgresql://host:port/x", InvalidInput, "cannot be read"),
        (f"postgresql://postgres@/x?host={tmp_path}", Unavailable, "cannot be reached"),
    ]
    for place, kind, words in cases:
        with pytest.raises(kind, match=words) as raised:
            open_store(place)
        assert "\n" not in str(raised.value)


def test_a_database_is_made_only_where_that_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "campaign.db"
    with pytest.raises(NotFound, match="genchal study create"):
        open_store(path, create=False)
    assert not path.exists()
    path.touch()
    with pytest.raises(NotFound, match="the database is empty"):
        open_store(path, create=False)
    open_store(f"sqlite:///{path}").close()
    with open_store(path, create=False) as store:
        assert store.name == str(path)


def test_passwords_are_not_shown_and_the_driver_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert databases.show_address(parse_address("postgres://ann:secret@host/db")) == "postgresql://ann:***@host/db"
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NeedsExtra, match=r"genchal\[postgres\]"):
        parse_address("postgresql://host/db")


def test_faults_of_our_own_are_not_called_trouble(place: str) -> None:
    with open_store(place) as store:
        for sql in ("SELECT nonsense", "SELECT * FROM nowhere", "not sql"):
            with pytest.raises(Exception, match=r"nonsense|nowhere|syntax") as raised:
                store.write(lambda t, sql=sql: t.exec_driver_sql(sql))  # type: ignore[misc]
            assert explain_error(raised.value) is None
