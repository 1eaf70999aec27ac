"""A real browser and the real server: every method from the link to the code, and accidents on the way."""

import csv
import io
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.accessibility import Inspection
from browser.keyboard import leave, ready
from browser.stored_sheets import Answered, answered_sheets, check_judgements, check_once, draft_of, soon
from browser.study_server import (
    CODE,
    QUESTION,
    ThreadServer,
    add_study,
    new_screen,
    other_device,
    rater_in,
    rater_of,
    started,
)
from genchal.campaign.studies.export import export_study
from genchal.elicitation import METHODS
from genchal.store.store import open_store

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def phone(chromium: "Browser") -> Iterator["BrowserContext"]:
    """A browser that takes part in one study after another."""
    context = new_screen(chromium)
    yield context
    context.close()


def test_texts_are_shown_with_their_indentation(phone: "BrowserContext", server: ThreadServer) -> None:
    study = add_study(server.store, "likert", name="indented")
    with rater_in(phone, server, study) as rater:
        shown = rater.start().locator(".passage .text").first
        shown.evaluate("(text, code) => { text.textContent = code; }", "if found:\n    go  on")
        assert shown.inner_text() == "if found:\n    go  on"


@pytest.mark.parametrize("method", METHODS)
def test_a_study_is_done_by_keyboard_from_the_link_to_the_code(
    phone: "BrowserContext", server: ThreadServer, inspect: Inspection, method: str
) -> None:
    study = add_study(server.store, method, identity="link", eligibility=[QUESTION], practice=1, sheets_per_rater=1)
    with rater_in(phone, server, study) as rater:
        rater.start(rater.invitation(7), inspect)
        for number in range(2):
            assert not rater.is_done
            rater.answer_by_keyboard(
                f"a place with good food and friendly people near the river, visit {number} " * 2,
                lambda page: inspect(page, f"sheet of {method}"),
            )
        assert rater.is_done
        assert rater.page.locator("#code").inner_text() == CODE
        inspect(rater.page, "thanks")
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


def test_a_sheet_that_is_loaded_again_has_its_answers_on_any_device(
    chromium: "Browser", phone: "BrowserContext", server: ThreadServer
) -> None:
    study = add_study(server.store, "rankme", name="reload", count=1)
    with rater_in(phone, server, study) as rater:
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


def test_who_goes_back_finds_the_sheet_answered_and_goes_on(phone: "BrowserContext", server: ThreadServer) -> None:
    study = add_study(server.store, "rankme", name="back", count=2)
    with rater_in(phone, server, study) as rater:
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
    phone: "BrowserContext", server: ThreadServer
) -> None:
    study = add_study(server.store, "pairwise", name="double", count=2, sheets_per_rater=2)
    with rater_in(phone, server, study) as rater:
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


def test_of_two_windows_and_two_devices_the_first_answer_counts(
    chromium: "Browser", phone: "BrowserContext", server: ThreadServer
) -> None:
    study = add_study(server.store, "rankme", name="windows", count=2)
    with rater_in(phone, server, study) as rater:
        page = rater.start()
        window = rater.open(page.url.removeprefix(rater.address))
        with other_device(chromium, rater) as device:
            for number, one in enumerate((window, device, page)):
                type_numbers(one, str(number + 1), "50", "60")
            rater.send()
            following = page.url
            window.get_by_text("already been sent").wait_for()
            window.locator("#notice a").click()
            window.wait_for_url(following)
            rater.may_hear = "409"
            device.locator(".send button").click()  # knows nothing of the others
            device.get_by_text("other answers were not stored").wait_for()
            device.locator("#notice a").click()
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
        token = page.url.rpartition("/")[2]
        # A draft that came after the time is over would renew the lease: its rater is at work.
        assert soon(lambda: sorted(draft_of(server.store, token)) == ["10", "20"])
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


def test_an_expired_sheet_that_nobody_else_took_counts(phone: "BrowserContext", server: ThreadServer) -> None:
    study = add_study(server.store, "rankme", name="late", count=1, lease_minutes=10)
    with rater_in(phone, server, study) as slow:
        type_numbers(slow.start(), "10", "20", "30")
        server.clock.seconds = 700
        slow.send()
        assert slow.is_done
    (one,) = answered_sheets(server.store, study)
    assert (one.state, given(one), one.judged) == ("done", [10, 20, 30], one.expected)


