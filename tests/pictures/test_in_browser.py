"""Pictures as a browser shows them: under a strict policy, in both themes, and every text within its box."""

import io
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from matplotlib.image import imread

from genchal.domain import Act, DialogueAct, Entity, Input, Scene, SlotValues
from genchal.pictures import PictureOptions, draw_picture, write_stylesheet
from genchal.pictures._entities import FURNITURE, PEOPLE, draw_entity
from pictures.checks import HOSTILE
from pictures.test_pictures import inputs_with, placed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'"
ADDRESS = "http://pictures.test/"
SMALL = 62  # pixels of an entity where a scene is 360 pixels wide

# Every text must lie within a rectangle that is drawn for it, all of them within the picture.
SPILLED = """() => [...document.querySelectorAll("svg.picture text")].filter(text => {
  const own = text.getBoundingClientRect();
  const svg = text.ownerSVGElement;
  const boxes = [svg, ...svg.querySelectorAll("rect")].map(one => one.getBoundingClientRect());
  const holds = box => box.left <= own.left + 1 && box.right >= own.right - 1
    && box.top <= own.top + 4 && box.bottom >= own.bottom - 4;
  return !(holds(boxes[0]) && (boxes.length === 1 || text.closest(".picture-tree") || boxes.slice(1).some(holds)));
}).map(text => text.textContent)"""


class Shown:
    """A page with pictures, served under the policy; keeps what the browser complained about."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))

    def show(self, svgs: list[str], direction: str = "ltr", style: str = "") -> None:
        head = '<meta charset="utf-8"><title>t</title><link rel="stylesheet" href="/p.css">'
        body = (
            f'<!doctype html><html lang="en" dir="{direction}"><head>{head}</head><body>{"".join(svgs)}</body></html>'
        )
        css = f"{write_stylesheet()} body {{ font-family: sans-serif; margin: 8px }} {style}"

        def answer(route: Any) -> None:
            if route.request.url.endswith("p.css"):
                route.fulfill(body=css, content_type="text/css")
            elif route.request.url.endswith("favicon.ico"):
                route.fulfill(status=204)
            elif route.request.url == ADDRESS:
                headers = {"Content-Security-Policy": POLICY}
                route.fulfill(body=body, content_type="text/html; charset=utf-8", headers=headers)
            else:
                self.complaints.append(f"asked for {route.request.url}")
                route.abort()

        self.page.unroute_all()
        self.page.route("**/*", answer)
        self.page.goto(ADDRESS)


@pytest.fixture
def shown(chromium: "Browser") -> Iterator[Shown]:
    page = chromium.new_page(viewport={"width": 360, "height": 700})
    yield Shown(page)
    page.close()


def drawn(given: Input, number: int) -> str:
    options = placed(given) if isinstance(given, Scene) else PictureOptions()
    svg = draw_picture(
        given, PictureOptions(**{name: getattr(options, name) for name in NAMES} | {"prefix": f"p{number}"})
    )
    assert svg is not None
    return svg


NAMES = ("words", "positions", "frame_targets", "clickable", "reveal", "ordered")


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_hostile_text_neither_runs_nor_leaves_its_box(shown: Shown, direction: str) -> None:
    # Code points that no font has are boxes of their own width, and towers of accents reach where they want.
    shown_texts = [one for one in HOSTILE if "\x00" not in one and "\u0321" not in one]
    inputs = [one for text in shown_texts for one in inputs_with(text) if not isinstance(one, Scene)]
    shown.show([drawn(one, number) for number, one in enumerate(inputs)], direction)
    assert shown.complaints == []
    assert shown.page.locator("svg.picture").count() == len(inputs)
    assert shown.page.locator("script, style, img, iframe").count() == 0
    assert shown.page.evaluate(SPILLED) == []


def test_no_picture_is_wider_than_a_small_screen_but_trees_scroll(shown: Shown) -> None:
    inputs = [*inputs_with("a fairly long value"), *inputs_with("b")]
    shown.show([drawn(one, number) for number, one in enumerate(inputs)])
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= 360
    widths = shown.page.eval_on_selector_all("svg.picture:not(.picture-tree)", "all => all.map(one => one.clientWidth)")
    assert set(widths) == {344}


def test_colours_follow_the_theme_of_the_page(shown: Shown) -> None:
    venue = SlotValues((("name", "The Mill"), ("area", "riverside"), ("eatType", "pub")))
    shown.show([drawn(venue, 0), drawn(DialogueAct((Act("inform", (("name", "a"),)),)), 1)])
    fill = "document.querySelector('#p0 g > rect').computedStyleMap().get('fill').toString()"
    light = shown.page.evaluate(fill)
    shown.page.emulate_media(color_scheme="dark")
    assert (light, shown.page.evaluate(fill)) == ("rgb(227, 238, 218)", "rgb(38, 50, 41)")
    assert shown.complaints == []


def test_entities_are_reached_by_keyboard_and_show_it(shown: Shown) -> None:
    scene = Scene("", (Entity("b", ()), Entity("a", (), is_target=True)))
    svg = draw_picture(scene, PictureOptions(positions={"a": (1, 2), "b": (3, 1)}, clickable=True)) or ""
    shown.show([svg])
    names = []
    for _ in range(2):
        shown.page.keyboard.press("Tab")
        names.append(shown.page.evaluate("document.activeElement.getAttribute('aria-label')"))
        ring = "getComputedStyle(document.activeElement.querySelector('.picture-ring')).stroke"
        assert shown.page.evaluate(ring) == "rgb(31, 95, 168)"
    assert names == ["object in row 1, column 2", "object in row 3, column 1"]
    assert shown.page.get_by_role("button", name="object in row 3, column 1").count() == 1


@pytest.mark.parametrize("kind", ["furniture", "people"])
def test_things_that_differ_in_one_attribute_can_be_told_apart_on_a_small_screen(shown: Shown, kind: str) -> None:
    values = FURNITURE if kind == "furniture" else PEOPLE
    every = list(product(*values.values()))
    drawings = [draw_entity(dict(zip(values, one, strict=True))) for one in every]
    columns = 32
    boxes = [f'<svg class="thing" viewBox="0 0 100 100">{one}</svg>' for one in drawings]
    style = f".thing {{ width: {SMALL}px; height: {SMALL}px; float: left }} body {{ width: {columns * SMALL}px;"
    rows = len(every) // columns
    shown.page.set_viewport_size({"width": columns * SMALL, "height": rows * SMALL})
    shown.show(boxes, style=f"{style} margin: 0; background: white }}")
    image = imread(io.BytesIO(shown.page.screenshot()), format="png")[..., :3]
    tiles = image.reshape(rows, SMALL, columns, SMALL, 3).swapaxes(1, 2).reshape(len(every), SMALL, SMALL, 3)
    places = {one: number for number, one in enumerate(every)}
    least: dict[str, int] = {}
    for one, number in places.items():
        for axis, (name, known) in enumerate(values.items()):
            for value in known:
                other = places[(*one[:axis], value, *one[axis + 1 :])]
                if other > number:
                    pixels = int((np.abs(tiles[number] - tiles[other]).max(axis=-1) > 0.15).sum())
                    least[name] = min(pixels, least.get(name, SMALL**2))
    assert least.keys() == {name for name, known in values.items() if len(known) > 1}
    assert min(least.values()) >= 20, least
