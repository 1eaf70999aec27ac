"""Running the app: a server in this process, or several that share a PostgreSQL database."""

from __future__ import annotations

import gc
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from starlette.types import ASGIApp

from genchal.campaign.studies.links import check_base_url, make_study_link
from genchal.campaign.studies.stored import read_study
from genchal.errors import InvalidInput, NotFound
from genchal.store.store import Store, open_store
from genchal.store.studies import list_studies
from genchal.web.app import make_app
from genchal.web.health import ANSWER_WITHIN
from genchal.web.requests.security import NoticeProxy
from genchal.web.server.connections import LARGEST_HEAD, choose_protocol
from genchal.web.server.listening import check_address

# How a worker is told.
_DATABASE, _BASE_URL, _PROXIES = "GENCHAL_SERVE_DATABASE", "GENCHAL_SERVE_BASE_URL", "GENCHAL_SERVE_PROXIES"
_HERE_OR_ALL = ("127.0.0.1", "0.0.0.0", "::")  # noqa: S104
_PATIENCE = 10  # seconds for requests to end when the server is stopped
_KEEP_ALIVE = 30  # seconds that a connection is kept: longer than pages wait between drafts
# Seconds that a thread may go on while others wait. Each statement to a database waits for its turn again, so Python's
# own 5 ms would make an answer wait for hundreds of them.
_TURN = 0.0005
# New objects until Python looks for those that hold each other. With its own 700, each few requests, a server spent a
# quarter of its time looking through what it had imported.
_OBJECTS = 20_000


def serve(
    place: str,
    *,
    host: str,
    port: int,
    base_url: str,
    workers: int,
    proxies: Sequence[str],
    place_typed: str,
    tell: Callable[[str], None],
    warn: Callable[[str], None],
) -> None:
    """Serve a database until stopped. It must already exist: `genchal study create` makes it.

    `proxies` are the addresses and networks from which headers about the visitor are believed. `place_typed` is what
    other commands are told about the place, such as " mycampaign".
    """
    if workers > 1 and "://" not in place:
        raise InvalidInput("several workers cannot share an SQLite file", "Use one worker, or a PostgreSQL database.")
    if base_url:
        check_base_url(base_url)
    _check_proxies(proxies)
    check_address(host, port)
    _leave_properly()
    address = base_url or f"http://{'localhost' if host in _HERE_OR_ALL else host}:{port}"
    store = open_store(place, create=False, answer_within=ANSWER_WITHIN)
    try:
        studies = store.read(list_studies)
        if not studies:
            raise NotFound(f"{store.name} has no studies", "Create one first: genchal study create NAME.")
        for sentence in _find_risks(place, host, base_url):
            warn(sentence)
        for stored in studies:
            study = read_study(stored)
            if study.design.identity == "link":
                links = f"genchal study links {shlex.quote(stored.name)}{place_typed} --base-url {address}"
                tell(f"{stored.name}: by personal links, which are printed by: {links}")
            else:
                tell(f"{stored.name}: {make_study_link(study, address)}")
        if workers == 1:
            app = make_app(store, base_url=base_url)
            _run(app if proxies else NoticeProxy(app), host, port, proxies)
            return
    finally:
        _end(store, warn)
    os.environ |= {_DATABASE: place, _BASE_URL: base_url, _PROXIES: " ".join(proxies)}
    _run("genchal.web.server.serving:worker", host, port, proxies, workers)


def worker() -> ASGIApp:
    """The app of one process of several; it closes its database when it ends."""
    _tune()
    store = open_store(os.environ[_DATABASE], create=False, answer_within=ANSWER_WITHIN)
    app = make_app(store, base_url=os.environ[_BASE_URL], closes_store=True)
    return app if os.environ[_PROXIES] else NoticeProxy(app)


def _leave_properly() -> None:
    """Have the signals that end a server end it as Ctrl-C does: with everything closed.

    uvicorn finishes what it is at, and then repeats the signal, which by itself would end this process at once.
    """

    def leave(_number: int, _frame: object) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, leave)
    hang_up = getattr(signal, "SIGHUP", None)  # the terminal was closed
    if hang_up is not None and signal.getsignal(hang_up) == signal.SIG_DFL:
        signal.signal(hang_up, lambda _number, _frame: os.kill(os.getpid(), signal.SIGTERM))


def _end(store: Store, warn: Callable[[str], None]) -> None:
    """Close the store; where its file was overwritten meanwhile, leave that as it is."""
    aside = store.close()
    if aside is not None:
        where = f"; what was not in it: {aside}" if aside.exists() else ""
        warn(f"{store.name} was overwritten while it was open, and is left as it is{where}")
        sys.stderr.flush()
        os._exit(1)  # SQLite would write into the file when its connections are taken down


def _check_proxies(proxies: Sequence[str]) -> None:
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise InvalidInput(
                f"proxy '{proxy}' is not an address",
                "Give an IP address or a network, such as 127.0.0.1 or 10.0.0.0/8.",
            ) from None


def _find_risks(place: str, host: str, base_url: str) -> Iterator[str]:
    """What an organiser should know before anybody comes."""
    if host not in ("127.0.0.1", "localhost", "::1"):
        yield (
            f"listening on {host}: whoever can reach this machine reaches the studies without HTTPS, so answers and "
            "links can be read on the way. Listen on 127.0.0.1 and put a web server with HTTPS in front."
        )
    if base_url.startswith("http://") and urlsplit(base_url).hostname not in ("localhost", "127.0.0.1"):
        yield f"{base_url} is not HTTPS: answers and links can be read on the way."
    if "://" not in place and os.name == "posix" and Path(place).stat().st_mode & 0o077:
        yield f"other users of this machine can read {place}. To prevent that: chmod 600 {place}"


def _tune() -> None:
    """Set Python up for a process that answers many short requests."""
    sys.setswitchinterval(_TURN)
    gc.collect()
    gc.freeze()  # what is there now stays, and need not be looked through
    gc.set_threshold(_OBJECTS, 20, 20)


def _run(app: ASGIApp | str, host: str, port: int, proxies: Sequence[str], workers: int = 1) -> None:
    _tune()
    uvicorn.run(
        app,
        host=host,
        port=port,
        workers=workers,
        factory=isinstance(app, str),
        http=choose_protocol(),
        h11_max_incomplete_event_size=LARGEST_HEAD,
        ws="none",
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        access_log=False,  # addresses say who somebody is
        server_header=False,
        log_level="warning",
        timeout_graceful_shutdown=_PATIENCE,
        timeout_keep_alive=_KEEP_ALIVE,
    )
