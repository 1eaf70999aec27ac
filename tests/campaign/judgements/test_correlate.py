"""Measures joined by name, correlated and compared; what does not fit is counted."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats

import genchal
from genchal.campaign.judgements.correlate import correlate_files, correlate_measures
from genchal.campaign.judgements.correlation.joined_measures import join_measures, read_measures
from genchal.campaign.judgements.correlation.measure_values import collect_rating_values
from genchal.campaign.judgements.correlation.paper_tables import PAPER_TABLES, find_paper_table
from genchal.domain.ratings import Ratings
from genchal.domain.results.correlation import Correlating, CorrelationLevel, IntervalKind, MeasureFiles
from genchal.errors import InvalidInput, UnknownName
from golden.published import read_published

PLAIN = Correlating(interval="none")


def write_segments(path: Path, values: Mapping[Any, object]) -> Path:
    """Segment scores by (system, instance, metric)."""
    lines = ["\t".join([*key, str(value)]) for key, value in values.items()]
    path.write_text("\n".join(["system\tinstance\tmetric\tvalue", *lines]) + "\n", encoding="utf-8")
    return path


def write_ratings(path: Path, values: Sequence[tuple[str, str, str, str, object]]) -> Path:
    """Judgements as (rater, instance, system, criterion, value)."""
    rows = [f"{rater},s{place},{','.join(map(str, more))}" for place, (rater, *more) in enumerate(values)]
    path.write_text("\n".join(["rater,sheet,instance,system,criterion,value", *rows]) + "\n", encoding="utf-8")
    return path


def campaign(folder: Path, seed: int = 1) -> MeasureFiles:
    """Six systems, ten instances, two metrics (one of which is noise), two raters."""
    rng = np.random.default_rng(seed)
    segments: dict[tuple[str, str, str], object] = {}
    ratings: list[tuple[str, str, str, str, object]] = []
    for system in range(6):
        for instance in range(10):
            good = system + rng.normal()
            segments[f"sys{system}", str(instance), "near"] = good + rng.normal() / 4
            segments[f"sys{system}", str(instance), "noise"] = rng.normal()
            ratings += [(f"r{k}", str(instance), f"sys{system}", "quality", 50 + 5 * good + k) for k in range(2)]
    made = write_segments(folder / "seg.tsv", segments), write_ratings(folder / "ratings.csv", ratings)
    return MeasureFiles(segments=made[:1], ratings=made[1:])


# --- Reading and joining ---------------------------------------------------------------------------------------------


def test_values_are_joined_by_system_and_instance_and_ratings_averaged(tmp_path: Path) -> None:
    segments = write_segments(tmp_path / "seg.tsv", {("a", str(i), "m"): i for i in (3, 1, 2)})
    ratings = write_ratings(
        tmp_path / "r.csv",
        [("r1", "1", "a", "q", 2), ("r2", "1", "a", "q", 4), ("r1", "2", "a", "q", 5), ("r1", "3", "a", "q", 9)],
    )
    found = correlate_files(MeasureFiles((segments,), (ratings,)), PLAIN)
    assert found["m", "q"].value == pytest.approx(scipy.stats.pearsonr([1, 2, 3], [3, 5, 9]).statistic)
    assert (found.systems, found.instances, found.units, found.left_out) == (1, 3, 3, ())


def test_a_second_value_of_a_metric_for_an_output_is_an_error_that_names_both_lines(tmp_path: Path) -> None:
    one = write_segments(tmp_path / "one.tsv", {("a", "1", "m"): 1, ("a", "2", "m"): 2, ("a", "1", "n"): 4})
    other = write_segments(tmp_path / "other.tsv", {("b", "1", "m"): 1, ("a", "2", "m"): 3, ("a", "1", "m"): 1})
    said = "other.tsv, line 3: a second value of m for system 'a', instance '2'; the first is in line 3 of .*one.tsv"
    with pytest.raises(InvalidInput, match=said):
        read_measures(MeasureFiles(segments=(one, other)), PLAIN)
    with pytest.raises(InvalidInput, match=r"one.tsv, line 2: a second value of m .* there are 3 such lines"):
        read_measures(MeasureFiles(segments=(one, one)), PLAIN)
    text = one.read_text(encoding="utf-8")
    one.write_text(f"{text}a\t2\tm\t9\n", encoding="utf-8")
    said = "one.tsv, line 5: a second value of m for system 'a', instance '2'; the first is in line 3. Keep one line"
    with pytest.raises(InvalidInput, match=said):
        read_measures(MeasureFiles(segments=(one,)), PLAIN)


def test_files_of_segment_scores_may_have_the_same_metric_for_other_outputs(tmp_path: Path) -> None:
    files = [write_segments(tmp_path / f"{name}.tsv", {(name, str(i), "m"): i for i in range(3)}) for name in "ab"]
    found = read_measures(MeasureFiles(segments=tuple(files)), PLAIN)
    assert found.system.names == ("a", "b")
    assert found.columns["m"].tolist() == [0, 1, 2, 0, 1, 2]


def test_what_cannot_be_joined_is_counted_with_its_reason(tmp_path: Path) -> None:
    segments = write_segments(
        tmp_path / "seg.tsv",
        {(s, i, "m"): 1.0 for s in "ab" for i in "1234"} | {("extra", "1", "m"): 1.0, ("a", "5", "m"): "nan"},
    )
    ratings = write_ratings(
        tmp_path / "r.csv",
        [("r", i, s, "q", 3) for s in "ab" for i in "123"] + [("r", "9", "a", "q", 3), ("r", "1", "ghost", "q", 3)],
    )
    found = correlate_files(MeasureFiles((segments,), (ratings,), partial=True), PLAIN)
    assert [(left.what, left.count) for left in found.left_out] == [
        ("score", 1),  # not a number
        ("scored output", 1),  # system extra is not rated
        ("scored output", 2),  # instance 4 of a and b
        ("rated output", 1),  # system ghost
        ("rated output", 1),  # instance 9
    ]
    assert "ghost" in found.left_out[3].reason
    assert found.units == 6


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            ("1", "ghost"),
            r"1 of 3 rated systems has no scores: ratings have 'ghost', scores have 'a', 'b'\. .* --leave-out 'ghost'",
        ),
        (("9", "a"), "1 of 3 rated instances has no scores: ratings have '9', scores have '1', '2', '3' and 2 more"),
        (
            ("5", "b"),
            "1 of 5 rated outputs has no scores: ratings have 'b 5', scores have 'a 1', 'a 2', 'a 3' and 6 more",
        ),
    ],
)
def test_ratings_of_outputs_without_scores_are_an_error_and_scores_without_ratings_are_not(
    tmp_path: Path, more: tuple[str, str], message: str
) -> None:
    cells = {(s, i, "m"): float(i) for s in "ab" for i in "1234"} | {("a", "5", "m"): "nan"}
    segments = write_segments(tmp_path / "seg.tsv", cells)
    sample = [("r", i, s, "q", int(i)) for s in "ab" for i in "12"]
    found = correlate_files(MeasureFiles((segments,), (write_ratings(tmp_path / "r.csv", sample),)), PLAIN)
    assert found.units == 4
    instance, system = more
    ratings = write_ratings(tmp_path / "more.csv", [*sample, ("r", instance, system, "q", 3)])
    with pytest.raises(InvalidInput, match=message):
        correlate_files(MeasureFiles((segments,), (ratings,)), PLAIN)
    assert correlate_files(MeasureFiles((segments,), (ratings,), partial=True), PLAIN).units == 4


def test_an_output_whose_score_is_not_a_number_has_been_scored(tmp_path: Path) -> None:
    cells = {("a", str(i), "m"): float(i) for i in range(4)} | {("a", "4", "m"): "nan"}
    segments = write_segments(tmp_path / "seg.tsv", cells)
    ratings = write_ratings(tmp_path / "r.csv", [("r", str(i), "a", "q", i) for i in range(5)])
    assert correlate_files(MeasureFiles((segments,), (ratings,)), PLAIN).units == 4


def test_at_system_level_only_systems_must_match(tmp_path: Path) -> None:
    segments = write_segments(tmp_path / "seg.tsv", {(s, "1", "m"): float(n) for n, s in enumerate("abc")})
    rows = [("r", "another", s, "q", n) for n, s in enumerate("abc")]
    how = Correlating(level="system", interval="none")
    ratings = write_ratings(tmp_path / "r.csv", rows)
    assert correlate_files(MeasureFiles((segments,), (ratings,)), how)["m", "q"].value == pytest.approx(1)
    ratings = write_ratings(tmp_path / "more.csv", [*rows, ("r", "1", "HUMAN", "q", 5)])
    with pytest.raises(InvalidInput, match="1 of 4 rated systems has no scores: ratings have 'HUMAN'"):
        correlate_files(MeasureFiles((segments,), (ratings,)), how)
    left = MeasureFiles((segments,), (ratings,), leave_out=("HUMAN",))
    assert correlate_files(left, how)["m", "q"].value == pytest.approx(1)


def test_ratings_without_ids_are_joined_by_position_only_if_there_are_as_many(tmp_path: Path) -> None:
    segments = write_segments(tmp_path / "seg.tsv", {(s, i, "m"): float(i) for s in "ab" for i in "1234"})
    (tmp_path / "r.csv").write_text("a,b\n1,2\n2,3\n3,4\n4,5\n")
    found = correlate_files(MeasureFiles((segments,), (tmp_path / "r.csv",), systems="a,b"), PLAIN)
    assert found.units == 8
    assert found.warnings[0] == "No column names the instances: the n-th row of a system is taken for instance n"
    (tmp_path / "r.csv").write_text("a,b\n1,2\n2,3\n3,4\n")
    with pytest.raises(InvalidInput, match="cannot be joined by position: 3 instances are rated, 4 have scores"):
        correlate_files(MeasureFiles((segments,), (tmp_path / "r.csv",), systems="a,b"), PLAIN)


def test_columns_can_be_named_and_usual_names_are_known(tmp_path: Path) -> None:
    (tmp_path / "seg.tsv").write_text("model\tsegment_id\tmetric\tscore\na\t1\tm\t1\na\t2\tm\t2\na\t3\tm\t3\n")
    (tmp_path / "r.csv").write_text("approach,no,stars\na,1,2\na,2,4\na,3,6\n")
    files = MeasureFiles(
        (tmp_path / "seg.tsv",), (tmp_path / "r.csv",), columns="system=approach,instance=no,value=stars"
    )
    assert correlate_files(files, PLAIN)["m", "stars"].value == pytest.approx(1)
    (tmp_path / "scores.tsv").write_text("team\tpeople\tbleu\na\t1\t2\nb\t2\t4\nc\t3\t6\n")
    files = MeasureFiles(scores=tmp_path / "scores.tsv", against=("people",))
    assert correlate_files(files, Correlating(level="system", interval="none"))[
        "bleu", "people"
    ].value == pytest.approx(1)


def test_names_that_never_meet_are_an_error_that_shows_both(tmp_path: Path) -> None:
    segments = write_segments(tmp_path / "seg.tsv", {("a", str(i), "m"): i for i in range(4)})
    ratings = write_ratings(tmp_path / "r.csv", [("r", f"mr{i}", "a", "q", i) for i in range(4)])
    with pytest.raises(InvalidInput, match=r"no instances in common: scores have '0'.*ratings 'mr0'"):
        correlate_files(MeasureFiles((segments,), (ratings,)), PLAIN)


def test_logarithms_are_averaged_and_what_has_none_is_counted(tmp_path: Path) -> None:
    segments = write_segments(tmp_path / "seg.tsv", {("a", str(i), "m"): i for i in range(3)})
    values = [("r1", "0", "a", "q", 10), ("r2", "0", "a", "q", 1000), ("r1", "1", "a", "q", 5)]
    values += [
        ("r2", "1", "a", "q", 0),
        ("r1", "2", "a", "q", 7),
        ("r1", "2", "a", "box", 1),
        ("r1", "1", "a", "box", 0),
    ]
    ratings = write_ratings(tmp_path / "r.csv", values)
    found = correlate_files(MeasureFiles((segments,), (ratings,)), Correlating(log=True, interval="none"))
    expected = scipy.stats.pearsonr([0, 1, 2], [np.log([10, 1000]).mean(), np.log(5), np.log(7)]).statistic
    assert found["m", "q"].value == pytest.approx(expected)
    assert [(left.count, left.reason) for left in found.left_out] == [
        (1, "q is not above 0 and has no logarithm"),
        (2, "box is a check box and has no logarithm"),
    ]


def test_a_cell_that_is_no_number_is_an_error_with_its_line(tmp_path: Path) -> None:
    segments = write_segments(tmp_path / "seg.tsv", {("a", "1", "m"): 1.0, ("a", "2", "m"): "good"})
    with pytest.raises(InvalidInput, match=r"line 3: 'good' in column 'value' is not a number"):
        correlate_files(MeasureFiles((segments,)), PLAIN)


def test_criteria_of_several_files_stand_side_by_side(tmp_path: Path) -> None:
    first = write_ratings(tmp_path / "1.csv", [("r", str(i), "a", "q", i) for i in range(5)])
    second = write_ratings(tmp_path / "2.csv", [("r", str(i), "a", "n", i * i) for i in range(5)])
    found = correlate_files(MeasureFiles(ratings=(first, second)), Correlating(methods=("spearman",), interval="none"))
    assert found["q", "n"].value == pytest.approx(1)
    with pytest.raises(InvalidInput, match=r"1.csv: the file is given twice\. Name every file once"):
        correlate_files(MeasureFiles(ratings=(first, first)), PLAIN)
    with pytest.raises(UnknownName, match="unknown criterion 'quality'"):
        correlate_files(MeasureFiles(ratings=(first, second), criteria=("quality",)), PLAIN)


def test_judgements_are_paired_in_their_order() -> None:
    values = [3.0, 1.0, 2.0, 6.0, 4.0, 5.0]
    items = ["1", "1", "1", "2", "2", "2"]
    ratings = Ratings.from_columns(
        value=[*values, *[-one for one in values]],
        rater=[f"r{i}" for i in range(12)],
        sheet=[f"s{i}" for i in range(12)],
        instance=items * 2,
        system=["a"] * 12,
        criterion=["q"] * 6 + ["n"] * 6,
    )
    cells, _ = collect_rating_values(ratings, level="judgement")
    found = correlate_measures(join_measures({}, cells), Correlating(level="judgement", interval="none"))
    assert found["q", "n"].value == pytest.approx(-1)
    assert found["q", "n"].n == 6


# --- Coefficients ----------------------------------------------------------------------------------------------------


def test_a_system_is_correlated_within_itself(tmp_path: Path) -> None:
    files = campaign(tmp_path)
    found = correlate_files(files, Correlating(within="system", interval="none"))
    measures = read_measures(files, PLAIN)
    for code, system in enumerate(measures.system.names):
        rows = measures.system.codes == code
        theirs = scipy.stats.pearsonr(measures.columns["near"][rows], measures.columns["quality"][rows])
        one = found["near", "quality", system]
        assert one.value == pytest.approx(theirs.statistic)
        assert one.p_value == pytest.approx(theirs.pvalue)
    mean = next(one for one in found if one.metric == "near" and one.group is None)
    assert mean.value == pytest.approx(np.mean([one.value for one in found if one.metric == "near" and one.group]))
    assert (mean.groups, mean.p_value) == (6, None)


@pytest.mark.parametrize("within", ["none", "item", "system"])
def test_bootstrap_intervals_surround_their_coefficients(tmp_path: Path, within: str) -> None:
    how = Correlating(methods=("pearson", "spearman", "kendall", "accuracy"), within=within, resamples=200)  # type: ignore[arg-type]
    found = correlate_files(campaign(tmp_path), how)
    assert found.how.resample == ("inputs" if within == "system" else "both")
    near = [one for one in found if one.metric == "near" and one.group is None]
    assert len(near) == 4
    for one in near:
        assert one.low is not None
        assert one.high is not None
        assert one.low <= one.value + 0.1
        assert one.value - 0.1 <= one.high


def test_the_same_seed_gives_the_same_intervals(tmp_path: Path) -> None:
    files = campaign(tmp_path)
    first, again, other = (correlate_files(files, Correlating(resamples=50, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert first["near", "quality"].low != other["near", "quality"].low


def test_p_values_are_adjusted_within_a_method(tmp_path: Path) -> None:
    files = campaign(tmp_path)
    found = correlate_files(files, Correlating(methods=("pearson", "kendall"), interval="none"))
    for method in ("pearson", "kendall"):
        near, noise = found["near", "quality", method], found["noise", "quality", method]
        assert near.p_value is not None
        assert near.p_adjusted == pytest.approx(2 * near.p_value)  # Holm: the smaller of two
        assert noise.p_adjusted == noise.p_value


def test_systems_that_are_left_out_do_not_count(tmp_path: Path) -> None:
    files = campaign(tmp_path)
    how = Correlating(level="system", interval="none")
    found = correlate_files(replace(files, leave_out=("sys0", "sys5")), how)
    assert found["near", "quality"].n == 4
    with pytest.raises(UnknownName, match="unknown system"):
        correlate_files(replace(files, leave_out=("sys9",)), how)


# --- Metrics compared ------------------------------------------------------------------------------------------------


def test_the_better_metric_is_found_by_both_tests(tmp_path: Path) -> None:
    files = campaign(tmp_path)
    found = correlate_files(files, Correlating(williams=True, permutation=True, trials=200, resamples=200))
    assert [one.test for one in found.differences] == ["williams", "permutation"]
    for one in found.differences:
        assert (one.better, one.p_adjusted < 0.05) == ("near", True)
        assert "near correlates better with quality than noise does" in one.sentence()
    by_swapping = found.differences[1]
    assert by_swapping.low is not None
    assert 0 < by_swapping.low < by_swapping.difference


@pytest.mark.parametrize(("metrics", "pairs"), [(3, 3), (6, 15)])
def test_every_comparison_of_metrics_shows_its_p_value(metrics: int, pairs: int) -> None:
    rng = np.random.default_rng(5)
    human = rng.normal(size=40)
    scores = {f"m{number}": human + rng.normal(size=40) for number in range(metrics)}
    found = genchal.correlate(scores, human, williams=True, interval="none")
    assert len(found.differences) == pairs
    assert all(np.isfinite(pair.p_value) for pair in found.differences)
    first, *more = found.tables()
    if pairs <= 12:
        assert more == []
        assert sum("p = " in note and "Williams' test" in note for note in first.notes) == pairs
    else:
        assert len(more[0].rows) == pairs
        assert [column.title for column in more[0].columns][-4:-1] == ["p", "adjusted", "n"]
    for pair in found.differences:
        assert pair.better == (pair.metric_a if pair.value_a > pair.value_b else pair.metric_b)
        assert pair.significant == (pair.p_adjusted <= 0.05)


def test_a_metric_without_a_direction_is_not_turned_round() -> None:
    scores = {"dlevel_ud": [1.0, 2.0, 3.0, 4.0], "ter": [4.0, 3.0, 1.0, 2.0]}
    found = genchal.correlate(scores, {"quality": [1.0, 2.0, 4.0, 3.0]}, interval="none")
    assert found.turned == ("ter",)


def test_measures_whose_name_says_that_lower_is_better_are_turned_round_unless_told_otherwise() -> None:
    rng = np.random.default_rng(1)
    good = rng.normal(size=20)
    scores = {"reading time": -good + rng.normal(size=20), "timeliness": good + rng.normal(size=20)}
    found = genchal.correlate(scores, good, permutation=True, methods=["accuracy"], interval="none")
    assert (found.turned, found.turned_by_name) == (("reading time",), ("reading time",))
    said = "That lower is better is taken from the name of: reading time."
    assert said in found.tables()[0].notes
    assert found["reading time", "human"].value > 0.5
    settings: dict[str, Any] = {"permutation": True, "methods": ["accuracy"], "interval": "none"}
    other = genchal.correlate(scores, good, higher_is_better=["reading time"], **settings)
    assert other.turned == other.turned_by_name == ()
    assert other["reading time", "human"].value < 0.5
    told = genchal.correlate(scores, good, lower_is_better=["reading time"], **settings)
    assert (told.turned, told.turned_by_name) == (("reading time",), ())
    with pytest.raises(InvalidInput, match="'timeliness' cannot be better both higher and lower"):
        genchal.correlate(scores, good, lower_is_better=["timeliness"], higher_is_better=["timeliness"])


def test_a_metric_of_which_less_is_better_is_turned_round() -> None:
    rng = np.random.default_rng(2)
    human = rng.normal(size=60)
    errors = -human + rng.normal(size=60) / 4
    scores = {"bleu": human + rng.normal(size=60) * 3, "ter": errors, "mistakes": errors}
    found = genchal.correlate(scores, human, williams=True, lower_is_better=["mistakes"], interval="none")
    assert found.turned == ("ter", "mistakes")  # one is known, one is named
    assert found["ter", "human"].value < -0.9  # coefficients are told as they are
    better = {one.metric_b: one.better for one in found.differences if one.metric_a == "bleu"}
    assert better == {"ter": "ter", "mistakes": "mistakes"}
    accurate = genchal.correlate(scores, human, methods=["accuracy"], interval="none")
    assert accurate["ter", "human"].value > 0.8


def test_williams_has_no_answer_for_means_within_items(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="Use --permutation"):
        correlate_files(campaign(tmp_path), Correlating(within="item", williams=True))


def test_ties_are_calibrated_within_items(tmp_path: Path) -> None:
    files = campaign(tmp_path)
    how = Correlating(methods=("accuracy",), within="item", calibrate=True, interval="none")
    found = correlate_files(files, how)
    assert [one.metric for one in found.calibrations] == ["near", "noise"]
    for one in found.calibrations:
        assert one.calibrated >= one.accuracy == pytest.approx(found[one.metric, "quality"].value)


# --- Cautions --------------------------------------------------------------------------------------------------------


def test_few_systems_and_an_outlier_among_them_are_warned_of() -> None:
    human = [1.0, 1.1, 1.2, 0.9, 9.0]
    found = genchal.correlate({"m": [2.0, 1.0, 2.0, 1.0, 8.0]}, human, systems=list("abcde"), level="system")
    assert found.how.resample == "systems"
    assert any("Only 5 systems" in text for text in found.warnings)
    assert any(text.startswith("e lies far from the other systems in human") for text in found.warnings)


def test_a_ceiling_is_warned_of() -> None:
    human = [6.0] * 30 + [1.0, 2.0, 3.0, 4.0, 5.0] * 4
    found = genchal.correlate({"m": np.arange(50.0)}, human, interval="none")
    assert any("60% of human have the highest value" in text for text in found.warnings)


def test_constant_values_have_no_coefficient_but_a_reason() -> None:
    found = genchal.correlate({"m": [1.0] * 5}, range(5), resamples=20)
    one = found["m", "human"]
    assert np.isnan(one.value)
    assert (one.low, one.p_value, one.note) == (None, None, "all values of one of the two are equal")
    assert "no coefficient" in one.sentence()


def test_nothing_in_common_is_said() -> None:
    found = genchal.correlate({"m": [1.0, np.nan], "k": [np.nan, 1.0]}, interval="none")
    assert found["m", "k"].note == "nothing has both"


def test_columns_of_different_lengths_are_an_error() -> None:
    with pytest.raises(InvalidInput, match="columns have 2 and 3 values"):
        genchal.correlate({"m": [1.0, 2.0]}, [1.0, 2.0, 3.0])


def test_one_measure_alone_is_an_error() -> None:
    with pytest.raises(InvalidInput, match="with nothing to correlate it with"):
        genchal.correlate({"m": [1.0, 2.0]})


# --- Views -----------------------------------------------------------------------------------------------------------


def test_tunas_tables_have_their_shape_on_made_up_systems() -> None:
    # Seven systems; DICE goes with minimality, accuracy with adequacy, times with nothing.
    rng = np.random.default_rng(3)
    dice = rng.uniform(0.3, 0.9, size=7)
    scores = {"dice": dice, "masi": dice - 0.1 + rng.normal(size=7) / 50}
    people = {"minimality": 1 - dice + rng.normal(size=7) / 50, "identification_time": rng.normal(size=7)}
    settings = {key: value for key, value in PAPER_TABLES["tuna"].settings.items() if key not in ("log", "correction")}
    found = genchal.correlate(scores, people, systems=[f"S{i}" for i in range(7)], **settings)
    row = read_published("tuna", "table5_minimality")[0]
    for measure in ("dice", "masi"):
        one = found[measure, "minimality"]
        assert one.value < -0.9
        assert np.sign(one.value) == np.sign(float(row[measure]))
        assert one.p_value == pytest.approx(scipy.stats.pearsonr(scores[measure], people["minimality"]).pvalue)
    assert [(one.metric, one.criterion) for one in found] == [
        (metric, criterion) for criterion in people for metric in scores
    ]


def test_the_human_ceiling_stands_beside_the_metrics(tmp_path: Path) -> None:
    files = campaign(tmp_path)
    how = Correlating(**PAPER_TABLES["nlg-eval"].settings)
    found = correlate_files(files, how)
    assert {one.metric for one in found} == {"near", "noise", "human"}
    assert {one.method for one in found} == {"spearman", "pearson"}
    assert found["human", "quality", "pearson"].value == pytest.approx(1)  # the two raters differ by 1 everywhere
    assert {row["metric"] for row in read_published("nlgeval", "table3_correlation")} > {"Bleu 4", "Human"}


def test_a_metric_may_be_nearer_to_all_judgements_than_their_halves_are_to_each_other(tmp_path: Path) -> None:
    """Noise of raters is in both halves, but in a good metric there is none: no sentence may speak of a ceiling."""
    rng = np.random.default_rng(3)
    quality = {(f"sys{place % 6}", str(place)): rng.normal() for place in range(120)}
    segments = write_segments(tmp_path / "seg.tsv", {(*key, "near"): value for key, value in quality.items()})
    judged = [
        (f"r{rater}", instance, system, "quality", value + rng.normal())
        for (system, instance), value in quality.items()
        for rater in range(2)
    ]
    files = MeasureFiles(segments=(segments,), ratings=(write_ratings(tmp_path / "ratings.csv", judged),))
    found = correlate_files(files, replace(PLAIN, methods=("pearson",), ceiling=True))
    assert found["near", "quality", "pearson"].value > found["human", "quality", "pearson"].value + 0.2
    notes = " ".join(note for table in found.tables() for note in table.notes)
    assert "metrics are compared with all judgements, and may be higher" in notes
    assert "ceiling" not in notes


def test_an_unknown_view_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'sr18'"):
        find_paper_table("sr8")


# --- Stars -----------------------------------------------------------------------------------------------------------


def starred(level: CorrelationLevel, systems: int, interval: IntervalKind = "formula") -> tuple[str, str]:
    """The stars of a perfect metric, and what is said of stars."""
    means = np.arange(float(systems))
    names = [f"sys{number:02}" for number in range(systems)]
    found = genchal.correlate({"m": means**2}, means, systems=names, level=level, interval=interval, resamples=50)
    return found.stars(found["m", "human"]), found.explain_stars()


def test_coefficients_over_few_systems_have_no_stars() -> None:
    assert starred("system", 3)[0] == starred("system", 9)[0] == ""
    stars, text = starred("system", 12)
    assert stars == "**"
    assert text == (
        "* adjusted p at most 0.05, ** at most 0.001, and only where the interval leaves out 0. Coefficients over "
        "fewer than 10 systems have none."
    )
    assert starred("segment", 9)[0] == "**"


def test_a_coefficient_whose_interval_has_0_in_it_has_no_stars() -> None:
    made = genchal.correlate({"m": np.arange(12.0) ** 2}, np.arange(12.0), interval="formula")
    found = made["m", "human"]
    assert made.stars(found) == "**"
    assert made.stars(replace(found, low=-0.85)) == ""  # as resamples of systems and instances may have it
    assert made.stars(replace(found, value=-0.9, low=-0.99, high=0.0)) == ""
    assert made.stars(replace(found, low=None, high=None)) == "**"  # no interval says otherwise
    assert "interval" not in starred("segment", 12, "none")[1]


def test_ratings_that_may_be_copies_are_told_and_second_judgements_are_not_called_unscored(tmp_path: Path) -> None:
    segments = write_segments(tmp_path / "seg.tsv", {("a", str(i), "m"): i for i in (1, 2, 3, 4)})
    path = tmp_path / "r.csv"
    rows = [f"x,{i},a,q,{value}" for i, value in ((1, 5), (2, 3), (3, 1), (4, 2), (1, 5))]
    path.write_text("\n".join(["rater,instance,system,criterion,value", *rows, "y,2,a,q,4"]) + "\n", encoding="utf-8")
    files = MeasureFiles(segments=(segments,), ratings=(path,))
    found = correlate_files(files, PLAIN)
    assert any(
        "1 judgement with the rater, item, criterion and value of an earlier one" in one for one in found.warnings
    )
    judged = correlate_files(files, replace(PLAIN, level="judgement"))
    # The second judgements of outputs 1 and 2.
    assert [left.sentence() for left in judged.left_out] == [
        "2 judgements left out: only the first of an output has scores of metrics beside it"
    ]


def test_infinite_scores_are_refused_with_their_line(tmp_path: Path) -> None:
    ratings = write_ratings(tmp_path / "r.csv", [("x", str(i), "a", "q", i) for i in range(4)])
    segments = write_segments(tmp_path / "seg.tsv", {("a", str(i), "m"): ("inf" if i == 2 else i) for i in range(4)})
    with pytest.raises(InvalidInput, match=r"seg.tsv, line 4: 'inf' in column 'value' is infinite.* Fix 1 such cell"):
        correlate_files(MeasureFiles(segments=(segments,), ratings=(ratings,)), PLAIN)
    scores = tmp_path / "scores.csv"
    scores.write_text("system,bleu,human\na,1,2\nb,-Infinity,3\nc,2,2\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"scores.csv, line 3: '-Infinity' in column 'bleu' is infinite"):
        correlate_files(MeasureFiles(scores=scores, against=("human",)), replace(PLAIN, level="system"))
    with pytest.raises(InvalidInput, match="column 'bleu' has an infinite number"):
        genchal.correlate({"bleu": [1, 2, float("inf")]}, [1, 2, 3])
