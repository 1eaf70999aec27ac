"""Running the app: a server in this process, or several that share a PostgreSQL database."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from genchal.campaign.studies.links import make_study_link
from genchal.campaign.studies.stored import read_study
from genchal.errors import InvalidInput, NotFound
from genchal.store.store import open_store
from genchal.store.studies import list_studies
from genchal.web.app import make_app

_DATABASE, _BASE_URL = "GENCHAL_SERVE_DATABASE", "GENCHAL_SERVE_BASE_URL"  # how a worker is told
_PATIENCE = 10  # seconds for requests to end when the server is stopped
_KEEP_ALIVE = 30  # seconds that a connection is kept: longer than pages wait between drafts
# Seconds that a thread may go on while others wait. Each statement to a database waits for its turn again, so Python's
# own 5 ms would make an answer wait for hundreds of them.
_TURN = 0.0005
# New objects until Python looks for those that hold each other. With its own 700, each few requests, a server spent a
# quarter of its time looking through what it had imported.
_OBJECTS = 20_000


def serve(place: str, *, host: str, port: int, base_url: str, workers: int, tell: Callable[[str], None]) -> None:
    """Serve a database until stopped. It must already exist: `genchal study create` makes it."""
    if workers > 1 and "://" not in place:
        raise InvalidInput("several workers cannot share an SQLite file", "Use one worker, or a PostgreSQL database.")
    if base_url and not base_url.startswith(("http://", "https://")):
        raise InvalidInput(f"base URL '{base_url}' is not a web address", "Start it with http:// or https://.")
    address = base_url or f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{port}"  # noqa: S104
    with open_store(place, create=False) as store:
        studies = store.read(list_studies)
        if not studies:
            raise NotFound(f"{store.name} has no studies", "Create one first: genchal study create NAME.")
        for study in studies:
            hint = " (personal links: genchal study links)" if read_study(study).design.identity == "link" else ""
            tell(f"{study.name}: {make_study_link(read_study(study), address)}{hint}")
        if workers == 1:
            _run(make_app(store, base_url=base_url), host, port)
            return
    os.environ |= {_DATABASE: place, _BASE_URL: base_url}
    _run("genchal.web.serving:worker", host, port, workers)


def worker() -> ASGIApp:
    """The app of one process of several; its database stays open as long as the process lives."""
    _tune()
    return make_app(open_store(os.environ[_DATABASE], create=False), base_url=os.environ[_BASE_URL])


def _tune() -> None:
    """Set Python up for a process that answers many short requests."""
    sys.setswitchinterval(_TURN)
    gc.collect()
    gc.freeze()  # what is there now stays, and need not be looked through
    gc.set_threshold(_OBJECTS, 20, 20)


def _run(app: ASGIApp | str, host: str, port: int, workers: int = 1) -> None:
    _tune()
    uvicorn.run(
        app,
        host=host,
        port=port,
        workers=workers,
        factory=isinstance(app, str),
        access_log=False,  # addresses say who somebody is
        server_header=False,
        log_level="warning",
        timeout_graceful_shutdown=_PATIENCE,
        timeout_keep_alive=_KEEP_ALIVE,
    )
