"""How many key presses and clicks does a judgement cost with each method? Counted in a browser on pages of the gallery.

The fastest way is taken that the page offers: with the keyboard alone (digits where they choose, else Tab and what the
control understands), and with the mouse alone (texts and numbers have to be typed all the same). Sending the sheet is
counted, reading and scrolling are not. What is typed is the same for every version: three digits, or a word.

Run it in the folder of another version's working tree to compare: it needs nothing but the gallery of that tree.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, Route, sync_playwright

sys.path.insert(0, str(Path.cwd() / "tests"))

ADDRESS = "https://gallery.test/"
# A page of every method, and how many judgements it gives.
PAGES = {
    "likert": 3,
    "magnitude": 1,
    "rankme": 5,
    "ranking": 5,
    "pairwise": 2,
    "direct-assessment-similarity": 1,
    "coverage": 2,
    "check-boxes": 6,
    "error-spans": 1,
    "correction": 1,
    "writing-picture": 1,
    "identification-simultaneous": 1,
    "describing": 1,
    "attribute-marking": 1,
}
NUMBER, WORD = "120", "w"


@dataclass
class Counted:
    """A page with what was pressed and clicked on it."""

    page: Page
    keys: int = 0
    clicks: int = 0
    sent: list[str] = field(default_factory=list)

    def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def type(self, text: str) -> None:
        """Type what counts the same everywhere: one for each letter."""
        self.page.keyboard.type(text)
        self.keys += len(text)

    def click(self, target: Locator) -> None:
        """Click."""
        target.click()
        self.clicks += 1


def run() -> dict[str, object]:
    """Every page by keyboard and by mouse."""
    from gallery.pages import example_pages
    from genchal.web.assets import load_assets

    pages = example_pages()
    found: dict[str, object] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(args=["--no-sandbox"], executable_path=_find_browser())
        for name, judgements in PAGES.items():
            by_keyboard = _count(browser, name, pages, load_assets(), is_keyboard=True)
            by_mouse = _count(browser, name, pages, load_assets(), is_keyboard=False)
            found[name] = {
                "judgements": judgements,
                "keys_by_keyboard": by_keyboard.keys,
                "clicks_by_mouse": by_mouse.clicks,
                "keys_by_mouse": by_mouse.keys,
            }
        browser.close()
    return found


def _find_browser() -> str | None:
    import shutil

    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def _count(browser: Browser, name: str, pages: dict[str, str], assets: object, *, is_keyboard: bool) -> Counted:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    sent: list[str] = []

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path.lstrip("/")
        if route.request.method == "POST":
            if not path.endswith("/draft"):
                sent.append(route.request.post_data or "")
            route.fulfill(status=503)
        elif path in pages:
            route.fulfill(body=pages[path], headers={"Content-Type": "text/html; charset=utf-8"})
        elif path.startswith("assets/"):
            kind = "text/javascript" if path.endswith(".js") else "text/css"
            data = assets[path.removeprefix("assets/")]  # type: ignore[index]
            route.fulfill(body=data, headers={"Content-Type": kind})
        else:
            route.fulfill(status=204)

    context.route(f"{ADDRESS}**", answer)
    page = context.new_page()
    page.goto(ADDRESS + name)
    page.wait_for_selector("html[data-ready]")
    counted = Counted(page)
    (_by_keyboard if is_keyboard else _by_mouse)(counted)
    page.wait_for_timeout(300)
    if not sent and page.locator(".feedback:visible").count():  # it was shown first
        counted.click(page.locator(".send button")) if not is_keyboard else _by_tab(counted)
        page.wait_for_timeout(300)
    if len(sent) != 1:
        raise AssertionError(f"{name}: sent {len(sent)} times")
    context.close()
    return counted


def _by_keyboard(counted: Counted) -> None:
    page = counted.page
    has_keys = page.locator("#keys").count() > 0
    if has_keys and page.locator('[data-widget="choice"]').count() and not page.locator(".number").count():
        for _ in page.locator('[data-widget="choice"]').all():
            counted.press("2")
        counted.press("Enter")
        return
    if has_keys and page.locator(".number").count():
        for _ in page.locator(".number").all():
            counted.type(NUMBER)
            counted.press("Enter")
        return
    if has_keys and page.locator('[data-widget="order"]').count():
        for place in range(page.locator(".pool .entry").count()):
            counted.press(str(place + 1))
    _by_tab(counted)


FOCUS = """() => {
  const one = document.activeElement, widget = one.closest("[data-widget]");
  const act = one.dataset.act ?? one.dataset.pick ?? "";
  return [widget?.id ?? "", widget?.dataset.widget ?? "", one.matches(".send button"), act];
}"""


def _by_tab(counted: Counted) -> None:
    """From control to control, and what each understands."""
    done: set[str] = set()
    for _ in range(300):
        counted.press("Tab")
        widget, kind, is_send, act = counted.page.evaluate(FOCUS)
        if is_send:
            counted.press("Enter")
            return
        if not widget or widget in done:
            continue
        if kind == "order" and act != "add":
            continue
        done.add(widget)
        if kind == "choice":
            counted.press("Space")
        elif kind == "number":
            counted.type(NUMBER)
        elif kind == "slider":
            counted.press("PageUp")
        elif kind == "checks":
            counted.press("Space")
        elif kind == "writing":
            counted.type(WORD)
        elif kind == "order":
            while counted.page.evaluate(FOCUS)[3] == "add":
                counted.press("Enter")
        elif kind == "spans":
            _mark_by_keyboard(counted)
        elif kind == "pointing":
            counted.press("Enter")  # the scene appears, with the focus on one of its things
            counted.page.wait_for_timeout(300)
            counted.press("Enter")
    raise AssertionError("the sheet was never sent")


def _mark_by_keyboard(counted: Counted) -> None:
    """The first word: what it is, and how bad where that is asked."""
    counted.press("Enter", "Enter")
    while counted.page.evaluate(FOCUS)[3] == "category":
        counted.press("Tab")
    if counted.page.evaluate(FOCUS)[3] == "severity":
        counted.press("Enter")


def _by_mouse(counted: Counted) -> None:
    page = counted.page
    for widget in _widgets(page):
        kind = widget.get_attribute("data-widget")
        if kind == "choice":
            counted.click(widget.locator("label").nth(1))
        elif kind == "number":
            counted.click(widget.locator("input"))
            counted.type(NUMBER)
        elif kind == "slider":
            counted.click(widget.locator('input[type="range"]'))
        elif kind == "checks" and "alone" not in (widget.get_attribute("class") or ""):
            counted.click(widget.locator("label").nth(0))
        elif kind == "writing":
            counted.click(widget.locator("textarea"))
            counted.type(WORD)
        elif kind == "order":
            while page.locator(".pool .entry").count():
                counted.click(page.locator(".pool .entry").first)
        elif kind == "pointing":
            counted.click(widget.locator("[data-begin]"))
            page.wait_for_timeout(300)
            counted.click(widget.locator(".picture-entity").first)
        elif kind == "spans":
            counted.click(widget.locator(".word").first)
            for pick in ("category", "severity"):
                if page.locator(f'[data-pick="{pick}"]').count():
                    counted.click(page.locator(f'[data-pick="{pick}"]').first)
    counted.click(page.locator(".send button"))


def _widgets(page: Page) -> Iterator[Locator]:
    yield from page.locator("[data-widget]").all()
