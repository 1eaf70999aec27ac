"""A store: a database of studies that is open."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from genchal.store.databases import Engines, explain_errors, find_damage, make_engines, parse_address, show_address
from genchal.store.migrate import migrate
from genchal.store.writer import Operation, Transaction, Writer

T = TypeVar("T")


class Store:
    """Reads and writes in transactions; what is read and written say the functions beside this.

    A rule that takes several of them is one function of a transaction, and happens as a whole or not at all::

        def submit(transaction: Transaction) -> Lease | None:
            record_answers(transaction, ...)
            return lease_next(transaction, ...)

        store.write(submit)
    """

    def __init__(self, name: str, engines: Engines) -> None:
        self.name = name
        self._engines = engines
        self._writer = Writer(engines.writer, engines.gathering)
        self._jotter = Writer(engines.jotter) if engines.jotter else self._writer

    def write(self, operation: Operation[T]) -> T:
        """Run an operation in a transaction; when this returns, what it did is on the disk."""
        return self._writer.submit(operation).result()

    def submit(self, operation: Operation[T]) -> Future[T]:
        """The same without waiting, for asynchronous callers (``await asyncio.wrap_future(...)``)."""
        return self._writer.submit(operation)

    def jot(self, operation: Operation[T]) -> Future[T]:
        """The same for one statement that stands by itself: it does not wait for others, where that can be."""
        return self._jotter.submit(operation)

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """See the database as it is at one moment, for as long as this is open."""
        with explain_errors(), self._engines.reader.connect() as connection:
            yield connection

    def read(self, operation: Operation[T]) -> T:
        """Run an operation that only reads."""
        with self.reading() as transaction:
            return operation(transaction)

    def glance(self, operation: Operation[T]) -> T:
        """Run an operation that is one statement, and reads."""
        with explain_errors(), self._engines.glancer.connect() as connection:
            return operation(connection)

    def find_damage(self) -> list[str]:
        """What the database finds wrong with itself."""
        return self.read(find_damage)

    def forget(self) -> None:
        """Forget what is kept of studies; only needed where studies were deleted, and their numbers given again."""
        self._engines.cache.forget()

    def close(self) -> None:
        """Finish what waits to be written, then let go of the database."""
        self._writer.close()
        self._jotter.close()
        self._engines.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(place: str | Path, *, create: bool = True) -> Store:
    """Open a database by the path of a SQLite file or the address of a PostgreSQL database.

    One that is empty or not there yet is made (unless `create` is False), one of an earlier schema is migrated.
    """
    url = parse_address(place)
    engines = make_engines(url)
    try:
        with explain_errors("Start it or correct its address; nothing was changed."):
            migrate(url, engines, create=create)
    except BaseException:
        engines.dispose()
        raise
    return Store(show_address(url), engines)
