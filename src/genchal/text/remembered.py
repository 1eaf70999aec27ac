"""Results by the identity of what they were made from: for values whose hash would take as long as the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Remembered(Generic[Key, Value]):
    """A function of one immutable argument that remembers what it returned for the very same object.

    The last `most` arguments or so are kept alive: an address could otherwise come to mean another object.
    """

    def __init__(self, function: Callable[[Key], Value], most: int = 4096) -> None:
        self._function, self._most = function, most
        self._known: dict[int, tuple[Key, Value]] = {}

    def __call__(self, argument: Key) -> Value:
        """The result, found again or computed."""
        known = self._known.get(id(argument))
        if known is not None:
            return known[1]
        value = self._function(argument)
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[id(argument)] = argument, value
        return value
