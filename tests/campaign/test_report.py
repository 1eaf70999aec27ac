"""What a report has besides scores: statistics of the texts, and how alike systems are."""

import json
from pathlib import Path

import pytest

from genchal.campaign.run import run_campaign
from genchal.errors import UserError
from genchal.resources.results import digest_code

CAMPAIGN = """
[campaign]
name = "Walks"
resamples = 0

[[track]]
name = "walks"
format = "slots"
test = "test.csv"

[[system]]
name = "a"
file = "a.tsv"

[[system]]
name = "b"
file = "b.tsv"

[[system]]
name = "withdrawn"
file = "b.tsv"
withdrawn = true

[[metric]]
name = "rouge_l"
"""
REPORT = """
[report]
statistics = ["vocabulary"]
similarity = ["rouge_l"]
delexicalise = ["name"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    test = "mr,ref\nname[Fox Path],A walk along Fox Path.\nname[Owl Way],Owl Way is easy.\n"
    (tmp_path / "test.csv").write_text(test, encoding="utf-8")
    a = "mr\toutput\nname[Fox Path]\tFox Path is a walk.\nname[Owl Way]\tOwl Way is a walk.\n"
    (tmp_path / "a.tsv").write_text(a, encoding="utf-8")
    b = "mr\toutput\nname[Fox Path]\tFox Path is short.\nname[Owl Way]\tOwl Way is a walk.\n"
    (tmp_path / "b.tsv").write_text(b, encoding="utf-8")
    return tmp_path


def written(folder: Path, text: str) -> Path:
    (folder / "campaign.toml").write_text(text, encoding="utf-8")
    return folder


def test_statistics_and_similarities_are_in_the_report_where_they_are_asked_for(folder: Path) -> None:
    outcome = run_campaign(written(folder, CAMPAIGN + REPORT))
    (track,) = json.loads((folder / "report/results.json").read_text(encoding="utf-8"))["tracks"]
    found = {(one["system"], one["version"], one["statistic"]): one["value"] for one in track["statistics"]}
    # "Fox Path is a walk ." and "Owl Way is a walk .": 8 different tokens; 5 with the names as one placeholder.
    assert found["a", "lexicalised", "distinct_tokens"] == 8
    assert found["a", "delexicalised", "distinct_tokens"] == 5
    alike = {(one["references"], one["system"]): one["value"] for one in track["similarities"]}
    assert alike["a", "a"] == 1
    assert 0 < alike["a", "b"] < 1
    assert "withdrawn" not in {name for pair in alike for name in pair}
    page = outcome.report.read_text(encoding="utf-8")
    assert "Vocabulary, delexicalised" in page
    assert "Similarity of the systems" in page
    names = {path.name for path in (folder / "report").rglob("walks*")}
    assert {
        "walks-text-statistics.csv",
        "walks-text-statistics.tex",
        "walks-similarity.svg",
        "walks-similarity.tex",
    } <= names


def test_levels_are_compared_where_there_are_two_systems(folder: Path) -> None:
    outcome = run_campaign(written(folder, f'{CAMPAIGN}\n[report]\nlevels = true\nbaseline = "b"\n'))
    levels = outcome.results.tracks[0].levels
    assert levels is not None
    (pair,) = levels.comparisons
    assert ({pair.system_a, pair.system_b}, pair.n, pair.m) == ({"a", "b"}, 2, 2)
    names = {path.name for path in (folder / "report").rglob("walks-d-level*")}
    assert {"walks-d-level-differences.svg", "walks-d-level-comparisons.tex"} <= names


def test_the_parts_are_made_once_and_again_when_something_else_is_asked_for(folder: Path) -> None:
    assert run_campaign(written(folder, CAMPAIGN + REPORT)).report_written
    assert run_campaign(folder).did_nothing
    assert run_campaign(written(folder, CAMPAIGN)).report_written
    (track,) = json.loads((folder / "report/results.json").read_text(encoding="utf-8"))["tracks"]
    assert track["statistics"] == track["similarities"] == []


@pytest.mark.parametrize(
    ("report", "problem"),
    [
        ('statistics = ["vocabluary"]', "Did you mean 'vocabulary'"),
        ('similarity = ["bleeu"]', "Did you mean 'bleu'"),
        ('similarity = ["bleu"]\ndelexicalise = ["nmae"]', "nmae"),
        ('statistcs = ["lengths"]', "unknown key 'statistcs'"),
        ('baseline = "bb"', "unknown system 'bb'"),
        ('statistics = ["lengths:window=3"]', "window"),
    ],
)
def test_what_cannot_be_had_is_one_line(folder: Path, report: str, problem: str) -> None:
    with pytest.raises(UserError) as error:
        run_campaign(written(folder, f"{CAMPAIGN}\n[report]\n{report}\n"))
    assert problem in str(error.value)
    assert not (folder / "report" / "index.html").exists()


def test_a_report_that_other_code_has_written_is_written_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = written(folder, CAMPAIGN)
    assert run_campaign(campaign).report_written
    assert not run_campaign(campaign).report_written
    monkeypatch.setattr("genchal.campaign.report.digest_code", lambda *packages: "of the next version")
    again = run_campaign(campaign)
    assert again.report_written
    assert again.measured == 0


def test_the_fingerprint_of_code_is_that_of_its_packages() -> None:
    assert digest_code("reports") == digest_code("reports") != digest_code("reports", "domain.results")


def test_a_list_of_frequent_words_of_the_campaign_counts_for_sophistication(folder: Path) -> None:
    words = folder / "words.txt"
    report = '[report]\nstatistics = ["sophistication:frequent=2"]\nfrequencies = "words.txt"\n'
    campaign = written(folder, CAMPAIGN + report)
    with pytest.raises(UserError, match=r"words\.txt"):
        run_campaign(campaign)

    def rare(text: str) -> float:
        words.write_text(text, encoding="utf-8")
        numbers = run_campaign(campaign).results.tracks[0].statistics
        return next(float(number.value) for number in numbers if number.system == "a" and number.statistic == "ls2")

    assert rare("walk\na\n") < rare("sea\nriver\n")  # what is stored is not used for another list
