"""axe-core on every page: at 360 and 1280 pixels, light and dark, nothing serious."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser.gallery_server import PAGES, Gallery

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# Colours and sizes are all that differs between screens and themes.
RUN = """async rules => {
  const found = await axe.run(document, {resultTypes: ["violations"], ...(rules && {runOnly: rules})});
  return found.violations.map(one => [one.id, one.impact, one.nodes[0].html]);
}"""
LOOKS = ["color-contrast", "target-size"]


@pytest.fixture(scope="module")
def axe() -> str:
    spec = importlib.util.find_spec("axe_playwright_python")
    if spec is None or spec.origin is None:
        pytest.skip("accessibility: install axe-playwright-python")
    return (Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def screen(chromium: "Browser") -> Iterator["BrowserContext"]:
    context = chromium.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    yield context
    context.close()


def violations(page: "Page", rules: list[str] | None = None) -> list[Any]:
    found: list[Any] = page.evaluate(RUN, rules)
    return found


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_on_any_page(screen: "BrowserContext", axe: str, name: str) -> None:
    with Gallery(screen) as gallery:
        page = gallery.open(name)
        page.emulate_media(color_scheme="light")
        page.evaluate(axe)
        assert violations(page) == []
        page.set_viewport_size({"width": 1280, "height": 900})
        assert violations(page, LOOKS) == []
        page.emulate_media(color_scheme="dark")
        assert violations(page, LOOKS) == []
        page.set_viewport_size({"width": 360, "height": 740})
        assert violations(page, LOOKS) == []
