"""A study before it is created: every page of every method, and no database."""

import re
from pathlib import Path

import pytest

from genchal.campaign.studies.create import plan_study
from genchal.domain.study.keys import parse_design
from genchal.elicitation import METHODS
from genchal.web.pages.preview import Preview
from web.raters import Browser, Forms, material

QUESTION = {"question": "Is English your first language?", "options": ["Yes", "No"], "passing": ["Yes"]}


def preview(method: str, **keys: object) -> Preview:
    design = parse_design({"name": "quality", "method": method, "eligibility": [QUESTION], "practice": 1, **keys})
    return Preview(plan_study(design, material(method, 6), 1), 1)


@pytest.mark.parametrize("method", METHODS)
def test_every_page_that_is_listed_is_shown(method: str) -> None:
    browser = Browser(preview(method).app)
    front = browser.get("/").text
    addresses = re.findall(r'<li><a href="([^"]+)"', front)
    assert len(addresses) > 8
    for address in addresses:
        page = browser.get(address)
        assert page.status_code == 200, address
        assert "Preview: nothing is stored." in page.text, address


def test_answers_are_checked_and_lead_from_the_first_page_to_the_last(tmp_path: Path) -> None:
    shown = preview("likert", codes={"complete": "DONE-1"})
    browser = Browser(shown.app)
    page = browser.get("/s/quality")
    for decision in ({"_decision": "agree"}, {"question0": "Yes"}, {"_csrf": ""}):
        page = browser.post(Forms(page.text).actions[0], data=decision)
    (one,) = shown.studies
    for place in range(len(one.blocks)):
        assert page.url.path == f"/sheets/0-{place}"
        refused = browser.post(page.url.path, data={"_key": "x"})
        assert (refused.status_code, "please give an answer" in refused.text) == (422, True)
        fields = one.running.method.fields(one.running.sheet(one.seen(place).stored))
        page = browser.post(page.url.path, data=dict.fromkeys(fields, "3"))
    assert page.url.path == "/s/quality/end/thanks"
    assert "DONE-1" in page.text
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_there_is_told() -> None:
    browser = Browser(preview("likert").app)
    for path in ("/sheets/0-999", "/sheets/7-0", "/sheets/x", "/s/other"):
        assert browser.get(path).status_code == 404
