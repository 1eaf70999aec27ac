"""An engine that says how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from genchal.engines import Engine

A = TypeVar("A")
B = TypeVar("B")

SAYS_EVERY = 2.0  # seconds; what is done sooner is done in silence


class Watched:
    """Another engine, whose finished batches are counted aloud."""

    def __init__(self, engine: Engine, progress: Callable[[str], None]) -> None:
        self.engine = engine
        self.progress = progress

    def map(self, function: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]:
        """Apply `function` to every batch."""
        started = said = time.monotonic()
        for done, result in enumerate(self.engine.map(function, batches), start=1):
            yield result
            now = time.monotonic()
            if now - said >= SAYS_EVERY:
                said = now
                self.progress(f"{done} batches done, {done / (now - started):.1f} a second")
