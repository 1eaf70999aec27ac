"""What differs between SQLite and PostgreSQL. Nothing else knows which of the two it speaks to.

Both are made to behave alike: one transaction writes at a time, so that what it reads stays true until it is committed;
readers see one moment, never wait and cannot write; what is committed is on the disk.
"""

from __future__ import annotations

import importlib.util
import os
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError

from genchal.errors import InvalidInput, NeedsExtra
from genchal.store.connection.row_cache import CACHE, MAY_CACHE, RowCache
from genchal.store.connection.stamp import ExpectedStamp

PATIENCE = 5.0  # seconds to wait for another writer, and for a server to answer
# Connections for reading, kept once they are open: to make one takes PostgreSQL longer than what it is asked. More of
# them than this would only wait for each other.
READERS = 5
_FOLD_WITHIN = 100  # milliseconds
_WRITING = 0x67656E63  # the advisory lock that a PostgreSQL transaction holds while it writes

# Sends statements of a transaction together as long as it is open, where a database can do that.
Gathering = Callable[[Connection], AbstractContextManager[object]]


class Engines(NamedTuple):
    """Connections to a database: for the writer, for readers, and for reads of a single statement.

    `jotter` is for statements that write and stand by themselves, where the database lets them pass the writer.
    `expected` is what a server is asked as a transaction begins.
    """

    writer: Engine
    reader: Engine
    glancer: Engine
    cache: RowCache
    jotter: Engine | None = None
    gathering: Gathering | None = None
    expected: ExpectedStamp | None = None

    def dispose(self) -> None:
        """Close all connections."""
        for engine in (self.writer, self.reader, self.jotter):
            if engine:
                engine.dispose()


def parse_address(place: str | Path) -> URL:
    """Where a database is: a path is a SQLite file, anything with :// an address."""
    if "://" not in str(place):
        return URL.create("sqlite", database=str(Path(place).absolute()))
    try:
        url = make_url(str(place))
    except (ArgumentError, ValueError):
        raise InvalidInput("the address of the database cannot be read", _FORMS) from None
    if url.drivername == "sqlite" and url.database:
        return URL.create("sqlite", database=str(Path(url.database).absolute()))
    if url.drivername in {"postgresql", "postgres", "postgresql+psycopg"}:
        if importlib.util.find_spec("psycopg") is None:
            raise NeedsExtra("PostgreSQL", "postgres")
        return url.set(drivername="postgresql+psycopg")
    raise InvalidInput(f"unsupported kind of database '{url.drivername}'", _FORMS)


_FORMS = "Give the path of a SQLite file, or postgresql://user:password@host/database."


def find_file(url: URL) -> Path | None:
    """The file of a database that is one."""
    return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None


def show_address(url: URL) -> str:
    """The address for people to read, without the password."""
    return str(find_file(url) or url.set(drivername="postgresql").render_as_string(hide_password=True))


