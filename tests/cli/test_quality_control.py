"""Quality control that explains itself: every rater with evidence, whoever fails, and what it changes."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli.typed import genchal

HEADER = "rater,sheet,instance,system,criterion,value,kind,shown_at,answered_at"
ITEMS = 40


def rate(
    rater: str, *, sees_damage: bool = True, seconds: float = 12.0, values: str = "good", start: int = 0
) -> list[str]:
    """A session of one rater: a sheet per item, ten damaged copies; `values` says how the rater works."""
    rng = np.random.default_rng(sum(map(ord, rater)))
    lines = []
    for item in range(ITEMS):
        quality = 50 + 20 * np.sin(item) - 8 * (item % 2)
        value = {
            "good": quality + rng.normal(0, 4),
            "same": 70,
            "run": 70 if 10 <= item < 28 else quality + rng.normal(0, 4),
            "turned": 100 - quality + rng.normal(0, 4),
        }[values]
        began = start + 60 * item
        common = f"{rater},{rater}-{item},i{item // 2},{'north' if item % 2 == 0 else 'south'},quality"
        lines.append(f"{common},{value:.0f},scored,{began},{began + seconds}")
        if item < 10:
            damaged = value - 20 + rng.normal(0, 3) if sees_damage else value + 2 + rng.normal(0, 3)
            lines.append(f"{common},{damaged:.0f},damaged,{began},{began + seconds}")
    return lines


def write(path: Path, *sessions: list[str]) -> Path:
    path.write_text("\n".join([HEADER, *(line for session in sessions for line in session)]) + "\n", encoding="utf-8")
    return path


def agree(folder: Path, *more: str) -> Any:
    done = genchal("agree", "ratings.csv", "--quality-control", "--resamples", "20", *more, "--json", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_where_nobody_passes_rank_names_the_command_and_the_command_lists_the_reasons(tmp_path: Path) -> None:
    write(tmp_path / "ratings.csv", *(rate(name, sees_damage=False) for name in ("r1", "r2", "r3")))
    for command in ("rank", "differences", "direct-assessment"):
        done = genchal(command, "ratings.csv", "--quality-control", folder=tmp_path)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "no rater passes quality control" in done.stderr
        assert "genchal agree ratings.csv --quality-control" in done.stderr
    done = genchal("agree", "ratings.csv", "--quality-control", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("damaged copies do not score lower than originals") == 3
    assert "nobody passes" in " ".join(done.stdout.split())
    found = agree(tmp_path)
    assert [record["verdict"] for record in found["raters"]] == ["fail"] * 3
    assert found["agreement"] == []


def test_a_rater_whose_name_was_replaced_is_found_by_the_line(tmp_path: Path) -> None:
    write(tmp_path / "ratings.csv", rate("ann@example.org"), rate("bob@example.org", sees_damage=False))
    raters = agree(tmp_path)["raters"]
    assert [(record["rater"], record["line"], record["verdict"]) for record in raters] == [
        ("r1", 2, "pass"), ("r2", 2 + ITEMS + 10, "fail"),
    ]  # fmt: skip
    text = genchal("agree", "ratings.csv", "--quality-control", folder=tmp_path).stdout
    assert "ann@" not in text
    write(tmp_path / "ratings.csv", rate("w17"), rate("w18", sees_damage=False))
    assert [record["rater"] for record in agree(tmp_path)["raters"]] == ["w17", "w18"]


def test_half_a_second_a_sheet_is_flagged_even_if_everybody_is_so_fast(tmp_path: Path) -> None:
    write(tmp_path / "ratings.csv", *(rate(name, seconds=0.5) for name in ("r1", "r2", "r3")))
    for record in agree(tmp_path)["raters"]:
        assert "0.5 s for a sheet" in record["flags"]
        assert record["sheet_seconds"] == 0.5
        assert record["verdict"] == "pass"
    assert all("for a sheet" not in record["flags"] for record in agree(tmp_path, "--sheet-seconds", "0.4")["raters"])
    assert [record["verdict"] for record in agree(tmp_path, "--fail-by", "speed")["raters"]] == ["fail"] * 3


@pytest.mark.parametrize(
    ("values", "flag", "check"),
    [
        ("same", "gave all 40 items the same value, 70", "straight"),
        ("run", "gave 70 to 18 items in a row", "straight"),
        ("turned", "correlates at -0.9", "disagreement"),
    ],
)
def test_straight_lines_and_disagreement_are_flagged_with_evidence(
    tmp_path: Path, values: str, flag: str, check: str
) -> None:
    good = [rate(f"r{number}", start=7 * number) for number in range(5)]
    write(tmp_path / "ratings.csv", *good, rate("r9", values=values))
    *others, last = agree(tmp_path)["raters"]
    assert flag in last["flags"]
    assert all(record["flags"] == "" for record in others)
    failed = agree(tmp_path, "--fail-by", f"damaged,{check}")["raters"]
    assert [record["verdict"] for record in failed] == ["pass"] * 5 + ["fail"]
    assert flag in failed[-1]["reasons"]


def test_attention_checks_are_compared_with_what_most_raters_answer(tmp_path: Path) -> None:
    sessions = []
    for number in range(5):
        wrong = number == 4
        checks = [
            f"r{number},c{check},check{check},attention,quality,{50 if wrong else 100},attention,0,9"
            for check in range(4)
        ]
        sessions.append([*rate(f"r{number}"), *checks])
    write(tmp_path / "ratings.csv", *sessions)
    raters = agree(tmp_path)["raters"]
    assert [(record["attention"], record["attention_right"]) for record in raters] == [(4, 1.0)] * 4 + [(4, 0.0)]
    assert "0 of 4 attention checks" in raters[-1]["flags"]
    assert agree(tmp_path, "--fail-by", "attention")["raters"][-1]["verdict"] == "fail"


def test_thresholds_are_options_and_are_signed(tmp_path: Path) -> None:
    write(tmp_path / "ratings.csv", *(rate(f"r{number}") for number in range(4)), rate("r9", sees_damage=False))
    assert agree(tmp_path)["agreement"][0]["signature"].split("|qc:")[1] == "wilcoxon|p:0.05|refs:yes"
    strict = agree(tmp_path, "--control-level", "0.000001")
    assert [record["verdict"] for record in strict["raters"]] == ["fail"] * 5
    other = agree(tmp_path, "--control-test", "t", "--fail-by", "damaged,few", "--fewest-judgements", "41")
    assert [record["verdict"] for record in other["raters"]] == ["fail"] * 5
    kept = agree(tmp_path, "--control-test", "t", "--fail-by", "damaged,few", "--fewest-judgements", "40")
    assert "|qc:t|p:0.05|refs:no|fail-by:damaged+few:40" in kept["agreement"][0]["signature"]
    done = genchal("rank", "ratings.csv", "--control-level", "0.01", folder=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--quality-control" in done.stderr


def test_means_and_agreement_are_shown_with_and_without_who_fails(tmp_path: Path) -> None:
    good = [rate(f"r{number}") for number in range(3)]
    turned = [rate(f"w{number}", values="turned", sees_damage=False) for number in range(4)]
    write(tmp_path / "ratings.csv", *good, *turned)
    found = agree(tmp_path)
    north, south = sorted(found["means"], key=lambda line: str(line["system"]))
    assert (north["system"], north["n_all"], north["n"]) == ("north", 7 * ITEMS // 2, 3 * ITEMS // 2)
    assert (north["rank_all"], north["rank"], south["rank_all"], south["rank"]) == (2, 1, 1, 2)
    values = {record["form"]: record["value"] for record in found["agreement"]}
    of_all = {record["form"]: record["value"] for record in found["with_all_raters"]}
    assert of_all["ICC(2,1)"] < 0.1 < 0.8 < values["ICC(2,1)"]
    text = " ".join(genchal("agree", "ratings.csv", "--quality-control", folder=tmp_path).stdout.split())
    assert "With all raters, means would put systems in another order in quality." in text


@pytest.mark.parametrize("method", ["mean", "z"])
def test_a_ranking_says_whether_quality_control_changes_it(tmp_path: Path, method: str) -> None:
    good = [rate(f"r{number}") for number in range(3)]
    line = ("rank", "ratings.csv", "--quality-control", "--method", method, "--resamples", "100", "--json")
    turned = [rate(f"w{number}", values="turned", sees_damage=False) for number in range(4)]
    write(tmp_path / "ratings.csv", *good, *turned)
    said = json.loads(genchal(*line, folder=tmp_path).stdout)["quality_control"]
    assert "the order of systems would be another: south, north" in said
    write(tmp_path / "ratings.csv", *good, rate("w1", sees_damage=False))
    said = json.loads(genchal(*line, folder=tmp_path).stdout)["quality_control"]
    assert "the order of systems would be the same" in said


def test_systems_that_lose_many_judgements_by_quality_control_are_named(tmp_path: Path) -> None:
    good = [rate(f"r{number}") for number in range(4)]
    only_north = [line for line in rate("w1", sees_damage=False) if ",north," in line]
    write(tmp_path / "ratings.csv", *good, only_north)
    done = genchal("rank", "ratings.csv", "--quality-control", "--method", "mean", "--json", folder=tmp_path)
    found = json.loads(done.stdout)
    assert "north (20 of 100, 20%)" in found["quality_control"]
    assert "south (" not in found["quality_control"]


def test_raters_whom_a_file_does_not_name_are_not_listed_one_by_one(tmp_path: Path) -> None:
    lines = [line.split(",", 1)[1] for line in rate("r1")]
    (tmp_path / "ratings.csv").write_text("\n".join([HEADER.split(",", 1)[1], *lines]) + "\n", encoding="utf-8")
    done = genchal("agree", "ratings.csv", "--quality-control", folder=tmp_path)
    assert done.returncode == 0
    assert "cannot be tested, and are kept" in done.stdout
    assert agree(tmp_path)["raters"] == []


def test_a_measure_without_items_does_not_fit(tmp_path: Path) -> None:
    lines = [f"r{n},s{n},i{n},ours,quality,{n % 7 * 10},scored,0,9" for n in range(30)]
    write(tmp_path / "ratings.csv", lines)
    done = genchal("agree", "ratings.csv", "--measure", "all", "--json", folder=tmp_path)
    records = json.loads(done.stdout)["agreement"]
    assert [record["form"] for record in records if record["value"] is None and record["fits"]] == []
