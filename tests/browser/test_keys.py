"""Digits choose answers and Enter sends: what a judgement costs somebody with a keyboard."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from browser.gallery_server import Gallery, GalleryServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.slow

RANKS = ("80", "90", "7", "60", "5")


@pytest.fixture(scope="module")
def desk(chromium: "Browser") -> Iterator["BrowserContext"]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def gallery(desk: "BrowserContext", gallery_server: GalleryServer) -> Iterator[Gallery]:
    with Gallery(desk, gallery_server) as made:
        yield made


def own(gallery: Gallery) -> list[str]:
    """The answers of the one sheet that was sent."""
    (answers,) = gallery.stored.values()
    return [value for name, value in answers.items() if not name.startswith("_")]


@pytest.mark.parametrize(
    ("name", "keys", "answers"),
    [
        ("pairwise", ["3", "Enter"], ["second"]),
        ("pairwise", ["3", "1", "Enter"], ["first"]),  # the last digit counts
        ("pairwise", ["1", "ArrowRight", "Enter"], ["tie"]),
        ("likert", ["5", "6", "2", "Enter"], ["5", "6", "2"]),
        ("likert-long", ["5", "6", "Enter"], ["5", "6"]),
        ("coverage", ["2", "Enter"], ["added"]),
        ("magnitude", ["8", "0", "Enter"], ["80"]),
        ("rankme", [key for number in RANKS for key in (*number, "Enter")], list(RANKS)),
        ("ranking", ["2", "1", "3", "5", "4"], ["2", "1", "3", "5", "4"]),
    ],
)
def test_a_sheet_is_answered_by_digits(gallery: Gallery, name: str, keys: list[str], answers: list[str]) -> None:
    page = gallery.open(name)
    for key in keys:
        page.keyboard.press(key)
    if keys[-1] != "Enter":  # a ranking is sent by its button
        page.locator(".send button").click()
    page.wait_for_url("**/thanks.html")
    assert own(gallery) == answers


def test_digits_that_are_typed_choose_nothing(gallery: Gallery) -> None:
    page = gallery.open("rankme-together")
    page.locator(".number input").first.click()
    page.keyboard.type("123")
    assert page.locator(".number input").first.input_value() == "123"
    assert page.locator(":checked").count() == 0


@pytest.mark.parametrize(("width", "height"), [(390, 740), (1280, 800), (1600, 900)])
@pytest.mark.parametrize("name", ["pairwise-long", "coverage-long", "direct-assessment-long", "magnitude-long"])
def test_what_is_asked_about_a_long_text_stays_in_sight(gallery: Gallery, name: str, width: int, height: int) -> None:
    page = gallery.open(name)
    page.set_viewport_size({"width": width, "height": height})
    text = page.locator(".passage").first.bounding_box()
    assert text
    assert text["height"] > height  # else nothing is shown by this
    for share in (0.2, 0.5, 0.8):
        page.evaluate("y => scrollTo(0, y)", text["y"] + text["height"] * share - height / 2)
        box = page.locator(".asked [data-widget]").first.bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + min(box["height"], 60) <= height
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_long_text_stands_beside_the_box_it_is_corrected_in_with_and_without_an_input(gallery: Gallery) -> None:
    page = gallery.open("correction-long")
    page.set_viewport_size({"width": 1600, "height": 900})
    tops = "() => ['.passage', '.writing'].map(s => document.querySelector(s).getBoundingClientRect().top)"
    text, box = page.evaluate(tops)
    assert abs(text - box) < 60
    page.evaluate(
        "() => { for (let e; (e = document.querySelector('.passage').previousElementSibling); ) e.remove(); }"
    )
    text, box = page.evaluate(tops)
    assert abs(text - box) < 60
    page.set_viewport_size({"width": 1280, "height": 800})
