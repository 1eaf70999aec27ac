"""Connections to PostgreSQL that do not wait for ever for a server that has stopped in the middle.

A server that is frozen, or a network that drops everything, says nothing at all: no time-out that the server keeps ends
a wait for it. Imported only where PostgreSQL is used.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any, TypeVar

import psycopg

T = TypeVar("T")


class ImpatientConnection(psycopg.Connection[Any]):
    """Gives up after `patience` seconds without an answer; then it is closed, for nobody knows what it would say."""

    patience = 15.0

    def wait(self, gen: Generator[Any, Any, T], *arguments: Any, **more: Any) -> T:
        """Wait for the server, as psycopg asks for it: each step that it waits for is looked at in between."""
        return super().wait(self._limited(gen), *arguments, **more)

    def _limited(self, gen: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        until = time.monotonic() + self.patience
        try:
            asked = next(gen)
            while True:
                ready = yield asked
                if not ready and time.monotonic() > until:
                    gen.close()
                    self.pgconn.finish()
                    raise psycopg.OperationalError(f"no answer for {self.patience:g} s")
                asked = gen.send(ready)
        except StopIteration as end:
            found: T = end.value
            return found


def connect(seconds: float, *arguments: Any, **parameters: Any) -> ImpatientConnection:
    """Connect; `seconds` without an answer are the most that is waited."""
    made = ImpatientConnection.connect(*arguments, **parameters)
    made.patience = seconds
    return made
