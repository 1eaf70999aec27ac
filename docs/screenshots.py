"""Screenshots of every method, and of the demo's report, for the documentation: ``make screenshots``.

The gallery is shown in Chromium, filled in as a rater would, and photographed: on a phone (360 pixels wide, one screen)
and on a desktop (1280). Texts, answers and fonts are fixed and nothing depends on the clock, so that a new set differs
from the old one only where pages do.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright

from gallery.abroad import abroad_pages
from gallery.pages import example_pages, frame_pages
from genchal.campaign.recipes import copy_recipe
from genchal.campaign.run import run_campaign
from genchal.web.assets import MEDIA_TYPES, load_assets

STATIC = Path(__file__).parent / "_static"
FOLDER = STATIC / "methods"
REPORT = (1440, 900)  # the screen that the report is shown on
ADDRESS = "https://gallery.test/"  # answered by this program; browsers let only pages of https copy a code
SIZES = {"phone": (360, 760, 1.75), "desktop": (1280, 820, 1.0)}  # width, height, and how fine the picture is
TALLEST = 1100  # of a desktop picture: longer pages are cut
COLOURS = 96  # of a picture: pages have few, and files are a third as large
# One face everywhere: what a machine calls system-ui differs from the next.
FONTS = ':root { --sans: "Liberation Sans", "DejaVu Sans"; --reading: "Liberation Serif", "DejaVu Sans"; }'
REPORT_FONTS = 'body { font-family: "Liberation Sans", "DejaVu Sans"; }'
EDGE = 14  # around a part of the report
# Parts of the demo's report: from the top of one element to the end of another, with the folds that are opened.
REPORT_PARTS = {
    "report": ("body", ".leaderboard", ""),
    "report/leaderboard": ("#leaderboard\\.walks h3", "#leaderboard\\.walks .legend", ""),
    "report/people": ("#people\\.walks h3", "#people\\.walks .plot >> nth=1", ""),
    "report/metrics": ("#metrics\\.walks h3", "#metrics\\.walks .fold >> nth=0", "#metrics\\.walks .fold >> nth=0"),
    "report/levels": ("#levels\\.walks h3", "#levels\\.walks .plot >> nth=1", ""),
    "report/outputs": ("#outputs\\.walks h3", "#outputs\\.walks .browser", ""),
}

Act = Callable[[Page], None]


@dataclass(frozen=True)
class Shot:
    """A page of the gallery, with what is done on it, and what stands at the top of a phone then."""

    name: str
    page: str
    act: Act | None = None
    top: str = ""  # selector; empty: the head of the page
    sizes: tuple[str, ...] = ("phone", "desktop")
    scheme: str = "light"


def choose_points(page: Page) -> None:
    """Points of scales."""
    for scale, point in zip(page.locator(".scale").all(), (4, 5, 3), strict=False):
        scale.locator("label").nth(point).click()


def type_numbers(page: Page) -> None:
    """Numbers, two of them equal."""
    for field, number in zip(page.locator(".number input").all(), ("110", "80", "60", "30", "110"), strict=False):
        field.fill(number)


def put_in_order(page: Page) -> None:
    """Three texts in order, two of them equally good; two have no place yet."""
    for text in ("Text E", "Text A", "Text B"):
        page.locator(".pool button", has_text=text).click()
    page.locator('.places [data-act="tie"]').nth(2).click()


def prefer(page: Page) -> None:
    """The first of two."""
    page.locator(".side").first.click()


def slide(page: Page) -> None:
    """The first slider to the right."""
    slider = page.locator('input[type="range"]').first
    box = slider.bounding_box()
    assert box is not None
    slider.click(position={"x": box["width"] * 0.72, "y": box["height"] / 2})


def tick(page: Page) -> None:
    """A box of each text."""
    for widget, box in zip(page.locator(".checks").all(), (3, 1), strict=True):
        widget.locator("label").nth(box).click()


def mark(page: Page, words: tuple[int, int], category: str, severity: str = "") -> None:
    """Words from one to another, with what they are."""
    for word in dict.fromkeys(words):
        page.locator(".word").nth(word).click()
    page.get_by_role("button", name=category, exact=True).click()
    if severity:
        page.get_by_role("button", name=severity, exact=True).click()


def mark_errors(page: Page) -> None:
    """One error, and the words of another."""
    mark(page, (4, 5), "Grammar", "Minor")
    page.locator(".word").nth(19).click()
    page.locator(".word").nth(20).click()


def mark_attributes(page: Page) -> None:
    """Size and colour, and the word of the next."""
    mark(page, (1, 1), "size: large")
    mark(page, (2, 2), "colour: red")
    page.locator(".word").nth(3).click()


def write(text: str) -> Act:
    """Something in the box."""
    return lambda page: page.locator(".writing textarea").fill(text)


def show_scene(page: Page) -> None:
    """Read the description and go on to the scene."""
    page.locator("[data-begin]").first.click()
    page.locator("[data-proceed]").first.click()
    page.locator(".scene").first.wait_for()


TEXT = "The Copper Kettle near Harbour Hall is a cheap coffee shop by the river. It serves Italian food, is rated 5 out"
SHOTS = (
    Shot("consent", "consent", sizes=("phone",)),
    Shot("feedback", "feedback", top="section.item >> nth=1", sizes=("phone",)),
    Shot("instructions", "instructions", sizes=("phone",)),
    Shot("thanks", "thanks", sizes=("phone",)),
    Shot("likert", "likert", choose_points, ".passage"),
    Shot("magnitude", "magnitude", type_numbers, ".standard"),
    Shot("rankme", "rankme", type_numbers, '[data-passage]:not([id="part3"])'),
    Shot("ranking", "ranking", put_in_order, ".order"),
    Shot("pairwise", "pairwise", prefer),
    Shot("direct_assessment", "direct-assessment-similarity", slide, ".given"),
    Shot("check_boxes", "check-boxes", tick, "section.item"),
    Shot("error_spans", "error-spans", mark_errors, ".given + .note"),
    Shot(
        "correction",
        "correction",
        write("The Copper Kettle is a family-friendly coffee shop by the river."),
        ".passage",
    ),
    Shot("writing", "writing-picture", write(TEXT)),
    Shot("identification", "identification", show_scene),
    Shot("describing", "describing", write("the big red chair that faces you")),
    Shot("attribute_marking", "attribute-marking", mark_attributes, ".given + .note"),
    Shot("rankme-dark", "rankme", type_numbers, '[data-passage]:not([id="part3"])', ("phone",), "dark"),
    Shot("rankme-german", "rankme-german", type_numbers, sizes=("phone",)),
    Shot("rankme-arabic", "rankme-arabic", type_numbers, sizes=("phone",)),
)


def serve(context: BrowserContext) -> None:
    """Answer for the gallery."""
    pages = frame_pages() | example_pages() | abroad_pages()

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path.lstrip("/")
        if path in pages:
            route.fulfill(body=pages[path], headers={"Content-Type": "text/html; charset=utf-8"})
        elif path.startswith("assets/"):
            name = path.removeprefix("assets/")
            route.fulfill(body=load_assets()[name], headers={"Content-Type": MEDIA_TYPES[Path(name).suffix]})
        else:
            route.fulfill(status=204)

    context.route(f"{ADDRESS}**", answer)


def take(browser: Browser, shot: Shot, size: str) -> bytes:
    """A picture as PNG, as the browser makes it."""
    width, height, scale = SIZES[size]
    is_phone = size == "phone"
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        has_touch=is_phone,
        is_mobile=is_phone,
        reduced_motion="reduce",
    )
    serve(context)
    page = context.new_page()
    page.emulate_media(color_scheme="dark" if shot.scheme == "dark" else "light")
    page.goto(ADDRESS + shot.page)
    page.add_style_tag(content=FONTS)
    if page.locator("#sheet").count():
        page.wait_for_selector("html[data-ready]")
    if shot.act:
        shot.act(page)
    page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    page.mouse.move(1, 1)
    if is_phone and shot.top:
        page.locator(shot.top).first.evaluate("one => scrollTo(0, one.getBoundingClientRect().top - 88)")
    tall = min(page.evaluate("document.querySelector('main').getBoundingClientRect().bottom"), TALLEST)
    if is_phone:
        data = page.screenshot()
    else:
        data = page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": width, "height": tall})
    context.close()
    return data


def take_report(browser: Browser, names: list[str]) -> Iterator[tuple[str, bytes]]:
    """Parts of the demo's report by name; without names all."""
    width, height = REPORT
    wanted = {name: part for name, part in REPORT_PARTS.items() if not names or name in names}
    if not wanted:
        return
    with tempfile.TemporaryDirectory() as folder:
        outcome = run_campaign(copy_recipe("demo", Path(folder)), folder)
        page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
        for name, (first, last, fold) in wanted.items():
            page.goto(outcome.report.resolve().as_uri())
            page.add_style_tag(content=REPORT_FONTS)
            if fold:
                page.locator(fold).locator("summary").click()
            page.mouse.move(1, 1)
            page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
            start, end = page.locator(first).first.bounding_box(), page.locator(last).first.bounding_box()
            assert start is not None
            assert end is not None
            left, top = max(start["x"] - EDGE, 0), max(start["y"] - EDGE, 0)
            tall = end["y"] + end["height"] + EDGE - top
            yield (
                name,
                page.screenshot(full_page=True, clip={"x": left, "y": top, "width": width - 2 * left, "height": tall}),
            )
        page.close()


def small(data: bytes) -> bytes:
    """The same picture in few colours."""
    file = io.BytesIO()
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    picture.quantize(COLOURS, kmeans=3, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def take_all(names: list[str]) -> Iterator[tuple[Path, bytes]]:
    """Files with what is in them; without names all."""
    executable = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if executable is None:
        sys.exit("error: no browser. Install chromium and run again; nothing was written.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=["--no-sandbox", "--disable-gpu", "--disable-lcd-text"]
        )
        for shot in SHOTS:
            for size in shot.sizes:
                if not names or shot.name in names:
                    yield FOLDER / f"{shot.name}-{size}.png", small(take(browser, shot, size))
        for name, picture in take_report(browser, names):
            yield STATIC / f"{name}.png", small(picture)
        browser.close()


def main() -> None:
    """Write them."""
    for path, data in take_all(sys.argv[1:]):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    total = sum(file.stat().st_size for file in FOLDER.glob("*.png"))
    print(f"{len(list(FOLDER.glob('*.png')))} pictures, {total / 1e6:.2f} MB: {FOLDER}")


if __name__ == "__main__":
    main()
