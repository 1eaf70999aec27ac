"""A real browser and the real server: every method from the link to the code, and accidents on the way."""

import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from browser.study_server import (
    CODE,
    QUESTION,
    SYSTEMS,
    Answered,
    ThreadServer,
    add_study,
    answered_sheets,
    check_once,
    leave,
    other_device,
    rater_of,
    ready,
    started,
)
from genchal.campaign.studies import Material, plan_study, store_plans
from genchal.domain import Instance
from genchal.domain.study_keys import study_design
from genchal.elicitation import METHODS
from genchal.elicitation.design.scenes import FURNITURE, PEOPLE, balanced_scenes
from genchal.elicitation.presets import filled_in
from genchal.resources.files import read_lines
from genchal.store import Store, open_store
from genchal.tasks.tuna import Tuna

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(tmp_path_factory.mktemp("studies") / "campaign.db") as opened:
        yield opened


@pytest.fixture
def server(store: Store) -> Iterator[ThreadServer]:
    """A server that has not read its database yet: it would not look for new studies for some seconds."""
    with ThreadServer(store) as running:
        yield running


@pytest.mark.parametrize("method", METHODS)
def test_a_study_is_done_by_keyboard_from_the_link_to_the_code(
    chromium: "Browser", server: ThreadServer, method: str
) -> None:
    study = add_study(server.store, method, identity="link", eligibility=[QUESTION], practice=1, sheets_per_rater=1)
    with rater_of(chromium, server, study) as rater:
        rater.start_by_invitation(7)
        for number in range(2):
            assert not rater.is_done
            rater.answer_by_keyboard(f"a place with good food and friendly people near the river, visit {number} " * 2)
        assert rater.is_done
        assert rater.page.locator("#code").inner_text() == CODE
    practice, scored = check_once(server.store, study, 2)
    assert (practice.is_practice, scored.is_practice) == (True, False)
    assert not practice.expected.keys() & scored.expected.keys()
    assert practice.timings["loads"] == scored.timings["loads"] == 1


# Accidents


def type_numbers(page: "Page", *numbers: str, first: int = 0) -> None:
    """Fill in the fields of a RankME sheet."""
    for place, number in enumerate(numbers, first):
        page.locator(".number input").nth(place).fill(number)


def values(page: "Page") -> list[str]:
    return [one.input_value() for one in page.locator(".number input").all()]


def given(one: Answered) -> list[float]:
    """The numbers of a sheet in the order of its texts."""
    return [float(value) for value in one.values.values()]


def test_a_sheet_that_is_loaded_again_has_its_answers_on_any_device(chromium: "Browser", server: ThreadServer) -> None:
    study = add_study(server.store, "rankme", name="reload", count=1)
    with rater_of(chromium, server, study) as rater:
        page = rater.start()
        type_numbers(page, "80", "120")
        page.reload()  # before the server has been told
        ready(page)
        assert values(page) == ["80", "120", ""]
        with page.expect_response("**/draft") as told:
            type_numbers(page, "95.5", first=2)
        assert told.value.status == 204
        with other_device(chromium, rater) as elsewhere:
            assert values(elsewhere) == ["80", "120", "95.5"]
        rater.send()
        assert rater.is_done
    (one,) = check_once(server.store, study, 1)
    assert given(one) == [80, 120, 95.5]
    assert one.timings["loads"] == 2


def test_who_goes_back_finds_the_sheet_answered_and_goes_on(chromium: "Browser", server: ThreadServer) -> None:
    study = add_study(server.store, "rankme", name="back", count=2)
    with rater_of(chromium, server, study) as rater:
        page = rater.start()
        first = page.url
        type_numbers(page, "1", "2", "3")
        rater.send()
        second = page.url
        page.go_back()
        assert page.url == first
        page.get_by_text("answered").first.wait_for()
        page.locator("button.primary, #notice a").first.click()
        page.wait_for_url(second)
        ready(page)
        type_numbers(page, "4", "5", "6")
        rater.send()
        assert rater.is_done
        page.go_back()
        page.locator("button.primary, #notice a").first.click()
        page.wait_for_url("**/done")
        assert page.locator("#code").inner_text() == CODE
    found = check_once(server.store, study, 2)
    assert [given(one) for one in found] == [[1, 2, 3], [4, 5, 6]]


def test_a_double_click_sends_a_sheet_once_and_the_next_one_not_at_all(
    chromium: "Browser", server: ThreadServer
) -> None:
    study = add_study(server.store, "pairwise", name="double", count=2, sheets_per_rater=2)
    with rater_of(chromium, server, study) as rater:
        page, before = rater.start(), rater.page.url
        page.locator(".side").first.click()
        page.locator(".send button").dblclick()
        leave(page, before)
        assert not rater.is_done
        check_once(server.store, study, 1)
        page.locator(".side").last.click()
        page.locator(".send button").dblclick()
        page.wait_for_url("**/done")
    check_once(server.store, study, 2)


