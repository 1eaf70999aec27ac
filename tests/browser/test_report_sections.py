"""The sections of the report in a real browser: verdict, figure, leaderboard, people, published numbers."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.accessibility import check_accessible
from browser.test_report import names, written
from reports.made_up import DEMO, LARGE, Plan, made_up_campaign, made_up_track

OPEN_ALL = "document.querySelectorAll('details').forEach(part => { part.open = true; })"
EMPTY = """[...document.querySelectorAll("main section")]
  .filter(part => part.offsetParent !== null && !part.querySelector("table, svg, dl, ul, .browser, .note"))
  .map(part => part.id)"""
# Tables and figures that reach over the edge of the paper.
BEYOND = """[...document.querySelectorAll("table, svg, pre")]
  .filter(part => part.checkVisibility() && part.getBoundingClientRect().right > innerWidth + 1)
  .map(part => part.closest("[id]").id)"""
# Headings of sections that have nothing else to show.
EMPTY_ON_PAPER = """[...document.querySelectorAll("main section")]
  .filter(part => part.checkVisibility() && part.innerText.trim() === part.querySelector("h2, h3")?.innerText.trim()
    && ![...part.querySelectorAll("svg")].some(drawn => drawn.checkVisibility()))
  .map(part => part.id)"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(made_up_campaign(made_up_track(DEMO), published=True), tmp_path_factory.mktemp("demo"))


@pytest.fixture(scope="module")
def screen(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    yield context
    context.close()


@pytest.fixture
def page(screen: BrowserContext) -> Iterator[Page]:
    """A page that tolerates no error and no request but for the report itself."""
    page = screen.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else complaints.append("net"))
    yield page
    page.close()
    assert complaints == []


def test_the_first_screen_has_the_verdict_and_the_whole_figure(page: Page, demo: str) -> None:
    page.goto(demo)
    expect(page.locator(".claims li").first).to_contain_text("cannot be told apart")
    expect(page.locator(".verdict .banner")).to_contain_text("simulated by a program")
    box = page.locator(".top-figure svg.broad").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 900


