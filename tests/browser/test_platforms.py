"""Raters who come from a platform with an id and go back with a code, in a real browser; and every way out."""

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
from sqlalchemy import select

from browser.accessibility import Inspection
from browser.keyboard import ready
from browser.stored_sheets import check_once
from browser.study_server import QUESTION, BrowserRater, ThreadServer, add_study, rater_of
from genchal.campaign.studies.links import make_study_link
from genchal.campaign.studies.stored import RunningStudy
from genchal.store.schema import rater, rater_identity

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

CODES = {"complete": "COMPLETE1", "screened_out": "SCREENED2", "no_consent": "NOCONSENT3"}
RETURN = "https://app.prolific.com/submissions/complete?cc="


def prolific(server: ThreadServer, name: str, method: str = "pairwise", **keys: Any) -> RunningStudy:
    usual: dict[str, Any] = {"identity": "prolific", "codes": CODES, "eligibility": [QUESTION], "count": 2}
    return add_study(server.store, method, name=name, **{**usual, **keys})


def prolific_id(person: str) -> str:
    """An id as Prolific gives them."""
    return person.encode().hex().ljust(24, "0")[:24]


def link_of(server: ThreadServer, study: RunningStudy, person: str, session: str = "s1") -> str:
    """The address as Prolific opens it, its placeholders filled in."""
    values = {"PROLIFIC_PID": prolific_id(person), "STUDY_ID": "study9", "SESSION_ID": session}
    link = make_study_link(study, server.address)
    for name, value in values.items():
        assert f"{name}={{{{%{name}%}}}}" in link
        link = link.replace(f"{{{{%{name}%}}}}", value)
    assert link == f"{server.address}/s/{study.study.name}?{urlencode(values)}"
    return link


def ending(page: "Page") -> tuple[str, str | None]:
    """The code that a page shows, and the address that its link returns to."""
    return page.locator("#code").inner_text(), page.locator("main a.primary").get_attribute("href")


def go(one: BrowserRater, link: str) -> str:
    """Open the link again; says where it led to."""
    one.page.goto(link)
    ready(one.page)
    return one.page.url


def test_a_rater_from_prolific_goes_on_in_any_browser_and_returns_with_the_code(
    chromium: "Browser", server: ThreadServer
) -> None:
    study = prolific(server, "prolific", sheets_per_rater=2)
    link = link_of(server, study, "p1")
    with rater_of(chromium, server, study) as home, rater_of(chromium, server, study) as phone:
        first = home.start(link).url
        assert go(home, link) == first
        with home.page.expect_response("**/draft"):
            home.page.locator(".side").first.click()
        assert go(phone, link_of(server, study, "p1", "s2")) == first
        assert phone.page.locator(".side :checked").count() == 1  # what was chosen in the other browser
        phone.send()
        second = phone.page.url
        assert go(home, first) == first
        home.page.get_by_text("answered").first.wait_for()
        assert go(home, link) == second
        home.page.locator(".side").first.click()
        home.send()
        for one in (home, phone):
            go(one, link)
            assert ending(one.page) == ("COMPLETE1", f"{RETURN}COMPLETE1")
    check_once(server.store, study, 2)
    with server.store.reading() as transaction:
        chosen = select(rater_identity.c.given).join(rater, rater.c.id == rater_identity.c.rater)
        people = transaction.execute(chosen.where(rater.c.study == study.study.id)).scalars().all()
    assert people == [{"PROLIFIC_PID": prolific_id("p1"), "STUDY_ID": "study9", "SESSION_ID": "s1"}]


def test_every_way_out_has_its_page_and_code(chromium: "Browser", server: ThreadServer, inspect: Inspection) -> None:
    study = prolific(server, "ways-out", "rankme", count=1)
    with rater_of(chromium, server, study) as one:  # many people may share a browser: the address says who it is
        page = one.page

        one.may_hear = "404"
        page.goto(f"{server.address}/s/ways-out")
        assert "does not say who you are" in page.inner_text("main")
        assert "open the study again from the platform" in page.inner_text("main")
        inspect(page, "error")
        one.may_hear = ""

        page.goto(link_of(server, study, "unwilling"))
        page.locator('button[value="decline"]').click()
        page.wait_for_url("**/declined?*")
        assert ending(page) == ("NOCONSENT3", f"{RETURN}NOCONSENT3")
        inspect(page, "declined")

        link = link_of(server, study, "unfit")
        page.goto(link)
        page.locator('button[value="agree"]').click()
        page.locator(".tick").last.click()
        page.locator("button.primary").click()
        page.locator("#code").wait_for()
        assert ending(page) == ("SCREENED2", f"{RETURN}SCREENED2")
        inspect(page, "screened out")
        page.reload()
        assert ending(page) == ("SCREENED2", f"{RETURN}SCREENED2")
        go(one, link)  # nor is anybody asked twice
        assert ending(page) == ("SCREENED2", f"{RETURN}SCREENED2")

        first = one.start(link_of(server, study, "diligent")).url
        with rater_of(chromium, server, study) as late:
            late.arrive(link_of(server, study, "late"))
            for field in page.locator(".number input").all():
                field.fill("90")
            one.send()
            go(one, first)
            inspect(page, "answered")
            page.locator("button.primary").click()
            page.wait_for_url("**/done")
            assert ending(page) == ("COMPLETE1", f"{RETURN}COMPLETE1")
            late.page.locator("button.primary").click()
            late.page.wait_for_url("**/done")
            assert late.page.locator("#code").count() == 0  # nothing was left to do for them
            inspect(late.page, "no work")
    check_once(server.store, study, 1)
