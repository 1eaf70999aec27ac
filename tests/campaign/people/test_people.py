"""What people said, in a run: the numbers of the commands, computed once, and errors that say what to do."""

import csv
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from campaign.people.small_campaign import RATINGS, write, write_campaign, write_ratings
from genchal.campaign.export import export
from genchal.campaign.judgements.agree import measure_agreement
from genchal.campaign.judgements.correlate import correlate_files
from genchal.campaign.judgements.load import load_ratings
from genchal.campaign.judgements.rank import rank_files
from genchal.campaign.judgements.ranking.coverage import summarise_coverage
from genchal.campaign.judgements.ranking.differences import find_differences
from genchal.campaign.recipes import copy_recipe
from genchal.campaign.run import RunOutcome, run_campaign
from genchal.campaign.scoring.segment_files import write_segments
from genchal.campaign.validate.campaign import validate_campaign
from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.correlation import Correlating, MeasureFiles
from genchal.domain.results.correlations import Correlations
from genchal.domain.results.judgements.agreement import Agreeing
from genchal.domain.results.judgements.coverage import CoverageSettings
from genchal.domain.results.judgements.differences import DifferenceSettings
from genchal.domain.results.judgements.quality_control import PassRules
from genchal.domain.results.judgements.ranking import RankingBy
from genchal.domain.results.people import HumanEvaluation
from genchal.domain.results.scores import Scoring
from genchal.domain.selection import RatingsSelection
from genchal.errors import InvalidInput, UserError
from genchal.reports.paper.paper_files import paper_files


def people_of(outcome: RunOutcome) -> HumanEvaluation:
    (track,) = outcome.results.tracks
    (people,) = track.people
    return people


def numbers(found: Correlations | None) -> list[tuple[object, ...]]:
    assert found is not None
    keys = ("metric", "criterion", "method", "value", "low", "high", "p_value", "p_adjusted", "n", "signature")
    return [tuple(repr(getattr(record, key)) for key in keys) for record in found]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, TrackResults]:
    """The demo, with quality control and logarithms."""
    folder = copy_recipe("demo", tmp_path_factory.mktemp("demo")).parent
    return folder, run_campaign(folder).results.tracks[0]


@pytest.mark.parametrize("criterion", ["quality", "naturalness", "added"])
def test_numbers_are_those_of_the_commands(demo: tuple[Path, TrackResults], criterion: str) -> None:
    folder, track = demo
    (people,) = track.people
    found, file = people[criterion], folder / "ratings.csv"
    log = criterion != "added"
    ranked = rank_files([file], criterion, RankingBy(), RatingsSelection(quality_control=True), PassRules())
    assert found.ranking.systems == ranked.systems
    assert found.ranking.pairs == ranked.pairs
    assert found.ranking.signature == ranked.signature
    assert found.ranking.quality_control == ranked.quality_control
    agreed = measure_agreement(load_ratings(file), [criterion], Agreeing(log=log, rules=PassRules()))
    assert found.agreements == agreed.agreements
    assert found.design == agreed.designs[criterion]


def test_differences_and_coverage_are_those_of_the_commands(tmp_path: Path) -> None:
    people = people_of(run_campaign(write_campaign(tmp_path, RATINGS)))
    ratings = load_ratings(tmp_path / "ratings.csv")
    for found in people.criteria:
        expected = find_differences(ratings, found.criterion, DifferenceSettings())
        assert found.differences is not None
        assert repr(found.differences.differences) == repr(expected.differences)
    assert people.coverage is not None
    assert people.coverage.systems == summarise_coverage(ratings, CoverageSettings()).systems


