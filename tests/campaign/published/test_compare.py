"""Published numbers of a campaign beside its results: by the names of systems and measures, and by views."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from genchal.campaign.judgements.rank import rank_systems
from genchal.campaign.parts import StoredParts
from genchal.campaign.published.compare import compare_published
from genchal.campaign.published.computations import Computation, Material, Numbers, Workbench
from genchal.campaign.recipes import copy_recipe
from genchal.campaign.run import report_campaign, run_campaign
from genchal.campaign.scoring.evidence import Machinery
from genchal.campaign.status import read_campaign_status
from genchal.domain.campaign import ReportEntry
from genchal.domain.ratings import Ratings
from genchal.domain.results.campaign import CampaignResults, Measure, TrackResults
from genchal.domain.results.judgements.ranking import Ranking
from genchal.domain.results.people import CriterionResults, EvaluationSize, HumanEvaluation
from genchal.domain.results.profiles import ProfileNumber
from genchal.domain.results.published import PublishedNumber, PublishedNumbers
from genchal.domain.results.scores import Score
from genchal.domain.submission import System
from genchal.errors import NotFound
from genchal.resources.results import ResultStore

Verdicts = dict[tuple[str, str], tuple[float | None, str]]


def score(system: str, metric: str, value: float) -> Score:
    return Score(
        system=system, track="t", metric=metric, value=value, n=2, not_scored=0, low=None, high=None, signature=""
    )


def ranking() -> Ranking:
    """Two sheets on which a is better than b: by wins a has 1, b has 0."""
    systems, sheets = ["a", "b"] * 2, ["s1", "s1", "s2", "s2"]
    ratings = Ratings.from_columns([3, 1, 2, 1], ["r"] * 4, sheets, sheets, systems, ["quality"] * 4)
    return rank_systems(ratings, method="wins")


def results(*scores: Score, people: tuple[HumanEvaluation, ...] = ()) -> CampaignResults:
    measures = (Measure("bleu", "BLEU-4", True, 0, 1, ""),)
    track = TrackResults(
        "t", "slots", "en", (), (System("a"), System("b")), measures, scores, (), {},
        statistics=(ProfileNumber("a", "lexicalised", "lengths", "tokens_per_text", 12.25, ""),),
        people=people,
    )  # fmt: skip
    return CampaignResults("C", 1, "0", 10, 0.95, (track,))


def compared(tmp_path: Path, found: CampaignResults, *lines: str) -> Verdicts:
    path = tmp_path / "x.tsv"
    path.write_text("\n".join(line.replace(" | ", "\t") for line in lines) + "\n", encoding="utf-8")
    numbers = compare_published(found, ReportEntry(published=(path,)), StoredParts(ResultStore(tmp_path)), Machinery())
    assert numbers is not None
    return {(number.row, number.column): (number.ours, number.verdict) for number in numbers}


def test_systems_and_measures_are_found_by_name_and_by_label(tmp_path: Path) -> None:
    found = results(score("a", "bleu", 0.651), score("b", "bleu", 0.5))
    lines = ("system | bleu | bleu-4 | nist", "a | .65 | 0.66 | 8", "B | 0.50 | 0.50 | 7", "c | 0.1 | 0.1 | 1")
    assert compared(tmp_path, found, *lines) == {
        ("a", "bleu"): (0.651, "exact"),
        ("a", "bleu-4"): (0.651, "off"),
        ("a", "nist"): (None, "not computed"),
        ("B", "bleu"): (0.5, "exact"),
        ("B", "bleu-4"): (0.5, "exact"),
        ("B", "nist"): (None, "not computed"),
        ("c", "bleu"): (None, "not computed"),
        ("c", "bleu-4"): (None, "not computed"),
        ("c", "nist"): (None, "not computed"),
    }


def test_text_statistics_are_found_too(tmp_path: Path) -> None:
    lines = ("system | measure | value", "a | tokens_per_text | 12.3")
    assert compared(tmp_path, results(), *lines) == {("a", "tokens_per_text"): (12.25, "exact")}


def test_rankings_by_people_are_found_by_criterion_and_system(tmp_path: Path) -> None:
    people = HumanEvaluation("r", "file", EvaluationSize(4, 1, 2, 2, 2), (CriterionResults("quality", ranking()),))
    lines = ("criterion | system | score | rank_low", "quality | a | 1.00 | 1", "quality | b | 0.2 | 3")
    assert compared(tmp_path, results(people=(people,)), *lines) == {
        ("quality a", "score"): (1.0, "exact"),
        ("quality a", "rank_low"): (1.0, "exact"),
        ("quality b", "score"): (0.0, "off"),
        ("quality b", "rank_low"): (1.0, "off"),  # four judgements cannot separate two systems
    }


def test_tolerances_and_cells_that_do_not_count(tmp_path: Path) -> None:
    found = results(score("a", "bleu", 0.652))
    header = "table | row | column | published | tolerance | counts | reason"
    cells = (
        "T | a | bleu | 0.65 | 0 | yes | ",
        "T | a | bleu-4 | 0.660 | 2% | yes | ",
        "U | a | bleu | 0.9 |  | no | lost",
    )
    path = tmp_path / "x.tsv"
    path.write_text("\n".join(line.replace(" | ", "\t") for line in (header, *cells)) + "\n", encoding="utf-8")
    numbers = compare_published(found, ReportEntry(published=(path,)), StoredParts(ResultStore(tmp_path)), Machinery())
    assert numbers is not None
    assert [number.verdict for number in numbers] == ["exact", "within", "not counted"]
    assert numbers.sentence() == "2 of 2 published numbers reproduced (1 exactly); 1 cannot be recomputed"
    assert numbers.counts() == {"numbers": 2, "reproduced": 2, "exact": 1, "not_recomputed": 1}
    assert [number.reason for number in numbers] == ["", "", "lost"]
    assert [row[0] for row in numbers.summary().rows] == ["T", "U"]


def test_systems_of_our_own_stand_beside_published_ones_of_the_same_name(tmp_path: Path) -> None:
    released, ours = results(score("a", "bleu", 0.6)), results(score("a", "bleu", 0.7), score("b", "bleu", 0.5))
    (first,), (second,) = released.tracks, ours.tracks
    found = replace(released, tracks=(first, replace(second, name="ours")))
    path = tmp_path / "x.tsv"
    lines = ("system | bleu", "a | 0.60", "b ours | 0.55", "c | 0.1")
    path.write_text("\n".join(line.replace(" | ", "\t") for line in lines) + "\n", encoding="utf-8")
    numbers = compare_published(
        *(found, ReportEntry(published=(path,)), StoredParts(ResultStore(tmp_path)), Machinery()),
        generated={("ours", "a"), ("ours", "b")},
    )
    assert numbers is not None
    assert [(number.row, number.ours, number.verdict) for number in numbers] == [
        ("a", 0.6, "exact"),
        ("a (ours)", 0.7, "another system"),
        ("b ours", 0.5, "another system"),
        ("c", None, "not computed"),
    ]
    assert numbers.sentence() == (
        "1 of 2 published numbers reproduced (1 exactly); 0 cannot be recomputed; "
        "2 scores of our own systems beside published ones"
    )
    assert numbers.counts()["not_recomputed"] == 0


def test_a_campaign_without_published_tables_has_none(tmp_path: Path) -> None:
    assert compare_published(results(), ReportEntry(), StoredParts(ResultStore(tmp_path)), Machinery()) is None


def test_absent_data_costs_one_table_and_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GENCHAL_DATA", str(tmp_path / "nowhere"))
    monkeypatch.setenv("HOME", str(tmp_path))
    copy_recipe("rankme", tmp_path / "r")
    wanted = ReportEntry(published=(tmp_path / "r" / "published" / "rankme_table2_spearman.tsv",))
    told: list[str] = []
    machinery = Machinery(progress=told.append)
    numbers = compare_published(results(score("a", "bleu", 0.5)), wanted, StoredParts(ResultStore(tmp_path)), machinery)
    assert numbers is not None
    assert {number.verdict for number in numbers} == {"not computed", "not counted"}
    (line,) = told
    assert line.startswith("rankme_table2_spearman: not compared. stp1_likert.csv of rankme is not on this machine.")
    with pytest.raises(NotFound, match="is not on this machine"):  # where there is nothing else to show
        compare_published(replace(results(), tracks=()), wanted, StoredParts(ResultStore(tmp_path)), machinery)


def test_numbers_are_computed_once_and_again_when_a_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENCHAL_DATA", str(tmp_path))
    file = tmp_path / "e2e" / "devset.csv"
    file.parent.mkdir()
    file.write_text("mr,ref\n", encoding="utf-8")
    calls = []

    def compute(material: Material) -> Numbers:
        calls.append(material.files)
        return {("length",): float(material.files[0].stat().st_size)}

    computation = Computation("length", (("e2e", "devset.csv"),), compute)

    def numbers() -> Numbers:
        return Workbench(results(), {}, StoredParts(ResultStore(tmp_path / "results")), Machinery()).numbers(
            computation
        )

    assert numbers() == numbers() == {("length",): 7.0}
    assert len(calls) == 1
    file.write_text("mr,ref\nx,y\n", encoding="utf-8")
    assert numbers() == {("length",): 11.0}
    assert len(calls) == 2


CAMPAIGN = """
[campaign]
name = "C"
[[track]]
name = "t"
format = "slots"
test = "test.csv"
[[system]]
name = "x"
references = "gold"
[[metric]]
name = "exact_match"
label = "Same"
[report]
published = ["paper.tsv"]
"""


def test_a_run_compares_prints_and_writes(tmp_path: Path) -> None:
    (tmp_path / "test.csv").write_text("mr,ref\nname[A],A is here\nname[A],A is here\n", encoding="utf-8")
    (tmp_path / "paper.tsv").write_text("system\tsame\nx\t1.00\ny\t0.1\n", encoding="utf-8")
    campaign = tmp_path / "campaign.toml"
    campaign.write_text(CAMPAIGN, encoding="utf-8")
    outcome = run_campaign(campaign)
    assert outcome.report_written
    assert "1 of 2 published numbers reproduced (1 exactly); 0 cannot be recomputed" in outcome.summary()
    lines = (tmp_path / "report" / "tables" / "published_vs_ours.tsv").read_text(encoding="utf-8").splitlines()
    assert lines == [
        "table\trow\tcolumn\tpublished\tours\tverdict",
        "paper\tx\tsame\t1.00\t1.0\texact",  # one reference against the other
        "paper\ty\tsame\t0.1\t\tnot computed",
    ]
    document = json.loads((tmp_path / "report" / "results.json").read_text(encoding="utf-8"))
    assert document["published"] == {"numbers": 2, "reproduced": 1, "exact": 1, "not_recomputed": 0}
    assert run_campaign(campaign).did_nothing
    assert read_campaign_status(campaign).report == "current"
    assert report_campaign(campaign).is_file()
    (tmp_path / "paper.tsv").write_text("system\tsame\nx\t0.9\n", encoding="utf-8")
    assert read_campaign_status(campaign).report != "current"
    assert run_campaign(campaign).report_written


def test_where_no_number_counts_the_line_says_so() -> None:
    lost = [PublishedNumber("T", "a", "bleu", "0.9", None, "not counted", counts=False, reason="lost")] * 2
    assert PublishedNumbers(tuple(lost)).sentence() == "None of 2 published numbers can be recomputed"
