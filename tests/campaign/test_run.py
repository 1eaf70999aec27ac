"""A whole campaign: what is done, what is found again, what is done anew."""

import json
import shutil
from pathlib import Path

import pytest

from campaign.written_files import read_written
from genchal.campaign.recipes import copy_recipe, start_campaign
from genchal.campaign.run import report_campaign, run_campaign
from genchal.campaign.status import read_campaign_status
from genchal.errors import InvalidInput
from genchal.reports.paper.paper_files import paper_files
from genchal.reports.tables.campaign_tables import campaign_tables
from genchal.reports.verdict.write import write_verdict


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    return copy_recipe("demo", tmp_path / "demo")


def test_the_demo_runs_end_to_end_and_a_second_run_redoes_nothing(demo: Path) -> None:
    first = run_campaign(demo)
    assert (first.generated, first.measured, first.reused, first.report_written) == (3, 12, 0, True)
    stamps = {path: path.stat().st_mtime_ns for path in demo.parent.rglob("*") if path.is_file()}
    second = run_campaign(demo)
    assert second.did_nothing
    assert second.reused == 20
    assert {path: path.stat().st_mtime_ns for path in demo.parent.rglob("*") if path.is_file()} == stamps
    assert second.results.tracks[0].scores == first.results.tracks[0].scores


def test_the_demo_has_the_promised_sizes_and_order(demo: Path) -> None:
    (track,) = run_campaign(demo).results.tracks
    assert len(track.instances) >= 60
    assert all(len(instance.references) == 3 for instance in track.instances)
    assert [system.name for system in track.systems] == [
        "random",
        "mined templates",
        "hand-written templates",
        "careless",
    ]
    bleu = {score.system: score.value for score in track.scores if score.metric == "BLEU"}
    assert bleu["random"] < bleu["mined templates"] < bleu["hand-written templates"]


@pytest.mark.slow
def test_two_runs_in_different_places_write_the_same_bytes(tmp_path: Path, demo: Path) -> None:
    run_campaign(demo, tmp_path / "one")
    run_campaign(demo, tmp_path / "two")
    assert read_written(tmp_path / "one") == read_written(tmp_path / "two")
    assert not (demo.parent / "results").exists()


def test_only_what_changed_is_done_again(demo: Path) -> None:
    run_campaign(demo)
    submission = demo.parent / "submissions" / "faulty.tsv"
    submission.write_text(submission.read_text(encoding="utf-8").replace("walk", "hike"), encoding="utf-8")
    outcome = run_campaign(demo)
    assert (outcome.generated, outcome.measured, outcome.report_written) == (0, 3, True)


def test_a_changed_setting_measures_one_metric_anew(demo: Path) -> None:
    run_campaign(demo)
    demo.write_text(
        demo.read_text(encoding="utf-8").replace('name = "bleu"', 'name = "bleu"\ncase = "lower"'), encoding="utf-8"
    )
    assert run_campaign(demo).measured == 4


@pytest.mark.slow
def test_another_seed_generates_anew(demo: Path) -> None:
    run_campaign(demo)
    demo.write_text(demo.read_text(encoding="utf-8").replace("seed = 1", "seed = 2"), encoding="utf-8")
    assert run_campaign(demo).generated == 3


@pytest.mark.parametrize("kind", ["rows", "outputs"])
def test_a_damaged_or_deleted_result_is_made_again(demo: Path, kind: str) -> None:
    before = run_campaign(demo).results.tracks[0].scores
    damaged, deleted = sorted((demo.parent / "results").glob(f"{kind}-*"))[:2]
    damaged.write_bytes(b"PAR1 nonsense")
    deleted.unlink()
    outcome = run_campaign(demo)
    assert outcome.measured + outcome.generated == 2
    assert outcome.results.tracks[0].scores == before


@pytest.mark.slow
def test_a_deleted_part_of_the_report_is_written_again(demo: Path) -> None:
    outcome = run_campaign(demo)
    (outcome.report.parent / "tables" / "walks-leaderboard.tex").unlink()
    assert run_campaign(demo).report_written
    assert (outcome.report.parent / "tables" / "walks-leaderboard.tex").is_file()


def test_a_report_is_written_from_stored_results_alone(demo: Path) -> None:
    with pytest.raises(InvalidInput, match="are not up to date"):
        report_campaign(demo)
    outcome = run_campaign(demo)
    shutil.rmtree(outcome.report.parent)
    assert report_campaign(demo) == outcome.report
    assert json.loads((outcome.report.parent / "results.json").read_text(encoding="utf-8"))["campaign"] == "Day walks"


