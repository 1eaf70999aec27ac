"""The gallery under a strict policy, with a study behind it that checks answers as methods do."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import parse_qsl, urlsplit

from genchal.elicitation.messages import ENGLISH
from genchal.web.assets import MEDIA_TYPES, assets
from genchal.web.gallery import EXAMPLES, Example, example_pages, shell_pages

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PAGES = shell_pages() | example_pages()
_NUMBERS = count(1)
BY_NAME: dict[str, Example] = {one.name: one for one in EXAMPLES}


@dataclass
class Gallery:
    """What was asked for, and what was sent; each has its own address, so that browsers keep nothing from others."""

    context: "BrowserContext"
    sent: list[dict[str, str]] = field(default_factory=list)
    stored: dict[str, dict[str, str]] = field(default_factory=dict)  # by key: a key is stored once
    drafts: list[dict[str, str]] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    is_down: bool = False
    has_script: bool = True

    address: str = field(default_factory=lambda: f"http://gallery{next(_NUMBERS)}.test/")

    def __enter__(self) -> Self:
        self.context.route(f"{self.address}**", self.answer)
        return self

    def __exit__(self, *_: object) -> None:
        for page in self.context.pages:
            page.close()
        self.context.unroute(f"{self.address}**")
        assert self.complaints == []

    def open(self, name: str) -> "Page":
        """A new window; what the browser complains of is kept."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self.heard(message.text))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        page.goto(f"{self.address}{name}.html")
        if name in BY_NAME and self.has_script:
            page.wait_for_selector("html[data-ready]")
        return page

    def heard(self, message: str) -> None:
        """Browsers write down refused requests, which some tests are about."""
        if not self.is_down and "422" not in message:
            self.complaints.append(message)

    def answer(self, route: "Route") -> None:
        path = urlsplit(route.request.url).path.lstrip("/")
        if route.request.method == "POST":
            self.post(route, path)
        elif path.startswith("assets/"):
            name = path.removeprefix("assets/")
            kind = MEDIA_TYPES["." + name.rpartition(".")[2]]
            route.fulfill(body=assets()[name], headers={"Content-Type": kind})
        elif path.removesuffix(".html") in PAGES:
            headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY}
            route.fulfill(body=PAGES[path.removesuffix(".html")], headers=headers)
        else:
            route.fulfill(status=404)

    def post(self, route: "Route", path: str) -> None:
        if self.is_down:
            route.abort()
            return
        name, _, what = path.partition("/")
        answers = dict(parse_qsl(route.request.post_data or "", keep_blank_values=True))
        if what == "draft":
            self.drafts.append(answers)
            route.fulfill(status=204)
            return
        self.sent.append(answers)
        problems = BY_NAME[name].build().check_answers(BY_NAME[name].sheet(ENGLISH), answers)
        is_asked_by_script = "json" in (route.request.headers.get("accept") or "")
        if problems:
            said = [{"field": one.field, "sentence": one.sentence} for one in problems]
            route.fulfill(status=422, json={"problems": said})
            return
        self.stored[answers["_key"]] = answers
        if is_asked_by_script:
            route.fulfill(json={"next": "/thanks.html"})
        else:
            route.fulfill(status=303, headers={"Location": "/thanks.html"})


class KeyboardRater:
    """Goes through a sheet with the Tab key and answers what has the focus, as somebody without a mouse does."""

    FOCUS = """() => {
      const one = document.activeElement, widget = one.closest("[data-widget]");
      return {act: one.dataset.act ?? one.dataset.pick ?? "", id: widget?.id ?? "",
        widget: widget?.dataset.widget ?? "", isEntity: one.matches(".picture-entity"),
        isPrimary: one.matches("button.primary"), value: one.value ?? "", isSend: one.matches(".send button")};
    }"""

    def __init__(
        self, page: "Page", text: str = "a place with good food and friendly people near the river, " * 2
    ) -> None:
        self.page, self.text = page, text
        self.done: set[str] = set()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focus(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(self.FOCUS)
        return found

    def run(self, is_over: Callable[[], bool]) -> None:
        for _ in range(200):
            self.press("Tab")
            one = self.focus()
            if one["isSend"]:
                self.press("Enter")
                self.page.wait_for_timeout(60)
                if is_over():
                    return
            elif one["isPrimary"] and one["widget"] != "pointing":
                self.press("Enter")
            elif one["widget"] and one["id"] not in self.done:
                self.answer(one)
        raise AssertionError(f"the sheet never ended; the focus was on {self.focus()}")

    def answer(self, one: dict[str, Any]) -> None:
        kind = one["widget"]
        self.done.add(one["id"])
        if kind == "choice":
            self.press("Space", "ArrowRight")
        elif kind == "number":
            self.page.keyboard.type("120")
        elif kind == "slider":
            self.press("PageUp", "ArrowRight")
        elif kind == "checks":
            self.press("Space")
        elif kind == "writing" and not one["value"]:
            self.page.keyboard.insert_text(self.text)
        elif kind == "order":
            while self.focus()["act"] == "add":
                self.press("Enter")
            self.press("ArrowUp", "=")
        elif kind == "spans":
            self.press("ArrowRight", "Shift+ArrowRight", "Enter", "Enter")
            while self.focus()["act"] == "category":
                self.press("Tab")
            if self.focus()["act"] == "severity":
                self.press("Enter")
        elif kind == "pointing":
            self.press("Enter")
            self.page.wait_for_selector(".picture-entity:focus, [data-proceed]:focus")
            if not self.focus()["isEntity"]:
                self.press("Enter")
                self.page.wait_for_selector(".picture-entity:focus")
            self.press("ArrowRight", "Enter")
