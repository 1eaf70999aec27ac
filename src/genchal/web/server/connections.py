"""Connections that take and give nothing: how large a request's head may be, and how long one may take to come.

uvicorn waits for ever for a request that never ends, and with httptools reads a head of any size into memory. It has
two ways of reading requests, so there are two kinds of connections with limits; this is what they share.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from importlib.util import find_spec
from typing import ClassVar

LARGEST_HEAD = 32 * 1024  # bytes; a cookie of each of a hundred studies takes a quarter of it
ARRIVE_WITHIN = 30.0  # seconds for a request to arrive as a whole; forms are small, also on a slow line
MOST_HALF_OPEN = 500  # connections whose request has not arrived; the oldest of more are closed


class Arrival:
    """Whether the request of a connection has arrived; of those on which it has not, the oldest come first."""

    waiting: ClassVar[OrderedDict[Arrival, None]] = OrderedDict()

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop = loop
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None

    def expect(self) -> None:
        """A request begins, or the connection does, and one has to follow."""
        if self._timer is None:
            self._timer = self._loop.call_later(ARRIVE_WITHIN, self._give_up)
            self.waiting[self] = None
            if len(self.waiting) > MOST_HALF_OPEN:
                next(iter(self.waiting))._give_up()

    def end(self) -> None:
        """All of it is here, or the connection is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self.waiting.pop(self, None)

    def _give_up(self) -> None:
        self.end()
        self._transport.abort()


def choose_protocol() -> type[asyncio.Protocol]:
    """How requests are read: by httptools if it is installed, which takes less time, or else by h11."""
    if find_spec("httptools"):
        from genchal.web.server.connections_httptools import LimitedHttptools

        return LimitedHttptools
    from genchal.web.server.connections_h11 import LimitedH11

    return LimitedH11
