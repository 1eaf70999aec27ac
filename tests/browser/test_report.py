"""The report in a real browser, opened as a file."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from genchal.domain import Instance, Text
from genchal.domain.results.campaign import CampaignResults
from genchal.reports.report_files import render_report
from reports.campaigns import CAMPAIGN, NASTY, TRACK, named_tracks


def written(campaign: CampaignResults, folder: Path) -> str:
    for path, content in render_report(campaign, formats=("svg",)).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return (folder / "index.html").as_uri()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a report; drawing its figures takes longer than looking at it."""
    return written(CAMPAIGN, tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="module")
def two_tracks(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(named_tracks("walks", "more walks"), tmp_path_factory.mktemp("tracks"))


@pytest.fixture(scope="module")
def screen(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    yield context
    context.close()


@pytest.fixture
def page(screen: BrowserContext) -> Iterator[Page]:
    """A page that tolerates no error and no request but for the report itself."""
    page = screen.new_page()
    complaints: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    yield page
    page.close()
    assert complaints == []
    assert [url for url in requests if not url.split("#")[0].endswith("/index.html") and url != "data:,"] == []


def names(page: Page, table: str) -> list[str]:
    """Systems of the table that is to be seen, from top to bottom."""
    cells = page.locator(f"{table} tbody th")
    return [cell.get_attribute("data-sort") or "" for cell in cells.all()]


def head(page: Page, table: str, label: str) -> Locator:
    return page.locator(f"{table} thead th", has_text=label)


def test_the_leaderboard_sorts_by_clicking(page: Page, report: str) -> None:
    page.goto(report)
    assert names(page, ".leaderboard") == ["neural", "templates", "hasty", "unscored"]
    bleu, errors = head(page, ".leaderboard", "BLEU"), head(page, ".leaderboard", "Slot errors")
    expect(bleu).to_have_attribute("aria-sort", "descending")

    errors.get_by_role("button").click()
    expect(errors).to_have_attribute("aria-sort", "ascending")  # fewest errors first
    assert bleu.get_attribute("aria-sort") is None
    assert names(page, ".leaderboard") == ["templates", "neural", "hasty", "unscored"]

    errors.get_by_role("button").click()
    expect(errors).to_have_attribute("aria-sort", "descending")
    assert names(page, ".leaderboard") == ["neural", "templates", "hasty", "unscored"]  # not scored stays below


def test_the_leaderboard_sorts_by_keyboard(page: Page, report: str) -> None:
    page.goto(report)
    system = head(page, ".leaderboard", "System")
    system.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(system).to_have_attribute("aria-sort", "ascending")
    assert names(page, ".leaderboard") == ["hasty", "neural", "templates", "unscored"]
    page.keyboard.press("Space")
    expect(system).to_have_attribute("aria-sort", "descending")
    assert names(page, ".leaderboard") == ["unscored", "templates", "neural", "hasty"]


ENDLESS = "gpt_temperature07_promptVersion12_withExamples"
BROKEN_WORDS = """elements => elements.flatMap(element => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), broken = [];
  while (texts.nextNode()) {
    for (const word of texts.currentNode.data.matchAll(/\\w+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(box => box.top)).size > 1) broken.push(word[0]);
    }
  }
  return broken;
})"""


@pytest.mark.parametrize(("name", "broken"), [("hand-written templates", []), (ENDLESS, [ENDLESS])])
def test_words_of_names_are_whole_on_phones_unless_they_are_endless(
    page: Page, name: str, broken: list[str], tmp_path: Path
) -> None:
    systems = (replace(TRACK.systems[0], name=name),)
    wide = tuple(replace(measure, label="a measure with a long name") for measure in TRACK.measures)
    track = replace(TRACK, systems=systems, measures=wide, segments=(), outputs={})
    page.goto(written(replace(CAMPAIGN, tracks=(track,)), tmp_path))
    page.set_viewport_size({"width": 390, "height": 844})
    words = page.locator(".leaderboard tbody .name").evaluate_all(BROKEN_WORDS)
    column = page.locator(".leaderboard tbody .system").first.bounding_box()
    page.set_viewport_size({"width": 1280, "height": 900})
    assert words == broken
    assert column is not None
    assert column["width"] <= 160  # of 390, so that two columns of numbers are in sight


def test_tracks_are_tabs(page: Page, two_tracks: str) -> None:
    page.goto(two_tracks)
    expect(page.locator(".leaderboard >> visible=true")).to_have_count(1)
    page.get_by_role("link", name="more walks").click()
    expect(page.locator(".track.current h2")).to_have_text("more walks")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".track.current h2")).to_have_text("walks")


def test_nasty_texts_are_only_texts(page: Page, tmp_path: Path) -> None:
    instances = tuple(Instance(text, Text(text), (text,)) for text in NASTY)
    systems = tuple(replace(TRACK.systems[0], name=text, team=text, family=text) for text in NASTY)
    measures = tuple(replace(measure, label=NASTY[1], signature=NASTY[1]) for measure in TRACK.measures)
    outputs = {system.name: tuple(NASTY) for system in systems}
    track = replace(TRACK, name=NASTY[2], instances=instances, systems=systems, measures=measures, outputs=outputs)
    page.on("dialog", lambda dialog: pytest.fail(f"a text was run: {dialog.message}"))
    page.goto(written(replace(CAMPAIGN, name=NASTY[1], tracks=(replace(track, segments=()),)), tmp_path))
    expect(page.locator("h1")).to_have_text(NASTY[1])
    expect(page.locator(".found")).to_have_text(f"{len(NASTY)} instances")
    page.locator(".entry").nth(1).click()
    expect(page.locator(".systems tbody td.text").first).to_have_text(NASTY[1])
    assert page.locator("script").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_the_page_is_never_wider_than_the_screen(page: Page, two_tracks: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(two_tracks)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_signatures_are_copied(page: Page, report: str) -> None:
    page.goto(report)
    button = page.locator(".copy").first
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button.click()
    expect(button).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == TRACK.measures[0].signature


def test_without_scripts_numbers_and_texts_are_there(chromium: Browser, two_tracks: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(two_tracks)
    expect(page.locator(".leaderboard")).to_have_count(2)
    expect(page.locator(".leaderboard").last).to_be_visible()
    expect(page.locator(".top-figure svg.broad").last).to_be_visible()
    expect(page.locator(".browser").first).to_be_hidden()
    page.locator(".outputs details.plain").first.locator("summary").click()
    expect(page.locator(".outputs details.plain dd").first).to_be_visible()
    expect(page.locator(".outputs details.plain dd").first).to_have_text("Fern Path is a walk for dogs.")
    context.close()
