"""The gallery under a strict policy, with a study behind it that checks answers as methods do."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from browser.serving import Served
from gallery.pages import ALL_EXAMPLES, ASSETS, Example, example_pages, frame_pages
from genchal.elicitation.messages import ENGLISH
from genchal.web.assets import MEDIA_TYPES, load_assets
from genchal.web.requests.senders import make_receipt

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Page, WebError
    from playwright.sync_api import Route as Way

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# Assets have one address for all galleries: a browser loads them once.
PAGES = {name: html.replace(f'"{ASSETS}/', f'"/{ASSETS}/') for name, html in (frame_pages() | example_pages()).items()}
BY_NAME: dict[str, Example] = {one.name: one for one in ALL_EXAMPLES}
BLANK = '<!doctype html><title>Nothing</title><link rel="icon" href="data:,">'


@dataclass
class Gallery:
    """What was asked for, and what was sent. A window that is open stays for the next one, with nothing kept in it."""

    context: "BrowserContext"
    server: "GalleryServer"
    sent: list[dict[str, str]] = field(default_factory=list)
    stored: dict[str, dict[str, str]] = field(default_factory=dict)  # by key: a key is stored once
    drafts: list[dict[str, str]] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    has_script: bool = True
    is_down: bool = field(default=False, init=False)
    opened: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.number = str(len(self.server.galleries))
        self.address = f"{self.server.address}/{self.number}/"
        self.server.galleries[self.number] = self

    def __enter__(self) -> Self:
        self.context.on("console", self.heard)
        self.context.on("weberror", self.failed)
        self.context.on("dialog", self.asked)
        return self

    def __exit__(self, *_: object) -> None:
        first, *others = self.context.pages
        for page in others:
            page.close()
        first.goto(f"{self.address}blank.html")
        if self.has_script:
            first.evaluate("localStorage.clear()")
        self.context.remove_listener("console", self.heard)
        self.context.remove_listener("weberror", self.failed)
        self.context.remove_listener("dialog", self.asked)
        assert self.complaints == []

    def open(self, name: str) -> "Page":
        """A window of its own for every page that is open."""
        pages = self.context.pages
        page = pages[self.opened] if self.opened < len(pages) else self.context.new_page()
        self.opened += 1
        page.goto(f"{self.address}{name}.html")
        if name in BY_NAME and self.has_script:
            page.wait_for_selector("html[data-ready]")
        return page

    def cut(self, is_down: bool) -> None:
        """From now on nothing can be sent, or again it can."""
        self.is_down = is_down
        if is_down:
            self.context.route(f"{self.address}**", self.refuse)
        else:
            self.context.unroute(f"{self.address}**")

    def refuse(self, way: "Way") -> None:
        if way.request.method == "POST":
            way.abort()
        else:
            way.continue_()

    # What the browser complains of; it writes down refused requests, which some tests are about.

    def heard(self, message: "ConsoleMessage") -> None:
        if not self.is_down and "422" not in message.text:
            self.complaints.append(message.text)

    def failed(self, error: "WebError") -> None:
        self.complaints.append(str(error.error))

    def asked(self, dialog: "Dialog") -> None:
        self.complaints.append(dialog.message)
        dialog.dismiss()

    # What the study does

    def post(self, name: str, what: str, answers: dict[str, str], is_asked_by_script: bool) -> Response:
        if what == "draft":
            self.drafts.append(answers)
            return Response(status_code=204, headers={"Genchal-Draft": answers["_draft"]})
        self.sent.append(answers)
        problems = BY_NAME[name].build().check_answers(BY_NAME[name].sheet(ENGLISH), answers)
        if problems:
            said = [{"field": one.field, "sentence": one.sentence} for one in problems]
            return JSONResponse({**make_receipt(f"sheet-{name}", answers["_key"], "problems"), "problems": said}, 422)
        self.stored[answers["_key"]] = answers
        following = f"/{self.number}/thanks.html"
        return (
            JSONResponse({**make_receipt(f"sheet-{name}", answers["_key"], "stored"), "next": following})
            if is_asked_by_script
            else RedirectResponse(following, 303)
        )


class GalleryServer(Served):
    """All galleries at one address, so that browsers keep scripts and style sheets from one to the next."""

    def __init__(self) -> None:
        self.galleries: dict[str, Gallery] = {}
        routes = [
            Route(f"/{ASSETS}/{{name}}", self.asset),
            Route("/{gallery}/{name}.html", self.page),
            Route("/{gallery}/{name}/{what}", self.post, methods=["POST"]),
        ]
        super().__init__(Starlette(routes=routes))

    async def asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        kind = MEDIA_TYPES["." + name.rpartition(".")[2]]
        return Response(load_assets()[name], media_type=kind, headers={"Cache-Control": "max-age=3600"})

    async def page(self, request: Request) -> Response:
        html = PAGES.get(request.path_params["name"], BLANK)
        return HTMLResponse(html, headers={"Content-Security-Policy": POLICY})

    async def post(self, request: Request) -> Response:
        given: dict[str, Any] = request.path_params
        answers = dict(parse_qsl((await request.body()).decode(), keep_blank_values=True))
        is_asked_by_script = "json" in request.headers.get("accept", "")
        return self.galleries[given["gallery"]].post(given["name"], given["what"], answers, is_asked_by_script)
