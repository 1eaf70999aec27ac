"""Ratings files as they come: everything that cannot be used is set aside and counted, and answers stay right."""

import json
from pathlib import Path

import numpy as np
import pytest

from cli.typed import genchal

HEADER = "rater,sheet,instance,system,criterion,value"
ASIDE = {
    "the value is empty": 1,
    "the value is not a number": 2,
    "no system is named": 1,
    "an exact repeat of an earlier one": 5,
}
RANKING = ("rank", "ratings.csv", "--method", "mean", "--resamples", "100")


def good_lines() -> list[str]:
    """Thirty items by four raters; the fourth gives everything a 3."""
    rng = np.random.default_rng(3)
    lines = []
    for item in range(30):
        for rater in range(4):
            for place, system in enumerate(("north", "south")):
                value = 3 if rater == 3 else int(np.clip(round(4 - place + rng.normal(0, 0.8)), 1, 5))
                lines.append(f"r{rater},s{item}-{rater},i{item},{system},quality,{value}")
    return lines


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same judgements in two files: `clean.csv`, and with other rows among them `ratings.csv`."""
    folder = tmp_path_factory.mktemp("bad")
    lines = good_lines()
    worse = [
        *lines[:3],
        "r0,x1,i1,north,quality,very good",
        "r0,x1,i1,south,quality,n/a?",
        *lines[3:],
        *lines[:5],
        "r0,x2,i1,north,quality,",
        "r0,x3,i1,,quality,3",
    ]
    for name, content in (("clean.csv", lines), ("ratings.csv", worse)):
        (folder / name).write_text("\n".join([HEADER, *content]) + "\n", encoding="utf-8")
    return folder


def counts(output: str) -> dict[str, int]:
    return {one["reason"]: one["count"] for one in json.loads(output)["set_aside"]}


@pytest.mark.parametrize(
    ("command", "key"),
    [("rank", "ranking"), ("differences", "differences"), ("direct-assessment", "direct_assessment")],
)
def test_a_bad_file_gives_the_answers_of_the_good_rows_in_it_and_counts_the_others(
    folder: Path, command: str, key: str
) -> None:
    bad, clean = (genchal(command, name, "--json", folder=folder) for name in ("ratings.csv", "clean.csv"))
    assert (bad.returncode, bad.stderr) == (0, "")
    assert json.loads(bad.stdout)[key] == json.loads(clean.stdout)[key]
    assert counts(bad.stdout) == ASIDE
    assert counts(clean.stdout) == {}


def test_agreement_counts_the_same_rows_and_names_the_constant_rater(folder: Path) -> None:
    bad, clean = (genchal("agree", name, "--json", folder=folder) for name in ("ratings.csv", "clean.csv"))
    assert json.loads(bad.stdout)["agreement"] == json.loads(clean.stdout)["agreement"]
    assert counts(bad.stdout) == ASIDE
    text = " ".join(genchal("agree", "ratings.csv", folder=folder).stdout.split())
    assert "1 rater gave every item the same value: r3" in text
    assert "Set aside: 2 judgements (the value is not a number)." in text
    assert "Set aside: 1 judgement (no system is named)." in text


def test_the_text_says_what_was_set_aside_and_where_it_stands(folder: Path) -> None:
    done = genchal(*RANKING, folder=folder)
    assert "2 ratings set aside: the value is not a number (lines 5 and 6)." in done.stdout
    assert "5 ratings set aside: an exact repeat of an earlier one (lines 244, 245, 246, 247 and 248)." in done.stdout
    assert "1 rating set aside: the value is empty (line 249)." in done.stdout
    assert "1 rating set aside: no system is named (line 250)." in done.stdout
    assert "Warning: 1 rater always gave the same value: r3." in done.stdout


def test_a_rater_who_rated_everything_the_same_counts_on_the_scale_of_all_and_is_named(folder: Path) -> None:
    done = genchal("rank", "clean.csv", "--method", "z", "--json", folder=folder)
    assert counts(done.stdout) == {}
    assert json.loads(done.stdout)["raters"] == 4
    assert "1 rater gave one value only (r3): 60 judgements" in " ".join(json.loads(done.stdout)["warnings"])


def test_judgements_that_contradict_each_other_are_kept_and_told(tmp_path: Path) -> None:
    lines = [HEADER, *good_lines(), "r1,s1-1,i1,north,quality,1"]
    (tmp_path / "ratings.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for command in (RANKING, ("agree", "ratings.csv")):
        text = " ".join(genchal(*command, folder=tmp_path).stdout.split())
        assert "same item, sheet and criterion as an earlier one with another value; all are kept." in text


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["rank", "ratings.csv", "--leave-out", "nort"], "error: unknown system 'nort'. Did you mean 'north'?"),
        (["correlate", "--ratings", "ratings.csv", "--leave-out", "nort"], "error: unknown system 'nort'."),
        (
            ["rank", "ratings.csv", "--criterion", "qualty"],
            "error: unknown criterion 'qualty'. Did you mean 'quality'?",
        ),
        (["rank", "ratings.csv", "--layout", "lnog"], "error: unknown ratings layout 'lnog'. Did you mean 'long'?"),
        (["agree", "ratings.csv", "--layout", "lnog"], "error: unknown ratings layout 'lnog'"),
        (["plan", "ratings.csv", "--layout", "lnog"], "error: unknown ratings layout 'lnog'"),
        (["rank", "nothing.csv"], "error: no rating can be used: 1 rating set aside: the value is"),
    ],
)
def test_what_the_user_can_fix_is_one_line(folder: Path, arguments: list[str], line: str) -> None:
    (folder / "nothing.csv").write_text(f"{HEADER}\nr,s,i,north,quality,good\nr,s,i,,quality,3\n", encoding="utf-8")
    done = genchal(*arguments, folder=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(line)
    assert done.stderr.count("\n") == 1


def test_a_system_that_is_left_out_is_counted(folder: Path) -> None:
    extra = folder / "extra.csv"
    rows = [f"r{n % 4},h{n},i{n},HUMAN,quality,5" for n in range(7)]
    extra.write_text("\n".join([HEADER, *good_lines(), *rows]) + "\n", encoding="utf-8")
    done = genchal("rank", "extra.csv", "--leave-out", "HUMAN", "--json", folder=folder)
    assert [one["system"] for one in json.loads(done.stdout)["ranking"]] == ["north", "south"]
    assert counts(done.stdout) == {"of systems that were left out: HUMAN": 7}
