"""The leaderboard of the page: what is marked as above the baseline was found significantly better by a test."""

import pytest

from genchal.domain.results.campaign import CampaignResults
from genchal.reports.contents.items import ReportStyle
from genchal.reports.contents.track import TrackContents, gather_track
from genchal.reports.page.compact_rows import compact_table
from reports.made_up import Plan, made_up_track

CONTENTS = gather_track(CampaignResults("Walks", 1, "0.1.0", 100, 0.95, ()), made_up_track(Plan(systems=8)), "walks")


def marked(contents: TrackContents, baseline: str | None) -> set[tuple[str, str]]:
    table = compact_table(contents, ReportStyle(baseline=baseline))
    return {
        (row.system.name, column.standing.name)
        for row in table.rows
        for column, cell in zip(table.columns, row.cells, strict=True)
        if cell.is_above_baseline
    }


@pytest.mark.parametrize("baseline", [system.name for system in CONTENTS.order])
def test_a_mark_is_a_significant_test_against_the_baseline_that_is_named(baseline: str) -> None:
    tested = {
        (better, standing.name)
        for standing in (*CONTENTS.people, *CONTENTS.measures)
        for better, worse in standing.wins
        if worse == baseline
    }
    assert marked(CONTENTS, baseline) == tested
    assert tested or baseline != CONTENTS.order[-1].name  # somebody is better than the last
    assert compact_table(CONTENTS, ReportStyle(baseline=baseline)).baseline == baseline


@pytest.mark.parametrize("baseline", [None, "of another track"])
def test_the_baseline_is_the_first_of_its_family_if_none_is_named(baseline: str | None) -> None:
    assert compact_table(CONTENTS, ReportStyle(baseline=baseline)).baseline == "templates"
    assert marked(CONTENTS, baseline) == marked(CONTENTS, "templates")


def test_without_a_baseline_nothing_is_marked() -> None:
    few = gather_track(CampaignResults("Walks", 1, "0.1.0", 100, 0.95, ()), made_up_track(Plan(systems=1)), "walks")
    assert compact_table(few, ReportStyle()).baseline is None
    assert not marked(few, None)
