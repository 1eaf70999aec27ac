"""Requests: in which study, by whom, and whether they may be. All that is asked before a step is called."""

from __future__ import annotations

import asyncio
import ipaddress
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import TypeVar
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from genchal.campaign.studies import links
from genchal.campaign.studies.next_sheet import Step, StudyMemory
from genchal.campaign.studies.stored import RunningStudy
from genchal.store.connection.writer import Transaction
from genchal.store.raters import find_rater, recognise_rater
from genchal.store.records import Rater, SeenSheet
from genchal.store.sheets import missing_sheet, see_sheet
from genchal.store.store import Store
from genchal.web.health import wait_for_store
from genchal.web.pages.page_frame import Form
from genchal.web.requests.cookies import Visitor, list_studies_with_cookie, make_visitor, read_visitor, set_cookie
from genchal.web.requests.forms import SentForm, read_form
from genchal.web.requests.security import Forbidden, TooMany, check_origin
from genchal.web.study_cache import StudyCache

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]
MOST_COOKIES = 50  # of studies, that are looked at
NOTES, NOTES_AT_ONCE = 1 / 60, 100.0  # a second, and at once, from one network
_TOKEN = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Visit:
    """A request in a study: by which browser, and by which rater, where it is known."""

    running: RunningStudy
    visitor: Visitor
    rater: Rater | None

    @property
    def url(self) -> str:
        """Where the study begins."""
        return study_url(self.running)

    def require_rater(self) -> Rater:
        """The rater; visitors who are not raters have to start at the beginning."""
        if self.rater is None:
            raise links.missing_identity(self.running)
        return self.rater

    def form(self, step: str, query: str = "") -> Form:
        """A form that goes to the next step."""
        return Form(f"{self.url}/{step}{query}", {"_csrf": self.visitor.csrf(self.running.study)})


# Addresses


def study_url(running: RunningStudy) -> str:
    """Where a study begins."""
    return f"/s/{quote(running.study.name, safe='')}"


def step_url(running: RunningStudy, step: Step) -> str:
    """Where a rater goes next."""
    return f"/sheets/{step.sheet}" if step.sheet else f"{study_url(running)}/done"


def guess_study(request: Request) -> RunningStudy | None:
    """The study of a request that failed, as far as it can be told without asking the database."""
    studies: StudyCache = request.app.state.studies
    name = request.path_params.get("study")
    known = studies.list_known()
    mine = [running for running in known if name == running.study.name or (name is None and is_rater(request, running))]
    return mine[0] if len(mine) == 1 else None


def landing_url(request: Request, running: RunningStudy) -> str:
    """Where a visitor can continue after an error, as who they came."""
    named = bool(request.path_params.get("study"))
    return study_url(running) + links.write_identity_query(running, read_parameters(request) if named else {})


class OtherRater(Forbidden):
    """Answers of a rater came from a browser that somebody else uses now."""


def make_receipt(sheet: str, key: str, status: str) -> dict[str, dict[str, str]]:
    """What became of answers, for the script of their page: it takes nobody's word that does not name them."""
    return {"receipt": {"status": status, "sheet": sheet, "key": key}}


def wants_json(request: Request) -> bool:
    """Whether a script asks."""
    return "application/json" in request.headers.get("accept", "")


# Who it is


def read_visit(request: Request) -> Visit:
    """Find study and rater; the address takes precedence over what the browser remembers."""
    studies: StudyCache = request.app.state.studies
    running = studies.find_named(request.path_params["study"])
    visitor = read_visitor(request.cookies, running.study) or make_visitor()
    parameters = read_parameters(request)
    identity = links.read_identity(running, parameters, visitor.browser)
    store: Store = request.app.state.store
    with store.reading() as transaction:
        rater = recognise_rater(transaction, running.study, identity) if identity else None
        if rater is None and identity:
            links.check_new_identity(running, identity)
        if rater is None and visitor.rater and (identity is None or identity.platform == "browser"):
            rater = find_rater(transaction, running.study.id, visitor.rater)
    return Visit(running, replace(visitor, rater=rater.token if rater else ""), rater)


def read_sheet_visit(request: Request) -> tuple[Visit, SeenSheet]:
    """A sheet and its rater: it must be the one in the browser's cookie. Sheets of others are not found."""
    token = sheet_token(request)
    studies: StudyCache = request.app.state.studies
    seen: SeenSheet = request.app.state.store.glance(lambda transaction: see_sheet(transaction, token))
    running = studies.find_numbered(seen.rater.study)
    visitor = read_visitor(request.cookies, running.study) if running else None
    if running is None or visitor is None or visitor.rater != seen.rater.token:
        raise missing_sheet()
    return Visit(running, visitor, seen.rater), seen


