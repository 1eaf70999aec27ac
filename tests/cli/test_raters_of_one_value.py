"""Raters who gave one value only: their judgements count, and commands say how."""

import json
from pathlib import Path
from typing import Any

import pytest

from campaign.judgements.empty_outputs import EMPTY, EXTRA, HALTING, write_ratings
from cli.typed import genchal

HEADER = "rater,sheet,instance,system,criterion,value"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file in the shape of WebNLG 2017's, in which a system's empty outputs were rated by one extra rater."""
    folder = tmp_path_factory.mktemp("one-value")
    write_ratings(folder / "ratings.csv")
    return folder


def run(folder: Path, line: str) -> Any:
    done = genchal(*line.split(), "--json", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.parametrize("line", ["rank ratings.csv", "rank ratings.csv --method z", "rank ratings.csv --method mean"])
def test_a_system_of_empty_outputs_is_ranked_last_with_all_its_ratings(folder: Path, line: str) -> None:
    found = run(folder, f"{line} --resamples 100")
    last = found["ranking"][-1]
    assert (last["system"], last["n"]) == (HALTING, EMPTY + 3 * 55)
    assert (found["raters"], found["set_aside"]) == (41, [])
    assert f"{HALTING} ({EMPTY} of 333, 50%)" in " ".join(found["warnings"])


def test_z_says_which_raters_are_on_the_pooled_scale(folder: Path) -> None:
    warnings = " ".join(run(folder, "rank ratings.csv --method z --resamples 100")["warnings"])
    assert f"1 rater gave one value only ({EXTRA})" in warnings
    assert "scale of all raters" in warnings


@pytest.mark.parametrize("scale", ["pooled", "raw"])
def test_another_scale_for_z_is_one_option_away(folder: Path, scale: str) -> None:
    found = run(folder, f"rank ratings.csv --method z --scale {scale} --resamples 100")
    assert found["ranking"][-1]["system"] == HALTING
    assert f"scale:{scale}" in found["signature"]
    means = run(folder, "rank ratings.csv --method mean --resamples 100")
    assert [line["system"] for line in found["ranking"]] == [line["system"] for line in means["ranking"]]
    if scale == "raw":
        assert [line["score"] for line in found["ranking"]] == [line["score"] for line in means["ranking"]]


@pytest.mark.parametrize("scale", ["rater", "pooled", "raw"])
def test_direct_assessment_puts_it_last_under_every_scale_with_true_counts(folder: Path, scale: str) -> None:
    found = run(folder, f"direct-assessment ratings.csv --scale {scale}")
    last = found["direct_assessment"][-1]
    assert (last["system"], last["n"], last["assessments"]) == (HALTING, 223, 333)
    assert (last["rank_low"], last["cluster"]) == (11, max(line["cluster"] for line in found["direct_assessment"]))
    assert f"{HALTING} ({EMPTY} of 333, 50%)" in " ".join(found["warnings"])


def test_direct_assessment_by_rater_counts_the_raters_on_the_pooled_scale(folder: Path) -> None:
    assert "z:rater-all|pooled:1" in run(folder, "direct-assessment ratings.csv")["signature"]


def test_differences_leave_severity_in_where_it_would_take_a_system_out(folder: Path) -> None:
    found = run(folder, "differences ratings.csv")
    behind = [pair for pair in found["differences"] if HALTING in (pair["system_a"], pair["system_b"])]
    assert len(behind) == 10
    assert all(pair["better"] != HALTING for pair in behind)
    assert "|out:item|" in found["signature"]
    assert f"{HALTING} ({EMPTY} of 333, 50%)" in " ".join(found["warnings"])


def test_differences_without_severity_count_what_remains_and_warn(folder: Path) -> None:
    found = run(folder, "differences ratings.csv --severity remove")
    assert "|out:rater+item|" in found["signature"]
    assert "|n:6855|raters:40|" in found["signature"]
    (aside,) = found["set_aside"]
    assert aside["count"] == EMPTY
    warnings = " ".join(found["warnings"])
    assert f"{HALTING} ({EMPTY} of 333, 50%)" in warnings
    assert "--severity keep" in warnings


def test_differences_can_keep_severity(folder: Path) -> None:
    found = run(folder, "differences ratings.csv --severity keep")
    assert "|out:item|" in found["signature"]
    assert "|n:7023|raters:41|" in found["signature"]


def test_a_mixed_model_warns_about_raters_of_one_system(folder: Path) -> None:
    found = run(folder, "differences ratings.csv --test mixed")
    assert f"{HALTING} ({EMPTY} of 333, 50%)" in " ".join(found["warnings"])
    done = genchal("differences", "ratings.csv", "--test", "mixed", "--severity", "keep", folder=folder)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_judgements_that_stand_alone_on_their_sheets_are_in_no_comparison_and_are_named(tmp_path: Path) -> None:
    lines = [HEADER]
    for item in range(60):
        for rater in range(3):
            sheet = f"s{item}-{rater}"
            lines += [f"r{(item + rater) % 12},{sheet},i{item},{name},quality,{value}" for name, value in
                      (("north", 3 + (item + rater) % 3), ("south", 2 + (item * rater) % 3))]  # fmt: skip
            if item < 20:
                lines.append(f"r{(item + rater) % 12},{sheet},i{item},halting,quality,6")
        if item >= 20:
            lines.append(f"r99,e{item},i{item},halting,quality,1")
    (tmp_path / "sheets.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for method in ("trueskill", "bradley-terry", "wins"):
        found = run(tmp_path, f"rank sheets.csv --method {method} --runs 5 --resamples 100")
        warnings = " ".join(found["warnings"])
        assert "halting (40 of 100, 40%)" in warnings
        assert "in no comparison" in warnings


def test_a_file_in_which_no_rater_varies_has_no_scale_of_raters(tmp_path: Path) -> None:
    lines = [HEADER, *(f"r{n},s{n},i{n},{'ab'[n % 2]},quality,{1 + n % 5}" for n in range(60))]
    (tmp_path / "once.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = genchal("rank", "once.csv", "--method", "z", folder=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--scale pooled" in done.stderr
    assert run(tmp_path, "rank once.csv --method z --scale pooled --resamples 100")["ratings"] == 60


@pytest.mark.parametrize("line", ["rank zeros.csv --method magnitude --resamples 100", "differences zeros.csv --log"])
def test_systems_that_lose_judgements_without_a_logarithm_are_named(tmp_path: Path, line: str) -> None:
    lines = [HEADER]
    for item in range(50):
        for rater in range(4):
            low = 0 if item < 20 else 40 + rater
            lines += [f"r{rater},s{item}-{rater},i{item},{name},quality,{value}" for name, value in
                      (("north", 50 + (item + rater) % 7), ("south", low))]  # fmt: skip
    (tmp_path / "zeros.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert "south (80 of 200, 40%)" in " ".join(run(tmp_path, line)["warnings"])