def test_tracks_metrics_and_fates_of_systems(tmp_path: Path) -> None:
    start_campaign(tmp_path)
    (tmp_path / "refs.txt").write_text("one walk\ntwo walks\n", encoding="utf-8")
    (tmp_path / "out.txt").write_text("one walk\nthree walks\n", encoding="utf-8")
    (tmp_path / "campaign.toml").write_text(
        """
[campaign]
name = "Two tracks"
[[track]]
name = "slots"
format = "slots"
test = "data/test.csv"
train = "data/train.csv"
[[track]]
name = "plain"
format = "plain"
language = "de"
test = "refs.txt"
[[system]]
name = "gold"
track = "slots"
[[system]]
name = "ours"
track = "plain"
file = "out.txt"
withdrawn = true
[[metric]]
name = "bleu"
tracks = ["slots"]
[[metric]]
name = "rouge_l"
label = "RL"
tok = "none"
""",
        encoding="utf-8",
    )
    slots, plain = run_campaign(tmp_path).results.tracks
    assert [measure.label for measure in slots.measures] == ["bleu", "RL"]
    assert [measure.label for measure in plain.measures] == ["RL"]
    assert plain.language == "de"
    assert plain.ranked() == ()  # withdrawn systems are scored but not shown
    assert {score.n for score in plain.scores} == {2}
    assert {score.signature for score in slots.scores if score.metric == "RL"} == {
        "rouge_l|nrefs:1|group:input|tok:none|case:lower|beta:1.2|v:1"  # one of two references is the output itself
    }


def test_a_track_without_systems_is_told(tmp_path: Path) -> None:
    path = start_campaign(tmp_path)
    text = path.read_text(encoding="utf-8").replace("[[system]]", '[[system]]\ntrack = "main"')
    path.write_text(f'{text}\n[[track]]\nname = "other"\nformat = "slots"\ntest = "data/test.csv"\n', encoding="utf-8")
    with pytest.raises(InvalidInput, match="track 'other' has no systems"):
        run_campaign(path)


def test_a_generator_that_must_learn_asks_for_training_data(tmp_path: Path) -> None:
    path = start_campaign(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("train =", "#"), encoding="utf-8")
    with pytest.raises(InvalidInput, match="generator 'random' needs training data"):
        run_campaign(path)
    assert not (tmp_path / "report").exists()


def test_a_submission_with_gaps_is_named_by_a_run_by_the_status_and_by_the_verdict(tmp_path: Path) -> None:
    """It is scored on what is there: without a word it would lead the leaderboard by leaving out what is hard."""
    start_campaign(tmp_path)
    rows = [f"q{number},Question {number}?,The answer to {number} is tea." for number in range(1, 13)]
    (tmp_path / "test.csv").write_text("\n".join(["id,input,reference", *rows, ""]), encoding="utf-8")
    answers = [f"q{number},The answer is tea {number}." for number in range(1, 13)]
    easy = [f"q{number},The answer to {number} is tea." for number in range(1, 8)]
    (tmp_path / "whole.csv").write_text("\n".join(["id,output", *answers, ""]), encoding="utf-8")
    (tmp_path / "partial.csv").write_text("\n".join(["id,output", *easy, ""]), encoding="utf-8")
    track = '[campaign]\nname = "Teas"\n[[track]]\nname = "teas"\nformat = "table"\ntest = "test.csv"\n'
    systems = "".join(f'[[system]]\nname = "{name}"\nfile = "{name}.csv"\n' for name in ("whole", "partial"))
    (tmp_path / "campaign.toml").write_text(track + systems, encoding="utf-8")
    said: list[str] = []
    results = run_campaign(tmp_path, notice=said.append).results
    fate = 'they are not scored (missing = "zero": as empty texts)'
    assert said == [f"partial: 5 of 12 instances have no output ('q8', 'q9', 'q10' and 2 more); {fate}"]
    claims = [claim.sentence for claim in write_verdict(results.tracks[0])]
    assert claims[0] == "partial is significantly better than whole in bleu and rouge_l."
    assert claims[1] == "partial has outputs for 7 of 12 instances only, and is scored and tested on no others."
    note = "partial: 5 outputs not scored (missing, or no reference)."
    assert note in results.tracks[0].table().notes
    assert note in (tmp_path / "report" / "tables" / "teas-leaderboard.tex").read_text(encoding="utf-8")
    assert "others" not in claims[0]
    assert results.tracks[0].scopes() == {}  # the other system is scored on all instances
    (status,) = read_campaign_status(tmp_path).tracks
    assert status.is_current
    assert list(status.sentences())[1] == "outputs that are missing: 5 of partial"
    zero = (track + systems).replace('test = "test.csv"', 'test = "test.csv"\nmissing = "zero"')
    (tmp_path / "campaign.toml").write_text(zero, encoding="utf-8")
    claims = [claim.sentence for claim in write_verdict(run_campaign(tmp_path).results.tracks[0])]
    assert not any("only" in claim for claim in claims)


