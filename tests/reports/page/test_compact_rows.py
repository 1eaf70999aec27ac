"""The leaderboard of the page: what is marked as above the baseline was found significantly better by a test."""

from dataclasses import replace

import pytest

from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.reports.contents.items import ReportStyle
from genchal.reports.contents.track import TrackContents, gather_track
from genchal.reports.page.compact_rows import CompactTable, compact_table
from genchal.reports.page.html import report_html
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
    assert compact_table(CONTENTS, ReportStyle(baseline=baseline)).has_above_baseline == bool(tested)


@pytest.mark.parametrize("baseline", [None, "of another track"])
def test_the_baseline_is_the_first_of_its_family_if_none_is_named(baseline: str | None) -> None:
    assert compact_table(CONTENTS, ReportStyle(baseline=baseline)).baseline == "templates"
    assert marked(CONTENTS, baseline) == marked(CONTENTS, "templates")


def test_without_a_baseline_nothing_is_marked() -> None:
    few = gather_track(CampaignResults("Walks", 1, "0.1.0", 100, 0.95, ()), made_up_track(Plan(systems=1)), "walks")
    assert compact_table(few, ReportStyle()).baseline is None
    assert not marked(few, None)


def laid_out(track: TrackResults) -> CompactTable:
    results = CampaignResults("Walks", 1, "0.1.0", 100, 0.95, (track,))
    return compact_table(gather_track(results, track, "walks"), ReportStyle())


def rate_only(track: TrackResults, count: int, *, ties: bool = False) -> TrackResults:
    """The same, of which people judged some systems only; perhaps no test found anything."""
    (people,) = track.people
    criteria = []
    for results in people.criteria:
        rated = tuple(results.ranking)[:count]
        names = {ranked.system for ranked in rated}
        pairs = tuple(pair for pair in results.ranking.pairs if {pair.system_a, pair.system_b} <= names)
        if ties:
            rated = tuple(replace(ranked, cluster=1) for ranked in rated)
            pairs = tuple(replace(pair, significant=False, p_adjusted=0.5) for pair in pairs)
        criteria.append(replace(results, ranking=replace(results.ranking, systems=rated, pairs=pairs)))
    return replace(track, people=(replace(people, criteria=tuple(criteria)),))


@pytest.mark.parametrize("seed", range(6))
def test_what_is_bold_was_tested_against_the_best_and_not_found_worse_in_every_column(seed: int) -> None:
    track = made_up_track(Plan(systems=6, seed=seed, worth=(0.0, 0.3)[seed % 2]))
    table = laid_out(track)
    for place, column in enumerate(table.columns):
        standing = column.standing
        bold = {row.system.name for row in table.rows if row.cells[place].is_best or row.cells[place].is_near_best}
        assert bold == {name for name in standing.order if standing.is_near_best(name)}


def test_systems_in_one_cluster_are_bold_and_have_no_rule_below_them() -> None:
    table = laid_out(rate_only(made_up_track(Plan(systems=6, seed=2)), 3, ties=True))
    assert [row.cells[0].exact is None for row in table.rows] == [False] * 3 + [True] * 3
    assert [row.cells[0].is_best or row.cells[0].is_near_best for row in table.rows] == [True] * 3 + [False] * 3
    assert not any(row.starts_cluster for row in table.rows)
    assert not table.has_clusters


def test_rules_are_between_clusters_of_rated_systems_only() -> None:
    whole = made_up_track(Plan(systems=6, seed=2))
    assert laid_out(whole).has_clusters
    table = laid_out(rate_only(whole, 4))
    rules = [place for place, row in enumerate(table.rows) if row.starts_cluster]
    assert 4 not in rules
    oracles = tuple(replace(system, oracle=system.name == table.rows[0].system.name) for system in whole.systems)
    rows = laid_out(replace(whole, systems=oracles)).rows
    assert not rows[-1].starts_cluster  # the oracle, which does not compete
    assert rows[-1].system.oracle


def test_the_legend_explains_no_symbol_that_is_not_in_the_table() -> None:
    track = made_up_track(Plan(systems=3, people=False))
    without = replace(track, systems=tuple(replace(system, family=None) for system in track.systems))
    results = CampaignResults("Walks", 1, "0.1.0", 100, 0.95, (without,))
    page = report_html(results, [gather_track(results, without, "walks")])
    assert "▴" not in page
    assert 'class="symbol"' not in page
    some = tuple(replace(system, family="rules" if place else None) for place, system in enumerate(track.systems))
    table = laid_out(replace(track, systems=some))
    ((family, corners),) = table.families
    assert (family, bool(corners)) == ("rules", True)  # not the dot, which in figures is that of systems without one
    symbols = {row.system.family: row.symbol for row in table.rows}
    assert symbols == {None: None, "rules": corners}
    one = tuple(replace(system, family="rules") for system in track.systems)
    assert laid_out(replace(track, systems=one)).families == ()
