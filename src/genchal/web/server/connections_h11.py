"""Connections with limits whose requests h11 reads, which uvicorn brings along."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from genchal.web.server.connections import Arrival


class LimitedH11(H11Protocol):
    """A connection of uvicorn's; h11 has a limit for heads (`h11_max_incomplete_event_size`)."""

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
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._arrival.end()
