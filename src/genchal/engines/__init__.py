"""Where scoring runs: in this process or in several; ENGINES lists them.

In: a function and batches.
Out: its results, in the order of the batches.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from genchal.errors import InvalidInput
from genchal.registry import Registry

DEFAULT = "serial"
MEANING = "Where scoring runs: serial, processes (one per core), processes:4, or a plug-in. Default: serial."

A = TypeVar("A")
B = TypeVar("B")


class Engine(Protocol):
    """Maps batches to rows; every engine gives the same rows in the same order. Made with a number of workers."""

    def __init__(self, workers: int) -> None: ...

    def map(self, function: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]:
        """Apply `function` to every batch."""
        ...


ENGINES: Registry[type[Engine]] = Registry(
    "engine",
    builtin={
        "serial": "genchal.engines.serial:Serial",
        "processes": "genchal.engines.processes:Processes",
    },
    plugins="genchal.engines",
)


def parse_engine(text: str) -> tuple[type[Engine], int]:
    """Read ``NAME`` or ``NAME:WORKERS``; no number, or 0, means one worker per core."""
    name, colon, workers = text.strip().partition(":")
    if colon and not (workers.isascii() and workers.isdigit()):
        raise InvalidInput(f"engine '{text}': '{workers}' is not a number", "Write NAME:WORKERS, such as processes:4.")
    return ENGINES[name], int(workers or 0) or os.cpu_count() or 1


def make_engine(text: str = DEFAULT) -> Engine:
    """Make the engine that a text names."""
    engine, workers = parse_engine(text)
    return engine(workers)
