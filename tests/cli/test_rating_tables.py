"""Commands beside ``genchal rank``: ``differences``, ``direct-assessment``, ``coverage`` and ``times``."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli.typed import genchal

HEADER = "rater,sheet,instance,system,criterion,value,kind,shown_at,answered_at"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve raters of two systems, one system a sheet, with check-boxes and times; the last sees no damage."""
    folder = tmp_path_factory.mktemp("tables")
    rng = np.random.default_rng(1)
    lines = [HEADER]
    for item in range(60):
        for rater in rng.permutation(12)[:4].tolist():
            for place, system in enumerate(("north", "east_1")):
                began = 1000 * item + 100 * rater + 50 * place
                took = 500 if (item, place) == (0, 0) else 5 + 5 * place + int(rng.integers(0, 3))
                common = f"r{rater},s{item}-{rater}-{place},i{item},{system}"
                times = f"{began},{began + took}"
                value = round(float(60 - 20 * place + rng.normal(0, 8)))
                lines.append(f"{common},quality,{value},scored,{times}")
                lines.append(f"{common},added,{int(rng.random() < 0.1 + 0.6 * place)},scored,{times}")
                lines.append(f"{common},missed,{int(rng.random() < 0.2)},scored,{times}")
                lower = round(value + float(rng.normal(0, 3)) - (0 if rater == 11 else 25))
                lines.append(f"{common},quality,{lower},damaged,{times}")
    (folder / "ratings.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def table(folder: Path, name: str, *more: str) -> Any:
    done = genchal(name, "ratings.csv", *more, "--json", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["schema"] == 1
    return found


def test_differences_are_records_of_all_pairs(folder: Path) -> None:
    found = table(folder, "differences", "--criterion", "quality")
    (pair,) = found["differences"]
    assert (pair["system_a"], pair["system_b"], pair["better"]) == ("north", "east_1", "north")
    assert -25 < pair["low"] < pair["difference"] < pair["high"] < -15
    assert pair["p_adjusted"] < 0.001
    assert pair["signature"] == found["signature"]
    assert {one["reason"] for one in found["set_aside"]} == {"practice and control items"}


def test_less_added_information_is_better(folder: Path) -> None:
    (pair,) = table(folder, "differences", "--criterion", "added")["differences"]
    assert pair["difference"] > 0
    assert pair["better"] == "north"
    (turned,) = table(folder, "differences", "--criterion", "added", "--higher-is-better")["differences"]
    assert turned["better"] == "east_1"


def test_direct_assessment_has_the_columns_of_wmt(folder: Path) -> None:
    found = table(folder, "direct-assessment", "--criterion", "quality")
    first, second = found["direct_assessment"]
    keys = {"system", "raw", "z", "n", "assessments", "raters", "cluster", "rank_low", "rank_high"}
    assert set(first) == keys
    assert (first["system"], first["cluster"], second["cluster"]) == ("north", 1, 2)
    assert (first["n"], first["assessments"], first["raters"]) == (60, 240, 12)
    assert found["pairs"][0]["p_value"] < 0.001


def test_coverage_needs_no_criterion_and_adds_up(folder: Path) -> None:
    found = {one["system"]: one for one in table(folder, "coverage")["coverage"]}
    for one in found.values():
        assert one["ok"] + one["added"] + one["missed"] + one["both"] == pytest.approx(1)
        assert one["any_added"] == pytest.approx(one["added"] + one["both"])
        assert one["n"] == 240
    assert (found["north"]["added_rank_low"], found["east_1"]["added_rank_low"]) == (1, 2)
    assert (found["north"]["missed_rank_high"], found["east_1"]["missed_rank_low"]) == (2, 1)


@pytest.mark.parametrize(
    ("options", "cut", "slowest"),
    [
        ([], 0, "north"),
        (["--outliers", "limit", "--limit", "60"], 4, "east_1"),
        (["--outliers", "deviations"], 4, "east_1"),
        (["--outliers", "log"], 0, "east_1"),
    ],
)
def test_times_depend_on_the_rule_for_outliers_which_is_told(
    folder: Path, options: list[str], cut: int, slowest: str
) -> None:
    found = table(folder, "times", *options)
    assert [one["n"] + one["cut"] for one in found["times"]] == [240, 240]  # each answer once, under three criteria
    assert sum(one["cut"] for one in found["times"]) == cut
    assert found["times"][-1]["system"] == slowest
    assert f"|outliers:{options[1] if options else 'none'}" in found["signature"]


def test_a_criterion_may_be_a_time(folder: Path) -> None:
    found = table(folder, "times", "--criterion", "quality")
    assert found["source"] == "the values of quality"
    assert [one["system"] for one in found["times"]] == ["east_1", "north"]


def test_times_of_sheets_with_several_systems_are_warned_about(tmp_path: Path) -> None:
    lines = [f"r{n},s{n},i{n},{system},quality,{n},scored,{n},{n + 9}" for n in range(12) for system in ("a", "b")]
    (tmp_path / "ratings.csv").write_text("\n".join([HEADER, *lines]) + "\n", encoding="utf-8")
    assert "100% of the times cover several systems at once" in table(tmp_path, "times")["warnings"][0]


@pytest.mark.parametrize("name", ["differences", "direct-assessment", "coverage", "times"])
def test_every_table_has_a_text_that_explains_itself_and_a_latex_form(folder: Path, name: str) -> None:
    criterion = ["--criterion", "quality"] if name in ("differences", "direct-assessment") else []
    text = genchal(name, "ratings.csv", *criterion, folder=folder).stdout
    signature = table(folder, name, *criterion)["signature"]
    assert text.rstrip().endswith(signature)
    assert "east_1" in text
    latex = genchal(name, "ratings.csv", *criterion, "--latex", folder=folder).stdout
    assert r"east\_1" in latex
    assert latex.count("{") == latex.count("}")
    assert latex.rstrip().endswith((r"\end{table}", r"\end{table*}"))


@pytest.mark.parametrize(
    "line",
    [
        "rank ratings.csv --criterion quality --method mean --resamples 100",
        "differences ratings.csv --criterion quality",
        "direct-assessment ratings.csv --criterion quality",
        "coverage ratings.csv",
        "times ratings.csv",
        "agree ratings.csv --criterion quality --resamples 20",
        "correlate --ratings ratings.csv --resamples 20",
        "plan ratings.csv --criterion quality --items 20,40 --raters 5 --simulations 50",
    ],
)
def test_every_command_has_every_form_of_a_table(folder: Path, line: str) -> None:
    def typed(*more: str) -> str:
        done = genchal(*line.split(), *more, folder=folder)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    rows = list(csv.reader(typed("--csv").splitlines()))
    assert len({len(row) for row in rows}) == 1
    assert len(rows) > 1
    assert len(set(rows[0])) == len(rows[0])  # every column has a key of its own
    assert sum(row.startswith("|") for row in typed("--markdown").splitlines()) == len(rows) + 1
    assert typed("--latex").count(r"\\") == len(rows)
    assert "schema" in json.loads(typed("--json", "--digits", "1", "--percent"))
    assert typed("--digits", "0", "--percent").split("\n")[0].split() == typed().split("\n")[0].split()


@pytest.mark.parametrize("name", ["rank", "differences", "direct-assessment", "coverage", "times"])
def test_raters_who_fail_quality_control_are_set_aside_first_with_the_reason(folder: Path, name: str) -> None:
    criterion = ["--criterion", "quality"] if name in ("rank", "differences", "direct-assessment") else []
    found = table(folder, name, *criterion, "--quality-control")
    aside = found["set_aside"][0]
    assert aside["reason"].startswith("1 rater did not pass quality control (r")
    assert "damaged copies do not score lower than originals" in aside["reason"]
    assert aside["count"] % 8 == 0  # four judgements of each of the two systems
    said = "Quality control: 12 raters; 11 pass, 1 fail, 0 cannot be tested."
    if name == "rank":
        said += " Without quality control, the order of systems would be the same; clusters would be the same."
    assert found["quality_control"] == said
    assert "|qc:wilcoxon|p:0.05|refs:yes" in found["signature"]
    text = genchal(name, "ratings.csv", *criterion, "--quality-control", folder=folder).stdout
    assert "set aside: 1 rater did not pass quality control" in text
    assert "12 raters; 11 pass, 1 fail" in text


def test_a_ranking_has_the_tests_that_its_clusters_rest_on(folder: Path) -> None:
    found = table(folder, "rank", "--criterion", "quality", "--method", "mean", "--resamples", "200")
    (pair,) = found["pairs"]
    assert (pair["better"], pair["system_a"], pair["system_b"]) == ("north", "north", "east_1")
    assert pair["p_value"] == pair["p_adjusted"] < 0.001
    assert [one["cluster"] for one in found["ranking"]] == [1, 2]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["coverage", "--plot", "x.svg"], "No such option '--plot'"),
        (["coverage", "--criterion", "quality"], "No such option '--criterion'"),
        (["rank", "--outliers", "log"], "No such option '--outliers'"),
        (["rank", "--table", "times"], "rank no longer has an option --table. Run: genchal times RATINGS."),
        (["rank", "--table", "ranking"], "rank no longer has an option --table. Run: genchal rank RATINGS."),
        (["times", "--outliers", "limit"], "--outliers limit needs a number of seconds. Give it with --limit."),
        (["times", "--limit", "3"], "--limit needs --outliers limit or deviations."),
        (["differences"], "the ratings are of several criteria: quality, added, missed."),
    ],
)
def test_options_that_do_not_fit_are_one_line(folder: Path, arguments: list[str], line: str) -> None:
    done = genchal(*arguments, "ratings.csv", folder=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {line}")


def test_boxes_are_paired_by_who_answered_what_in_any_order_and_without_sheets(folder: Path) -> None:
    whole = (folder / "ratings.csv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split(",") for line in whole if ",quality," not in line]
    rng = np.random.default_rng(2)
    shuffled = [rows[place] for place in rng.permutation(len(rows)).tolist()]
    lines = [",".join([row[0], *row[2:6]]) for row in shuffled]
    path = folder / "shuffled" / "ratings.csv"
    path.parent.mkdir()
    path.write_text("\n".join(["rater,instance,system,criterion,value", *lines]) + "\n", encoding="utf-8")
    ours, other = (
        {one["system"]: (one["ok"], one["both"], one["n"]) for one in table(where, "coverage")["coverage"]}
        for where in (folder, path.parent)
    )
    assert ours == other
