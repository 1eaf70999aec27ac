"""A store: a database of studies that is open."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from sqlalchemy import event

from genchal.store.connection.databases import (
    Engines,
    find_damage,
    find_file,
    fold_log,
    fold_log_in_passing,
    make_engines,
    parse_address,
    show_address,
)
from genchal.store.connection.migrate import migrate
from genchal.store.connection.stamp import find_other, read_stamp, stamp_number, write_check
from genchal.store.connection.trouble import Unavailable, explain_errors
from genchal.store.connection.watch import FileWatch
from genchal.store.connection.writer import Operation, Transaction, Writer
from genchal.store.upkeep.purging import purge

T = TypeVar("T")


class Store:
    """Reads and writes in transactions; what is read and written say the functions beside this.

    A rule that takes several of them is one function of a transaction, and happens as a whole or not at all::

        def submit(transaction: Transaction) -> Lease | None:
            record_answers(transaction, ...)
            return lease_next(transaction, ...)

        store.write(submit)
    """

    def __init__(self, name: str, engines: Engines, stamp: str, watch: FileWatch | None = None) -> None:
        self.name = name
        self._engines = engines
        self._stamp = stamp
        self._watch = watch
        self._expected = engines.expected
        self._is_other: Unavailable | None = None  # another database has taken the place of ours
        self._is_closed = False
        self._writer = Writer(engines.writer, engines.gathering, check=self._check_place)
        self._jotter = Writer(engines.jotter) if engines.jotter else self._writer

    def _check_place(self) -> None:
        """Raise Unavailable if what is written would not be found where people look for it."""
        if self._is_other:
            raise self._is_other
        if self._expected and self._expected.trouble:
            raise self._expected.trouble
        if self._watch:
            self._watch.check()

    def write(self, operation: Operation[T]) -> T:
        """Run an operation in a transaction; when this returns, what it did is on the disk."""
        return self._writer.submit(operation).result()

    def write_alone(self, operation: Operation[T]) -> T:
        """Run a long operation in a transaction of its own, statement by statement, while nobody else writes."""
        self._check_place()
        with explain_errors(), self._engines.writer.begin() as transaction:
            return operation(transaction)

    def submit(self, operation: Operation[T]) -> Future[T]:
        """The same without waiting, for asynchronous callers (``await asyncio.wrap_future(...)``)."""
        return self._writer.submit(operation)

    def jot(self, operation: Operation[T]) -> Future[T]:
        """The same for one statement that stands by itself: it does not wait for others, where that can be."""
        return self._jotter.submit(operation)

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """See the database as it is at one moment, for as long as this is open."""
        self._check_place()
        with explain_errors(), self._engines.reader.connect() as connection:
            yield connection

    def read(self, operation: Operation[T]) -> T:
        """Run an operation that only reads."""
        with self.reading() as transaction:
            return operation(transaction)

    def glance(self, operation: Operation[T]) -> T:
        """Run an operation that is one statement, and reads."""
        self._check_place()
        with explain_errors(), self._engines.glancer.connect() as connection:
            return operation(connection)

    def check(self, now: float) -> Future[None]:
        """Write something, to see whether this is possible, and still to the database that was opened."""

        def write(transaction: Transaction) -> None:
            if self._watch:
                self._watch.check_room()
            if not write_check(transaction, self._stamp, now):
                self._is_other = find_other(self.name)
                raise self._is_other

        return self.submit(write)

    def find_damage(self) -> list[str]:
        """What the database finds wrong with itself."""
        return self.read(find_damage)

    def purge(self) -> str:
        """Take what was deleted out of the database's files; a sentence if something remains there."""
        self._check_place()
        return purge(self._engines.writer)

    def fold_in_passing(self) -> None:
        """Bring what is committed into the file of a SQLite database: who copies it by hand then misses little.

        Such a copy is no backup all the same: it may be made in the middle of this.
        """
        if self._watch is None:
            return
        self._check_place()
        with explain_errors():
            with self._engines.reader.connect() as connection:
                is_overwritten = self._watch.is_overwritten(connection)
            if not is_overwritten:
                fold_log_in_passing(self._engines.reader)

    def forget(self) -> None:
        """Forget what is kept of studies; only needed where studies were deleted, and their numbers given again."""
        self._engines.cache.forget()

    def close(self) -> Path | None:
        """Finish what waits to be written, then let go of the database, all of which is in its file then.

        Where the file was overwritten by another while it was open, it is left as it is, for what we have would be
        mixed with it: the log of the one before is set aside, and where it is now is returned.
        """
        self._writer.close()
        self._jotter.close()
        if self._is_closed:
            return None
        self._is_closed = True
        if self._watch is None:
            self._engines.dispose()
            return None
        self._engines.reader.dispose()
        with suppress(Exception):  # the file may be gone; closing says nothing then
            with self._engines.reader.connect() as connection:
                is_overwritten = self._watch.is_overwritten(connection)
            if is_overwritten:
                return self._watch.set_log_aside()  # to close a connection would copy the log into the file
            self._engines.reader.dispose()
            fold_log(self._engines.writer)
        self._engines.dispose()
        self._watch.close()
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(place: str | Path, *, create: bool = True, answer_within: float | None = None) -> Store:
    """Open a database by the path of a SQLite file or the address of a PostgreSQL database.

    One that is empty or not there yet is made (unless `create` is False), one of an earlier schema is migrated.
    PostgreSQL that says nothing for `answer_within` seconds is given up; without them it is waited for.
    """
    url = parse_address(place)
    engines = make_engines(url, answer_within)
    try:
        with explain_errors("Start it or correct its address; nothing was changed."):
            migrate(url, engines, create=create)
            with engines.reader.connect() as connection:
                stamp = read_stamp(connection, show_address(url))
        if engines.expected:
            engines.expected.stamp = stamp
        file = find_file(url)
        watch = _watch(file, engines, stamp) if file else None
    except BaseException:
        engines.dispose()
        raise
    return Store(show_address(url), engines, stamp, watch)


def _watch(file: Path, engines: Engines, stamp: str) -> FileWatch:
    watch = FileWatch(file, stamp_number(stamp))
    event.listen(engines.writer, "connect", lambda *_: watch.forget_log())
    event.listen(engines.writer, "begin", watch.begin)
    event.listen(engines.writer, "commit", watch.committed)
    return watch
