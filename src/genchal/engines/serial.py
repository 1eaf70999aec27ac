"""One batch after the other, in this process."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


class Serial:
    """The engine that every other one is compared with."""

    def __init__(self, workers: int = 1) -> None:
        pass

    def map(self, function: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]:
        """Apply `function` to every batch."""
        return map(function, batches)
