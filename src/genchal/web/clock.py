"""The server's clock: the time of day, except that it never goes back.

Leases and times of answers are moments. Were a clock set back by an hour while raters are at work, sheets that somebody
left would be kept for an hour more, and people would have answered before they were asked. So time goes on at its usual
pace until the clock has caught up. A clock that is set forward is followed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class SteadyClock:
    """Seconds since 1970, never fewer than before."""

    def __init__(self, wall: Callable[[], float] = time.time, ticks: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._ticks = wall, ticks
        self._reading = threading.Lock()
        self._now, self._at = wall(), ticks()

    def __call__(self) -> float:
        """The time."""
        with self._reading:
            ticks = self._ticks()
            self._now, self._at = max(self._wall(), self._now + (ticks - self._at)), ticks
            return self._now
