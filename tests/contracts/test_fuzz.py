"""A sample of broken files for every reader (the full number is in `make bench`)."""

from pathlib import Path

import pytest

from fuzzing import READERS, SEEDS, damaged_files, inputs, try_reader
from genchal.errors import UserError
from genchal.resources.files import iterate_lines

COUNT = 120


@pytest.mark.parametrize("name", list(READERS))
def test_a_broken_file_is_read_or_refused_with_a_remedy(name: str, tmp_path: Path) -> None:
    tally = try_reader(name, inputs(name, COUNT, seed=1, data=None), tmp_path)
    assert tally.accepted + tally.refused == COUNT
    assert tally.slowest < 5


@pytest.mark.slow
@pytest.mark.slow
def test_a_line_of_ten_megabytes_is_no_trouble(tmp_path: Path) -> None:
    huge = "x" * 10_000_000
    for name in READERS:
        tally = try_reader(name, iter([huge, f"a\tb\n{huge}\tc"]), tmp_path)
        assert tally.slowest < 10, name


def test_damaged_bytes_are_read_or_refused_with_a_remedy(tmp_path: Path) -> None:
    for path in damaged_files(tmp_path, 300, seed=1):
        try:
            for _ in iterate_lines(path):
                pass
        except UserError as error:
            assert str(path) in error.problem
            assert error.remedy


@pytest.mark.parametrize("name", ["slots", "outputs", "campaign"])
def test_commands_end_with_an_answer_or_with_lines_that_say_what_to_do(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from genchal.cli import main

    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.csv").write_text(SEEDS["slots"], encoding="utf-8")
    (tmp_path / "good.tsv").write_text("mr\toutput\nname[Elm Walk]\tElm Walk.\n", encoding="utf-8")
    commands = {
        "slots": ["score", "good.tsv", "-r", "broken", "--task", "slots", "--resamples", "0"],
        "outputs": ["score", "broken", "-r", "good.csv", "--task", "slots", "--resamples", "0"],
        "campaign": ["run", "broken"],
    }
    codes = set()
    for text in inputs(name, 40, seed=3, data=None):
        (tmp_path / "broken").write_bytes(text.encode("utf-8", "surrogatepass"))
        monkeypatch.setattr("sys.argv", ["genchal", *commands[name]])
        try:
            main()
            code: object = 0
        except SystemExit as stop:
            code = stop.code
        printed = capsys.readouterr()
        assert code in (0, 2), printed.err
        if code == 2:
            assert all(line.startswith("error: ") for line in printed.err.splitlines())
            assert printed.out == ""
        codes.add(code)
    assert codes >= {2}
    assert {path.name for path in tmp_path.iterdir()} <= {"good.csv", "good.tsv", "broken", "results", "report"}
    assert list(tmp_path.rglob("*.part")) == []