def start_teas(folder: Path, references: int, instances: int = 12, gap: int = 0) -> Path:
    """A campaign of two systems of which only some instances have a reference."""
    start_campaign(folder)
    numbers = range(1, instances + 1)
    texts = {number: f"The answer to {number} is tea." if number <= references else "" for number in numbers}
    rows = [f"q{number},Question {number}?,{texts[number]}" for number in numbers]
    (folder / "test.csv").write_text("\n".join(["id,input,reference", *rows, ""]), encoding="utf-8")
    good = [f"q{number},The answer to {number} is tea." for number in numbers if number > gap]
    bad = [f"q{number},Ask a waiter at table {number}." for number in numbers]
    (folder / "good.csv").write_text("\n".join(["id,output", *good, ""]), encoding="utf-8")
    (folder / "bad.csv").write_text("\n".join(["id,output", *bad, ""]), encoding="utf-8")
    track = '[campaign]\nname = "Teas"\n[[track]]\nname = "teas"\nformat = "table"\ntest = "test.csv"\n'
    systems = "".join(f'[[system]]\nname = "{name}"\nfile = "{name}.csv"\n' for name in ("good", "bad"))
    (folder / "campaign.toml").write_text(track + systems, encoding="utf-8")
    return folder


def test_scores_on_the_instances_with_references_are_called_so_everywhere(tmp_path: Path) -> None:
    outcome = run_campaign(start_teas(tmp_path, references=7))
    (track,) = outcome.results.tracks
    scope = "bleu and rouge_l are scored on 7 of the 12 instances, those with references."
    assert [claim.sentence for claim in write_verdict(track)] == [
        "good is significantly better than bad in bleu and rouge_l.",
        scope,
    ]
    assert outcome.summary().startswith(f"{scope}\n1 ") or outcome.summary().startswith(f"{scope}\n0 ")
    assert track.table().notes[:1] == (scope,)
    assert not any("not scored (missing" in note for note in track.table().notes)
    title = "Scores of systems on 7 of the 12 instances, those with references"
    assert campaign_tables(outcome.results)["teas-leaderboard"].title == title
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert scope in page
    assert "Some outputs are not scored" not in page
    draft = paper_files(outcome.results)["evaluation.md"].decode()
    assert "7 of the 12 instances have one reference, and the other 5 have none." in draft
    assert draft.count("those with references.") == 2  # where the metrics are, and below the table


def test_a_person_whose_references_are_the_only_ones_is_said_to_be_unscored(tmp_path: Path) -> None:
    path = start_teas(tmp_path, references=12) / "campaign.toml"
    person = '[[system]]\nname = "a person"\nreferences = "random"\n'
    path.write_text(path.read_text(encoding="utf-8") + person, encoding="utf-8")
    said: list[str] = []
    results = run_campaign(tmp_path, notice=said.append).results
    why = "a reference is compared with others, and no instance has several"
    assert said == [f"a person is not scored by any metric: {why}"]
    draft = paper_files(results)["evaluation.md"].decode()
    assert "a person is not scored by any metric." in draft
    assert "for 1 pair per metric" in draft
    assert "In bleu, 1 of 1 pair of systems differ significantly." not in draft
    assert "In bleu, 1 of 1 pair of systems differs significantly." in draft


def test_missing_outputs_are_counted_beside_instances_that_no_metric_scores(tmp_path: Path) -> None:
    (track,) = run_campaign(start_teas(tmp_path, references=7, gap=1)).results.tracks
    assert [score.n for score in track.scores] == [6, 6, 7, 7]
    notes = track.table().notes
    assert notes[0] == "bleu and rouge_l are scored on 7 of the 12 instances, those with references."
    assert notes[1] == "good: 1 more output not scored (missing, or no reference)."
    said = [claim.sentence for claim in write_verdict(track)]
    assert said[0] == "good is significantly better than bad in bleu and rouge_l."  # 6 instances: p = 0.03125
    assert said[1] == notes[0]
    assert said[2] == "good has outputs for 11 of 12 instances only, and is scored and tested on no others."
    (track,) = run_campaign(start_teas(tmp_path / "five", references=7, gap=2)).results.tracks
    said = [claim.sentence for claim in write_verdict(track)]
    assert said[0] == "The two systems cannot be told apart in bleu and rouge_l."  # 5 instances: p is at least 0.0625
    assert said[1] == "With 5 instances no difference in bleu and rouge_l can be significant."
    assert said[2] == notes[0]


def test_the_first_campaign_that_anybody_runs_concludes_nothing(tmp_path: Path) -> None:
    results = run_campaign(start_campaign(tmp_path)).results
    assert [claim.sentence for claim in write_verdict(results.tracks[0])] == [
        "The two systems cannot be told apart in BLEU and ROUGE-L.",
        "With 2 instances no difference in BLEU and ROUGE-L can be significant.",
    ]
    assert "test:paired-ar|ar:exact" in (tmp_path / "report" / "results.json").read_text(encoding="utf-8")
    draft = paper_files(results)["evaluation.md"].decode()
    assert "significantly better" not in draft
    assert "approximate randomisation tests" in draft
    assert "bootstrap tests" not in draft
