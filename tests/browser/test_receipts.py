"""Nobody is told that answers are stored which are not: what stands between a real browser and the real server."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from browser.keyboard import leave, ready
from browser.stored_sheets import answered_sheets, check_once
from browser.study_server import ThreadServer, add_study, new_screen, other_device, rater_in, rater_of
from browser.test_studies import given, type_numbers
from genchal.store.comments import list_comments
from genchal.store.export import read_ratings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Request

pytestmark = pytest.mark.slow

MAINTENANCE = "<!doctype html><title>Back soon</title><h1>We are updating our servers</h1>"
# What proxies, hotels and gateways answer in the place of the study.
STRANGERS: dict[str, dict[str, object]] = {
    "maintenance": {"status": 200, "content_type": "text/html", "body": MAINTENANCE},
    "other-json": {"status": 200, "content_type": "application/json", "body": '{"ok":true,"next":"/welcome"}'},
    "other-receipt": {
        "status": 200,
        "content_type": "application/json",
        "body": '{"receipt":{"status":"stored","sheet":"another","key":"another"},"next":"/welcome"}',
    },
    "forbidden": {"status": 403, "content_type": "text/html", "body": MAINTENANCE},
    "missing": {"status": 404, "content_type": "application/json", "body": '{"message":"no route found"}'},
}


@pytest.fixture(scope="module")
def phone(chromium: "Browser") -> Iterator["BrowserContext"]:
    context = new_screen(chromium)
    yield context
    context.close()


def letters(page: "Page") -> int:
    """How many answers the device keeps because nobody has confirmed them."""
    count: int = page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('genchal.outbox.')).length")
    return count


@pytest.mark.parametrize("stranger", STRANGERS)
def test_only_the_study_can_say_that_answers_are_stored(
    phone: "BrowserContext", server: ThreadServer, stranger: str
) -> None:
    study = add_study(server.store, "rankme", name=f"stranger-{stranger}", count=1)
    with rater_in(phone, server, study) as rater:
        page = rater.start()
        rater.may_hear = "Failed to load resource"
        type_numbers(page, "7", "8", "9")
        page.route(page.url, lambda route: route.fulfill(**STRANGERS[stranger]), times=1)
        page.locator(".send button").click()
        page.get_by_text("Saved on this device").wait_for()
        assert letters(page) == 1
        assert answered_sheets(server.store, study) == []
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_url("**/done")
        assert letters(page) == 0
    check_once(server.store, study, 1)


def test_a_draft_is_saved_only_if_the_study_says_so(phone: "BrowserContext", server: ThreadServer) -> None:
    study = add_study(server.store, "rankme", name="strange-draft", count=1)
    with rater_in(phone, server, study) as rater:
        page = rater.start()
        page.route("**/draft", lambda route: route.fulfill(status=200, content_type="text/html", body=MAINTENANCE))
        with page.expect_response("**/draft"):
            type_numbers(page, "7")
        page.locator("#state", has_text="Draft saved on this device").wait_for()
        page.unroute("**/draft")


def test_a_sheet_without_answers_is_open_whatever_the_device_remembers(
    phone: "BrowserContext", server: ThreadServer
) -> None:
    """As after a backup of the database was restored: the device knows of answers that the study does not have."""
    study = add_study(server.store, "rankme", name="restored", count=1)
    with rater_in(phone, server, study) as rater:
        page = rater.start()
        token = page.url.rpartition("/")[2]
        page.evaluate(
            "name => localStorage.setItem(name, JSON.stringify({next: '/welcome', at: Date.now()}))",
            f"genchal.sent.{token}",
        )
        page.reload()
        ready(page)
        assert page.locator("#notice").is_hidden()
        type_numbers(page, "7", "8", "9")
        rater.send()
        assert rater.is_done
    check_once(server.store, study, 1)


# What browsers of 2020 do not have.
OLD = "delete AbortSignal.timeout; delete AbortSignal.any; delete Array.prototype.at; delete Object.hasOwn;"


@pytest.mark.parametrize("missing", [OLD, f"{OLD} delete window.AbortController;"])
def test_older_browsers_send_as_well(chromium: "Browser", server: ThreadServer, missing: str) -> None:
    study = add_study(server.store, "rankme", name=f"old-{len(missing)}", count=1)
    with rater_of(chromium, server, study) as rater:
        rater.context.add_init_script(missing)
        page = rater.start()
        type_numbers(page, "7", "8", "9")
        rater.send()
        assert rater.is_done
    check_once(server.store, study, 1)


def test_other_answers_to_a_sheet_that_is_answered_are_not_called_stored(
    chromium: "Browser", phone: "BrowserContext", server: ThreadServer
) -> None:
    study = add_study(server.store, "rankme", name="other-answers", count=2)
    with rater_in(phone, server, study) as rater:
        page = rater.start()
        with other_device(chromium, rater) as device:
            type_numbers(page, "1", "2", "3")
            rater.send()
            following = page.url
            type_numbers(device, "70", "80", "90")
            device.locator(".send button").click()
            device.get_by_text("these other answers were not stored").wait_for()
            device.locator("#notice a").click()
            device.wait_for_url(following)
    (one,) = check_once(server.store, study, 1)
    assert given(one) == [1, 2, 3]


def test_on_a_shared_device_answers_wait_for_their_own_rater(phone: "BrowserContext", server: ThreadServer) -> None:
    study = add_study(server.store, "rankme", name="shared", count=2, identity="link", raters_per_item=2)
    with rater_in(phone, server, study) as rater:
        page = rater.start(rater.invitation(1))
        first = page.url
        rater.may_hear = "net::ERR_"
        type_numbers(page, "1", "2", "3")
        # Not `set_offline`: it ends with the page, which may notice and send its answers before it is gone.
        page.route(first, lambda route: route.abort("internetdisconnected"))
        page.locator(".send button").click()
        page.get_by_text("Saved on this device").wait_for()
        page.close()
        # Somebody else opens their own link on the same device.
        rater.page = rater.open()
        posted: list[str] = []

        def note(request: "Request") -> None:
            if request.method == "POST" and request.url == first:
                posted.append(request.url)

        rater.page.on("request", note)
        page = rater.start(rater.invitation(2))
        type_numbers(page, "40", "50", "60")
        rater.send()
        assert posted == []
        assert letters(page) == 1
        assert [(one.rater, given(one)) for one in answered_sheets(server.store, study)] == [(2, [40, 50, 60])]
        # The first one comes back, and the answers go.
        page.goto(rater.invitation(1))
        leave(page, first)
        assert letters(page) == 0
    kept = {one.rater: given(one) for one in check_once(server.store, study, 2)}
    assert kept == {1: [1, 2, 3], 2: [40, 50, 60]}


def test_a_page_that_is_still_open_is_not_sent_as_somebody_else(phone: "BrowserContext", server: ThreadServer) -> None:
    study = add_study(server.store, "rankme", name="two-people", count=2, identity="link", raters_per_item=2)
    with rater_in(phone, server, study) as rater:
        page = rater.start(rater.invitation(1))
        first = page.url
        type_numbers(page, "1", "2", "3")
        rater.page = rater.open()
        rater.may_hear = "403"  # the draft may be refused as well
        rater.start(rater.invitation(2))
        page.locator(".send button").click()
        page.get_by_text("Somebody else takes part in this browser now").wait_for()
        assert letters(page) == 1
        assert answered_sheets(server.store, study) == []
        rater.may_hear = "Failed to load resource"
        page.reload()
        page.get_by_text("it is not yours").wait_for()
        assert page.get_by_text("All answers").count() == 0
        assert letters(page) == 1
        page.goto(rater.invitation(1))
        leave(page, first)
    (one,) = check_once(server.store, study, 1)
    assert (one.rater, given(one)) == (1, [1, 2, 3])


def test_without_script_a_failure_is_told_and_nothing_has_to_be_typed_again(
    chromium: "Browser", server: ThreadServer
) -> None:
    study = add_study(server.store, "rankme", name="plain-failure", count=1)
    with rater_of(chromium, server, study, java_script_enabled=False) as rater:
        page = rater.arrive()
        page.locator('form[action$="/begin"] button').click()
        page.wait_for_url("**/sheets/*")
        rater.may_hear = "503"
        type_numbers(page, "7", "8", "9")
        server.fails = True
        page.locator(".send button").click()
        server.fails = False
        page.get_by_text("We do not know whether what you have just sent was stored").wait_for()
        assert page.get_by_text("are stored").count() == 0
        page.get_by_role("button", name="Send it again").click()
        page.wait_for_url("**/done")
    (one,) = answered_sheets(server.store, study)
    assert given(one) == [7, 8, 9]


def test_going_back_changes_an_answer_and_leads_on(phone: "BrowserContext", server: ThreadServer) -> None:
    study = add_study(server.store, "rankme", name="second-thoughts", count=3)
    with rater_in(phone, server, study) as rater:
        page = rater.start()
        type_numbers(page, "1", "2", "3")
        rater.send()
        second = page.url
        type_numbers(page, "40")
        page.get_by_role("link", name="Previous page").click()
        page.wait_for_url("**/change")
        ready(page)
        assert [one.input_value() for one in page.locator(".number input").all()] == ["1", "2", "3"]
        type_numbers(page, "100")
        page.get_by_text("Add a comment").click()
        page.locator("#comment").fill("The first text is cut off.")
        page.reload()
        ready(page)
        assert page.locator("#comment").input_value() == "The first text is cut off."
        page.get_by_role("button", name="Save the changes").click()
        leave(page, page.url)
        assert page.url == second
        assert page.locator(".number input").first.input_value() == "40"  # where the rater was
        type_numbers(page, "40", "50", "60")
        rater.send()
    found = sorted(rating.value for rating in server.store.read(lambda t: list(read_ratings(t, study.study.id))))
    assert found == sorted(["100", "2", "3", "40", "50", "60"])
    (said,) = server.store.read(lambda t: list(list_comments(t, study.study.id)))
    assert said.text == "The first text is cut off."
