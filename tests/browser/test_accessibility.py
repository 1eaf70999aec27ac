"""axe-core on every page of the gallery, at 360 pixels in light and at 1280 in dark colours.

All pages around the sheets, and a sheet of every method, are looked at in all four where raters meet them: in
`test_studies.py` and `test_platforms.py`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from browser.accessibility import check_accessible
from browser.gallery_server import BY_NAME, Gallery, GalleryServer
from gallery.pages import frame_pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def screen(chromium: "Browser") -> Iterator["BrowserContext"]:
    context = chromium.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    yield context
    context.close()


@pytest.mark.parametrize("name", [*BY_NAME, *frame_pages()])
def test_axe_finds_nothing_on_any_page(
    screen: "BrowserContext", gallery_server: GalleryServer, axe: str, name: str
) -> None:
    with Gallery(screen, gallery_server) as gallery:
        check_accessible(gallery.open(name), axe, ((1280, "dark"),))
