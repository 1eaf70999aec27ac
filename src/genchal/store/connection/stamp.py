"""The stamp of a database: a random name of its content, which no copy shares.

In a SQLite file its number is also where it can be read without SQLite, which may remember what was there before.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from genchal.errors import Conflict
from genchal.store.connection.trouble import Unavailable
from genchal.store.schema import database_stamp

_DIVISION_BY_ZERO = "22012"  # SQLSTATE


@dataclass
class ExpectedStamp:
    """The stamp that PostgreSQL has to have whenever a transaction begins to write; SQLite's is seen to by `FileWatch`.

    A server that is at a database goes on while this is restored or moved, and would store answers beside texts that it
    remembers from the content before, or where nobody looks any more.
    """

    name: str  # of the database, for people
    stamp: str = ""  # empty: not yet read
    trouble: Unavailable | None = None  # once another stamp was found

    @property
    def question(self) -> str:
        """SQL that fails if the stamp is another: one more statement in a line that is sent anyway."""
        table, stamp = database_stamp.name, self.stamp  # ours, of hexadecimal digits
        return f"; SELECT 1 / count(*) FROM {table} WHERE id = '{stamp}'" if stamp else ""  # noqa: S608

    def explain(self, error: DBAPIError) -> Exception:
        """What an error of a line with the question means."""
        if getattr(error.orig, "sqlstate", None) != _DIVISION_BY_ZERO:
            return error
        self.trouble = find_other(self.name)
        return self.trouble


def find_other(name: str) -> Unavailable:
    """What is said of a database that is not the one that was opened."""
    return Unavailable(f"{name} has got another content, or has moved", "Restart the server.")


def new_stamp() -> str:
    """A stamp that no other database has."""
    return secrets.token_hex(16)


def stamp_number(stamp: str) -> int:
    """A positive number of 31 bits, as SQLite keeps one at a fixed place of its file."""
    return int(stamp[:8], 16) % (2**31 - 1) + 1


def read_stamp(connection: Connection, name: str) -> str:
    """The stamp of this database; Conflict if everything has been moved to another one."""
    stamp, moved_to = connection.execute(select(database_stamp.c.id, database_stamp.c.moved_to)).one()
    if moved_to is not None:
        raise Conflict(f"{name} was moved to {moved_to}", "Give that one with --database; this is the old one.")
    return str(stamp)


def renew_stamp(connection: Connection) -> str:
    """Give a database a new stamp, because its content has become another: servers that are at it stop."""
    stamp = new_stamp()
    connection.execute(delete(database_stamp))
    connection.execute(insert(database_stamp), {"id": stamp, "checked_at": 0.0, "last_number": 0})
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA user_version = {stamp_number(stamp)}")
    return stamp


def write_check(connection: Connection, stamp: str, now: float) -> bool:
    """Write something that changes nothing for anybody; False if the database is another one by now."""
    written = update(database_stamp).where(database_stamp.c.id == stamp).values(checked_at=now)
    return connection.execute(written.returning(database_stamp.c.id)).first() is not None
