"""Where scoring runs: in this process or in several; ENGINES lists them.

In: a function and batches.
Out: its results, in the order of the batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from genchal.registry import Registry

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


def engine_for(jobs: int) -> Engine:
    """The engine for a number of jobs at once; 0 means one per core."""
    import os

    workers = jobs or os.cpu_count() or 1
    return ENGINES["serial"](1) if workers == 1 else ENGINES["processes"](workers)
