"""``genchal plan`` as people type it."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from genchal.cli import cli
from genchal.errors import UserError

QUICK = ("--items", "20,40", "--raters", "5,10", "--simulations", "60")


def genchal(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["plan", *arguments])


@pytest.fixture
def ratings(tmp_path: Path) -> str:
    rng = np.random.default_rng(1)
    lines = ["rater,sheet,instance,system,criterion,value"]
    for item in range(20):
        for rater in range(3):
            for system, level in (("ours", 4.0), ("base", 3.0)):
                value = level + rng.normal(0, 0.8)
                lines.append(f"r{(item + rater) % 6},{item}-{rater},i{item},{system},quality,{value:.2f}")
    path = tmp_path / "pilot.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_a_pilot_gives_a_table_and_a_sentence(ratings: str) -> None:
    done = genchal(ratings, "--difference", "0.5", *QUICK)
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert lines[0].split() == ["items", "5", "raters", "10", "raters"]
    assert [line.split()[0] for line in lines[1:3]] == ["20", "40"]
    assert "power" in lines[4]
    assert "Variance of one rating in the pilot (120 ratings, 6 raters, 20 items)" in done.output
    assert lines[-1].startswith("plan|diff:0.5|")


def test_json_has_the_stable_form(ratings: str) -> None:
    done = json.loads(genchal(ratings, "--difference", "0.5", "--json", *QUICK).output)
    assert done["schema"] == 1
    assert len(done["plan"]) == 4
    assert list(done["plan"][0]) == [
        "items", "raters", "judgements", "systems", "sheets", "difference", "power", "error", "is_enough", "signature",
    ]  # fmt: skip
    assert set(done["variances"]) == {"rater", "item", "rater_item", "rater_system", "item_system", "residual"}
    assert done["signature"] == done["plan"][0]["signature"]
    again = json.loads(genchal(ratings, "--difference", "0.5", "--json", *QUICK).output)
    assert again["plan"] == done["plan"]


def test_variances_are_enough() -> None:
    done = genchal("--residual", "1", "--item-system", "0.1", "--difference", "2", *QUICK)
    assert "With 20 items, each judged by 3 raters out of 5, a difference of 2 between two of 2 systems" in done.output


def test_neighbours_can_be_asked_for(ratings: str) -> None:
    done = genchal(ratings, "--separate")
    assert done.exit_code == 0
    assert done.output.splitlines()[1].split()[:2] == ["ours", "base"]
    record = json.loads(genchal(ratings, "--separate", "--json").output)["plan"][0]
    assert (record["system_a"], record["system_b"]) == ("ours", "base")
    assert {"difference", "p_adjusted", "is_separated", "further_comparisons", "signature"} <= set(record)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Give a ratings file, or variances"),
        (("--separate",), "Give a ratings file"),
        (("x.csv", "--residual", "1"), "leave out either the file or the options"),
        (("--residual", "1", "--items", "many"), "'many' is not a valid integer"),
        (("--residual", "1", "--items", "1"), "2 items and 2 raters"),
        (("--residual", "1", "--difference", "-1"), "not above 0"),
        (("--residual", "0"), "all variances are 0"),
        (("nowhere.csv",), "nowhere.csv"),
    ],
)
def test_what_can_be_mended_is_said(arguments: tuple[str, ...], said: str) -> None:
    done = genchal(*arguments)
    assert done.exit_code != 0
    assert said in (str(done.exception) if isinstance(done.exception, UserError) else done.output)
