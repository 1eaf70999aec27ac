"""Batches spread over processes of this machine."""

from __future__ import annotations

import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from genchal.errors import UserError

A = TypeVar("A")
B = TypeVar("B")

_function: Callable[[Any], Any]


class Processes:
    """Worker processes, started afresh (spawn) on every platform; batches are sent a few ahead, never all at once."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def map(self, function: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]:
        """Apply `function` to every batch, in order; it travels to each worker once."""
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self.workers, context, initializer=_remember, initargs=(function,))
        waiting: deque[Future[B]] = deque()
        for _ in range(self.workers):
            pool.submit(_wake_up)  # workers load what they need while we look for the first batch
        try:
            for batch in batches:
                waiting.append(pool.submit(_apply, batch))
                if len(waiting) > 2 * self.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise UserError(
                "a worker process was killed, perhaps because memory ran out",
                "Run the same command with fewer jobs (-j 1).",
            ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _remember(function: Callable[[Any], Any]) -> None:
    global _function
    _function = function


def _wake_up() -> None:
    """Take a moment, so that the next worker is started as well."""
    time.sleep(0.01)


def _apply(batch: Any) -> Any:
    return _function(batch)
