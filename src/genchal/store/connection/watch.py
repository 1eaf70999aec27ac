"""Watching over the file of an open SQLite database: whether it is still the one that people will look into.

A file that is deleted, replaced or overwritten while it is open takes answers all the same: they go to a file without a
name, or beside what somebody has put there. So before anybody is told that something is stored, the writer looks here.
PostgreSQL has no such file, and says itself when it is gone.
"""

from __future__ import annotations

import os
import shutil
import threading
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from genchal.store.connection.trouble import ROOM, Unavailable

RESTART = "Put the database back, or restore it from a backup, then restart the server; nothing of this was stored."
OTHER = (
    "If it was moved or restored by a command, restart the server. Otherwise put it back, or restore it from a backup, "
    "then restart the server. Nothing of this was stored."
)
_LEAST_ROOM = 8_000_000  # bytes: twice what SQLite's log takes before it is brought into the file
_HEADER = 100  # bytes
_MAGIC = b"SQLite format 3\0"
_COUNTER, _NUMBER = slice(24, 28), slice(60, 64)  # how often the file was changed; `user_version`
_BINARY = getattr(os, "O_BINARY", 0)

_Place = tuple[int, int]  # device and number of a file


class FileWatch:
    """Compares a file with what it was when it was opened; a look costs a few microseconds."""

    def __init__(self, path: Path, number: int) -> None:
        """Begin; `number` is what the database has now (`stamp.stamp_number`)."""
        self._path, self._log = path, Path(f"{path}-wal")
        self._looking = threading.Lock()
        self._file = _keep_open(path)
        self._place = _place(path)
        self._log_place: _Place | None = None
        self._seen = (-1, -1)
        self._number = number
        header = self._file.read(_HEADER)
        self._highest = _read_number(header, _COUNTER)
        self._numbers = {number, _read_number(header, _NUMBER)}  # what was set last may be in the log only
        self._is_other = self._is_older = False
        self._wants_mark = True

    def forget_log(self) -> None:
        """The writer has connected again: another write-ahead log may be right."""
        self._log_place = None

    def begin(self, connection: Connection) -> None:
        """A transaction begins to write: raise Unavailable if the content has become another, by restoring or moving.

        The first one after the file has changed marks it, so that no two states of the file look alike.
        """
        if _ask(connection, "user_version") != self._number:
            raise Unavailable(f"{self._path} was moved, restored or overwritten while it was open", OTHER)
        if self._wants_mark:
            connection.exec_driver_sql(f"PRAGMA application_id = {(_ask(connection, 'application_id') + 1) % 2**31}")

    def committed(self, _connection: Connection) -> None:
        """What was written stays."""
        self._wants_mark = False

    def is_overwritten(self, connection: Connection) -> bool:
        """Whether the file holds what SQLite knows nothing of, so that nothing more may be written to it."""
        with suppress(Unavailable):
            self._check_header()
        number = _read_number(self._file.read(_HEADER), _NUMBER)
        try:
            known = _ask(connection, "user_version")
        except DBAPIError:  # it is no database any more
            known = -1
        return self._is_older or (self._is_other and number != known)

    def check(self) -> None:
        """Raise Unavailable if the file was deleted, replaced or overwritten."""
        try:
            now = self._path.stat()
        except OSError:
            raise Unavailable(f"{self._path} was deleted while it was open", RESTART) from None
        if (now.st_dev, now.st_ino) != self._place:
            raise Unavailable(f"{self._path} was replaced while it was open", RESTART)
        self._check_log()
        if (now.st_mtime_ns, now.st_size) != self._seen:
            with self._looking:
                self._check_header()
                self._wants_mark = True
                self._seen = (now.st_mtime_ns, now.st_size)

    def check_room(self) -> None:
        """Raise Unavailable if answers will soon find no room, though what little is left may do for a smaller one."""
        with suppress(OSError):
            left = shutil.disk_usage(self._path.parent).free
            if left < _LEAST_ROOM:
                raise Unavailable(f"the disk of {self._path} is full, or will be: {left // 1000:,} kB are left", ROOM)

    def _check_log(self) -> None:
        place = _place(self._log)
        if self._log_place is None:
            self._log_place = place
        elif place != self._log_place:
            raise Unavailable(f"{self._log} was deleted while it was in use", RESTART)

    def _check_header(self) -> None:
        """The counter never falls, and the number stays; whoever copies an older file over ours changes that."""
        header = self._file.read(_HEADER)
        counter = _read_number(header, _COUNTER)
        self._is_other = not header.startswith(_MAGIC) or _read_number(header, _NUMBER) not in self._numbers
        self._is_older = counter < self._highest
        if self._is_other and header.startswith(_MAGIC):
            raise Unavailable(f"{self._path} was moved, restored or overwritten while it was open", OTHER)
        if self._is_other or self._is_older:
            raise Unavailable(f"{self._path} was overwritten while it was open", RESTART)
        self._highest = counter

    def set_log_aside(self) -> Path:
        """Rename the write-ahead log of a file that was overwritten: it would be mixed with what is there now.

        Where it would be; somebody may have deleted it.
        """
        aside = self._log.with_name(f"{self._log.name}.of-the-file-before")
        with suppress(OSError):
            if self._log.stat().st_size:
                self._log.replace(aside)
            else:
                self._log.unlink()
        with suppress(OSError):
            Path(f"{self._path}-shm").unlink()
        return aside

    def close(self) -> None:
        """Stop watching, after all connections are closed."""
        self._file.release()


class _Header(NamedTuple):
    """An open file, shared by all who watch it in this process."""

    place: _Place
    handle: int

    def read(self, count: int) -> bytes:
        with _KEEPING:
            os.lseek(self.handle, 0, os.SEEK_SET)
            return os.read(self.handle, count)

    def release(self) -> None:
        with _KEEPING:
            _USERS[self.place] -= 1
            if not _USERS[self.place]:
                del _USERS[self.place], _OPENED[self.place]
                os.close(self.handle)


# To close a file takes away all locks that this process has on it, those of SQLite's connections too. So there is one
# handle for all who watch the same file, and the last of them closes it.
_KEEPING = threading.Lock()
_OPENED: dict[_Place, _Header] = {}
_USERS: dict[_Place, int] = {}


def _keep_open(path: Path) -> _Header:
    with _KEEPING:
        place = _place(path)
        if place is None or place not in _OPENED:
            handle = os.open(path, os.O_RDONLY | _BINARY)
            status = os.fstat(handle)
            place = (status.st_dev, status.st_ino)
            _OPENED[place] = _Header(place, handle)
        _USERS[place] = _USERS.get(place, 0) + 1
        return _OPENED[place]


def _ask(connection: Connection, name: str) -> int:
    return int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())


def _read_number(header: bytes, part: slice) -> int:
    return int.from_bytes(header[part], "big")


def _place(path: Path) -> _Place | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
