"""A campaign of referring expressions: folds, scores by condition, correlations over systems, and what is refused."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from campaign.referring_campaign import write_referring_campaign
from genchal.campaign.run import run_campaign
from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.errors import UserError

CORRELATION = """
[[ratings]]
name = "program"
tracks = ["harbour"]
simulate = { identification_time = "dice", accuracy = "minimality", clarity = "dice" }
simulated_raters = 4
method = "mean"
williams = true

[[correlation]]
name = "short and alike"
of = ["minimality"]
against = ["dice"]

[[correlation]]
name = "with people"
tracks = ["harbour"]
of = ["dice"]
against = ["identification_time", "accuracy"]
"""

MORE_TRACK = '[[track]]\nname = "more"\nformat = "tuna"\ntest = "harbour.xml"\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_referring_campaign(tmp_path_factory.mktemp("boats"), CORRELATION)


@pytest.fixture(scope="module")
def results(folder: Path) -> CampaignResults:
    return run_campaign(folder).results


@pytest.fixture(scope="module")
def written(folder: Path, results: CampaignResults) -> dict[str, Any]:
    return dict(json.loads((folder / "report" / "results.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def harbour(results: CampaignResults) -> TrackResults:
    return results.tracks[0]


def test_nothing_is_done_twice(folder: Path, results: CampaignResults) -> None:
    assert run_campaign(folder).did_nothing


def test_scores_of_the_whole_lie_between_those_of_the_conditions(harbour: TrackResults) -> None:
    assert [(subset.value, subset.instances) for subset in harbour.subsets] == [("+LOC", 8), ("-LOC", 8)]
    for score in harbour.scores:
        parts = [
            part.value
            for subset in harbour.subsets
            for part in subset.scores
            if (part.system, part.metric) == (score.system, score.metric)
        ]
        assert score.value == pytest.approx(sum(parts) / 2)  # as many instances in both


def test_a_withdrawn_system_is_in_no_subset_and_no_correlation(folder: Path, written: dict[str, Any]) -> None:
    track = written["tracks"][0]
    assert {score["system"] for subset in track["subsets"] for score in subset["scores"]} == {
        *("short", "short with type", "usual")
    }
    assert {score["track"] for subset in track["subsets"] for score in subset["scores"]} == {"harbour"}
    assert all(record["systems"] == 3 for record in written["correlations"])
    table = (folder / "report" / "tables" / "harbour-by-condition.csv").read_text(encoding="utf-8")
    assert "orderly" not in table
    assert "usual" in table


def test_minimality_and_dice_are_correlated_in_every_track_and_over_all(written: dict[str, Any]) -> None:
    found = {record["track"]: record for record in written["correlations"] if record["name"] == "short and alike"}
    assert list(found) == ["harbour", "by people", "all tracks"]
    # Only the place alone is minimal. Dice in +LOC and -LOC: place alone 2/3 and 0, with type 1 and 2/5, usual 1 and 1.
    expected = np.corrcoef([1, 0, 0], [1 / 3, 0.7, 1])[0, 1]
    assert [record["value"] for record in found.values()] == pytest.approx([expected] * 3)
    assert not any(record["is_simulated"] for record in found.values())


def test_what_a_program_did_is_called_so(folder: Path, written: dict[str, Any]) -> None:
    assert all(record["is_simulated"] for record in written["correlations"] if record["name"] == "with people")
    page = (folder / "report" / "index.html").read_text(encoding="utf-8")
    assert "identification_time follows dice" in page
    assert "Simulated by a program, not judged by people: identification_time, accuracy." in page
    assert "people (half against half)" not in page
    assert "program (half against half)" in page


def test_the_page_says_which_metric_correlates_better(folder: Path) -> None:
    page = (folder / "report" / "index.html").read_text(encoding="utf-8")
    sentences = re.findall(r"Williams(?:&#39;|') test, ([^<]*?)\.(?= |<)", page)
    assert "clarity over outputs: dice correlates better than minimality" in sentences


def test_a_program_that_follows_metrics_has_no_say_in_the_verdict(written: dict[str, Any]) -> None:
    assert all(claim["source"] != "people" for claim in written["tracks"][0]["verdict"])


def test_identification_is_quick_and_right_or_not(harbour: TrackResults) -> None:
    (people,) = harbour.people
    values = {
        name: [value for part in people.segments if part.criterion == name for value in part.means]
        for name in ("identification_time", "accuracy", "clarity")
    }
    assert all(0 < seconds < 10 for seconds in values["identification_time"])
    assert set(values["accuracy"]) <= {0.0, 0.5, 1.0}  # means of two
    assert max(values["clarity"]) > 10
    ranking = people["identification_time"].ranking
    assert ranking.is_low_best
    assert [ranked.score for ranked in ranking] == sorted(ranked.score for ranked in ranking)


def test_segment_scores_are_those_of_the_outputs_that_are_shown(harbour: TrackResults) -> None:
    assert {len(part.instances) for part in harbour.segments} == {16}
    (learnt,) = {score.n for score in harbour.scores if score.system == "usual"}
    assert learnt == 48  # three divisions


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ('[[correlation]]\nname = "x"\nof = ["dcie"]\nagainst = ["minimality"]\n', "Did you mean 'dice'"),
        ('[[correlation]]\nname = "x"\nof = ["dice"]\nagainst = ["dice"]\n', "has dice on both sides"),
        ('[[correlation]]\nname = "x"\nof = ["dice"]\nagainst = ["minimality"]\ntracks = ["hrbour"]\n', "'harbour'"),
        (
            f'{MORE_TRACK}score_by = ["weather"]\n[[system]]\nname = "s"\ntrack = "more"\ngenerator = "greedy"\n',
            "is to be scored by weather, which no instance has",
        ),
        (
            '[[system]]\nname = "s"\ntrack = "harbour"\ngenerator = "incremental"\norder = "color"\n',
            "has 'color', which no training scene has. Did you mean 'colour'?",
        ),
        (
            f'{MORE_TRACK}[[system]]\nname = "s"\ntrack = "more"\ngenerator = "greedy"\nrealiser = "mined"\n',
            "generator 'greedy' needs training data",
        ),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(tmp_path: Path, more: str, problem: str) -> None:
    with pytest.raises(UserError) as caught:
        run_campaign(write_referring_campaign(tmp_path, more))
    assert problem in str(caught.value)


def test_too_few_systems_are_not_correlated(tmp_path: Path) -> None:
    more = '[[correlation]]\nname = "x"\nof = ["dice"]\nagainst = ["minimality"]\nleave_out = ["usual"]\n'
    (asked,) = run_campaign(write_referring_campaign(tmp_path, more)).results.over_systems
    assert not asked.by_track
    assert asked.missing[0] == "harbour: 2 systems with all measures, too few to correlate."