def test_without_connection_answers_wait_and_are_sent_once(phone: "BrowserContext", server: ThreadServer) -> None:
    study = add_study(server.store, "direct_assessment", name="offline", count=1, sheets_per_rater=2)
    with rater_in(phone, server, study) as rater:
        page = rater.start()
        rater.may_hear = "net::ERR_"
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
    phone: "BrowserContext", server: ThreadServer
) -> None:
    study = add_study(server.store, "rankme", name="receipt", count=1)
    with rater_in(phone, server, study) as rater:
        page = rater.start()
        arrived = []

        def lose(route: "Route") -> None:
            arrived.append(route.fetch().status)
            route.abort("connectionreset")

        rater.may_hear = "net::ERR_"
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
        rater.may_hear = "net::ERR_"
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


# Leaving, and pages whose scripts never came


def test_what_was_typed_is_saved_though_the_window_is_closed_at_once(chromium: "Browser", server: ThreadServer) -> None:
    study = add_study(server.store, "rankme", name="closed", count=1)
    with rater_of(chromium, server, study) as rater:
        page = rater.start()
        token = page.url.rpartition("/")[2]
        type_numbers(page, "12", "34")
        assert draft_of(server.store, token) == []  # it is not due yet
        page.close()
        assert soon(lambda: sorted(draft_of(server.store, token)) == ["12", "34"])


# Notes which requests the browser is to finish though their page is gone: here the network is too fast to see it.
NOTED = """
  window.lives = [];
  const own = fetch;
  window.fetch = (to, how) => { lives.push(how.keepalive); return own(to, how); };
"""


def test_answers_are_stored_though_the_window_is_closed_as_they_are_sent(
    chromium: "Browser", server: ThreadServer
) -> None:
    study = add_study(server.store, "rankme", name="gone", count=1)
    with rater_of(chromium, server, study) as rater:
        rater.context.add_init_script(NOTED)
        page = rater.start()
        type_numbers(page, "12", "34", "56")
        assert page.evaluate("dispatchEvent(new Event('pagehide')); lives") == [True]  # the draft
        assert page.evaluate("document.querySelector('.send button').click(); lives") == [True, True]
        page.close()
        assert soon(lambda: bool(answered_sheets(server.store, study)))
    (one,) = check_once(server.store, study, 1)
    assert given(one) == [12, 34, 56]


@pytest.mark.parametrize("has_script", [True, False])
def test_a_sheet_that_is_sent_without_its_script_has_the_times_of_the_server(
    chromium: "Browser", server: ThreadServer, tmp_path: Path, has_script: bool
) -> None:
    """Either scripts are switched off, or they are still on their way when the sheet is sent."""
    name = f"script-{has_script}"
    study = add_study(server.store, "pairwise", name=name, count=1, sheets_per_rater=1)
    before = time.time()
    with rater_of(chromium, server, study, java_script_enabled=has_script) as rater:
        page = rater.arrive()
        page.route("**/sheet.js", lambda route: None)  # never answered
        page.locator('form[action$="/begin"] button').click(no_wait_after=True)
        page.wait_for_url("**/sheets/*", wait_until="commit")
        page.locator(".side").first.click()
        page.wait_for_timeout(300)
        page.locator(".send button").click(no_wait_after=True)
        page.wait_for_url("**/done")
    (one,) = answered_sheets(server.store, study)
    check_judgements(one)
    assert one.timings == {}  # nobody knows how long somebody was there
    ratings, times = tmp_path / "ratings.csv", tmp_path / "times.csv"
    export_study(server.store, name, ratings, tmp_path / "others.csv", times=times)
    rows = [row for path in (ratings, times) for row in csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))]
    assert len(rows) == sum(one.judged.values()) + 1
    for row in rows:
        shown_at, answered_at = float(row["shown_at"]), float(row["answered_at"])
        assert before < shown_at < shown_at + 0.3 < answered_at < time.time()
        assert {row.get(f"{kind}_seconds", "") for kind in ("active", "idle", "hidden")} == {""}
