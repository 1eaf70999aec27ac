"""What keeps others out: headers of every answer, where requests may come from, and how many of them."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from genchal.errors import UserError

LOG = logging.getLogger("genchal.web")

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Forbidden(UserError):
    """A request that did not come from a page of ours."""


class TooLarge(UserError):
    """More was sent than is ever needed."""


class TooMany(UserError):
    """More requests came than a person can make."""


class SecureHeaders:
    """Adds the headers to everything that leaves, errors too. Pages are not cached on the way."""

    def __init__(self, app: ASGIApp, is_secure: bool) -> None:
        self.app = app
        self.is_secure = is_secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                if self.is_secure:
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            await send(message)

        await self.app(scope, receive, secured if scope["type"] == "http" else send)


class NoticeProxy:
    """Says once in the log that requests come through a server in front which nobody has named with --trusted-proxy."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._is_said = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if not self._is_said and any(name == b"x-forwarded-for" for name, _ in scope.get("headers", ())):
            self._is_said = True
            address = scope["client"][0] if scope.get("client") else "the server in front"
            LOG.warning(
                "requests say that they come through %s, which is not trusted, so all visitors look like one and share "
                "its limits. If it is your web server, start again with --trusted-proxy %s.",
                *(address, address),
            )
        await self.app(scope, receive, send)


def check_origin(request: Request, base_url: str) -> None:
    """Refuse what another site sends. The browser says where a request comes from; a token of ours says it again.

    Pages that send no referrer have the origin "null" in some browsers: then only what else the browser says counts.
    """
    site = request.headers.get("sec-fetch-site", "same-origin")
    origin = request.headers.get("origin", "null")
    allowed = {request.headers.get("host", ""), urlsplit(base_url).netloc}
    if site not in ("same-origin", "none") or (origin != "null" and urlsplit(origin).netloc not in allowed):
        raise Forbidden("this was sent from another site", "Open the study from its link.")


@dataclass(frozen=True, slots=True)
class Limits:
    """Requests a second that are let through, and how many may come at once."""

    rater: float = 10.0
    rater_burst: float = 60.0
    visitor: float = 50.0  # from one address, by all who are not raters yet: a classroom may share it
    visitor_burst: float = 500.0
    patience: float = 3.0  # seconds that a request may be made to wait before it is refused


class Buckets:
    """Token buckets by name, of those that were used last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = 50_000) -> None:
        self._clock = clock
        self._most = most
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is in it, and when it was looked at

    def take(self, name: str, rate: float, burst: float, patience: float = 0.0) -> float:
        """Take one from a bucket; return the seconds to wait for it, or refuse if these are more than `patience`.

        Whoever is refused is not charged: somebody who keeps asking does not keep the bucket empty for others.
        """
        now = self._clock()
        left, at = self._buckets.pop(name, (burst, now))
        left = min(left + max(now - at, 0.0) * rate, burst)
        wait = max(1 - left, 0.0) / rate
        is_refused = wait > patience
        self._buckets[name] = (left if is_refused else left - 1, now)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        if is_refused:
            raise TooMany("you sent too many requests", "Wait a few seconds, then continue; nothing is lost.")
        return wait
