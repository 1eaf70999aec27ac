"""The outputs browser of a report in a real browser, opened as a file."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from browser.accessibility import check_accessible
from browser.test_report import head, names, written
from genchal.domain import Instance, SlotValues, Text
from genchal.domain.results.people import EvaluationSize, HumanEvaluation, RatedSegments
from genchal.domain.results.scores import SegmentScores
from genchal.reports.page import browser_data, browser_texts
from reports.campaigns import CAMPAIGN, INSTANCES, TRACK, named_tracks

# A fourth instance that people judged, with more references than are shown at once.
BUSY = Instance(
    "walk 4/ä",
    SlotValues((("name", "Otter Lane"), ("distance", "9 km"))),
    tuple(f"Otter Lane, reference {word}, is 9 km long." for word in ("one", "two", "three", "four", "five")),
    {"source": "leaflet"},
)
IDS = ("walk-1", "walk-2", "walk-3", "walk 4/ä")
OUTPUTS: dict[str, tuple[str | None, ...]] = {
    "templates": ("Fern Path is 6 km long.", "Gull Steps is hard.", "It rains.", "Otter Lane is 9 km long."),
    "neural": ("Fern Path is a walk for dogs.", "", "Rain, rain.", "Otter Lane is a 9 km long walk."),
    "hasty": (None, "Gull Steps are hard to climb.", "Wet.", "Otter Lane is 9 km long."),
}
SEGMENTS = (
    SegmentScores("templates", "walks", "bleu", IDS, np.array([0.7, 1.0, 0.5, 0.2])),
    SegmentScores("neural", "walks", "bleu", IDS, np.array([0.9, 0.0, 0.45, 0.8])),
    SegmentScores("hasty", "walks", "bleu", IDS[1:], np.array([0.65, 0.4, 0.2])),
    SegmentScores("templates", "walks", "slot_error", IDS, np.array([0.333333, 0.0, np.nan, 0.0])),
    SegmentScores("neural", "walks", "slot_error", IDS, np.array([0.5, 1.0, np.nan, 0.0])),
)
QUALITY = (
    RatedSegments("templates", "quality", IDS, np.array([4.0, 4.5, 3.0, 6.0]), np.array([2, 2, 1, 3])),
    RatedSegments("neural", "quality", IDS, np.array([4.5, 1.0, 3.0, 1.0]), np.array([2, 2, 1, 3])),
)
PEOPLE = HumanEvaluation("crowd", "file", EvaluationSize(16, 4, 8, 4, 2), (), QUALITY)
JUDGED = replace(
    CAMPAIGN,
    tracks=(replace(TRACK, instances=(*INSTANCES, BUSY), outputs=OUTPUTS, segments=SEGMENTS, people=(PEOPLE,)),),
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(JUDGED, tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The same report with its data in files beside the page, two instances in each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(browser_data, "INLINE", 0)
        patch.setattr(browser_texts, "CHUNK", 200)
        return written(JUDGED, tmp_path_factory.mktemp("large"))


@pytest.fixture(scope="module")
def screen(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    yield context
    context.close()


@pytest.fixture
def page(screen: BrowserContext) -> Iterator[Page]:
    """A page that tolerates no error and no request but for the report and its data."""
    page = screen.new_page()
    complaints: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    yield page
    page.close()
    assert complaints == []
    own = re.compile(r"file://[^#]*/(index\.html|data/[a-z0-9-]+\.js)(#.*)?|data:,")
    assert [url for url in requests if not own.fullmatch(url)] == []


def listed(page: Page) -> list[str]:
    """Ids of the listed instances, from top to bottom."""
    return [entry.inner_text() for entry in page.locator(".entry-id bdi").all()]


def expect_listed(page: Page, *ids: str) -> None:
    expect(page.locator(".entry-id bdi")).to_have_text(list(ids))


def chosen(page: Page) -> Locator:
    return page.locator(".chosen .id")


def open_filters(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_text("Filters", exact=True).click()


def test_choosing_an_instance_shows_its_outputs(page: Page, report: str) -> None:
    page.goto(report)
    instance = page.locator(".chosen")
    expect(instance.locator(".chip")).to_have_text(["nameFern Path", "distance6 km", "dogsyes"])
    expect(instance.locator(".references li")).to_have_count(2)
    expect(instance.locator("tbody tr").nth(2)).to_contain_text("missing")

    page.get_by_role("option", name="walk-2").click()
    expect(chosen(page)).to_have_text("walk-2")
    expect(page.get_by_role("option", name="walk-2")).to_have_attribute("aria-selected", "true")
    expect(instance.locator("tbody tr").first).to_contain_text("(empty)")
    expect(instance.locator("tbody td.text").nth(1)).to_have_text("Gull Steps is hard.")
    expect(instance.locator("tbody tr").nth(1).locator(".number")).to_have_text(["1.0000", "0.0000", "4.50n = 2"])

    head(page, ".systems", "BLEU").get_by_role("button").click()
    assert names(page, ".systems") == ["templates", "hasty", "neural", "unscored"]
    instance.get_by_role("button", name="Next").click()
    expect(instance.locator(".plain-input")).to_have_text("say that it rains")
    expect(instance.locator(".references-title")).to_have_text("No references")
    assert names(page, ".systems") == ["templates", "neural", "hasty", "unscored"]  # still by BLEU
    instance.get_by_role("button", name="Next").click()
    expect(instance.get_by_role("button", name="Next")).to_be_disabled()


def test_values_of_the_input_have_the_colour_of_their_slot(page: Page, report: str) -> None:
    page.goto(report)
    page.get_by_role("option", name="walk 4").click()
    spans = page.locator(".systems tbody tr").nth(1).locator(".value-of")
    expect(spans).to_have_text(["Otter Lane", "9 km"])
    assert [span.get_attribute("title") for span in spans.all()] == ["name", "distance"]
    expect(spans.nth(1)).to_have_class("value-of slot-1")
    expect(page.locator(".chip").nth(1)).to_have_class("chip slot-1")


def test_many_references_are_shown_on_demand(page: Page, report: str) -> None:
    page.goto(report)
    page.get_by_role("option", name="walk 4").click()
    expect(page.locator(".references li")).to_have_count(3)
    page.get_by_role("button", name="Show all 5").click()
    expect(page.locator(".references li")).to_have_count(5)


def test_search_marks_its_hits_in_the_list_and_in_the_texts(page: Page, report: str) -> None:
    page.goto(report)
    page.get_by_label("Search all texts").fill("CLIMB")  # only in an output
    expect(page.locator(".found")).to_have_text("1 of 4 instances")
    expect(chosen(page)).to_have_text("walk-2")
    expect(page.locator(".entry mark")).to_have_text("climb")
    expect(page.locator(".entry .who-said")).to_have_text("hasty")
    expect(page.locator(".chosen mark")).to_have_text(["climb"])
    page.get_by_label("Search all texts").fill("otter lane")  # value of a slot, references, outputs
    expect(page.locator(".chosen mark")).to_have_count(1 + 3 + 3)
    page.get_by_label("System", exact=True).select_option("neural")
    page.get_by_label("Search all texts").fill("is 9 km")  # said by other systems only
    expect(page.locator(".nothing")).to_be_visible()


def test_an_empty_result_says_so_and_can_be_cleared(page: Page, report: str) -> None:
    page.goto(report)
    page.get_by_label("Search all texts").fill("nothing like it")
    expect(page.locator(".entry")).to_have_count(0)
    expect(page.locator(".found")).to_have_text("0 of 4 instances")
    expect(page.locator(".nothing")).to_contain_text("No instance matches.")
    page.locator(".nothing").get_by_role("button", name="Clear search and filters").click()
    expect_listed(page, *IDS)
    expect(page.get_by_label("Search all texts")).to_have_value("")
    expect(page.get_by_role("listbox")).to_be_focused()


@pytest.mark.parametrize(
    ("order", "measure", "ids", "keys"),
    [
        # Mean BLEU: 0.8, 0.55, 0.45, 0.4
        ("Worst first", "BLEU", ["walk 4/ä", "walk-3", "walk-2", "walk-1"], "mean 0.400"),
        # Mean slot errors: 0.4167, 0.5, not scored, 0
        ("Worst first", "Slot errors", ["walk-2", "walk-1", "walk 4/ä", "walk-3"], "mean 0.500"),
        # Highest minus lowest: 0.9 - 0.7, 1.0 - 0.0, 0.5 - 0.4, 0.8 - 0.2
        ("Scores differ most", "BLEU", ["walk-2", "walk 4/ä", "walk-1", "walk-3"], "Δ 1.000"),
        # Different words: 9 of 9 in walk-3; 6 of 8 in walk-2 with an empty text: all; walk-1: 7 of 10; walk 4: 3 of 8
        ("Words differ most", "BLEU", ["walk-2", "walk-3", "walk-1", "walk 4/ä"], "100 % of words"),
        # People prefer templates in walk 4, and BLEU the other one
        ("Most disputed", "BLEU", ["walk 4/ä"], None),
    ],
)
def test_instances_are_ordered(
    page: Page, report: str, order: str, measure: str, ids: list[str], keys: str | None
) -> None:
    page.goto(report)
    page.get_by_label("Order", exact=True).select_option(order)
    page.get_by_label("Measure", exact=True).select_option(measure)
    expect(page.locator(".entry")).to_have_count(4)
    assert listed(page)[: len(ids)] == ids
    expect(chosen(page)).to_have_text(ids[0])
    if keys:
        expect(page.locator(".entry-key").first).to_have_text(keys)


def test_worst_of_a_chosen_system(page: Page, report: str) -> None:
    page.goto(report)
    page.get_by_label("Order", exact=True).select_option("Worst first")
    page.get_by_label("System", exact=True).select_option("neural")
    expect_listed(page, "walk-2", "walk-3", "walk 4/ä", "walk-1")  # 0.0, 0.45, 0.8, 0.9
    expect(page.locator(".entry-key").first).to_have_text("0.000")


def test_scores_filter(page: Page, report: str) -> None:
    open_filters(page, report)
    page.get_by_label("from", exact=True).fill("0.7")
    expect_listed(page, "walk-1", "walk-2", "walk 4/ä")  # one of the systems has at least 0.7
    page.get_by_label("to", exact=True).fill("0.8")
    expect_listed(page, "walk-1", "walk 4/ä")
    page.get_by_label("System", exact=True).select_option("neural")
    expect_listed(page, "walk 4/ä")
    expect(page.locator(".filters summary")).to_have_text("Filters (on)")


def test_errors_filter(page: Page, report: str) -> None:
    open_filters(page, report)
    page.get_by_label("Errors", exact=True).select_option("With wrong slots")
    expect_listed(page, "walk-1", "walk-2")
    page.get_by_label("Errors", exact=True).select_option("Without wrong slots")
    expect_listed(page, "walk 4/ä")
    page.get_by_label("System", exact=True).select_option("templates")
    expect_listed(page, "walk-2", "walk 4/ä")


def test_tags_filter(page: Page, report: str) -> None:
    open_filters(page, report)
    page.get_by_label("Tag", exact=True).select_option("leaflet")
    expect_listed(page, "walk 4/ä")
    page.locator(".tag").select_option(label="distance")
    expect_listed(page, "walk-1", "walk 4/ä")
    page.locator(".controls").get_by_role("button", name="Clear search and filters").click()
    expect(page.locator(".entry")).to_have_count(4)


def test_one_system_worse_than_another(page: Page, report: str) -> None:
    open_filters(page, report)
    page.get_by_label("The worse system").select_option("templates")
    page.get_by_label("The better system").select_option("neural")
    expect_listed(page, "walk-1", "walk 4/ä")  # by BLEU
    assert names(page, ".systems")[:2] == ["templates", "neural"]
    page.get_by_label("Measure", exact=True).select_option("quality")
    expect_listed(page, "walk-1")
    page.get_by_label("Measure", exact=True).select_option("Slot errors")
    expect(page.locator(".nothing")).to_be_visible()


def test_systems_can_be_left_out(page: Page, report: str) -> None:
    open_filters(page, report)
    page.get_by_label("hasty", exact=True).uncheck()
    assert names(page, ".systems") == ["neural", "templates", "unscored"]
    expect(page.locator(".outputs-title")).to_have_text("Outputs (3 of 4 systems)")
    page.get_by_role("button", name="None", exact=True).click()
    assert names(page, ".systems") == []
    page.get_by_role("button", name="All", exact=True).click()
    assert len(names(page, ".systems")) == 4


def test_words_that_differ_are_marked(page: Page, report: str) -> None:
    page.goto(report)
    page.get_by_role("option", name="walk 4").click()
    page.get_by_label("Differences from").select_option("templates")
    neural, templates = (page.locator(".systems tbody tr").nth(row) for row in (0, 1))
    expect(neural.locator("ins")).to_have_text(["a", "walk"])
    expect(neural.locator("del")).to_have_count(0)
    expect(templates.locator("ins, del")).to_have_count(0)
    page.get_by_label("Differences from").select_option("the first reference")
    # Otter Lane, reference one, is 9 km long.
    expect(templates.locator("del")).to_have_text([", reference one,"])
    expect(templates.locator("ins")).to_have_count(0)
    expect(templates.locator("td.text")).to_have_text("Otter Lane, reference one, is 9 km long.")
    expect(page.locator(".meaning")).to_contain_text("struck out")
    page.get_by_role("option", name="walk-3").click()
    page.get_by_label("Differences from").select_option("the closest reference")
    expect(page.locator(".meaning")).to_have_text("This instance has no reference to compare with.")


DIFF = """([before, after]) => {
  const { added, removed } = differences(before, after);
  return [added.map(({ from, to }) => after.slice(from, to)), removed.map(({ at, text }) => [at, text])];
}"""


@pytest.mark.parametrize(
    ("before", "after", "added", "removed"),
    [
        ("a b c", "a b c", [], []),
        ("a b c", "a x c", ["x"], [[1, "b"]]),
        ("", "a b", ["a b"], []),
        ("a b", "", [], [[0, "a b"]]),
        ("the cat sat on the mat", "on the mat the cat sat", ["the cat sat"], [[0, "the cat sat"]]),
        ("雨が降る", "雪が降る", ["雪"], [[0, "雨"]]),
        ("a, b", "a b", [], [[1, ","]]),
    ],
)
def test_differences_are_those_of_the_longest_common_subsequence(
    page: Page, report: str, before: str, after: str, added: list[str], removed: list[list[object]]
) -> None:
    page.goto(report)
    assert page.evaluate(DIFF, [before, after]) == [added, removed]


def test_entries_begin_where_outputs_part(page: Page, report: str) -> None:
    page.goto(report)
    lines = page.locator(".entry").nth(3).locator(".entry-line")
    expect(lines).to_have_text(["▲neural0.80…a 9 km long walk.", "▼templates0.20…9 km long."])


def test_instances_are_walked_through_by_keyboard(page: Page, report: str) -> None:
    page.goto(report)
    page.get_by_role("listbox").focus()
    page.keyboard.press("ArrowDown")
    expect(chosen(page)).to_have_text("walk-2")
    page.keyboard.press("End")
    expect(chosen(page)).to_have_text("walk 4/ä")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".position")).to_have_text("3 of 4")
    page.keyboard.press("j")
    expect(page.locator(".position")).to_have_text("4 of 4")
    page.keyboard.press("k")
    page.keyboard.press("/")
    expect(page.get_by_label("Search all texts")).to_be_focused()
    page.keyboard.type("jk/")  # letters, where one writes
    expect(page.get_by_label("Search all texts")).to_have_value("jk/")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Search all texts")).to_have_value("")
    expect(page.get_by_role("listbox")).to_be_focused()
    expect(page.locator(".entry")).to_have_count(4)


def test_an_address_leads_to_an_instance(page: Page, tmp_path: Path) -> None:
    address = written(named_tracks("walks", "more walks"), tmp_path)
    page.goto(f"{address}#outputs.more-walks=walk-3")
    expect(page.locator(".track.current .chosen .id")).to_have_text("walk-3")
    expect(page.get_by_role("link", name="more walks")).to_have_attribute("aria-current", "true")
    page.keyboard.press("ArrowLeft")  # nothing in the browser has the focus
    page.locator(".track.current .previous").click()
    expect(page.locator(".track.current .chosen .id")).to_have_text("walk-2")
    assert page.url.endswith("#outputs.more-walks=walk-2")


def test_back_returns_to_the_instance_before(page: Page, report: str) -> None:
    page.goto(report)
    page.get_by_role("option", name="walk-2").click()
    page.get_by_role("option", name="walk 4").click()
    assert page.url.endswith("#outputs.walks=walk%204%2F%C3%A4")
    page.go_back()
    expect(chosen(page)).to_have_text("walk-2")
    page.go_forward()
    expect(chosen(page)).to_have_text("walk 4/ä")
    page.reload()
    expect(chosen(page)).to_have_text("walk 4/ä")


def test_data_beside_the_page_are_read_from_the_disk(page: Page, large: str) -> None:
    page.goto(f"{large}#outputs.walks=walk%204%2F%C3%A4")
    expect(page.locator(".systems tbody tr").nth(1)).to_contain_text("Otter Lane is 9 km long.")
    expect(page.locator(".found")).to_have_text("4 instances")  # nothing left to read
    page.get_by_label("Search all texts").fill("climb")
    expect_listed(page, "walk-2")
    page.get_by_label("Search all texts").fill("")
    page.get_by_label("Order", exact=True).select_option("Worst first")
    expect_listed(page, "walk 4/ä", "walk-3", "walk-2", "walk-1")
    assert page.locator("script").count() == 2


def test_a_page_without_its_data_says_what_is_missing(chromium: Browser, large: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(Path(large.removeprefix("file://")).read_bytes())
    page = chromium.new_page()
    page.goto((tmp_path / "index.html").as_uri())
    expect(page.locator(".found")).to_contain_text("keep the folder “data” beside this page")
    expect(page.locator(".leaderboard")).to_be_visible()
    page.close()


def test_only_what_is_seen_of_a_long_list_is_drawn(page: Page, tmp_path: Path) -> None:
    many = tuple(Instance(f"number {i}", Text(f"input {i}")) for i in range(3000))
    outputs = {"templates": tuple(f"output {i}" for i in range(3000))}
    track = replace(TRACK, instances=many, outputs=outputs, segments=())
    page.goto(written(replace(CAMPAIGN, tracks=(track,)), tmp_path))
    expect(page.locator(".found")).to_have_text("3,000 instances")
    page.get_by_role("listbox").focus()
    page.keyboard.press("End")
    expect(chosen(page)).to_have_text("number 2999")
    last = page.get_by_role("option", name="number 2999")
    expect(last).to_be_in_viewport()
    expect(last).to_have_attribute("aria-posinset", "3000")
    assert page.locator(".entry").count() < 40


def test_the_printed_page_has_the_instance_and_no_controls(page: Page, report: str) -> None:
    page.goto(report)
    page.emulate_media(media="print")
    expect(page.locator(".chosen .systems")).to_be_visible()
    for gone in (".controls", ".picker", ".steps"):
        expect(page.locator(gone)).to_be_hidden()


def test_the_browser_is_accessible(page: Page, report: str, axe: str) -> None:
    open_filters(page, report)
    page.get_by_label("Search all texts").fill("is")
    page.get_by_label("Differences from").select_option("templates")
    page.get_by_role("listbox").focus()
    page.keyboard.press("End")
    expect(page.locator(".chosen ins")).not_to_have_count(0)
    check_accessible(page, axe)
    page.get_by_label("Search all texts").fill("no such thing")
    check_accessible(page, axe)
