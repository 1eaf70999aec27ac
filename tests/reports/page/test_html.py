"""The page: complete, self-contained, and safe against the texts it shows."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings

from genchal.domain.results.campaign import CampaignResults
from genchal.domain.results.judgements.ranking import RankingMethod
from genchal.reports.contents.track import gather_track
from genchal.reports.names import track_slugs
from genchal.reports.page.browser_data import browser_data
from genchal.reports.page.embedded import embedded_json
from genchal.reports.page.html import report_html
from genchal.reports.report_files import render_report
from reports.campaigns import CAMPAIGN, NASTY, TRACK, campaigns, named_tracks
from reports.made_up import Plan, made_up_campaign, made_up_track


class Page(HTMLParser):
    """The elements of a page, with the text of its scripts."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self.open = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self.open = tag
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.open = ""

    def handle_data(self, data: str) -> None:
        if self.open == "script":
            self.scripts[-1] += data
        else:
            self.texts.append(data.strip())

    def values(self, attribute: str) -> list[str]:
        return [attributes[attribute] for _, attributes in self.elements if attribute in attributes]

    def sorted_names(self) -> list[str]:
        return [
            attributes["data-sort"] for tag, attributes in self.elements if tag == "th" and "data-sort" in attributes
        ]


def source_of(campaign: CampaignResults) -> str:
    tracks = zip(campaign.tracks, track_slugs(campaign), strict=True)
    return report_html(campaign, [gather_track(campaign, track, slug) for track, slug in tracks])


def page_of(campaign: CampaignResults) -> Page:
    return Page(source_of(campaign))


@pytest.fixture(scope="module")
def page() -> Page:
    return page_of(CAMPAIGN)


def test_rows_stand_in_ranked_order(page: Page) -> None:
    assert page.sorted_names() == ["neural", "templates", "hasty", "unscored"]
    heads = [attributes for tag, attributes in page.elements if tag == "th" and "aria-sort" in attributes]
    assert [head["aria-sort"] for head in heads] == ["descending"]


def test_an_oracle_has_a_badge_and_no_colour() -> None:
    (track,) = CAMPAIGN.tracks
    systems = tuple(replace(system, oracle=system.name == "neural") for system in track.systems)
    source = source_of(replace(CAMPAIGN, tracks=(replace(track, systems=systems),)))
    assert '<span class="badge">oracle</span> is told what the others are not' in source
    assert "§ An oracle, which does not compete." in source
    row = source[source.index('data-sort="neural"') :].partition("</tr>")[0]
    assert '<span class="badge">oracle</span>' in row
    assert " best" not in row


def test_values_intervals_and_marks_are_shown(page: Page) -> None:
    assert "0.6123" in page.texts
    assert "0.5500 – 0.6700" in page.texts
    assert "1 not scored" in page.texts
    assert {"late", "not primary"} <= set(page.texts)


def test_withdrawn_systems_and_teams_of_anonymous_ones_are_nowhere_in_the_page() -> None:
    source = source_of(CAMPAIGN)
    for hidden in ("withdrawn one", "Team Gone", "never shown", "Team Secret"):
        assert hidden not in source


def test_signatures_settings_and_files_are_shown(page: Page) -> None:
    assert {"bleu|case:lc|tok:13a|v:1", "slot_error|v:1", "1,000", "95%", "7", "0.1.0"} <= set(page.texts)
    assert {f"tables/walks-leaderboard.{kind}" for kind in ("csv", "tex")} | {
        "results.json",
        "figures/walks-scores.svg",
    } <= set(page.values("href"))


def test_missing_and_empty_outputs_are_told_apart_without_a_script(page: Page) -> None:
    assert {"missing", "(empty)"} <= set(page.texts)


def test_tracks_become_tabs_when_there_are_several(page: Page) -> None:
    assert "Tracks" not in page.values("aria-label")
    several = page_of(named_tracks("walks", "results", "texts"))
    assert "Tracks" in several.values("aria-label")
    ids = several.values("id")
    assert len(ids) == len(set(ids))


def test_only_the_first_instances_are_written_out_for_readers_without_scripts() -> None:
    many = tuple(replace(TRACK.instances[0], id=f"number {i}") for i in range(50))
    outputs = {"templates": ("text",) * 50}
    source = page_of(replace(CAMPAIGN, tracks=(replace(TRACK, instances=many, segments=(), outputs=outputs),)))
    assert "number 19" in source.texts
    assert "number 20" not in source.texts


def test_the_policy_allows_the_one_script_of_the_page(page: Page) -> None:
    policy = page.values("content")[1]
    assert "default-src 'none'" in policy
    digest = base64.b64encode(hashlib.sha256(page.scripts[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert len(page.scripts) == 2  # data, and code


def test_a_campaign_without_tracks_systems_or_measures_is_still_a_page() -> None:
    for campaign in (
        replace(CAMPAIGN, tracks=()),
        replace(CAMPAIGN, tracks=(replace(TRACK, systems=()),)),
        replace(CAMPAIGN, tracks=(replace(TRACK, measures=()),)),
        replace(CAMPAIGN, tracks=(replace(TRACK, instances=(), segments=(), outputs={}),)),
        replace(CAMPAIGN, resamples=0),
    ):
        assert page_of(campaign).elements[0][0] == "html"


@given(campaigns())
@settings(max_examples=25)
def test_no_text_breaks_out_and_nothing_is_requested(campaign: CampaignResults) -> None:
    page = page_of(campaign)
    tags = [tag for tag, _ in page.elements]
    assert tags.count("script") == len(page.scripts) == 2
    assert not {"img", "iframe", "object", "embed", "base", "form"} & set(tags)
    for _, attributes in page.elements:
        assert not any(
            name.startswith("on") or name in ("src", "srcset", "action", "xlink:href") for name in attributes
        )
    local = {"data:,", *render_report(campaign, formats=("svg",))}
    assert all(target.startswith("#") or target in local for target in page.values("href"))
    assert json.loads(page.scripts[0]) == browser_data(campaign)
    expected = [system.name for track in campaign.tracks for system in track.ranked()]
    assert len(page.sorted_names()) == len(expected)


@pytest.mark.parametrize("text", [*NASTY, "\ud800"])
def test_embedded_json_is_read_back_and_cannot_end_its_element(text: str) -> None:
    written = embedded_json([text])
    assert json.loads(written) == [text]
    assert not re.search("[<>&\u2028\u2029\ud800]", written)


@pytest.mark.parametrize(("method", "times"), [("trueskill", 2), ("bradley-terry", 0)])
def test_lines_that_are_runs_are_not_called_intervals_about_raters(method: RankingMethod, times: int) -> None:
    track = made_up_track(Plan(systems=3, instances=10, raters=3, method=method))
    said = "Those of quality and naturalness hold 95% of the runs of TrueSkill and say nothing about other raters."
    assert source_of(made_up_campaign(track)).count(said) == times  # below the figure and the leaderboard
