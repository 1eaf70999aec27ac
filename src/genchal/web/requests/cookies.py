"""Whose request it is: a signed cookie for each study has a random name of the browser and, later, the rater's token.

The browser's name never changes, so that pages which were opened before somebody became a rater stay valid.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from genchal.campaign.studies.links import is_signed, sign_text
from genchal.store.records import Study

_COOKIE = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{32})?\.([0-9a-f]{32})")
_NAME = "genchal-"
_DAYS_90 = 90 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser in a study; `rater` is the token of the rater who uses it, where there is one."""

    browser: str
    rater: str = ""

    def csrf(self, study: Study) -> str:
        """What forms of this browser carry, and other sites cannot know."""
        return sign_text(study, "csrf", self.browser)

    def may_send(self, study: Study, token: str) -> bool:
        """Whether a form was made for this browser."""
        return is_signed(study, "csrf", self.browser, token)

    def mark(self, study: Study) -> str:
        """What pages call the rater, so that a browser that several people share keeps their answers apart."""
        return sign_text(study, "mark", self.rater) if self.rater else ""

    def is_marked(self, study: Study, mark: str) -> bool:
        """Whether a page was made for the rater who uses the browser now; pages that say nothing may be."""
        return not mark or is_signed(study, "mark", self.rater, mark)


def cookie_name(study: int) -> str:
    """What the cookie of a study is called."""
    return f"{_NAME}{study}"


def list_studies_with_cookie(cookies: Mapping[str, str]) -> list[int]:
    """Numbers of the studies that a browser has cookies of."""
    found = (name.removeprefix(_NAME) for name in cookies if name.startswith(_NAME))
    return [int(number) for number in found if number.isascii() and number.isdigit() and len(number) < 10]


def read_visitor(cookies: Mapping[str, str], study: Study) -> Visitor | None:
    """The visitor that the cookie of a study names; None if there is none, or it was made elsewhere."""
    found = _COOKIE.fullmatch(cookies.get(cookie_name(study.id), ""))
    if found is None:
        return None
    browser, rater, signed = found[1], found[2] or "", found[3]
    return Visitor(browser, rater) if is_signed(study, "cookie", f"{browser}.{rater}", signed) else None


def make_visitor() -> Visitor:
    """A browser that has not been here."""
    return Visitor(secrets.token_hex(16))


def set_cookie(response: Response, study: Study, visitor: Visitor, request: Request) -> None:
    """Have the browser identify itself from now on."""
    content = f"{visitor.browser}.{visitor.rater}"
    value = f"{content}.{sign_text(study, 'cookie', content)}"
    if request.cookies.get(cookie_name(study.id)) == value:
        return
    response.set_cookie(
        cookie_name(study.id),
        value,
        max_age=_DAYS_90,
        path="/",
        secure=request.app.state.is_secure or request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )
