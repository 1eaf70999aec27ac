"""axe-core on the page that a browser shows: at 360 and 1280 pixels, light and dark."""

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

RUN = """async rules => {
  const found = await axe.run(document, {resultTypes: ["violations"], ...(rules && {runOnly: rules})});
  return found.violations.map(one => [one.id, one.impact, one.nodes[0].html]);
}"""
# Colours and sizes are all that differs between screens and themes: one run has all rules, the others these.
LOOKS = ["color-contrast", "target-size"]
Scheme = Literal["light", "dark"]
OTHERS: tuple[tuple[int, Scheme], ...] = ((1280, "light"), (1280, "dark"), (360, "dark"))


def axe_script() -> str:
    """The text of axe-core."""
    spec = importlib.util.find_spec("axe_playwright_python")
    if spec is None or spec.origin is None:
        pytest.skip("accessibility: install axe-playwright-python")
    return (Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def check_accessible(page: "Page", axe: str, others: Sequence[tuple[int, Scheme]] = OTHERS) -> None:
    """Nothing is found on any screen in any theme, nor need anybody scroll sideways. The page is left as it was."""
    size = page.viewport_size or {"width": 360, "height": 740}
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme="light")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.evaluate(axe)
    found: dict[tuple[int, str], Any] = {(360, "light"): page.evaluate(RUN, None)}
    for width, scheme in others:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        found[width, scheme] = page.evaluate(RUN, LOOKS)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(size)
    assert {screen: violations for screen, violations in found.items() if violations} == {}


@dataclass
class Inspection:
    """Looks at each kind of page once, when a browser first comes by."""

    axe: str
    seen: set[str] = field(default_factory=set)

    def __call__(self, page: "Page", kind: str) -> None:
        if kind in self.seen:
            return
        self.seen.add(kind)
        check_accessible(page, self.axe)
