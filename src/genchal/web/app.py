"""The raters' app: what answers a request, and what answers when something goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from functools import partial

from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp

from genchal.campaign.studies.retention import erase_due
from genchal.campaign.studies.steps import Crowded
from genchal.campaign.studies.stored import end_late_leases
from genchal.errors import Conflict, InvalidInput, NotFound, UserError
from genchal.store.connection.databases import READERS
from genchal.store.connection.trouble import Unavailable
from genchal.store.leases import return_expired
from genchal.store.store import Store
from genchal.web.clock import SteadyClock
from genchal.web.health import Health, wait_for_store
from genchal.web.pages.error_pages import answer_error
from genchal.web.requests.security import Buckets, Forbidden, Limits, SecureHeaders, TooLarge, TooMany
from genchal.web.routes import ROUTES
from genchal.web.study_cache import StudyCache

LOG = logging.getLogger("genchal.web")
RECLAIM_EVERY = 30.0  # seconds
ERASE_EVERY = 3600.0

# What an error is to a browser; the first that fits.
STATUS: tuple[tuple[type[UserError], int], ...] = (
    (Forbidden, 403),
    (NotFound, 404),
    (Conflict, 409),
    (TooLarge, 413),
    (InvalidInput, 422),
    (TooMany, 429),
    (Crowded, 429),
    (Unavailable, 503),
    (UserError, 422),
)


def make_app(
    store: Store,
    *,
    base_url: str = "",
    limits: Limits | None = None,
    clock: Callable[[], float] | None = None,
    closes_store: bool = False,
) -> ASGIApp:
    """The app on an open store; `base_url` is where the world finds it.

    The store stays the caller's, unless the app is to close it when it ends.
    """
    is_secure = base_url.startswith("https://")
    app = Starlette(routes=ROUTES, lifespan=_lifespan, exception_handlers=_HANDLERS)
    app.router.redirect_slashes = False  # its redirects go to whatever host a request names
    app.state.store = store
    app.state.studies = StudyCache(store)
    app.state.base_url = base_url
    app.state.is_secure = is_secure
    app.state.limits = limits or Limits()
    app.state.buckets = Buckets()
    app.state.clock = clock or SteadyClock()
    app.state.health = Health(store, app.state.clock)
    app.state.closes_store = closes_store
    return SecureHeaders(app, is_secure)


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    to_thread.current_default_thread_limiter().total_tokens = READERS  # more would wait for a connection anyway
    tasks = [asyncio.create_task(_reclaim(app)), asyncio.create_task(_erase_due(app))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if app.state.closes_store:
            await asyncio.to_thread(app.state.store.close)


async def _reclaim(app: Starlette) -> None:
    """Take back sheets that were left, so that progress tells the truth; who needs one takes it back anyway.

    What is committed goes into the file of the database then, too, for those who copy it by hand.
    """
    try:
        await wait_for_store(app.state.store.submit(partial(end_late_leases, now=app.state.clock())))
    except UserError as error:
        app.state.health.log_trouble(error)
    while True:
        await asyncio.sleep(RECLAIM_EVERY)
        operation = partial(return_expired, now=app.state.clock())
        try:
            await app.state.health.check()  # whether it is still the database that was opened
            await wait_for_store(app.state.store.submit(operation))
            await asyncio.to_thread(app.state.store.fold_in_passing)
        except UserError as error:
            app.state.health.log_trouble(error)


async def _erase_due(app: Starlette) -> None:
    """Erase who raters were where the date of their study has come: at the start, and every hour."""
    while True:
        try:
            erased, remains = await asyncio.to_thread(erase_due, app.state.store, app.state.clock())
            for study in erased:
                LOG.warning("%s is closed, and its raters are erased: its date (erase_on) has come", study.name)
            if remains:
                LOG.warning("%s", remains)
        except UserError as error:
            app.state.health.log_trouble(error)
        await asyncio.sleep(ERASE_EVERY)


async def _user_error(request: Request, error: Exception) -> Response:
    """One line for the person, whatever the request was; the organiser reads of trouble with the database in the log.

    That says what is wrong with which file, which is nothing for visitors.
    """
    status = next(number for kind, number in STATUS if isinstance(error, kind))
    if isinstance(error, Unavailable):
        request.app.state.health.log_trouble(error)
    return await answer_error(request, status, error)


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    path = request.scope.get("raw_path", b"").decode("ascii", "replace")
    if status == 404 and path.startswith("/s/") and path.endswith("/"):
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/{path.strip('/')}{query}", 307)  # of a link somebody has typed
    return await answer_error(request, status)


async def _unknown_error(request: Request, error: Exception) -> Response:
    LOG.error("a bug in genchal: please report it with the lines below", exc_info=error)
    return await answer_error(request, 500)


_HANDLERS = {UserError: _user_error, HTTPException: _http_error, Exception: _unknown_error}
