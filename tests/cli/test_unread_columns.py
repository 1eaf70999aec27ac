"""Columns of numbers that are not read are named by every command that reads ratings."""

import random
from pathlib import Path

import pytest

from cli.typed import genchal

COLUMNS = ("--columns", "instance=Prompt")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Ratings with a criterion of no known name, and the scores of a metric."""
    chance = random.Random(1)
    rows, scores = [], []
    for number in range(12):
        for rater in range(4):
            shown = 1_000_000 * rater + 100 * number
            for system in "AB":
                fluency, tone = chance.randint(1, 5), chance.randint(1, 5)
                judged = f"r{rater};{rater}-{number};p{number};{system};{fluency};{tone};a remark"
                rows.append(f"{judged};{shown};{shown + chance.randint(5, 50)}")
        scores += [f"{system}\tp{number}\tm\t{chance.random()}" for system in "AB"]
    header = "Rater;Sheet;Prompt;Model;Fluency;Tone;Comment;shown_at;answered_at"
    (tmp_path / "f.csv").write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    table = "\n".join(["system\tinstance\tmetric\tvalue", *scores])
    (tmp_path / "seg.tsv").write_text(table + "\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "command",
    [
        ("rank", "f.csv"), ("agree", "f.csv"), ("differences", "f.csv"), ("direct-assessment", "f.csv"),
        ("plan", "f.csv", "--simulations", "50", "--items", "20", "--raters", "5"), ("plan", "f.csv", "--separate"),
        ("times", "f.csv"), ("correlate", "--segments", "seg.tsv", "--ratings", "f.csv"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_every_command_names_them_once(folder: Path, command: tuple[str, ...]) -> None:
    done = genchal(*command, *COLUMNS, folder=folder)
    assert done.returncode == 0, done.stderr
    said = "olumn with numbers that is not read: Tone; if it is a criterion, add --columns instance=Prompt,value="
    assert " ".join(done.stdout.split()).count(f"{said}Fluency+Tone") == 1
