"""A study enters a run with whatever its database holds, and `genchal status` says how far it is."""

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from campaign.people.small_campaign import RATINGS, write_campaign
from cli.typed import genchal
from genchal.campaign.judgements.rank import rank_files
from genchal.campaign.run import run_campaign
from genchal.campaign.status import read_campaign_status
from genchal.campaign.studies.stored import read_study
from genchal.domain.results.judgements.ranking import RankingBy
from genchal.domain.results.status import PeopleStatus
from genchal.domain.selection import RatingsSelection
from genchal.store.store import open_store
from genchal.store.studies import find_study
from web.raters import Clock, Person

STUDY = """
[[study]]
name = "taste"
method = "rankme"
criteria = ["quality", "naturalness"]
raters_per_item = 2
"""


def typed(folder: Path, *arguments: str) -> str:
    done = genchal(*arguments, folder=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def create(folder: Path, name: str = "taste") -> None:
    run_campaign(folder)
    typed(folder, "study", "create", name)


def answer(folder: Path, raters: int, first: int = 1, name: str = "taste") -> None:
    """Let people with personal links answer all they get."""
    links = typed(folder, "study", "links", name, "--count", f"{raters}", "--first", f"{first}").split()
    with open_store(folder / "campaign.db", create=False) as store:
        study = read_study(store.read(lambda transaction: find_study(transaction, name)))
        clock = Clock()
        for seed, link in enumerate(links):
            person = Person(store, clock, study, seed + first)
            person.start(urlsplit(link).path)
            assert person.work()


def state_of(folder: Path) -> PeopleStatus:
    (people,) = read_campaign_status(folder).people
    return people


def test_a_study_from_nothing_to_its_evaluation(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, STUDY)
    assert state_of(folder).state == "not created"
    assert not (folder / "campaign.db").exists()
    create(folder)
    assert run_campaign(folder).results.tracks[0].people == ()
    assert state_of(folder).state == "no answers yet"
    answer(folder, raters=1)
    status = read_campaign_status(folder)
    assert status.people[0].state == "not evaluated"
    assert status.report == "out of date"
    outcome = run_campaign(folder)
    assert (outcome.measured, outcome.computed) == (0, 1)
    (people,) = outcome.results.tracks[0].people
    assert (people.name, people.origin, people.method, people.size.raters) == ("taste", "study", "rankme", 1)
    assert people.size.hours is not None
    assert run_campaign(folder).did_nothing
    assert (state_of(folder).state, state_of(folder).judgements) == ("evaluated", people.size.judgements)
    assert read_campaign_status(folder).report == "current"
    # An answer more, and it is evaluated again.
    answer(folder, raters=1, first=2)
    assert state_of(folder).state == "not evaluated"
    again = run_campaign(folder)
    assert again.computed == 1
    assert again.results.tracks[0].people[0].size.raters == 2


def test_numbers_are_those_of_an_exported_file(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, STUDY)
    create(folder)
    answer(folder, raters=2)
    (people,) = run_campaign(folder).results.tracks[0].people
    typed(folder, "study", "export", "taste", "--out", "taste.csv")
    for criterion in ("quality", "naturalness"):
        ranked = rank_files([folder / "taste.csv"], criterion, RankingBy(), RatingsSelection())
        assert people[criterion].ranking.systems == ranked.systems


def test_ratings_say_how_a_study_is_evaluated(tmp_path: Path) -> None:
    ratings = (
        '[[ratings]]\nname = "by taste"\nstudy = "taste"\nmethod = "mean"\ncriteria = ["quality"]\nsimulated = true\n'
    )
    folder = write_campaign(tmp_path, STUDY, ratings)
    create(folder)
    answer(folder, raters=2)
    (people,) = run_campaign(folder).results.tracks[0].people
    assert people.name == "by taste"
    assert people.is_simulated
    assert [(found.criterion, found.ranking.method) for found in people.criteria] == [("quality", "mean")]


def test_criteria_that_are_not_asked_together_are_evaluated_each(tmp_path: Path) -> None:
    ratings = '[[ratings]]\nname = "taste"\nstudy = "taste"\nby_criterion = { naturalness = { method = "z" } }\n'
    folder = write_campaign(tmp_path, STUDY, 'together = false\npay = 0.5\ncurrency = "EUR"\n', ratings)
    create(folder)
    answer(folder, raters=1, name="taste-quality")
    (people,) = run_campaign(folder).results.tracks[0].people
    assert (people.name, people.size.currency) == ("taste-quality", "EUR")
    assert people.size.cost == 0.5 * people.size.sheets
    assert [(entry.name, entry.state) for entry in read_campaign_status(folder).people] == [
        ("taste-quality", "evaluated"),
        ("taste-naturalness", "no answers yet"),
    ]


def test_status_follows_a_campaign_and_writes_nothing(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    before = read_campaign_status(folder)
    (track,) = before.tracks
    assert (track.instances, track.without_outputs) == (12, ())
    assert track.not_scored == track.metrics == ("ROUGE-L", "slot_error_delex")
    assert (before.people[0].state, before.report) == ("not evaluated", "not written")
    assert before.next_steps[0].startswith(f"genchal run {folder}:")
    assert not (folder / "results").exists()
    run_campaign(folder)
    stamps = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    after = read_campaign_status(folder)
    assert (after.tracks[0].is_current, after.report, after.next_steps) == (True, "current", ())
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == stamps


def test_status_names_what_is_stale_or_missing(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    run_campaign(folder)
    toml = folder / "campaign.toml"
    text = toml.read_text(encoding="utf-8")
    toml.write_text(text.replace('label = "ROUGE-L"', 'label = "ROUGE-L"\nbeta = 2.0'), encoding="utf-8")
    status = read_campaign_status(folder)
    assert status.tracks[0].not_scored == ("ROUGE-L",)
    assert status.report == "out of date"
    toml.write_text(text.replace("[report]", "") + '\n[report]\nstatistics = ["lengths"]\n', encoding="utf-8")
    assert read_campaign_status(folder).tracks[0].not_computed == ("statistics",)
    (folder / "east.tsv").unlink()
    (folder / "ratings.csv").unlink()
    status = read_campaign_status(folder)
    assert status.tracks[0].without_outputs == ("east",)
    assert "there is no file ratings.csv" in (status.people[0].problem or "")
    assert status.next_steps[0].startswith("genchal validate")


@pytest.mark.parametrize("command", ["run", "status"])
def test_the_command_prints_people_as_text_and_json(tmp_path: Path, command: str) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    run_campaign(folder)
    text = typed(folder, command)
    assert "people" in text
    found = json.loads(typed(folder, command, "--json"))["people"]
    assert found[0]["name"] == "people"
    if command == "run":
        assert "people: quality, 108 ratings by 3 raters" in text
        criteria = {entry["criterion"]: entry for entry in found[0]["criteria"]}
        assert [ranked["system"] for ranked in criteria["quality"]["ranking"]] == ["north", "south", "east"]
        report = json.loads((folder / "report" / "results.json").read_text(encoding="utf-8"))
        assert report["tracks"][0]["people"][0]["size"]["judgements"] == 432


def test_validate_reads_the_ratings(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    assert genchal("validate", folder=folder).returncode == 0
    rows = (folder / "ratings.csv").read_text(encoding="utf-8")
    (folder / "ratings.csv").write_text(rows.replace(",east,", ",west,"), encoding="utf-8")
    done = genchal("validate", folder=folder)
    assert done.returncode == 2
    assert "1 of 3 rated systems is not in the track: ratings have 'west'" in done.stdout + done.stderr
    (folder / "ratings.csv").unlink()
    done = genchal("validate", folder=folder)
    assert "there is no file ratings.csv" in done.stdout + done.stderr