def test_of_two_windows_and_two_devices_the_first_answer_counts(chromium: "Browser", server: ThreadServer) -> None:
    study = add_study(server.store, "rankme", name="windows", count=2)
    with rater_of(chromium, server, study) as rater:
        page = rater.start()
        window = rater.open(page.url.removeprefix(rater.address))
        with other_device(chromium, rater) as device:
            for number, one in enumerate((window, device, page)):
                type_numbers(one, str(number + 1), "50", "60")
            rater.send()
            following = page.url
            window.get_by_text("another window").wait_for()
            window.locator("#notice a").click()
            window.wait_for_url(following)
            device.locator(".send button").click()  # knows nothing of the others
            device.wait_for_url(following)
            assert check_once(server.store, study, 1)
            for one in (device, page):
                ready(one)
                type_numbers(one, "7", "8", "9")
            device.locator(".send button").click()
            device.wait_for_url("**/done")
            rater.send()
            assert rater.is_done
    first, second = check_once(server.store, study, 2)
    assert (given(first), given(second)) == ([3, 50, 60], [7, 8, 9])


def test_an_expired_sheet_goes_to_somebody_else_and_the_late_answer_is_kept(
    chromium: "Browser", server: ThreadServer
) -> None:
    study = add_study(server.store, "rankme", name="expired", count=1, lease_minutes=10)
    with rater_of(chromium, server, study) as slow, rater_of(chromium, server, study) as quick:
        page = slow.start()
        type_numbers(page, "10", "20")
        server.clock.seconds = 700
        other = quick.start()
        type_numbers(other, "1", "2", "3")
        quick.send()
        assert quick.is_done
        type_numbers(page, "30", first=2)
        slow.send()
        assert slow.is_done
        assert page.locator("#code").inner_text() == CODE  # who has done the work gets the code
    kept = {one.state: given(one) for one in answered_sheets(server.store, study)}
    assert kept == {"done": [1, 2, 3], "surplus": [10, 20, 30]}


def test_an_expired_sheet_that_nobody_else_took_counts(chromium: "Browser", server: ThreadServer) -> None:
    study = add_study(server.store, "rankme", name="late", count=1, lease_minutes=10)
    with rater_of(chromium, server, study) as slow:
        type_numbers(slow.start(), "10", "20", "30")
        server.clock.seconds = 700
        slow.send()
        assert slow.is_done
    (one,) = answered_sheets(server.store, study)
    assert (one.state, given(one), one.judged) == ("done", [10, 20, 30], one.expected)


def test_without_connection_answers_wait_and_are_sent_once(chromium: "Browser", server: ThreadServer) -> None:
    study = add_study(server.store, "direct_assessment", name="offline", count=1, sheets_per_rater=2)
    with rater_of(chromium, server, study) as rater:
        page = rater.start()
        rater.is_cut_off = True
        rater.context.set_offline(True)
        for slider in page.locator('input[type="range"]').all():
            slider.press("PageUp")
        page.locator(".send button").click()
        page.get_by_text("Saved on this device").wait_for()
        assert answered_sheets(server.store, study) == []
        before = page.url
        rater.context.set_offline(False)
        leave(page, before)
        assert not rater.is_done
    check_once(server.store, study, 1)


def test_an_answer_whose_receipt_is_lost_is_sent_again_and_stored_once(
    chromium: "Browser", server: ThreadServer
) -> None:
    study = add_study(server.store, "rankme", name="receipt", count=1)
    with rater_of(chromium, server, study) as rater:
        page = rater.start()
        arrived = []

        def lose(route: "Route") -> None:
            arrived.append(route.fetch().status)
            route.abort("connectionreset")

        rater.is_cut_off = True
        page.route(page.url, lose, times=1)
        type_numbers(page, "7", "8", "9")
        page.locator(".send button").click()
        page.get_by_text("Saved on this device").wait_for()
        assert arrived == [200]
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_url("**/done")
    check_once(server.store, study, 1)


def test_a_server_that_is_killed_and_started_again_loses_nothing(chromium: "Browser", tmp_path: Path) -> None:
    database = tmp_path / "campaign.db"
    with open_store(database) as store:
        study = add_study(store, "rankme", name="restart", count=2)
    with started(database) as server, rater_of(chromium, server, study) as rater:
        page = rater.start()
        type_numbers(page, "1", "2", "3")
        rater.send()
        with page.expect_response("**/draft"):
            type_numbers(page, "40", "50")
        rater.is_cut_off = True
        server.kill()
        type_numbers(page, "60", first=2)
        page.locator(".send button").click()
        page.get_by_text("Saved on this device").wait_for()
        server.start()
        page.wait_for_url("**/done")  # the page tries again by itself
        assert page.locator("#code").inner_text() == CODE
    with open_store(database) as store:
        found = check_once(store, study, 2)
    assert [given(one) for one in found] == [[1, 2, 3], [40, 50, 60]]


# Times of the TUNA identification experiment


