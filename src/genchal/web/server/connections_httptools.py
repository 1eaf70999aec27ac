"""Connections with limits whose requests httptools reads."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from genchal.web.server.connections import LARGEST_HEAD, Arrival

_REFUSAL = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: 24\r\nconnection: close\r\n\r\nthe request is too large"
)


class LimitedHttptools(HttpToolsProtocol):
    """A connection of uvicorn's; httptools has no limit for heads, so their bytes are counted here."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._head = 0  # bytes of a head that has begun
        self._is_in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects: a request has to follow."""
        super().connection_made(transport)
        self._arrival = Arrival(self.loop, transport)
        self._arrival.expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is expected any more."""
        self._arrival.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Part of a request, or several."""
        if self.transport.is_closing():
            return
        self._arrival.expect()
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
        self._arrival.end()
        super().on_message_complete()
