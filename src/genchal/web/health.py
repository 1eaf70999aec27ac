"""Whether the server can do what it is there for: store answers, in the database that it has opened."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from genchal.errors import UserError
from genchal.store.connection.trouble import AGAIN, Unavailable
from genchal.store.store import Store

T = TypeVar("T")

LOG = logging.getLogger("genchal.web")
ANSWER_WITHIN = 15.0  # seconds for the database; whoever waits has sent the same again by then
ASK_EVERY = 1.0  # seconds: health is asked by anybody, and each time something is written
LOG_EVERY = 10.0  # seconds between two lines that say the same


class Health:
    """Asks the database, and logs what is wrong with it."""

    def __init__(self, store: Store, clock: Callable[[], float], ticks: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock, self._ticks = store, clock, ticks
        self._asked_at = -ASK_EVERY
        self._asked: asyncio.Task[None] | None = None
        self._logged: dict[str, float] = {}

    async def check(self) -> None:
        """Raise Unavailable unless something can be written now; who asks at the same time gets the same answer."""
        if self._asked is None or (self._asked.done() and self._ticks() - self._asked_at >= ASK_EVERY):
            self._asked_at = self._ticks()
            self._asked = asyncio.create_task(self._write())
            self._asked.add_done_callback(lambda task: task.exception())  # is told to whoever waits
        await asyncio.shield(self._asked)

    async def _write(self) -> None:
        await wait_for_store(self._store.check(self._clock()))

    def log_trouble(self, error: UserError) -> None:
        """Write what is wrong to the log, once in a while."""
        now, sentence = self._ticks(), str(error)
        if now - self._logged.get(sentence, -LOG_EVERY) >= LOG_EVERY:
            self._logged[sentence] = now
            LOG.error("%s", sentence)
        if len(self._logged) > 100:
            self._logged.clear()


async def wait_for_store(future: Future[T]) -> T:
    """Wait until something is on the disk, but not for ever: a disk or a database may hang."""
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            return await asyncio.wrap_future(future)
    except TimeoutError:
        raise Unavailable("the database does not answer", AGAIN) from None
