"""Commands do not write over what they read."""

import os
from pathlib import Path

import pytest

from cli.typed import genchal

WALKS = 'mr,ref\n"name[A]","A is here."\n"name[B]","B is here."\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "walks.csv").write_text(WALKS, encoding="utf-8")
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("A is here.\nB is here.\n", encoding="utf-8")
    (tmp_path / "also.txt").symlink_to(tmp_path / "a.txt")
    return tmp_path


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("score a.txt b.txt -r b.txt -m bleu --segments a.txt", "a.txt"),
        ("score a.txt -r b.txt -m bleu --segments also.txt", "also.txt"),
        ("score a.txt -r ./b.txt -m bleu --segments b.txt", "b.txt"),
        ("generate random --train walks.csv --test walks.csv -o walks.csv", "walks.csv"),
        ("train mined_templates --train walks.csv -o ./walks.csv", "walks.csv"),
    ],
)
def test_a_file_that_is_read_is_not_written_over(folder: Path, typed: str, written: str) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    done = genchal(*typed.split(), folder=folder)
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {written} is given to be read, and ")
    assert done.stderr.endswith("; nothing was changed.\n")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_file_is_written_once(folder: Path) -> None:
    done = genchal("study", "export", "quality", "-o", "x.csv", "--times", "./x.csv", folder=folder)
    assert done.returncode == 2
    assert done.stderr == "error: --out and --times are the same file. Choose two; nothing was changed.\n"


def test_results_of_before_are_replaced(folder: Path) -> None:
    for _ in range(2):
        done = genchal("score", "a.txt", "-r", "b.txt", "-m", "bleu", "--segments", "segments.tsv", folder=folder)
        assert done.returncode == 0
    again = genchal("score", "a.txt", "segments.tsv", "-r", "b.txt", "--segments", "segments.tsv", folder=folder)
    assert "error: segments.tsv is given to be read" in again.stderr, "as it is where a pattern catches results, too"
