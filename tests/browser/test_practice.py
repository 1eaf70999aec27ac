"""Practice with feedback in a real browser: answered, read, reloaded, gone back from, and left for the first page."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from browser.accessibility import check_accessible
from browser.keyboard import ready
from browser.stored_sheets import check_once
from browser.study_server import ThreadServer, add_study, new_screen, rater_in
from browser.test_studies import given, type_numbers

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.slow

TEXTS = [
    {"instance": "i0", "text": "A walk with dogs.", "answer": "about 80", "feedback": "It says **nearly** all."},
    {"instance": "i0", "text": "Dogs walk.", "answer": "about 20", "feedback": "It says something else."},
]


@pytest.fixture(scope="module")
def phone(chromium: "Browser") -> Iterator["BrowserContext"]:
    context = new_screen(chromium)
    yield context
    context.close()


def test_a_rater_practises_reads_why_and_goes_on(phone: "BrowserContext", server: ThreadServer, axe: str) -> None:
    study = add_study(server.store, "rankme", name="practised", count=1, practice_texts=TEXTS)
    with rater_in(phone, server, study) as rater:
        page = rater.start()
        practised = page.url
        type_numbers(page, "150", "30")
        page.get_by_role("button", name="Send and continue").click()
        page.wait_for_url(f"{practised}/feedback")
        page.get_by_role("heading", name="About this practice page").wait_for()
        assert sorted(page.locator(".review dd").all_inner_texts()) == ["150", "30"]
        assert sorted(page.locator(".expected").all_inner_texts()) == ["about 20", "about 80"]
        check_accessible(page, axe)
        page.reload()
        page.go_back()
        page.goto(f"{practised}/feedback")
        page.get_by_role("button", name="Continue").press("Enter")
        page.wait_for_url(lambda url: "/sheets/" in url and "feedback" not in url)
        ready(page)
        assert page.locator(".practice").count() == 0
        type_numbers(page, "1", "2", "3")
        rater.send()
    assert sorted(given(one) for one in check_once(server.store, study, 2)) == [[1, 2, 3], [150, 30]]
