"""The rows that every format shows."""

import math
from dataclasses import replace

from hypothesis import given

from genchal.domain.results.campaign import TrackResults
from genchal.reports.tables.leaderboard import leaderboard, shown
from reports.campaigns import BLEU, ERRORS, TRACK, tracks


def test_systems_stand_in_ranked_order_and_withdrawn_ones_are_left_out() -> None:
    names = [row.system.name for row in leaderboard(TRACK).rows]
    assert names == ["neural", "templates", "hasty", "unscored"]


@given(tracks())
def test_the_order_is_that_of_the_results(track: TrackResults) -> None:
    assert tuple(row.system for row in leaderboard(track).rows) == track.ranked()


def test_values_that_look_the_same_are_both_best_and_share_a_rank() -> None:
    rows = leaderboard(TRACK).rows
    assert [row.cells[0].value for row in rows] == ["0.6123", "0.6123", "0.3000", "–"]
    assert [row.cells[0].best for row in rows] == [True, True, False, False]
    assert [row.rank for row in rows] == [1, 1, 3, None]


def test_the_lowest_value_is_best_where_lower_is_better() -> None:
    rows = leaderboard(TRACK).rows
    assert [row.system.name for row in rows if row.cells[1].best] == ["templates"]


def test_without_a_value_there_is_no_best() -> None:
    unscored = replace(TRACK, scores=tuple(replace(score, value=math.nan) for score in TRACK.scores))
    assert not any(cell.best for row in leaderboard(unscored).rows for cell in row.cells)


def test_an_interval_needs_both_ends() -> None:
    by_name = {row.system.name: row for row in leaderboard(TRACK).rows}
    assert by_name["templates"].cells[0].interval == ("0.5500", "0.6700")
    assert by_name["hasty"].cells[0].interval is None
    assert by_name["unscored"].cells[0].interval is None


def test_the_team_of_an_anonymous_system_is_hidden() -> None:
    teams = {row.system.name: row.team for row in leaderboard(TRACK).rows}
    assert teams == {"neural": None, "templates": "Team Heron", "hasty": "Team Late", "unscored": None}


def test_late_and_further_entries_are_known() -> None:
    table = leaderboard(TRACK)
    assert (table.has_late, table.has_secondary) == (True, True)
    plain = leaderboard(replace(TRACK, systems=TRACK.systems[:1]))
    assert (plain.has_late, plain.has_secondary) == (False, False)


def test_zero_has_no_sign() -> None:
    assert shown(-0.00001) == "0.0000"
    assert shown(-0.0001) == "-0.0001"


def test_a_track_without_measures_still_lists_its_systems() -> None:
    table = leaderboard(replace(TRACK, measures=()))
    assert [row.cells for row in table.rows] == [(), (), (), ()]
    assert leaderboard(replace(TRACK, systems=())).measures == (BLEU, ERRORS)