def test_on_a_phone_the_main_figures_are_seen_without_scrolling_sideways(page: Page, demo: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(demo)
    figures = page.locator("svg.narrow")
    assert figures.count() >= 4
    assert all(figure.is_hidden() for figure in page.locator("svg.broad").all())
    for figure in figures.all():
        box = figure.bounding_box()
        assert box is None or (box["x"] >= 0 and box["x"] + box["width"] <= 390)  # None: folded away
    page.emulate_media(media="print")
    assert page.locator(".top-figure svg.narrow").is_hidden()


def test_twenty_one_systems_fit_on_one_screen(page: Page, tmp_path: Path) -> None:
    page.goto(written(made_up_campaign(made_up_track(replace(LARGE, extras=False, measures=3))), tmp_path))
    rows = page.locator(".leaderboard tbody tr")
    expect(rows).to_have_count(21)
    box = page.locator(".leaderboard").bounding_box()
    assert box is not None
    assert box["height"] <= 860
    assert {row.bounding_box()["height"] < 40 for row in rows.all()} == {True}  # type: ignore[index]


def test_rules_between_clusters_go_when_rows_are_sorted_otherwise(page: Page, demo: str) -> None:
    page.goto(demo)
    assert names(page, ".leaderboard")[-1] == "careless"  # by people
    assert page.locator(".new-cluster").count() > 0
    assert page.locator(".leaderboard").get_attribute("data-sorted") == "first"
    page.locator(".leaderboard thead th", has_text="BLEU").get_by_role("button").click()
    assert names(page, ".leaderboard")[0] == "careless"
    assert page.locator(".leaderboard").get_attribute("data-sorted") is None


def test_intervals_are_shown_on_demand(page: Page, demo: str) -> None:
    page.goto(demo)
    interval = page.locator(".leaderboard .interval").first
    expect(interval).to_be_hidden()
    page.get_by_label("Show 95% intervals").check()
    expect(interval).to_be_visible()


def test_tables_in_folded_parts_sort_by_name_and_by_number(page: Page, demo: str) -> None:
    page.goto(demo)
    fold = page.locator("details", has_text="Sizes, lexicalised").first
    fold.locator("summary").click()
    fold.get_by_role("button", name="system").click()
    cells = fold.locator("tbody th")
    assert cells.all_inner_texts() == sorted(cells.all_inner_texts())


def test_published_numbers_stand_beside_ours_with_deviations_first(page: Page, demo: str) -> None:
    page.goto(demo)
    expect(page.locator(".outcome")).to_contain_text("2 of 4 published numbers reproduced (1 exactly)")
    page.locator(".published summary").first.click()
    expect(page.locator(".published tbody tr").first).to_have_class("off")
    expect(page.locator(".published tbody a").first).to_have_attribute("href", "https://example.org/deviations#otter")


@pytest.mark.parametrize(
    "plan",
    [
        Plan(people=False, measures=0),
        Plan(people=False, tested=False),
        Plan(measures=0),
        Plan(systems=1),
        Plan(method="trueskill", instances=20),
    ],
    ids=["nothing", "untested", "people only", "one system", "trueskill"],
)
def test_nothing_is_empty_where_something_is_missing(page: Page, tmp_path: Path, plan: Plan) -> None:
    page.goto(written(made_up_campaign(made_up_track(plan)), tmp_path))
    page.evaluate(OPEN_ALL)
    assert page.evaluate(EMPTY) == []
    assert page.locator(".jump a").count() == page.locator(".jump a:visible").count()
    for link in page.locator(".jump a").all():
        assert page.locator(f'[id="{(link.get_attribute("href") or "")[1:]}"]').count() == 1


def test_all_tracks_stand_side_by_side(page: Page, tmp_path: Path) -> None:
    tracks = (made_up_track(Plan(seed=1), "English", "en"), made_up_track(Plan(seed=2, systems=4), "German", "de"))
    page.goto(written(made_up_campaign(*tracks), tmp_path))
    page.locator(".pivots > summary").click()
    page.locator(".pivots details summary", has_text="BLEU").click()
    expect(page.locator(".pivots details[open] thead")).to_contain_text("English (en)")
    expect(page.locator(".pivots details[open] tbody tr")).to_have_count(5)
    expect(page.locator(".pivots details[open]")).to_contain_text("submitted late")


def test_print_has_no_controls(page: Page, demo: str) -> None:
    page.goto(demo)
    page.emulate_media(media="print")
    expect(page.locator(".jump")).to_be_hidden()
    expect(page.locator(".switch").first).to_be_hidden()
    expect(page.locator(".claims")).to_be_visible()


@pytest.mark.parametrize("plan", [DEMO, LARGE])
def test_nothing_is_cut_off_on_paper(page: Page, tmp_path: Path, plan: Plan) -> None:
    page.set_viewport_size({"width": 703, "height": 995})  # A4 without its margins
    page.goto(written(made_up_campaign(made_up_track(plan), published=True), tmp_path))
    page.emulate_media(media="print")
    assert page.evaluate(BEYOND) == []
    expect(page.locator("details:not([open])").first).to_be_hidden()
    assert page.evaluate(EMPTY_ON_PAPER) == []


def test_a_deviation_leads_to_its_explanation(page: Page, tmp_path: Path) -> None:
    campaign = made_up_campaign(made_up_track(DEMO), published=True)
    assert campaign.published is not None
    numbers = [replace(number, link="deviations.html#otter") for number in campaign.published]
    text = "# Why\n\n" + "A sentence.\n\n" * 80 + "## Otter\n\nAnother tokeniser."
    page.goto(
        written(
            replace(campaign, published=replace(campaign.published, numbers=tuple(numbers), explanations=text)),
            tmp_path,
        )
    )
    page.locator("#published summary").first.click()
    page.locator("#published a", has_text="why").first.click()
    expect(page.locator(":target")).to_have_text("Otter")
    expect(page.locator(":target")).to_be_in_viewport()
    page.locator(".back a").click()
    expect(page.locator("#published")).to_be_in_viewport()


@pytest.mark.slow
def test_axe_finds_nothing(page: Page, demo: str, axe: str) -> None:
    page.goto(demo)
    page.evaluate(OPEN_ALL)
    check_accessible(page, axe)
    page.goto(demo.replace("index.html", "deviations.html"))
    expect(page.locator("h1")).to_have_text("Why")
    check_accessible(page, axe)
