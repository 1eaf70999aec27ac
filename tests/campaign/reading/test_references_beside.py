"""References that stand beside outputs, where none are given: every system is scored against its own."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from cli.typed import Done, genchal


def score(folder: Path, files: Mapping[str, str]) -> Done:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return genchal("score", *files, "-m", "exact_match", "--resamples", "0", "--json", folder=folder)


def values(done: Done) -> dict[str, float]:
    assert done.returncode == 0, done.stderr
    return {score["system"]: score["value"] for score in json.loads(done.stdout)["scores"]}


def test_the_same_references_in_another_order_are_followed(tmp_path: Path) -> None:
    x, y = (json.dumps({"output": text, "references": [text]}) + "\n" for text in "xy")
    done = score(tmp_path, {"A.jsonl": x + y, "B.jsonl": y + x})
    assert values(done) == {"A": 1.0, "B": 1.0}
    assert done.stderr == "B.jsonl: outputs are matched by their references, which are in another order\n"


@pytest.mark.parametrize(
    ("first", "second", "line"),
    [
        (
            "id,output,reference\n1,x,x\n2,c,c\n",
            "id,output,reference\n1,a,a\n2,c,c\n",
            "o.csv, line 2: instance '1' has other references than in p.csv, line 2",
        ),
        (
            "input,output,reference\nhi,x,x\nyo,c,c\n",
            "input,output,reference\nyo,c,c\nhi,x,z\n",
            "o.csv, line 3: instance '1' has other references than in p.csv, line 2",
        ),
        (
            "output,reference\nx,x\nc,c\n",
            "output,reference\nx,x\nc,d\n",
            "o.csv, line 3: instance '2' has other references than in p.csv, line 3",
        ),
    ],
)
def test_other_references_for_an_instance_are_refused(tmp_path: Path, first: str, second: str, line: str) -> None:
    done = score(tmp_path, {"p.csv": first, "o.csv": second})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"error: {line}. Give the references of all systems with -r.\n"


def test_systems_of_one_table_may_differ_in_their_order_too(tmp_path: Path) -> None:
    table = "system,output,reference\nA,x,x\nA,y,y\nB,y,y\nB,x,x\n"
    assert values(score(tmp_path, {"all.csv": table})) == {"A": 1.0, "B": 1.0}
    done = score(tmp_path, {"all.csv": table.replace("B,x,x", "B,x,z")})
    assert done.stderr == (
        "error: all.csv, system 'B', line 4: instance '1' has other references than in all.csv, system 'A', line 2. "
        "Give the references of all systems with -r.\n"
    )


def test_repeated_references_in_another_order_tell_nothing(tmp_path: Path) -> None:
    files = {"p.csv": "output,reference\na,yes\nb,yes\nc,no\n", "o.csv": "output,reference\nc,no\na,yes\nb,yes\n"}
    assert "has other references" in score(tmp_path, files).stderr


def test_references_beside_one_system_are_those_of_all(tmp_path: Path) -> None:
    files = {"p.csv": "id,output\n1,x\n2,c\n3,d\n", "o.csv": "id,output,reference\n1,a,a\n2,c,c\n"}
    assert values(score(tmp_path, files)) == {"p": 0.5, "o": 1.0}


def test_a_reference_a_row_under_the_same_id_is_one_of_several(tmp_path: Path) -> None:
    table = "id,output,reference\n1,x,a\n1,x,x\n2,c,c\n"
    assert values(score(tmp_path, {"p.csv": table})) == {"p": 1.0}
    assert "already answered" in score(tmp_path, {"p.csv": table.replace("1,x,x", "1,y,x")}).stderr