# A rater in the page, who decides when to press and writes down how long it was until then.
SCRIPTED = """async delays => {
  const later = async ms => {
    const from = performance.now();
    await new Promise(done => setTimeout(done, ms));
    return performance.now() - from;
  };
  const seen = find => new Promise(done => {
    const look = () => find()?.getClientRects().length
      ? requestAnimationFrame(() => requestAnimationFrame(done)) : requestAnimationFrame(look);
    look();
  });
  const press = one => {
    one.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
    one.dispatchEvent(new PointerEvent("click", {bubbles: true}));
  };
  const took = [];
  for (const [reading, finding] of delays) {
    const item = [...document.querySelectorAll("section.item")].find(one => !one.hidden);
    const find = name => item.querySelector(name);
    press(find("[data-begin]"));
    await seen(() => find("[data-proceed]"));
    const read = await later(reading);
    press(find("[data-proceed]"));
    await seen(() => find("[data-scene] svg"));
    const found = await later(finding);
    press(find(".picture-entity"));
    took.push([read, found]);
    if (took.length < delays.length) document.querySelector(".paging .primary").click();
  }
  return took;
}"""
WITHIN = 0.030  # seconds


def times(one: Answered) -> list[tuple[float, float]]:
    """Reading and identification time of every item, in the order of the sheet."""
    names = dict.fromkeys(name for name, _ in one.values)
    return [(float(one.values[name, "reading_time"]), float(one.values[name, "identification_time"])) for name in names]


def test_times_of_a_rater_with_known_delays_are_stored_to_within_30_ms(
    chromium: "Browser", server: ThreadServer
) -> None:
    study = add_study(server.store, "identification", name="delays", count=4, items_per_sheet=4, sheets_per_rater=1)
    delays = [(150, 400), (300, 250), (450, 120), (220, 330)]
    with rater_of(chromium, server, study) as rater:
        took = np.array(rater.start().evaluate(SCRIPTED, delays)) / 1000
        rater.send()
        assert rater.is_done
    (one,) = check_once(server.store, study, 1)
    assert np.array(times(one)) == pytest.approx(took, abs=WITHIN)
    assert (took >= np.array(delays) / 1000 - 0.002).all()


def test_times_of_a_real_mouse_are_stored_to_within_30_ms(chromium: "Browser", server: ThreadServer) -> None:
    study = add_study(server.store, "identification", name="mouse", count=3, items_per_sheet=3, sheets_per_rater=1)
    took = []
    with rater_of(chromium, server, study, viewport={"width": 1000, "height": 900}) as rater:
        page = rater.start()
        for number in range(3):
            item = page.locator("section.item:not([hidden])")
            item.locator("[data-begin]").click()
            reading = press_after(page, item.locator("[data-proceed]"), 0.2)
            finding = press_after(page, item.locator(".picture-entity").nth(number), 0.3)
            took.append((reading, finding))
            if number < 2:
                page.locator(".paging .primary").click()
        rater.send()
    (one,) = check_once(server.store, study, 1)
    error = np.abs(np.array(times(one)) - np.array(took))
    assert np.median(error) < WITHIN  # the machine may be busy now and then: then the hand is late, not the page


def press_after(page: "Page", target: "Locator", seconds: float) -> float:
    """Press the mouse so long after something is painted; how long it was by the clock of this test."""
    target.wait_for()  # it is in the page
    page.evaluate("new Promise(requestAnimationFrame)")  # and now on the screen
    seen = time.perf_counter()
    box = target.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(1000 * (seconds - (time.perf_counter() - seen)))
    took = time.perf_counter() - seen
    page.mouse.down()
    page.mouse.up()
    return took


def check_identification(store: Store, name: str, instances: tuple[Instance, ...]) -> None:
    """A study of 40 scenes and three systems from the preset: 120 items, each system once for every scene."""
    keys = filled_in({"preset": "tuna08-identification", "name": name, "identity": "anonymous"})
    outputs = {system: [f"{system}: {one.id}" for one in instances] for system in SYSTEMS}
    plans = plan_study(study_design(keys), Material(instances, outputs), 1)
    (created,) = store_plans(store, plans, 1, 0.0)
    assert (created.items, created.sheets, created.practice) == (120, 120, 5)
    items = [item for block in plans[0].composition.blocks if not block.practice for item in block.items]
    assert Counter(one.system for one in items) == dict.fromkeys(SYSTEMS, 40)
    assert len({(one.instance, one.system) for one in items}) == 120


def test_a_study_of_40_scenes_and_3_systems_is_created(store: Store) -> None:
    scenes = balanced_scenes(FURNITURE, 20, np.random.default_rng(1))
    scenes += balanced_scenes(PEOPLE, 20, np.random.default_rng(2))
    check_identification(store, "forty", tuple(scenes))


def test_a_study_of_40_scenes_of_tuna_is_created(store: Store, data: Path) -> None:
    path = data / "tuna" / "furniture.xml.xz"
    check_identification(store, "tuna", tuple(islice(Tuna().parse(read_lines(path), path.name), 40)))
