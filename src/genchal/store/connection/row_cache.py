"""What was read lately and never changes: blocks and subjects of studies, which are stored once and whole.

Only readers keep something, for they see what is committed; the writer looks as well, but what it reads itself may yet
be undone.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")

MOST = 5000  # blocks and subjects of a database
CACHE, MAY_CACHE = "genchal_kept", "genchal_may_keep"  # execution options of both engines, and of the reader


class RowCache:
    """Those that were used last."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._changing = threading.Lock()

    def get(self, key: Hashable) -> Any:
        """What is kept, or None."""
        with self._changing:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, key: Hashable, value: Any) -> None:
        """Remember something, and forget what nobody has asked for."""
        with self._changing:
            self._values[key] = value
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def forget(self) -> None:
        """Forget everything, after studies were deleted."""
        with self._changing:
            self._values.clear()


def read_cached(transaction: Connection, key: Hashable, read: Callable[[], T]) -> T:
    """What `read` returned before, or returns now; never None."""
    options = transaction.get_execution_options()
    known: RowCache | None = options.get(CACHE)
    found: T | None = known.get(key) if known else None
    if found is None:
        found = read()
        if known and options.get(MAY_CACHE):
            known.keep(key, found)
    return found
