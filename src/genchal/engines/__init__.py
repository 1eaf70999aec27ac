"""Where scoring runs. An engine maps a function over batches, in order, and knows nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from genchal.registry import Registry

A = TypeVar("A")
B = TypeVar("B")


class Engine(Protocol):
    """Maps batches to rows; every engine gives the same rows in the same order."""

    def map(self, function: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]:
        """Apply `function` to every batch."""
        ...


ENGINES: Registry[type[Engine]] = Registry(
    "engine",
    builtin={"serial": "genchal.engines.serial:Serial"},
    plugins="genchal.engines",
)
