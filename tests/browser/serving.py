"""A server in a thread of this process, on a free port."""

import socket
import time
from threading import Thread
from typing import Self

import uvicorn
from starlette.types import ASGIApp


class Served:
    """An app that browsers reach at an address."""

    def __init__(self, app: ASGIApp) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.server = uvicorn.Server(
            uvicorn.Config(app, log_level="warning", access_log=False, ws="none", timeout_graceful_shutdown=1)
        )
        self.thread = Thread(target=self.server.run, kwargs={"sockets": [self.socket]}, daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        self.socket.close()
