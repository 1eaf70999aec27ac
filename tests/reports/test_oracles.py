"""A system that is told what the others are not is shown, and competes with nobody."""

from dataclasses import replace

import pytest

from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.table import Marked, TableForm
from genchal.reports.standings import measure_standing, people_standings
from genchal.reports.tables.leaderboard import leaderboard
from genchal.reports.tables.render import render_tables
from genchal.reports.verdict.claims import Name
from genchal.reports.verdict.write import write_verdict
from reports.made_up import DEMO, LARGE, Plan, made_up_track

PLANS = [*(Plan(seed=seed, worth=1.0) for seed in range(1, 6)), Plan(people=False, worth=1.0), DEMO, LARGE]


def with_oracle(track: TrackResults, name: str) -> TrackResults:
    return replace(track, systems=tuple(replace(system, oracle=system.name == name) for system in track.systems))


def best_of(track: TrackResults) -> str:
    return track.ranked()[0].name


@pytest.mark.parametrize("plan", PLANS)
def test_the_verdict_is_not_about_an_oracle(plan: Plan) -> None:
    whole = made_up_track(plan)
    oracle = best_of(whole)
    assert any(oracle in claim.systems for claim in write_verdict(whole))
    for claim in write_verdict(with_oracle(whole, oracle)):
        assert oracle not in {*claim.systems, *claim.others}
        assert oracle not in {part.text for part in claim.parts if isinstance(part, Name)}


@pytest.mark.parametrize("plan", PLANS)
def test_an_oracle_has_a_place_and_neither_wins_nor_ties(plan: Plan) -> None:
    whole = made_up_track(plan)
    oracle = best_of(whole)
    track = with_oracle(whole, oracle)
    standings = [*(measure_standing(track, measure) for measure in track.measures), *people_standings(track)]
    assert standings
    for standing in standings:
        assert oracle in standing.placed
        assert oracle not in standing.order
        assert not any(oracle in pair for pair in standing.wins | standing.ties)


def test_the_leaderboard_ranks_and_marks_the_others_alone() -> None:
    track = with_oracle(whole := made_up_track(DEMO), best_of(whole))
    oracle, *others = leaderboard(track).rows
    assert oracle.rank is None
    assert not any(cell.best for cell in oracle.cells)
    assert oracle.cells[0].scored
    assert others[0].rank == 1
    assert [row.rank for row in others] == sorted(row.rank or 0 for row in others)
    first, *rest = track.table().rows
    assert not isinstance(first[1], Marked)
    assert isinstance(rest[0][1], Marked)
    assert "§ an oracle: it is told what the others are not, and does not compete." in track.table().notes


def test_an_oracle_is_marked_in_every_format() -> None:
    track = with_oracle(whole := made_up_track(DEMO), best_of(whole))
    table = track.table()
    assert "§" in render_tables([table], TableForm("text"))
    assert "$^{\\S}$" in render_tables([table], TableForm("latex"))
