"""The raters' app: what answers a request, and what answers when something goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from functools import partial

from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from genchal.errors import Conflict, InvalidInput, NotFound, UserError
from genchal.store.databases import READERS, Unavailable
from genchal.store.leases import return_expired
from genchal.store.store import Store
from genchal.web.error_pages import answer_error
from genchal.web.routes import ROUTES
from genchal.web.security import Buckets, Forbidden, Limits, SecureHeaders, TooLarge, TooMany
from genchal.web.study_cache import StudyCache

LOG = logging.getLogger("genchal.web")
RECLAIM_EVERY = 30.0  # seconds

# What an error is to a browser; the first that fits.
STATUS: tuple[tuple[type[UserError], int], ...] = (
    (Forbidden, 403),
    (NotFound, 404),
    (Conflict, 409),
    (TooLarge, 413),
    (InvalidInput, 422),
    (TooMany, 429),
    (Unavailable, 503),
    (UserError, 422),
)


def make_app(
    store: Store, *, base_url: str = "", limits: Limits | None = None, clock: Callable[[], float] = time.time
) -> ASGIApp:
    """The app on an open store, which stays the caller's; `base_url` is where the world finds it."""
    is_secure = base_url.startswith("https://")
    app = Starlette(routes=ROUTES, lifespan=_lifespan, exception_handlers=_HANDLERS)
    app.state.store = store
    app.state.studies = StudyCache(store)
    app.state.base_url = base_url
    app.state.is_secure = is_secure
    app.state.limits = limits or Limits()
    app.state.buckets = Buckets()
    app.state.clock = clock
    return SecureHeaders(app, is_secure)


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    to_thread.current_default_thread_limiter().total_tokens = READERS  # more would wait for a connection anyway
    reclaiming = asyncio.create_task(_reclaim(app))
    try:
        yield
    finally:
        reclaiming.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reclaiming


async def _reclaim(app: Starlette) -> None:
    """Take back sheets that were left, so that progress tells the truth; who needs one takes it back anyway."""
    while True:
        await asyncio.sleep(RECLAIM_EVERY)
        operation = partial(return_expired, now=app.state.clock())
        try:
            await asyncio.wrap_future(app.state.store.submit(operation))
        except UserError as error:
            LOG.warning("%s", error)


async def _user_error(request: Request, error: Exception) -> Response:
    """One line for the person, whatever the request was."""
    status = next(number for kind, number in STATUS if isinstance(error, kind))
    return await answer_error(request, status, error)


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return await answer_error(request, status)


async def _unknown_error(request: Request, error: Exception) -> Response:
    LOG.error("a bug in genchal: please report it with the lines below", exc_info=error)
    return await answer_error(request, 500)


_HANDLERS = {UserError: _user_error, HTTPException: _http_error, Exception: _unknown_error}