def test_correlations_are_those_of_the_command(tmp_path: Path) -> None:
    outcome = run_campaign(write_campaign(tmp_path, RATINGS))
    (track,) = outcome.results.tracks
    quality = track.people[0]["quality"]
    write_segments(tmp_path / "segments.tsv", Scoring(track.scores, track.segments))
    files = MeasureFiles(
        segments=(tmp_path / "segments.tsv",), ratings=(tmp_path / "ratings.csv",), criteria=("quality",)
    )
    how = Correlating(methods=("pearson", "spearman"), ceiling=True, resamples=100)
    assert numbers(quality.by_segment) == numbers(correlate_files(files, how))
    systems = [system.name for system in track.systems]
    rows = [
        [name, *(str(track.score(name, measure.name).value) for measure in track.measures), str(score)]  # type: ignore[union-attr]
        for name in systems
        for score in [{ranked.system: ranked.score for ranked in quality.ranking}.get(name, "")]
    ]
    write(tmp_path / "scores.tsv", ["system\tROUGE-L\tslot_error_delex\tquality", *map("\t".join, rows)])
    files = MeasureFiles(scores=tmp_path / "scores.tsv", against=("quality",))
    how = Correlating(
        methods=("pearson", "spearman", "kendall"), level="system", resamples=100, _ranking=quality.ranking.method
    )
    assert numbers(quality.by_system) == numbers(correlate_files(files, how))


@pytest.mark.parametrize("criterion", ["quality", "naturalness", "added"])
def test_over_systems_people_are_the_ranking_that_is_shown_beside_the_metrics(
    demo: tuple[Path, TrackResults], criterion: str
) -> None:
    """Mean ratings would take a strict rater's systems for bad ones; the figure shows the ranking, and so does r."""
    _, track = demo
    results = track.people[0][criterion]
    assert results.by_system is not None
    coefficients = [found for found in results.by_system if found.method == "pearson"]
    assert len(coefficients) == len(track.measures)
    for found in coefficients:
        assert f"|people:{results.ranking.method}|" in found.signature
        points = [(track.score(ranked.system, found.metric), ranked.score) for ranked in results.ranking]
        x, y = zip(*((score.value, strength) for score, strength in points if score is not None), strict=True)
        assert found.value == pytest.approx(np.corrcoef(x, y)[0, 1])


def test_strengths_of_systems_that_win_by_low_values_are_high(tmp_path: Path) -> None:
    ranked = 'by_criterion = { added = { method = "bradley-terry" } }\n'
    people = people_of(run_campaign(write_campaign(tmp_path, RATINGS, ranked)))
    assert people["added"].ranking.is_low_by_name
    by_system, by_segment = people["added"].by_system, people["added"].by_segment
    assert by_system is not None
    assert by_segment is not None
    assert "added" not in by_system.turned
    assert "added" in by_segment.turned
    page = " ".join((tmp_path / "report" / "index.html").read_text(encoding="utf-8").split())
    assert "Scores of <bdi>added</bdi> are high for systems with low ratings, which are the best there." in page
    assert "Low values are best for added over outputs and missed: there" in page
    ranked = "by_criterion = { added = { lower_is_better = false } }\n"
    (tmp_path / "other").mkdir()
    other = people_of(run_campaign(write_campaign(tmp_path / "other", RATINGS, ranked)))
    assert other["added"].by_segment is not None
    assert "added" not in other["added"].by_segment.turned
    page = " ".join((tmp_path / "other" / "report" / "index.html").read_text(encoding="utf-8").split())
    assert "with low ratings, which are the best" not in page
    assert "Low values are best for missed: there" in page


