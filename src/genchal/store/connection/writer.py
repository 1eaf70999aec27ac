"""Group commit: one thread writes for all.

A commit waits for the disk, and the disk takes about as long for one answer as for a hundred. So the writer takes every
operation that waits, runs all in one transaction, commits once, and only then tells the callers. Where the database can
do that, statements are gathered and sent together. If something fails, which is rare, nothing of the transaction is
kept and all run again, each in a savepoint and each statement by itself, so that what is at fault fails alone. When the
transaction as a whole fails, nobody is told otherwise.

So an operation may be run twice, and must do nothing but through its transaction.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import nullcontext
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from genchal.store.connection.databases import Gathering
from genchal.store.connection.trouble import Unavailable, explain_error

T = TypeVar("T")
Transaction = Connection  # what an operation works in; others pass it on and do not look inside
Operation = Callable[[Transaction], T]
_Waiting = tuple[Operation[Any], Future[Any]]

AT_ONCE = 256  # operations in a transaction at most, so that the first of them does not wait for a long line


class Writer:
    """Runs operations one after the other in its own thread, as many in a transaction as are waiting."""

    def __init__(
        self,
        engine: Engine,
        gathering: Gathering | None = None,
        at_once: int = AT_ONCE,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """Start the thread; `check` raises if what is committed goes where nobody will find it."""
        self._engine = engine
        self._gathering = gathering
        self._check = check
        self._at_once = at_once
        self._waiting: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._work, name="genchal-writer", daemon=True)
        self._thread.start()

    def submit(self, operation: Operation[T]) -> Future[T]:
        """Have an operation run. The future has its result when it is on the disk, or says why it is not."""
        if threading.current_thread() is self._thread:
            raise RuntimeError("an operation may not wait for another one: call it with the same transaction")
        future: Future[T] = Future()
        with self._closing:
            if self._is_closed:
                raise Unavailable("the database has been closed", "Open it again; nothing of this was stored.")
            self._waiting.put((operation, future))
        return future

    def close(self) -> None:
        """Finish what waits, then stop."""
        with self._closing:
            if not self._is_closed:
                self._is_closed = True
                self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while True:
            batch, is_over = self._next_batch()
            if batch:
                self._commit(batch)
            if is_over:
                return

    def _next_batch(self) -> tuple[list[_Waiting], bool]:
        """Wait for one operation, then take what else there is; and whether that was the last."""
        batch: list[_Waiting] = []
        entry = self._waiting.get()
        while entry is not None:
            if entry[1].set_running_or_notify_cancel():
                batch.append(entry)
            if len(batch) == self._at_once:
                return batch, False
            try:
                entry = self._waiting.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _commit(self, batch: list[_Waiting]) -> None:
        outcomes: list[tuple[Any, BaseException | None]]
        try:
            self._check()
            try:
                outcomes = [(result, None) for result in self._together([operation for operation, _ in batch])]
            except _Failed as failed:
                if failed.is_known and (len(batch) == 1 or explain_error(failed.error)):
                    raise failed.error from None
                with self._engine.begin() as transaction:
                    outcomes = [_apart(operation, transaction) for operation, _ in batch]
            self._check()
        except BaseException as error:
            outcomes = [(None, explain_error(error) or error)] * len(batch)
        for (_, future), (result, failure) in zip(batch, outcomes, strict=True):
            if failure is None:
                future.set_result(result)
            else:
                future.set_exception(failure)

    def _together(self, operations: list[Operation[Any]]) -> list[Any]:
        """Run operations in one transaction, and say which results they have; all of them, or none."""
        with self._engine.begin() as transaction:
            try:
                with self._gathering(transaction) if self._gathering else nullcontext():
                    return [operation(transaction) for operation in operations]
            except Exception as error:
                raise _Failed(error, is_known=self._gathering is None) from error


class _Failed(Exception):
    """Something went wrong before a commit; `is_known` if the error says what."""

    def __init__(self, error: Exception, *, is_known: bool) -> None:
        super().__init__(str(error))
        self.error = error
        self.is_known = is_known


def _apart(operation: Operation[T], transaction: Transaction) -> tuple[T | None, BaseException | None]:
    """Run an operation in a savepoint: its result, or why it failed and left no trace."""
    savepoint = transaction.begin_nested()
    try:
        result = operation(transaction)
        savepoint.commit()
    except BaseException as error:
        if explain_error(error):  # the transaction may be gone, and what the others did with it
            raise
        savepoint.rollback()
        return None, error
    return result, None