def make_engines(url: URL, answer_within: float | None = None) -> Engines:
    """Connect to a database; nothing is opened yet.

    A server that says nothing for `answer_within` seconds is taken for gone. Errors do not repeat the values of a
    statement: these say who somebody is, and errors are logged.
    """
    shared: dict[str, Any] = {CACHE: RowCache()}
    keeping = {**shared, MAY_CACHE: True}
    usual: dict[str, Any] = {"max_overflow": 0, "pool_timeout": PATIENCE, "hide_parameters": True}
    if find_file(url):
        # The writer's thread and the one that opens the store are two; they take turns.
        connect = partial(create_engine, url, **usual, connect_args={"check_same_thread": False})
        writer = connect(pool_size=1, execution_options=shared)
        reader = connect(pool_size=READERS, execution_options=keeping)
        event.listen(writer, "connect", _sqlite_writer)
        event.listen(reader, "connect", _sqlite_reader)
        event.listen(writer, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        event.listen(reader, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        return Engines(writer, reader, reader, shared[CACHE])
    connect = partial(create_engine, url, **usual, connect_args={"connect_timeout": int(PATIENCE)})
    writer = connect(pool_size=1, execution_options=shared)
    expected = ExpectedStamp(show_address(url))
    event.listen(writer, "begin", partial(_begin_patiently, expected, f"; SELECT pg_advisory_xact_lock({_WRITING})"))
    event.listen(writer, "do_execute", _wait_for_rows)
    reader = connect(pool_size=READERS, isolation_level="REPEATABLE READ", execution_options=keeping)
    event.listen(reader, "connect", _postgres_reader)
    jotter = connect(pool_size=1, execution_options=shared)
    event.listen(jotter, "begin", partial(_begin_patiently, expected, ""))
    for engine in (writer, reader, jotter):
        event.listen(engine, "checkout", _check_line)
        if answer_within is not None:
            event.listen(engine, "do_connect", partial(_connect_impatiently, answer_within))
    # Its own statement is a transaction; to say so before and after would be two journeys more.
    glancer = reader.execution_options(isolation_level="AUTOCOMMIT")
    return Engines(writer, reader, glancer, shared[CACHE], jotter, _pipeline, expected)


def _pipeline(connection: Connection) -> AbstractContextManager[object]:
    """Do not wait for what a statement says before the next one is sent.

    Every journey to the server and back is a wait for two processes to have their turns. What is wrong with a statement
    is said with a later one, or at the end: then one knows that something failed, but not what.
    """
    line: AbstractContextManager[object] = connection.connection.driver_connection.pipeline()  # type: ignore[union-attr]
    return line


def _wait_for_rows(cursor: Any, statement: str, parameters: Any, context: Any) -> bool:
    """Run a statement; in a pipeline SQLAlchemy must not see a cursor that waits for its rows still."""
    cursor.execute(statement, parameters)
    if cursor.connection.pgconn.pipeline_status:
        is_change = context.isinsert or context.isupdate or context.isdelete
        if not (is_change and not context.compiled.effective_returning) and cursor.fetchone() is not None:
            cursor.scroll(0, "absolute")
    return True


def _sqlite_writer(connection: sqlite3.Connection, _: Any) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    # What is deleted is overwritten with zeros, at once and always: pages that are split leave copies behind as well.
    wanted = ("synchronous=FULL", "fullfsync=ON", "foreign_keys=ON", "secure_delete=ON")
    for pragma in (f"busy_timeout={int(PATIENCE * 1000)}", *wanted):
        connection.execute(f"PRAGMA {pragma}")


def _sqlite_reader(connection: sqlite3.Connection, _: Any) -> None:
    connection.isolation_level = None
    for pragma in (f"busy_timeout={int(PATIENCE * 1000)}", "query_only=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _postgres_reader(connection: Any, _: Any) -> None:
    connection.read_only = True


def _connect_impatiently(seconds: float, _dialect: Any, _record: Any, arguments: Any, parameters: Any) -> Any:
    from genchal.store.connection.impatience import connect

    return connect(seconds, *arguments, **parameters)


def _check_line(connection: Any, *_: Any) -> None:
    """Have another connection made if the server has hung up on this one. To look costs nothing; to ask it would."""
    try:
        connection.pgconn.consume_input()  # a server that goes says so first
        connection.pgconn.consume_input()
    except Exception as error:
        raise DisconnectionError from error
    if connection.pgconn.status != 0:
        raise DisconnectionError


def _begin_patiently(expected: ExpectedStamp, lock: str, connection: Connection) -> None:
    # One line of several statements: one journey to the server.
    statements = f"SET LOCAL lock_timeout = '{PATIENCE}s'; SET LOCAL synchronous_commit = on{lock}{expected.question}"
    try:
        connection.exec_driver_sql(statements, execution_options={"no_parameters": True})
    except DBAPIError as error:
        raise expected.explain(error) from error


def use_write_ahead_log(url: URL) -> None:
    """Make readers and the writer of a SQLite file independent of each other; the file remembers it."""
    path = find_file(url)
    if path:
        with closing(sqlite3.connect(path, timeout=PATIENCE)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")


def fold_log(engine: Engine) -> bool:
    """Bring everything that is committed into the SQLite file itself, and empty its log; False if readers prevent it.

    A copy of the file alone is whole from then on, until something is written again.
    """
    if engine.dialect.name != "sqlite":
        return True
    with closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={_FOLD_WITHIN}")  # while it waits for readers, nobody can write
        busy, _, _ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        cursor.execute(f"PRAGMA busy_timeout={int(PATIENCE * 1000)}")
    return not busy


def fold_log_in_passing(engine: Engine) -> None:
    """Bring into the SQLite file what is committed, as far as nobody has to wait for it."""
    with closing(engine.raw_connection()) as connection:
        connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")


def make_file(path: Path) -> None:
    """Make an empty file for a database, for nobody but its owner; SQLite gives its other files the same mode."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def find_damage(connection: Connection) -> list[str]:
    """What the database finds wrong with itself; PostgreSQL has no such question, and sees to it by itself."""
    if connection.dialect.name != "sqlite":
        return []
    found = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check") if row[0] != "ok"]
    return found + [f"lost reference: {tuple(row)}" for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]
