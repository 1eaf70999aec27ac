"""What differs between SQLite and PostgreSQL. Nothing else knows which of the two it speaks to.

Both are made to behave alike: one transaction writes at a time, so that what it reads stays true until it is committed;
readers see one moment, never wait and cannot write; what is committed is on the disk.
"""

from __future__ import annotations

import importlib.util
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolIsEmpty

from genchal.errors import InvalidInput, NeedsExtra, UserError
from genchal.store.row_cache import CACHE, MAY_CACHE, RowCache

PATIENCE = 5.0  # seconds to wait for another writer, and for a server to answer
# Connections for reading, kept once they are open: to make one takes PostgreSQL longer than what it is asked. More of
# them than this would only wait for each other.
READERS = 5
_WRITING = 0x67656E63  # the advisory lock that a PostgreSQL transaction holds while it writes

# SQLite's result codes that say something about the moment or the disk, not about a statement of ours.
_SQLITE_TROUBLE = {
    5: "busy",
    6: "busy",
    8: "read-only",
    10: "disk",
    13: "full",
    14: "closed",
    11: "damaged",
    26: "damaged",
}
_POSTGRES_TROUBLE = ("08", "25006", "28", "3D", "40", "53", "55P03", "57", "58")  # SQLSTATEs that begin like this


class Unavailable(UserError):
    """The database is busy, full or out of reach; to try again later is safe."""


# Sends statements of a transaction together as long as it is open, where a database can do that.
Gathering = Callable[[Connection], AbstractContextManager[object]]


class Engines(NamedTuple):
    """Connections to a database: for the writer, for readers, and for reads of a single statement.

    `jotter` is for statements that write and stand by themselves, where the database lets them pass the writer.
    """

    writer: Engine
    reader: Engine
    glancer: Engine
    cache: RowCache
    jotter: Engine | None = None
    gathering: Gathering | None = None

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


def make_engines(url: URL) -> Engines:
    """Connect to a database; nothing is opened yet."""
    shared: dict[str, Any] = {CACHE: RowCache()}
    keeping = {**shared, MAY_CACHE: True}
    if find_file(url):
        # The writer's thread and the one that opens the store are two; they take turns.
        connect = partial(create_engine, url, max_overflow=0, connect_args={"check_same_thread": False})
        writer = connect(pool_size=1, execution_options=shared)
        reader = connect(pool_size=READERS, execution_options=keeping)
        event.listen(writer, "connect", _sqlite_writer)
        event.listen(reader, "connect", _sqlite_reader)
        event.listen(writer, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        event.listen(reader, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        return Engines(writer, reader, reader, shared[CACHE])
    connect = partial(create_engine, url, max_overflow=0, connect_args={"connect_timeout": int(PATIENCE)})
    writer = connect(pool_size=1, execution_options=shared)
    event.listen(writer, "begin", _begin_locked)
    event.listen(writer, "do_execute", _wait_for_rows)
    reader = connect(pool_size=READERS, isolation_level="REPEATABLE READ", execution_options=keeping)
    event.listen(reader, "connect", _postgres_reader)
    jotter = connect(pool_size=1, execution_options=shared)
    event.listen(jotter, "begin", _begin_patient)
    for engine in (writer, reader, jotter):
        event.listen(engine, "checkout", _check_line)
    # Its own statement is a transaction; to say so before and after would be two journeys more.
    glancer = reader.execution_options(isolation_level="AUTOCOMMIT")
    return Engines(writer, reader, glancer, shared[CACHE], jotter, _pipeline)


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
    for pragma in (f"busy_timeout={int(PATIENCE * 1000)}", "synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _sqlite_reader(connection: sqlite3.Connection, _: Any) -> None:
    connection.isolation_level = None
    for pragma in (f"busy_timeout={int(PATIENCE * 1000)}", "query_only=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _postgres_reader(connection: Any, _: Any) -> None:
    connection.read_only = True


def _check_line(connection: Any, *_: Any) -> None:
    """Have another connection made if the server has hung up on this one. To look costs nothing; to ask it would."""
    try:
        connection.pgconn.consume_input()  # a server that goes says so first
        connection.pgconn.consume_input()
    except Exception as error:
        raise DisconnectionError from error
    if connection.pgconn.status != 0:
        raise DisconnectionError


def _begin_patient(connection: Connection, more: str = "") -> None:
    # One line of several statements: one journey to the server.
    statements = f"SET LOCAL lock_timeout = '{PATIENCE}s'; SET LOCAL synchronous_commit = on{more}"
    connection.exec_driver_sql(statements, execution_options={"no_parameters": True})


def _begin_locked(connection: Connection) -> None:
    _begin_patient(connection, f"; SELECT pg_advisory_xact_lock({_WRITING})")


def use_write_ahead_log(url: URL) -> None:
    """Make readers and the writer of a SQLite file independent of each other; the file remembers it."""
    path = find_file(url)
    if path:
        with closing(sqlite3.connect(path, timeout=PATIENCE)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")


def find_damage(connection: Connection) -> list[str]:
    """What the database finds wrong with itself; PostgreSQL has no such question, and sees to it by itself."""
    if connection.dialect.name != "sqlite":
        return []
    found = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check") if row[0] != "ok"]
    return found + [f"lost reference: {tuple(row)}" for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]


AGAIN = "Send it again in a moment; nothing is ever stored twice."


def explain_error(error: BaseException, remedy: str = AGAIN) -> UserError | None:
    """The error for a database that cannot be used now; None if the fault is in one of our statements."""
    if isinstance(error, PoolIsEmpty):
        return Unavailable("the database is busy", remedy)
    if not isinstance(error, DBAPIError) or error.orig is None:
        return None
    said = (str(error.orig).splitlines() or [""])[0]
    if isinstance(error.orig, sqlite3.Error):
        kind = _SQLITE_TROUBLE.get(getattr(error.orig, "sqlite_errorcode", 1) & 0xFF)
        if kind == "damaged":
            return InvalidInput(
                f"the file cannot be read: {said}", "Give the path of a database file, or of a copy of it."
            )
        is_trouble = kind is not None
    else:
        state = getattr(error.orig, "sqlstate", None)
        if error.connection_invalidated or (state is None and isinstance(error, OperationalError)):
            return Unavailable(f"the database cannot be reached: {said}", remedy)
        kind = "busy" if state == "55P03" else None
        is_trouble = state is not None and state.startswith(_POSTGRES_TROUBLE)
    if not is_trouble:
        return None
    return Unavailable("the database is busy" if kind == "busy" else f"the database refused: {said}", remedy)


@contextmanager
def explain_errors(remedy: str = AGAIN) -> Iterator[None]:
    """Turn what a database says of itself into one line for people."""
    try:
        yield
    except Exception as error:
        told = explain_error(error, remedy)
        if told is None:
            raise
        raise told from error
