"""A rater without a mouse."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page


class KeyboardRater:
    """Goes through a sheet with the Tab key and answers what has the focus, as somebody without a mouse does."""

    FOCUS = """() => {
      const one = document.activeElement, widget = one.closest("[data-widget]");
      return {act: one.dataset.act ?? one.dataset.pick ?? "", id: widget?.id ?? "",
        widget: widget?.dataset.widget ?? "", isEntity: one.matches(".picture-entity"),
        isPrimary: one.matches("button.primary"), value: one.value ?? "", isSend: one.matches(".send button")};
    }"""

    def __init__(
        self,
        page: "Page",
        text: str = "a place with good food and friendly people near the river, " * 2,
        look: Callable[["Page"], None] | None = None,
    ) -> None:
        self.page, self.text, self.look = page, text, look
        self.done: set[str] = set()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focus(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(self.FOCUS)
        return found

    def run(self) -> None:
        """Answer until the sheet has been taken and another page is there."""
        before = self.page.url
        for _ in range(200):
            self.press("Tab")
            one = self.focus()
            if one["isSend"]:
                if self.look:
                    self.look(self.page)
                self.press("Enter")
                if has_left(self.page, before):
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


def ready(page: "Page") -> None:
    """Wait until the scripts of a sheet are in place; other pages need nothing."""
    if "/sheets/" in page.url and page.locator("#sheet").count():
        page.wait_for_selector("html[data-ready]")


def has_left(page: "Page", before: str) -> bool:
    """Whether a sheet was taken. What is on its way is waited for, however busy the machine is."""
    from playwright.sync_api import Error

    try:
        is_sending = page.evaluate("document.querySelector('#sheet .columns')?.inert ?? true")
    except Error:  # between two pages
        is_sending = True
    if not is_sending and page.url == before:
        return False
    leave(page, before)
    return True


def leave(page: "Page", before: str) -> None:
    """Wait for the page that follows."""
    page.wait_for_url(lambda url: url != before)
    ready(page)
