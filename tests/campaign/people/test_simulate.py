"""Raters who are a program: who judges what, what they follow, and that whatever shows it says so."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from campaign.people.small_campaign import write_campaign
from genchal.campaign.people.simulate import simulate_ratings
from genchal.campaign.run import run_campaign
from genchal.campaign.status import read_campaign_status
from genchal.domain.campaign import Simulation
from genchal.domain.ratings import Ratings
from genchal.domain.results.campaign import TrackResults
from genchal.errors import UserError

SIMULATED = """
[[ratings]]
name = "program"
simulate = { fluency = "ROUGE-L" }
simulated_raters = 8
quality_control = true
direct_assessment = true
williams = true
"""
PLAYED = Simulation((("fluency", "ROUGE-L"),), raters=6, instances=10)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_campaign(tmp_path_factory.mktemp("simulated"), SIMULATED)


@pytest.fixture(scope="module")
def track(campaign: Path) -> TrackResults:
    return run_campaign(campaign).results.tracks[0]


def test_people_are_said_to_be_a_program_wherever_they_are_shown(campaign: Path, track: TrackResults) -> None:
    (people,) = track.people
    assert people.is_simulated
    assert "program" in (campaign / "report" / "index.html").read_text(encoding="utf-8")
    assert '"is_simulated": true' in (campaign / "report" / "results.json").read_text(encoding="utf-8")


def test_systems_come_out_in_the_order_of_the_metric_that_is_followed(track: TrackResults) -> None:
    scores = {score.system: score.value for score in track.scores if score.metric == "ROUGE-L"}
    (people,) = track.people
    ranked = [ranked.system for ranked in people["fluency"].ranking.systems]
    assert ranked == sorted(scores, key=lambda system: -scores[system])


def test_the_rater_who_clicks_anywhere_is_found_out(track: TrackResults) -> None:
    (people,) = track.people
    assert people.quality is not None
    assert len(people.quality.failing()) == 1
    assert len(people.quality.passing()) == 7


def test_the_table_of_direct_assessment_and_the_tests_of_metrics_are_in_the_report(
    campaign: Path, track: TrackResults
) -> None:
    (people,) = track.people
    assessed = people["fluency"].assessment
    assert assessed is not None
    assert {line.system for line in assessed} == {"north", "south", "east"}
    by_segment = people["fluency"].by_segment
    assert by_segment is not None
    assert by_segment.differences  # Williams' test of every pair of metrics
    assert "Direct assessment of fluency" in (campaign / "report" / "index.html").read_text(encoding="utf-8")


def outputs_judged(ratings: Ratings) -> list[tuple[str, str, str]]:
    scored = ratings.of_kind("scored")
    columns = (scored.rater, scored.instance, scored.system)
    names = ([column.names[code] for code in column.codes.tolist()] for column in columns)
    return list(zip(*names, strict=True))


def test_every_output_has_two_judgements_by_different_raters(track: TrackResults) -> None:
    judged = outputs_judged(simulate_ratings(track, PLAYED, np.random.default_rng(5)))
    assert len(set(judged)) == len(judged)
    by_output = Counter((instance, system) for _, instance, system in judged)
    assert set(by_output.values()) == {2}
    assert len(by_output) == 10 * 3  # instances, systems


def test_a_metric_that_was_not_scored_cannot_be_followed(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"follows 'ROUGE-K', which has no segment scores here. Did you mean 'ROUGE-L'"):
        run_campaign(write_campaign(tmp_path, SIMULATED.replace("ROUGE-L", "ROUGE-K")))


def test_the_status_knows_simulated_raters(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, SIMULATED)
    (judged,) = read_campaign_status(folder).people
    assert (judged.name, judged.state) == ("program", "not evaluated")
    run_campaign(folder)
    status = read_campaign_status(folder)
    (judged,) = status.people
    assert (judged.state, status.report) == ("evaluated", "current")
    assert status.next_steps == ()


def test_where_there_are_several_tracks_rankings_name_theirs(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, SIMULATED)
    outcome = run_campaign(folder)
    assert [table.title for table in outcome.tables()][-1].startswith("program: fluency, ")
    (track,) = outcome.results.tracks
    again = replace(track, name="second")
    twice = replace(outcome, results=replace(outcome.results, tracks=(track, again)))
    titles = [(table.title, table.label) for table in twice.tables()][2:]
    assert [title.partition(":")[0] for title, _ in titles] == [f"{track.name}, program", "second, program"]
    assert len({label for _, label in titles}) == 2


def test_nothing_is_judged_again_until_the_seed_is_another(campaign: Path) -> None:
    assert run_campaign(campaign).computed == 0
    toml = campaign / "campaign.toml"
    toml.write_text(toml.read_text(encoding="utf-8").replace("resamples", "seed = 9\nresamples"), encoding="utf-8")
    assert run_campaign(campaign).computed > 0
