"""``genchal agree`` as people type it."""

import json
from pathlib import Path

import numpy as np
import pytest

from cli.typed import genchal

KEYS = [
    "measure", "form", "criterion", "value", "low", "high", "p_value", "items", "raters", "judgements", "unused",
    "level", "fits", "note", "meaning", "caution", "signature",
]  # fmt: skip
HEADER = "rater\tsheet\tinstance\tsystem\tcriterion\tvalue\tkind\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty items by four raters under two criteria; in `controlled.tsv` rater d does not see damage."""
    folder = tmp_path_factory.mktemp("agree")
    rng = np.random.default_rng(1)
    lines, noisy, controlled = [HEADER], [HEADER], [HEADER]
    for item in range(40):
        quality = rng.uniform(20, 80)
        for rater in "abcd":
            start = f"{rater}\tsheet{item // 10}\ti{item // 2}\tsys{item % 2}"
            value = quality + rng.normal(0, 8)
            lines.append(f"{start}\tquality\t{value:.1f}\tscored\n")
            lines.append(f"{start}\tfluency\t{rng.integers(1, 4)}\tscored\n")
            noisy.append(f"{start}\tquality\t{quality + rng.normal(0, 40):.1f}\tscored\n")
            controlled.append(f"{start}\tquality\t{value:.1f}\tscored\n")
            if item < 10:
                damaged = value - (0 if rater == "d" else 25) + rng.normal(0, 4)
                controlled.append(f"{start}\tquality\t{damaged:.1f}\tdamaged\n")
    for name, content in (("ratings.tsv", lines), ("noisy.tsv", noisy), ("controlled.tsv", controlled)):
        (folder / name).write_text("".join(content), encoding="utf-8")
    return folder


def test_the_text_is_a_table_and_says_what_it_means(folder: Path) -> None:
    done = genchal("agree", "ratings.tsv", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    text = " ".join(done.stdout.split())
    assert done.stdout.startswith("criterion  measure")
    assert "quality: 40 items, 4 raters, 4 judgements per item: crossed" in text
    assert "ICC(2,1) and interval alpha are suitable" in text
    assert "is due to the items, the rest to strictness of raters and noise" in text
    assert "Cut-offs for good agreement, such as 0.6 or 0.8, are conventions" in text
    assert "alpha (ordinal): alpha|level:ordinal|bs:1000|seed:1|by:instance|ci:0.95|crit:fluency|v:1" in done.stdout


def test_json_is_flat_records_with_signatures(folder: Path) -> None:
    done = genchal("agree", "ratings.tsv", "--criterion", "quality", "--measure", "all", "--json", folder=folder)
    result = json.loads(done.stdout)
    assert result["schema"] == 1
    assert all(list(record) == KEYS for record in result["agreement"])
    assert len({record["signature"] for record in result["agreement"]}) == len(result["agreement"]) == 14
    values = {record["form"]: record["value"] for record in result["agreement"]}
    assert 0.7 < values["ICC(2,1)"] < values["ICC(2,k)"] < 1
    assert result["set_aside"] == []


def test_measures_are_named_with_commas_or_again(folder: Path) -> None:
    common = ("agree", "ratings.tsv", "--criterion", "quality", "--json")
    forms = [
        [one["measure"] for one in json.loads(genchal(*common, *more, folder=folder).stdout)["agreement"]]
        for more in (["--measure", "pearson,alpha"], ["--measure", "alpha", "--measure", "pearson"])
    ]
    assert forms == [["alpha", "pearson"]] * 2


def test_undefined_values_are_null_with_a_note(tmp_path: Path) -> None:
    (tmp_path / "one.tsv").write_text(HEADER + "a\t1\ti\ts\tquality\t3\tscored\nb\t2\tj\ts\tquality\t4\tscored\n")
    done = genchal("agree", "one.tsv", "--json", folder=tmp_path)
    record = json.loads(done.stdout)["agreement"][0]
    assert record["value"] is None
    assert record["note"] == "no item has two judgements"
    text = " ".join(genchal("agree", "one.tsv", folder=tmp_path).stdout.split())
    assert "not defined, no item has two judgements" in text
    assert "Have some of the items" in text


def test_quality_control_says_who_fails_and_why_and_counts(folder: Path) -> None:
    done = genchal("agree", "controlled.tsv", "--quality-control", folder=folder)
    text = " ".join(done.stdout.split())
    assert "4 raters; 3 pass, 1 fail, 0 cannot be tested" in text
    assert "damaged copies do not score lower than originals" in text
    assert "With all raters, also those who fail quality control: ICC(2,1) = 0." in text
    assert "Set aside: 50 judgements (1 rater did not pass quality control)." in text
    records = json.loads(genchal("agree", "controlled.tsv", "--quality-control", "--json", folder=folder).stdout)
    assert [one["verdict"] for one in records["raters"]] == ["pass", "pass", "pass", "fail"]
    assert "p = " in records["raters"][3]["reasons"]
    assert records["agreement"][0]["raters"] == 3


def test_a_second_file_is_tested_against_the_first(folder: Path) -> None:
    done = genchal("agree", "ratings.tsv", "--against", "noisy.tsv", "--json", folder=folder)
    record = json.loads(done.stdout)["differences"][0]
    assert (record["criterion"], record["form"], record["paired"]) == ("quality", "ICC(2,k)", True)
    assert record["difference"] < 0
    assert record["p_value"] < 0.001
    assert record["signature"].startswith("icc-difference:2,k")


def test_latex_is_a_table(folder: Path) -> None:
    done = genchal("agree", "ratings.tsv", "--latex", folder=folder)
    assert done.stdout.startswith(r"% Needs \usepackage{booktabs,graphicx}")
    assert done.stdout.count(r"\\") == 7  # the header and six coefficients
    assert "quality & ICC(2,1) & 0." in done.stdout
    assert done.stdout.count("{") == done.stdout.count("}")


def test_a_seed_gives_the_same_output_and_another_one_another(folder: Path) -> None:
    outputs = [
        genchal("agree", "ratings.tsv", "--measure", "alpha,split-half", "--seed", seed, folder=folder).stdout
        for seed in ("1", "1", "2")
    ]
    assert outputs[0] == outputs[1] != outputs[2]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["ratings.tsv", "--measure", "alfa"], "error: unknown measure 'alfa'. Did you mean 'alpha'?"),
        (["ratings.tsv", "--criterion", "qualty"], "error: unknown criterion 'qualty'. Did you mean 'quality'?"),
        (
            ["ratings.tsv", "--json", "--latex"],
            "error: --json and --latex cannot be combined; give only one of them.",
        ),
        (["nowhere.tsv"], "error: nowhere.tsv"),
    ],
)
def test_what_the_user_can_fix_is_one_line(arguments: list[str], line: str, folder: Path) -> None:
    done = genchal("agree", *arguments, folder=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(line)
    assert done.stderr.count("\n") == 1


def test_a_threshold_that_leaves_one_rater_says_so(folder: Path) -> None:
    done = genchal("agree", "ratings.tsv", "--criterion", "quality", "--kappa-above", "1", folder=folder)
    text = " ".join(done.stdout.split())
    assert "quality: 40 items, 1 rater, 1 judgement per item" in text
    assert "Set aside: 120 judgements (quality: 3 raters removed by kappa (every pair above 1))." in text
