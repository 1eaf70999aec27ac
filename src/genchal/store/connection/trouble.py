"""What a database says of itself, as one line for people: it is busy, full, damaged or out of reach."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolIsEmpty

from genchal.errors import InvalidInput, UserError
from genchal.store.schema import METADATA

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
_NO_TABLE = re.compile(r'no such table: (\w+)|relation "(\w+)" does not exist')
_POSTGRES_TROUBLE = ("08", "25006", "28", "3D", "40", "53", "55P03", "57", "58")  # SQLSTATEs that begin like this


class Unavailable(UserError):
    """The database is busy, full or out of reach; to try again later is safe."""


AGAIN = "Send it again in a moment; nothing is ever stored twice."
ROOM = "Make room on the disk, or see what is wrong with it, then try again; nothing of this was stored."


def explain_error(error: BaseException, remedy: str = AGAIN) -> UserError | None:
    """The error for a database that cannot be used now; None if the fault is in one of our statements."""
    if isinstance(error, PoolIsEmpty):
        return Unavailable("the database is busy", remedy)
    original = error.orig if isinstance(error, DBAPIError) else error if isinstance(error, sqlite3.Error) else None
    if original is None:
        return None
    said = (str(original).splitlines() or [""])[0]
    if isinstance(original, sqlite3.Error):
        kind = _SQLITE_TROUBLE.get(getattr(original, "sqlite_errorcode", 1) & 0xFF)
        if kind == "damaged" and remedy == AGAIN:
            return Unavailable(f"the database is damaged: {said}", "Stop the server and restore it from a backup.")
        if kind == "damaged":
            return InvalidInput(
                f"the file cannot be read: {said}", "Give the path of a database file, or of a copy of it."
            )
        is_trouble = kind is not None or _misses_our_table(said)
        remedy = ROOM if kind in ("disk", "full") else remedy
    else:
        assert isinstance(error, DBAPIError)  # noqa: S101
        state = getattr(original, "sqlstate", None)
        if error.connection_invalidated or (state is None and isinstance(error, OperationalError)):
            return Unavailable(f"the database cannot be reached: {said}", remedy)
        kind = "busy" if state == "55P03" else None
        is_trouble = (state or "").startswith(_POSTGRES_TROUBLE) or _misses_our_table(said)
    if not is_trouble:
        return None
    return Unavailable("the database is busy" if kind == "busy" else f"the database refused: {said}", remedy)


def _misses_our_table(said: str) -> bool:
    """Whether a table of ours is gone: somebody has dropped them, for they were there when it was opened."""
    found = _NO_TABLE.search(said)
    return found is not None and (found[1] or found[2]) in METADATA.tables


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