async def identify_sender(request: Request, sent: SentForm) -> tuple[RunningStudy, Visitor]:
    """Who sends a form, by cookie and form alone: in which study, and as which rater of it."""
    studies: StudyCache = request.app.state.studies
    is_rater = False
    for number in list_studies_with_cookie(request.cookies)[:MOST_COOKIES]:
        running = studies.peek(number) or await run_in_threadpool(studies.find_numbered, number)
        visitor = read_visitor(request.cookies, running.study) if running else None
        if running and visitor and visitor.rater:
            is_rater = True
            if visitor.may_send(running.study, sent.own.get("_csrf", "")):
                if not visitor.is_marked(running.study, sent.own.get("_rater", "")):
                    raise OtherRater(
                        "somebody else takes part in this browser now",
                        "Your answers are kept here, and are sent when you open your own link again.",
                        key="other_rater",
                    )
                return running, visitor
    raise _foreign_form() if is_rater else missing_sheet()


def sheet_token(request: Request) -> str:
    """The token in an address, if it can be one."""
    token: str = request.path_params["sheet"]
    if not _TOKEN.fullmatch(token):
        raise missing_sheet()
    return token


def read_parameters(request: Request) -> dict[str, str]:
    """Parameters of the address, with the token of a personal link."""
    link = request.path_params.get("link")
    return {**request.query_params, **({links.LINK: link} if link else {})}


def is_rater(request: Request, running: RunningStudy) -> bool:
    """Whether the browser is a rater's in a study, by its cookie."""
    visitor = read_visitor(request.cookies, running.study)
    return visitor is not None and bool(visitor.rater)


async def read_own_form(request: Request, visit: Visit) -> SentForm:
    """Read a form that a page of ours made for this browser; anything else is refused."""
    sent = await read_form(request)
    if not visit.visitor.may_send(visit.running.study, sent.own.get("_csrf", "")):
        raise _foreign_form()
    return sent


def _foreign_form() -> Forbidden:
    """What is said of a form that was not made for this browser."""
    return Forbidden(
        "this page is too old, or your browser blocks cookies",
        "Allow cookies and open the study again.",
        key="foreign_form",
    )


async def run_write(request: Request, operation: Callable[[Transaction], T]) -> T:
    """Run a step and wait until it is on the disk."""
    return await wait_for_store(request.app.state.store.submit(operation))


async def run_jot(request: Request, operation: Callable[[Transaction], T]) -> T:
    """Run a step that is one statement by itself, and wait until it is on the disk."""
    return await wait_for_store(request.app.state.store.jot(operation))


async def run_read(request: Request, operation: Callable[[Transaction], T]) -> T:
    """Run a step that only reads."""
    return await run_in_threadpool(request.app.state.store.read, operation)


async def refresh_memory(request: Request, running: RunningStudy, now: float) -> StudyMemory:
    """What is remembered of a study, with the newest; nobody reads for those that need nothing of the kind."""
    memory: StudyMemory = request.app.state.studies.find_memory(running)
    if memory.learns:
        await run_read(request, lambda transaction: memory.refresh(transaction, now))
    return memory


def guard(endpoint: Endpoint) -> Endpoint:
    """Let requests through that are not too many and, where they change something, come from our pages.

    Too many are made to wait, and refused only if they would have to wait for long. A browser that we have given a
    cookie is counted by itself, and so is a personal link: only the first request of a newcomer is counted with those
    of everybody else behind the same address.
    """

    @wraps(endpoint)
    async def passed(request: Request) -> Response:
        state = request.app.state
        who, limits = _name_sender(request), state.limits
        if who:
            wait = state.buckets.take(who, limits.rater, limits.rater_burst, limits.patience)
        else:
            address = read_network(request)
            wait = state.buckets.take(f"visitor {address}", limits.visitor, limits.visitor_burst, limits.patience)
        if wait:
            await asyncio.sleep(wait)
        if request.method == "POST":
            check_origin(request, state.base_url)
        return await endpoint(request)

    return passed


def _name_sender(request: Request) -> str:
    """What a request is counted under, if it comes from somebody we know; both cookies and links are signed."""
    studies: StudyCache = request.app.state.studies
    mine = [studies.peek(number) for number in list_studies_with_cookie(request.cookies)[:MOST_COOKIES]]
    visitors = [read_visitor(request.cookies, running.study) for running in mine if running]
    known = [visitor for visitor in visitors if visitor]
    if known:
        rater = next((visitor.rater for visitor in known if visitor.rater), "")
        return f"rater {rater}" if rater else f"browser {known[0].browser}"
    token, name = request.path_params.get("link"), request.path_params.get("study")
    if token:
        for running in studies.list_known():
            if running.study.name == name and links.is_invitation(running.study, token):
                return f"link {running.study.id} {token}"
    return ""


def may_note(request: Request, what: str) -> bool:
    """Whether what anybody can do as often as they like is noted once more: a program must not fill the disk."""
    try:
        request.app.state.buckets.take(f"{what} {read_network(request)}", NOTES, NOTES_AT_ONCE)
    except TooMany:
        return False
    return True


def read_network(request: Request) -> str:
    """Where a request comes from: an address, or of IPv6 the network of a household, which has countless addresses."""
    address = request.client.host if request.client else ""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


def remember_visitor(response: Response, visit: Visit, request: Request) -> Response:
    """Have the browser remember who it is."""
    set_cookie(response, visit.running.study, visit.visitor, request)
    return response