def test_rated_segments_are_means_of_the_judgements(tmp_path: Path) -> None:
    people = people_of(run_campaign(write_campaign(tmp_path, RATINGS)))
    with (tmp_path / "ratings.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    chosen = [row for row in rows if (row["system"], row["criterion"], row["instance"]) == ("south", "quality", "7")]
    (part,) = [part for part in people.segments if (part.system, part.criterion) == ("south", "quality")]
    place = list(part.instances).index("7")
    assert part.means[place] == pytest.approx(np.mean([float(row["value"]) for row in chosen]))
    assert part.counts[place] == len(chosen) == 3


def test_a_second_run_computes_nothing_and_a_change_only_what_it_touches(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    first = run_campaign(folder)
    assert first.computed == 2  # comparisons, people
    second = run_campaign(folder)
    assert second.did_nothing
    assert repr(second.results.tracks[0].people) == repr(first.results.tracks[0].people)
    assert repr(second.results.tracks[0].comparisons) == repr(first.results.tracks[0].comparisons)
    write_ratings(folder / "ratings.csv", raters=("ada", "eli"))
    third = run_campaign(folder)
    assert (third.measured, third.computed, third.report_written) == (0, 1, True)
    assert people_of(third).size.raters == 2
    toml = folder / "campaign.toml"
    toml.write_text(toml.read_text(encoding="utf-8") + 'method = "mean"\n', encoding="utf-8")
    fourth = run_campaign(folder)
    assert fourth.computed == 1
    assert people_of(fourth)["quality"].ranking.method == "mean"


@pytest.mark.parametrize("part", ["people", "comparisons"])
def test_a_damaged_part_is_computed_again(tmp_path: Path, part: str) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    before = run_campaign(folder).results.tracks[0]
    (path,) = (folder / "results").glob(f"{part}-*")
    path.write_bytes(path.read_bytes()[:-20])
    after = run_campaign(folder)
    assert after.computed == 1
    assert repr(after.results.tracks[0].people) == repr(before.people)


def test_all_pairs_of_systems_are_tested_on_every_metric(tmp_path: Path) -> None:
    track = run_campaign(write_campaign(tmp_path)).results.tracks[0]
    assert track.comparisons is not None
    assert [(pair.metric, pair.system_a, pair.system_b) for pair in track.comparisons] == [
        (metric, *pair)
        for metric in ("ROUGE-L", "slot_error_delex")
        for pair in (("north", "south"), ("north", "east"), ("south", "east"))
    ]
    assert (
        run_campaign(write_campaign(tmp_path, "[report]\ncomparisons = false\n")).results.tracks[0].comparisons is None
    )


def test_nobody_is_named_in_results(tmp_path: Path) -> None:
    control = RATINGS + 'quality_control = { fail_by = ["disagreement", "few"], fewest_judgements = 40 }\n'
    folder = write_campaign(tmp_path, control)
    write_ratings(folder / "ratings.csv", raters=("Ada Quill", "Eli Brook", "Kim Vale"))
    people = people_of(run_campaign(folder))
    assert people.quality is not None
    assert {check.rater for check in people.quality} == {"r1", "r2", "r3"}
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "ratings.csv":
            assert b"Quill" not in path.read_bytes(), path
    assert "r1" not in " ".join(aside.reason for found in people.criteria for aside in found.ranking.set_aside)


def test_systems_are_renamed_and_instances_found_by_their_inputs(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    expected = people_of(run_campaign(folder))["quality"].ranking.systems
    inputs = [f'"name[Walk {number}],  dogs[yes]"' for number in range(1, 13)]
    write_ratings(folder / "ratings.csv", instances=inputs)
    text = (folder / "ratings.csv").read_text(encoding="utf-8").replace(",north,", ",N,")
    (folder / "ratings.csv").write_text(text, encoding="utf-8")
    toml = folder / "campaign.toml"
    toml.write_text(toml.read_text(encoding="utf-8") + 'rename = { N = "north" }\n', encoding="utf-8")
    people = people_of(run_campaign(folder))
    assert people["quality"].ranking.systems == expected
    assert people.segments[0].instances[:2] == ("1", "2")


def test_an_input_that_is_misspelt_is_suggested_as_the_track_has_it(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    (folder / "campaign.toml").write_text(
        (folder / "campaign.toml").read_text(encoding="utf-8").replace('format = "slots"', 'format = "table"'),
        encoding="utf-8",
    )
    prompts = [f"Is room {number} free?" for number in range(1, 12)] + ["Is the Wi-Fi free?"]
    write(folder / "test.csv", ["prompt,reference", *(f"{prompt},Yes." for prompt in prompts)])
    for system in ("north", "south", "east"):
        write(folder / f"{system}.tsv", ["prompt\toutput", *(f"{prompt}\tYes." for prompt in prompts)])
    toml = (folder / "campaign.toml").read_text(encoding="utf-8")
    (folder / "campaign.toml").write_text(toml.replace("slot_error_delex", "bleu"), encoding="utf-8")
    misspelt = [*prompts[:-1], "Is the wifi free?"]
    write_ratings(folder / "ratings.csv", instances=misspelt)
    said = (
        "[[ratings]] 'people': 1 of 12 rated instances is not in the track: 'Is the wifi free?'. Did you mean 'Is the "
        "Wi-Fi free?'? Correct the ratings, or add partial = true."
    )
    with pytest.raises(InvalidInput) as refused:
        run_campaign(folder)
    assert str(refused.value) == said
    (finding,) = validate_campaign(folder).files[0].problems
    assert f"{finding.problem}. {finding.remedy}" == said
    write_ratings(folder / "ratings.csv", instances=["Other", *misspelt[1:]])
    with pytest.raises(
        InvalidInput, match=r"2 of 12 .*Did you mean 'Is the Wi-Fi free\?' instead of 'Is the wifi free\?'"
    ):
        run_campaign(folder)
    write_ratings(folder / "ratings.csv", instances=[*prompts[:-1], "Something else altogether"])
    with pytest.raises(InvalidInput, match="ratings have 'Something else altogether', the track has"):
        run_campaign(folder)


def test_with_partial_unknown_systems_are_ranked_but_not_correlated(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS, "partial = true\n")
    rows = (folder / "ratings.csv").read_text(encoding="utf-8")
    (folder / "ratings.csv").write_text(rows.replace(",east,", ",HUMAN,"), encoding="utf-8")
    quality = people_of(run_campaign(folder))["quality"]
    assert {ranked.system for ranked in quality.ranking} == {"north", "south", "HUMAN"}
    assert quality.by_system is None
    assert quality.missing == ("No correlations over systems: 2 systems with scores and ratings.",)
    assert quality.by_segment is not None
    assert quality.by_segment.systems == 2


def test_withdrawn_systems_are_not_ranked_and_nowhere_named(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    toml = folder / "campaign.toml"
    text = toml.read_text(encoding="utf-8").replace('file = "east.tsv"', 'file = "east.tsv"\nwithdrawn = true')
    toml.write_text(text, encoding="utf-8")
    outcome = run_campaign(folder)
    (track,) = outcome.results.tracks
    assert "'east'" not in repr(outcome.payload())
    assert [ranked.system for ranked in track.people[0]["quality"].ranking] == ["north", "south"]
    assert track.comparisons is not None
    assert len(track.comparisons.comparisons) == 2
    export(folder)
    for made in ("report", "export"):
        for path in (folder / made).rglob("*"):
            assert path.is_dir() or not re.search(rb"\beast\b", path.read_bytes()), path


def test_files_of_the_report_before_do_not_stay(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    run_campaign(folder)
    own = folder / "report" / "tables" / "notes of my own.txt"
    own.write_text("mine", encoding="utf-8")
    assert list((folder / "report").rglob("*people*"))
    toml = folder / "campaign.toml"
    toml.write_text(toml.read_text(encoding="utf-8").partition("[[ratings]]")[0], encoding="utf-8")
    assert run_campaign(folder).report_written
    assert not list((folder / "report").rglob("*people*"))
    assert own.exists()
    assert run_campaign(folder).did_nothing


def test_where_all_systems_are_left_out_nobody_is_said_to_fail(tmp_path: Path) -> None:
    people = people_of(run_campaign(write_campaign(tmp_path, RATINGS, 'leave_out = ["north", "south", "east"]\n')))
    assert people.warnings == ("nothing is left to evaluate: the ratings of all systems are left out",)


def test_absurdly_large_values_are_set_aside(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    first, second, *rows = (folder / "ratings.csv").read_text(encoding="utf-8").splitlines()
    write(folder / "ratings.csv", [first, f"{second.rpartition(',')[0]},1e300", *rows])
    people = people_of(run_campaign(folder))
    (aside,) = people.set_aside
    assert aside.sentence() == "1 rating set aside: the value is not a rating: it is larger than any scale (line 2)"
    assert people["quality"].ranking.systems


def test_single_judgements_have_no_agreement_and_say_so(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    write_ratings(folder / "ratings.csv", raters=("ada",))
    quality = people_of(run_campaign(folder))["quality"]
    assert quality.design is not None
    assert quality.design.kind == "single"
    assert "No agreement: no output has two judgements." in quality.missing
    assert [ranked.system for ranked in quality.ranking] == ["north", "south", "east"]


def test_a_campaign_may_have_people_and_no_metrics(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    toml = folder / "campaign.toml"
    head, _, rest = toml.read_text(encoding="utf-8").partition("[[metric]]")
    toml.write_text(f"metric = []\n{head}[[ratings]]{rest.partition('[[ratings]]')[2]}", encoding="utf-8")
    (track,) = run_campaign(folder).results.tracks
    assert not track.measures
    quality = track.people[0]["quality"]
    assert quality.by_system is None
    assert quality.by_segment is None
    assert not quality.missing  # nobody asked for what needs metrics
    assert not track.statistics  # nor for anything else: [[metric]] is there, and empty


def test_without_references_metrics_that_need_none_are_the_default(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path)
    walks = [f'"name[Walk {number}], dogs[yes]"' for number in range(1, 13)]
    write(folder / "test.csv", ["mr", *walks])
    toml = folder / "campaign.toml"
    toml.write_text(toml.read_text(encoding="utf-8").partition("[[metric]]")[0], encoding="utf-8")
    (track,) = run_campaign(folder).results.tracks
    assert [measure.name for measure in track.measures] == ["slot_error_delex"]


def test_without_references_and_slots_texts_are_described_unless_the_campaign_says_otherwise(tmp_path: Path) -> None:
    write(tmp_path / "outputs.csv", ["id,prompt,first,second", *(f"q{n},Say {n}.,It is {n}.,Here." for n in range(6))])
    toml = (
        '[campaign]\nname = "Prompts"\n[[track]]\nname = "prompts"\nformat = "table"\ntest = "outputs.csv"\n'
        '[[system]]\nname = "*"\nfile = "outputs.csv"\ncolumns = { systems = ["first", "second"] }\n'
    )
    (tmp_path / "campaign.toml").write_text(toml, encoding="utf-8")
    (track,) = run_campaign(tmp_path).results.tracks
    lengths = {number.system: number.value for number in track.statistics if number.statistic == "tokens_per_text"}
    assert lengths == {"first": 4, "second": 2}  # It is 3 . | Here .
    assert run_campaign(tmp_path).did_nothing
    (tmp_path / "campaign.toml").write_text(f"{toml}[report]\nstatistics = []\n", encoding="utf-8")
    (track,) = run_campaign(tmp_path).results.tracks
    assert not track.statistics


def test_sheets_are_counted_where_a_file_knows_them(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    (track,) = run_campaign(folder).results.tracks
    assert track.people[0].size.sheets == 3 * 12  # a sheet of every rater and walk
    rows = (folder / "ratings.csv").read_text(encoding="utf-8").splitlines()
    place = rows[0].split(",").index("sheet")
    kept = [",".join(cell for at, cell in enumerate(row.split(",")) if at != place) for row in rows]
    write(folder / "ratings.csv", kept)
    (track,) = run_campaign(folder).results.tracks
    assert track.people[0].size.sheets == 0


def nothing(folder: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("lines", "prepare", "message"),
    [
        ('metod = "mean"', nothing, r"\[\[ratings\]\] 'people' has an unknown key 'metod'. Did you mean 'method'"),
        ('method = "meen"', nothing, "setting 'method' of .*'people' cannot be 'meen'. Did you mean 'mean'"),
        ("runs = 1", nothing, "setting 'runs' of .* cannot be 1. Write a number 2 or more"),
        ('layout = "lang"', nothing, "unknown layout 'lang'. Did you mean 'long'"),
        ('track = "walk"', nothing, "is of track 'walk', which does not exist. Did you mean 'walks'"),
        ('study = "s"', nothing, "unknown study 's'"),
        ('rename = { N = "nort" }', nothing, "unknown system of track 'walks' 'nort'. Did you mean 'north'"),
        ('rename = { nort = "north" }', nothing, r"'people': unknown system 'nort'. Did you mean 'north'"),
        ('criteria = ["qualty"]', nothing, r"'people': unknown criterion 'qualty'. Did you mean 'quality'"),
        (
            'rename = { south = "north" }',
            nothing,
            "'people': 'north', 'south' become one system, 'north', but were judged on the same sheets. Give each",
        ),
        ('leave_out = ["nort"]', nothing, r"'people': unknown system 'nort'. Did you mean 'north'"),
        ("quality_control = { fail = 1 }", nothing, "quality_control of .*'people' has no setting 'fail'"),
        ("by_criterion = { added = { metod = 1 } }", nothing, "by_criterion.added, has an unknown key 'metod'"),
        ("", lambda folder: (folder / "ratings.csv").unlink(), "'people': there is no file ratings.csv"),
        (
            "",
            lambda folder: write_ratings(folder / "ratings.csv", instances=["1", "2", "99"]),
            "1 of 3 rated instances is not in the track: ratings have '99', the track has '1', '10', '11' and 9 more",
        ),
        (
            'method = "bradley-terry"',
            lambda folder: one_system_a_sheet(folder),
            "'people': .* needs sheets with several",
        ),
    ],
)
def test_errors_say_where_and_what_to_do(
    tmp_path: Path, lines: str, prepare: Callable[[Path], None], message: str
) -> None:
    folder = write_campaign(tmp_path, RATINGS, lines)
    prepare(folder)
    with pytest.raises(UserError, match=message):
        run_campaign(folder)
    assert not (folder / "report").exists()


def one_system_a_sheet(folder: Path) -> None:
    rows = (folder / "ratings.csv").read_text(encoding="utf-8").splitlines()
    write(
        folder / "ratings.csv", [rows[0], *(row.replace(",", f",{number}-", 1) for number, row in enumerate(rows[1:]))]
    )


def test_a_study_and_a_file_at_once_are_refused(tmp_path: Path) -> None:
    study = '[[study]]\nname = "s"\nmethod = "rankme"\n'
    with pytest.raises(InvalidInput, match="has file and study at once"):
        run_campaign(write_campaign(tmp_path, study, RATINGS, 'study = "s"\n'))


def test_digits_and_percent_of_the_report_reach_the_page(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path)
    first = run_campaign(folder)
    score = first.results.tracks[0].score("south", "ROUGE-L")
    assert score is not None
    assert f">{score.value:.4f}<" in first.report.read_text(encoding="utf-8")
    toml = folder / "campaign.toml"
    text = toml.read_text(encoding="utf-8")
    toml.write_text(text + "[report]\ndigits = 1\npercent = true\n", encoding="utf-8")
    outcome = run_campaign(folder)
    assert (outcome.measured, outcome.computed, outcome.report_written) == (0, 0, True)
    assert f">{100 * score.value:.1f}<" in outcome.report.read_text(encoding="utf-8")


def test_a_run_says_which_ratings_and_columns_it_did_not_use(tmp_path: Path) -> None:
    write_campaign(tmp_path, '[[ratings]]\nname = "people"\nfile = "f.csv"\ncolumns = { instance = "Prompt" }\n')
    rows = ["Rater;Prompt;Model;Fluency;Clarity;Tone"]
    for rater in range(3):
        for number in range(1, 13):
            for place, system in enumerate(("north", "south")):
                clarity = "gut" if number == 4 else (number + place) % 5 + 1
                tone = (number + place * rater) % 5
                rows.append(f"r{rater};{number};{system};{(number * rater + place) % 5 + 1};{clarity};{tone}")
    write(tmp_path / "f.csv", rows)
    for _ in range(2):  # what is found again says it again
        lines = run_campaign(tmp_path).summary().splitlines()
        assert lines[0] == (
            "Warning: people: column with numbers that is not read: Tone; if it is a criterion, add "
            'columns = { instance = "Prompt", value = ["Fluency", "Clarity", "Tone"] }.'
        )
        assert lines[1] == (
            "people: 6 ratings set aside: the value is not a number in column 'Clarity' (lines 8, 9, 32, 33, 56 ...)."
        )
    (people,) = run_campaign(tmp_path).results.tracks[0].people
    assert not any("Tone" in warning for criterion in people.criteria for warning in criterion.ranking.warnings)


def test_notes_on_several_files_name_them_as_the_campaign_does(tmp_path: Path) -> None:
    write_campaign(tmp_path, '[[ratings]]\nname = "people"\nfile = ["ratings.csv", "own/f.csv"]\n')
    (tmp_path / "own").mkdir()
    rows = [
        f"lee,{number},{system},quality,{60 + number},{(number * 7 + len(system)) % 5}"
        for number in range(1, 13)
        for system in ("north", "east")
    ]
    write(tmp_path / "own" / "f.csv", ["rater,instance,system,criterion,value,tone", *rows])
    warnings = people_of(run_campaign(tmp_path)).warnings
    option = 'columns = { value = "tone" }'
    said = f"column with numbers that is not read: tone; {option} reads it instead of value"
    assert f"own/f.csv: {said}" in warnings
    assert not any(str(tmp_path) in warning for warning in warnings)


def spoil_ratings(folder: Path) -> None:
    """Half points with a comma in one criterion, some of which are missing."""
    lines = (folder / "ratings.csv").read_text(encoding="utf-8").splitlines()
    natural = [place for place, line in enumerate(lines) if ",naturalness," in line]
    for place in natural:
        lines[place] = f'{lines[place].rpartition(",")[0]},"{lines[place].rpartition(",")[2]},5"'
    for place in natural[:4]:
        lines[place] = f"{lines[place].partition(',naturalness')[0]},naturalness,"
    write(folder / "ratings.csv", lines)


def test_how_a_file_was_read_stands_once_in_the_report_and_not_in_the_draft(tmp_path: Path) -> None:
    spoil_ratings(write_campaign(tmp_path, RATINGS))
    outcome = run_campaign(tmp_path)
    people = people_of(outcome)
    (told,) = people.reading
    assert "5 is read as 5" in told
    assert not any("is read as" in text for found in people.criteria for text in found.ranking.sentences())
    assert not any("is read as" in text for text in people.warnings)
    assert (tmp_path / "report" / "index.html").read_text(encoding="utf-8").count("is read as") == 1
    files = paper_files(outcome.results)
    assert not [path for path, content in files.items() if b"is read as" in content]


def test_ratings_are_set_aside_under_their_criterion(tmp_path: Path) -> None:
    spoil_ratings(write_campaign(tmp_path, RATINGS))
    people = people_of(run_campaign(tmp_path))
    (aside,) = people.set_aside
    assert aside.count == 4
    counts = {found.criterion: [own.count for own in found.ranking.set_aside] for found in people.criteria}
    assert counts == {"quality": [], "naturalness": [4], "added": [], "missed": []}
    assert people["naturalness"].ranking.set_aside[0].sentence() == aside.sentence()
    for criterion, count in (("quality", 0), ("naturalness", 4)):
        commanded = rank_files([tmp_path / "ratings.csv"], criterion, RankingBy(), RatingsSelection())
        assert sum(own.count for own in commanded.set_aside) == count


def test_systems_whose_raters_judged_no_other_are_ranked_by_their_means(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    rows = ["rater,instance,system,criterion,value"]
    for system, best in (("north", 5), ("south", 4), ("east", 2)):
        for rater in range(4):
            rows += [f"{system[0]}{rater},{n},{system},quality,{best - (n + rater) % 2}" for n in range(1, 13)]
    write(folder / "ratings.csv", rows)
    ranking = people_of(run_campaign(folder))["quality"].ranking
    assert ranking.method == "mean"
    assert [(ranked.system, ranked.score) for ranked in ranking] == [("north", 4.5), ("south", 3.5), ("east", 1.5)]
    page = (folder / "report" / "index.html").read_text(encoding="utf-8")
    assert "differences between raters cannot be told from differences between systems" in page
    assert "cannot be told apart" not in page


def test_a_criterion_without_variation_is_named_and_does_not_stop_a_campaign(tmp_path: Path) -> None:
    folder = write_campaign(tmp_path, RATINGS)
    header, *rows = (folder / "ratings.csv").read_text(encoding="utf-8").splitlines()
    # One system a sheet, so that z-scores are what such ratings are ranked by.
    own = [row.split(",") for row in rows if ",quality," in row]
    lines = [f"{who},{sheet}-{system},{n},{system}" for who, sheet, n, system, *_ in own]
    written = [f"{line},quality,{cells[-1]}" for line, cells in zip(lines, own, strict=True)]
    write(folder / "ratings.csv", [header, *written, *(f"{line},grammar,5" for line in lines)])
    people = people_of(run_campaign(folder))
    assert [found.criterion for found in people.criteria] == ["quality"]
    assert people["quality"].ranking.method == "z"
    assert "grammar: all ratings are 5; there is no variation to evaluate" in people.warnings
    assert "grammar: all ratings are 5" in (folder / "report" / "index.html").read_text(encoding="utf-8")
