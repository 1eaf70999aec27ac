"""Connections that take and give nothing: how large the head of a request may be, and how long one may take to arrive.

uvicorn reads a head of any size into memory, and waits for ever for one that never ends.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD = 32 * 1024  # bytes; a cookie of each of a hundred studies takes a quarter of it
ARRIVE_WITHIN = 30.0  # seconds for a request to arrive as a whole; forms are small, also on a slow line
MOST_HALF_OPEN = 500  # connections whose request has not arrived; the oldest of more are closed
_REFUSAL = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: 23\r\nconnection: close\r\n\r\nthe request is too large"
)


class LimitedConnection(HttpToolsProtocol):
    """A connection of uvicorn's with limits. Those whose request is on its way are known, the oldest first."""

    half_open: ClassVar[OrderedDict[LimitedConnection, None]] = OrderedDict()

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._head = 0  # bytes of a head that has begun
        self._is_in_head = True
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects: a request has to follow."""
        super().connection_made(transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is expected any more."""
        self._request_arrived()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Part of a request, or several."""
        if self.transport.is_closing():
            return
        if self._timer is None:
            self._expect_request()
        self._head += len(data)
        super().data_received(data)
        if self._head > LARGEST_HEAD and self._is_in_head and not self.transport.is_closing():
            self.transport.write(_REFUSAL)
            self.transport.close()

    def on_message_begin(self) -> None:
        """The first line of a request."""
        self._is_in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """What follows is a body, which has limits of its own."""
        self._is_in_head, self._head = False, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of a request is here."""
        self._is_in_head, self._head = True, 0
        self._request_arrived()
        super().on_message_complete()

    def _expect_request(self) -> None:
        self._timer = self.loop.call_later(ARRIVE_WITHIN, self._give_up)
        self.half_open[self] = None
        if len(self.half_open) > MOST_HALF_OPEN:
            next(iter(self.half_open))._give_up()

    def _request_arrived(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.half_open.pop(self, None)

    def _give_up(self) -> None:
        self._request_arrived()
        if not self.transport.is_closing():
            self.transport.abort()
