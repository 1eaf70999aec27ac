"""Raters' pages in a real browser: every method by keyboard alone, on a small phone, under a strict policy."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from browser.gallery_server import BY_NAME, Gallery, GalleryServer
from browser.keyboard import KeyboardRater
from gallery.pages import EXAMPLES
from genchal.elicitation import METHODS
from genchal.elicitation.messages import ENGLISH

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def phone(chromium: "Browser") -> Iterator["BrowserContext"]:
    context = chromium.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def gallery(phone: "BrowserContext", gallery_server: GalleryServer) -> Iterator[Gallery]:
    with Gallery(phone, gallery_server) as made:
        yield made


def test_the_gallery_shows_every_method() -> None:
    assert {one.method for one in EXAMPLES} == set(METHODS)


# The usual form of every method is answered in `test_studies.py`, from the real server; here are the others.
USUAL = {one.method: one for one in reversed(EXAMPLES)}
OTHERS = [one.name for one in EXAMPLES if one.minimum_seconds or one not in USUAL.values()]


@pytest.mark.parametrize("name", [name for name in OTHERS if "heard" not in name])
def test_a_sheet_is_answered_by_keyboard_alone(gallery: Gallery, name: str) -> None:
    page = gallery.open(name)
    if BY_NAME[name].minimum_seconds:
        page.wait_for_selector(".send button:not([aria-disabled])")
    KeyboardRater(page).run()
    page.wait_for_url("**/thanks.html")

    example = BY_NAME[name]
    method, sheet = example.build(), example.sheet(ENGLISH)
    (answers,) = gallery.stored.values()
    own = {field: value for field, value in answers.items() if not field.startswith("_")}
    assert method.check_answers(sheet, own) == []
    assert [(one.item, one.criterion) for one in method.judgements(sheet, own)] == method.shape(sheet)
    timings = json.loads(answers["_timings"])
    assert 0 < timings["active_ms"] <= timings["page_ms"] + 5
    assert abs(timings["wall_ms"] - timings["page_ms"]) < 2000
    assert timings["loads"] == 1


def test_what_is_missing_or_wrong_gets_the_focus(gallery: Gallery) -> None:
    page = gallery.open("rankme")
    page.locator(".number input").first.fill("50")
    page.locator(".send button").click()
    assert gallery.sent == []  # it can be seen without asking the study
    assert page.evaluate("document.activeElement.id") == page.locator(".number input").nth(1).get_attribute("id")
    for place in range(5):
        page.locator(".number input").nth(place).fill("-3" if place == 2 else "50")
    page.locator(".send button").click()
    page.wait_for_selector("#problems:not([hidden])")
    wrong = page.locator(".number input").nth(2)
    assert page.evaluate("document.activeElement.id") == wrong.get_attribute("id")
    assert wrong.get_attribute("aria-invalid") == "true"
    wrong.fill("75")
    assert wrong.get_attribute("aria-invalid") is None
    page.locator(".send button").click()
    page.wait_for_url("**/thanks.html")
    assert len(gallery.sent) == 2
    assert len(gallery.stored) == 1


def test_numbers_are_listed_in_order_as_they_are_typed(gallery: Gallery) -> None:
    page = gallery.open("rankme")
    for place, number in enumerate(["80", "120,5", "80.0", "many"]):
        page.locator(".number input").nth(place).fill(number)
    rows = page.locator(".live-order li")
    assert [" ".join(one.split()) for one in rows.all_inner_texts()] == ["Text B 120.5", "Text A = Text C 80"]


def test_a_ranking_is_made_by_dragging(gallery: Gallery) -> None:
    page = gallery.open("ranking")
    page.set_viewport_size({"width": 900, "height": 1400})
    for _ in range(5):
        page.locator(".pool .entry").first.click()

    def order() -> list[str]:
        return [select.input_value() for select in page.locator(".order select").all()]

    assert order() == ["1", "2", "3", "4", "5"]

    def drag(number: int, onto: int, share: float) -> None:
        grip = page.locator(".places .grip").nth(number).bounding_box()
        row = page.locator(".places .entry").nth(onto).bounding_box()
        assert grip and row
        page.mouse.move(grip["x"] + 10, grip["y"] + grip["height"] / 2)
        page.mouse.down()
        page.mouse.move(row["x"] + 60, row["y"] + row["height"] * share, steps=4)
        page.mouse.up()

    drag(4, 0, 0.1)
    assert order() == ["2", "3", "4", "5", "1"]
    drag(0, 3, 0.5)  # onto another text: as good as it
    assert order() == ["1", "2", "3", "5", "3"]
    page.locator('[data-act="remove"]').first.click()
    assert order()[0] == ""


def test_words_are_marked_by_mouse_and_marks_survive_a_reload(gallery: Gallery) -> None:
    page = gallery.open("error-spans")
    page.locator(".word", has_text="cheap").drag_to(page.locator(".word", has_text="food"))
    page.get_by_role("button", name="Grammar").click()
    page.locator('[data-pick="severity"]').last.click()
    page.locator(".word.missing").click()
    page.locator('[data-pick="category"]').first.click()
    page.locator('[data-pick="severity"]').first.click()
    (field,) = page.locator(".spans input[type=hidden]").all()
    first, second = json.loads(field.input_value())
    text = BY_NAME["error-spans"].sheet(ENGLISH).items[0].text
    assert text[first["start"] : first["end"]] == "cheap Italian food"
    assert second["start"] == second["end"] == len(text)

    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.locator(".word.marked").count() == 4
    page.locator(".marks button").first.click()
    assert page.locator(".word.marked").all_inner_texts() == ["[something is missing]"]


def test_a_slider_is_no_answer_until_it_is_touched(gallery: Gallery) -> None:
    page = gallery.open("direct-assessment-similarity")
    page.locator(".send button").click()
    assert gallery.sent == []
    slider = page.locator('input[type="range"]')
    assert slider.get_attribute("aria-valuetext") == "not answered yet"
    box = slider.bounding_box()
    assert box
    page.mouse.click(box["x"] + 14, box["y"] + box["height"] / 2)  # where it stands: 0 is an answer too
    page.locator(".send button").click()
    page.wait_for_url("**/thanks.html")
    (answers,) = gallery.stored.values()
    assert [value for name, value in answers.items() if not name.startswith("_")] == ["0"]


def test_drafts_are_saved_and_come_back(gallery: Gallery) -> None:
    page = gallery.open("writing-picture")
    page.locator(".writing textarea").type("The Copper")
    with page.expect_request(lambda one: one.url.endswith("/draft")):
        pass
    page.locator(".writing textarea").type(" Kettle")
    page.reload()  # before the next draft is due
    page.wait_for_selector("html[data-ready]")
    assert page.locator(".writing textarea").input_value() == "The Copper Kettle"
    numbers = [int(one["_draft"]) for one in gallery.drafts]
    assert numbers == sorted(set(numbers))
    assert all(one["_csrf"] for one in gallery.drafts)
    assert "The Copper" in gallery.drafts[0].values()


def test_without_connection_answers_are_kept_and_sent_once(gallery: Gallery) -> None:
    page = gallery.open("pairwise")
    page.locator(".side").first.click()
    gallery.cut(True)
    page.locator(".send button").click()
    page.wait_for_selector("#notice:not([hidden])")
    assert "Saved on this device" in page.inner_text("#notice")
    page.reload()
    page.wait_for_selector("#notice:not([hidden])")
    page.goto(f"{gallery.address}consent.html")  # any page of the study sends what is kept
    page.wait_for_selector("#notice:not([hidden])")
    gallery.cut(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.get_by_text("have now been sent").wait_for()
    assert list(gallery.stored) == ["key-pairwise"]
    page.reload()
    page.wait_for_load_state("networkidle")
    assert len(gallery.sent) == 1


def test_double_clicks_and_two_windows_send_a_sheet_once(gallery: Gallery) -> None:
    page, other = gallery.open("coverage"), gallery.open("coverage")
    page.locator(".tick").first.click()
    page.locator(".send button").dblclick()
    page.wait_for_url("**/thanks.html")
    other.wait_for_selector("#notice:not([hidden])")
    assert "already been sent" in other.inner_text("#notice")
    other.locator(".send button").click(force=True)
    assert len(gallery.sent) == 1


@pytest.fixture(scope="module")
def plain(chromium: "Browser") -> Iterator["BrowserContext"]:
    context = chromium.new_context(java_script_enabled=False)
    yield context
    context.close()


@pytest.mark.parametrize(
    "name", ["likert", "rankme", "ranking", "pairwise", "direct-assessment-scene", "error-spans", "correction"]
)
def test_pages_work_without_script(plain: "BrowserContext", gallery_server: GalleryServer, name: str) -> None:
    with Gallery(plain, gallery_server, has_script=False) as gallery:
        answer_without_script(gallery, name)


def answer_without_script(gallery: Gallery, name: str) -> None:
    page = gallery.open(name)
    for fieldset in page.locator("fieldset[role=radiogroup]").all():
        fieldset.locator("label").last.click()
    for number in page.locator(".number input, .slider input[type=number]").all():
        number.fill("70")
    for list_ in page.locator(".order select").all():
        list_.select_option("1")
    for mark in page.locator(".unscripted select").all()[:2]:
        mark.select_option(index=1)
    for box in page.locator(".checks.alone input").all():
        box.check()
    page.locator(".send button").click()
    page.wait_for_url("**/thanks.html")
    assert len(gallery.stored) == 1
