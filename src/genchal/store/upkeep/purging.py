"""Taking what was deleted out of the files of a database, too.

Both databases keep bytes of what is deleted: in pages that have room, and in their logs. What cannot be done from here,
for backups and archives are copies, is in the documentation ("Run a study", "Forget people").
"""

from __future__ import annotations

import time
from contextlib import closing
from typing import Any

from sqlalchemy import Engine

from genchal.store.connection.databases import PATIENCE, fold_log
from genchal.store.connection.trouble import explain_errors
from genchal.store.schema import rater
from genchal.store.upkeep.belonging import list_tables_of

_BUSY = (
    "The log of the database still holds what was erased, because somebody is reading it. "
    "Run the command again when the server is quiet, or stop it."
)
_NOT_OURS = (
    "PostgreSQL's log (WAL) holds what was erased until its files are removed. To have that done now, let a superuser "
    "run: SELECT pg_switch_wal(); CHECKPOINT; CHECKPOINT;"
)


def purge(engine: Engine, patience: float | None = None) -> str:
    """Write anew what had personal data in it, and empty the logs; a sentence if something remains, else nothing."""
    with explain_errors(), closing(engine.raw_connection()) as connection:
        if engine.dialect.name == "sqlite":
            connection.cursor().execute("VACUUM")
        else:
            return _purge_postgres(connection.driver_connection)
    until = time.monotonic() + (PATIENCE if patience is None else patience)
    while not fold_log(engine):
        if time.monotonic() > until:
            return _BUSY
        time.sleep(0.05)
    return ""


def _purge_postgres(connection: Any) -> str:
    from psycopg import errors

    connection.rollback()
    connection.autocommit = True
    try:
        connection.execute(f"SET lock_timeout = '{PATIENCE}s'")
        connection.execute(f"VACUUM (FULL) {', '.join(table.name for table in list_tables_of(rater))}")
        try:
            for statement in ("CHECKPOINT", "SELECT pg_switch_wal()", "CHECKPOINT"):
                connection.execute(statement)
        except errors.InsufficientPrivilege:
            return _NOT_OURS
        return ""
    finally:
        connection.execute("RESET lock_timeout")
        connection.autocommit = False
