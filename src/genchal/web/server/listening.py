"""Whether a server can listen at an address, asked before it says that it does."""

from __future__ import annotations

import errno
import os
import socket

from genchal.errors import InvalidInput


def check_address(host: str, port: int) -> None:
    """Refuse an address that is not this machine's, or a port that is taken or not allowed."""
    try:
        for family, kind, protocol, _, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            with socket.socket(family, kind, protocol) as probe:
                if os.name == "posix":  # as servers do: a port that was used a moment ago can be used again
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise InvalidInput(
                f"port {port} is in use", "Choose another with --port, or stop the program that listens there."
            ) from None
        if error.errno == errno.EACCES:
            raise InvalidInput(
                f"port {port} may not be listened at by everybody", "Choose one above 1023 with --port."
            ) from None
        raise InvalidInput(
            f"this machine cannot listen at {host}", "Give an address of this machine, such as --host 127.0.0.1."
        ) from None
