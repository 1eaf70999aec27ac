"""``genchal correlate`` from the outside."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from genchal.cli import cli
from genchal.errors import UserError

TABLE = """\
system\tfamily\thuman\tbleu\tter
anna\tseq2seq\t0.9\t0.61\t0.30
bert\tseq2seq\t0.4\t0.52\t0.41
carl\trules\t-0.2\t0.33\t0.55
dora\trules\t-0.7\t0.35\t0.70
HUMAN\t-\t1.5\tNA\tNA
"""


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "table.tsv"
    path.write_text(TABLE, encoding="utf-8")
    return str(path)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    segments, ratings = ["system\tinstance\tmetric\tvalue"], ["rater,sheet,instance,system,criterion,value"]
    for system in range(4):
        for instance in range(8):
            value = (system * 7 + instance * 3) % 11
            segments += [f"s{system}\t{instance}\tgood\t{value}", f"s{system}\t{instance}\tflat\t{instance % 2}"]
            ratings += [f"r,{system}-{instance},{instance},s{system},quality,{value + (instance % 3)}"]
    (tmp_path / "seg.tsv").write_text("\n".join(segments) + "\n", encoding="utf-8")
    (tmp_path / "ratings.csv").write_text("\n".join(ratings) + "\n", encoding="utf-8")
    return ["--segments", str(tmp_path / "seg.tsv"), "--ratings", str(tmp_path / "ratings.csv")]


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["correlate", *arguments], standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.output


def test_a_table_of_system_scores_is_enough(table: str) -> None:
    text = run("--scores", table, "--against", "human", "--leave-out", "HUMAN", "--interval", "none")
    assert text.splitlines()[1].split()[:4] == ["bleu", "human", "pearson", "0.94"]
    assert "Pearson's r over 4 systems." in text
    assert "1 column left out: 'family' has no numbers in it; its first value is" in text
    assert "Warning: Only 4 systems" in text


def test_without_a_column_to_go_by_all_pairs_are_correlated(table: str) -> None:
    found = json.loads(run("--scores", table, "--interval", "none", "--json"))
    assert [(one["metric"], one["criterion"]) for one in found["correlations"]] == [
        ("human", "bleu"),
        ("human", "ter"),
        ("bleu", "ter"),
    ]


def test_json_has_flat_records_with_signatures(files: list[str]) -> None:
    found = json.loads(run(*files, "--method", "pearson,accuracy", "--williams", "--resamples", "50", "--json"))
    assert found["schema"] == 1
    assert set(found["correlations"][0]) == {
        *("metric", "criterion", "level", "within", "group", "method", "value", "low", "high"),
        *("p_value", "p_adjusted", "n", "groups", "note", "signature"),
    }
    assert [one["p_value"] is None for one in found["correlations"]] == [False, False, True, True]
    assert found["differences"][0]["better"] == "good"
    assert found["left_out"] == []
    assert (found["systems"], found["instances"], found["outputs"]) == (4, 8, 32)
    assert "NaN" not in json.dumps(found)


def test_sentences_say_what_was_done_and_what_to_beware_of(files: list[str]) -> None:
    text = run(*files, "--williams", "--resamples", "50")
    assert "Pearson's r over 32 outputs of 4 systems on 8 instances." in text
    assert "50 bootstrap resamples of instances and systems, seed 1." in text
    assert "good correlates better with quality than flat does" in text
    assert "Warning: p-values assume independent outputs" in text
    assert text.splitlines()[-2].startswith("corr:pearson|level:segment|within:none|")


def test_within_systems_there_is_a_line_for_each_and_their_mean(files: list[str]) -> None:
    lines = run(*files, "--table", "e2e").splitlines()
    assert lines[0].split() == ["system", "good", "flat"]
    assert [line.split()[0] for line in lines[1:6]] == ["s0", "s1", "s2", "s3", "mean"]


def test_a_flag_wins_over_the_table_of_a_paper(files: list[str]) -> None:
    found = json.loads(run(*files, "--table", "e2e", "--within", "item", "--json"))
    assert {one["within"] for one in found["correlations"]} == {"item"}
    assert {one["signature"].split("|")[3] for one in found["correlations"]} == {"ratings:log"}


def test_latex_is_a_table_with_its_signature(files: list[str]) -> None:
    text = run(*files, "--latex", "--interval", "none")
    assert text.count(r"\\") == 3
    assert r"\begin{tabular}{lllrrrr}" in text
    assert r"corr:pearson\textbar{}" in text


def test_criteria_and_metrics_go_without_each_other(files: list[str]) -> None:
    assert "good" in run(*files[:2], "--interval", "none")
    with pytest.raises(UserError, match="with nothing to correlate it with"):
        run(*files[2:])


@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_a_heat_map_is_written(files: list[str], tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"map.{ending}"
    run(*files, "--within", "system", "--interval", "none", "--plot", str(path))
    first = path.read_bytes()
    assert first.startswith(b"<?xml" if ending == "svg" else b"%PDF")
    run(*files, "--within", "system", "--interval", "none", "--plot", str(path))
    assert path.read_bytes() == first


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "Nothing to correlate"),
        (["--against", "x", "--ratings", "r.csv"], "give that table as well"),
        (["--json", "--latex", "--ratings", "r.csv"], "cannot be combined"),
        (["--plot", "map.doc", "--ratings", "r.csv"], "--plot writes .svg, .pdf, .png"),
    ],
)
def test_options_that_do_not_fit_are_told(arguments: list[str], problem: str) -> None:
    result = CliRunner().invoke(cli, ["correlate", *arguments])
    assert result.exit_code == 2
    assert problem in result.output


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--method", "pearso"], "Did you mean 'pearson'"),
        (["--table", "e2"], "Did you mean 'e2e'"),
        (["--level", "system", "--within", "item"], "Leave out --within"),
        (["--metric", "goood"], "Did you mean 'good'"),
        (["--criterion", "qualty"], "Did you mean 'quality'"),
        (["--lower-is-better", "god"], "Did you mean 'good'"),
        (["--calibrate"], "Add --within item"),
    ],
)
def test_mistakes_are_answered_with_a_remedy(files: list[str], arguments: list[str], problem: str) -> None:
    with pytest.raises(UserError, match=problem):
        run(*files, *arguments)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ("27,31 9,5 12", "27,31 in column 'x' is read as 27.31"),
        ("0,612 0,095 0,120", "0,612 in column 'x' is read as 0.612"),
        ("27.31% 9.5% 12%", "27.31% in column 'x' is read as 27.31"),
        ("27,31% 9,5% 12%", "27,31% in column 'x' is read as 27.31"),
    ],
)
def test_scores_with_decimal_commas_or_percent_signs_are_numbers(tmp_path: Path, cells: str, said: str) -> None:
    path = tmp_path / "table.tsv"
    rows = [f"{name}\t{cell}\t{human}" for name, cell, human in zip("abc", cells.split(), (3, 1, 2), strict=True)]
    path.write_text("\n".join(["system\tx\thuman", *rows]) + "\n", encoding="utf-8")
    text = run("--scores", str(path), "--against", "human", "--interval", "none", "--method", "spearman")
    assert "Warning: " + said in " ".join(text.split())
    assert "1.00" in text


@pytest.mark.parametrize("cells", ["1,234 2,345 3,456", "1,234.5 2,345.5 3", "27% 9 12", "high low mid"])
def test_scores_that_may_be_something_else_are_named_with_their_first_value(tmp_path: Path, cells: str) -> None:
    path = tmp_path / "table.tsv"
    rows = [f"{name}\t{cell}\t{human}" for name, cell, human in zip("abc", cells.split(), (3, 1, 2), strict=True)]
    path.write_text("\n".join(["system\tx\thuman", *rows]) + "\n", encoding="utf-8")
    with pytest.raises(UserError, match=rf"'{re.escape(cells.split()[0])}'.* (is not a number|Write numbers)"):
        run("--scores", str(path), "--against", "human")


def test_a_system_that_stands_twice_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "twice.tsv"
    path.write_text("system\tx\ty\na\t1\t2\na\t2\t3\n", encoding="utf-8")
    with pytest.raises(UserError, match="'a' has 2 lines"):
        run("--scores", str(path))
    path.write_text("name\tx\ty\na\t1\t2\n", encoding="utf-8")
    with pytest.raises(UserError, match="no column 'system'"):
        run("--scores", str(path))
