"""A sample of broken files for every reader (the full number is in `make bench`)."""

from pathlib import Path

import pytest

from fuzzing import READERS, damaged_files, inputs, try_reader
from genchal.errors import UserError
from genchal.resources.files import iterate_lines

COUNT = 120


@pytest.mark.parametrize("name", list(READERS))
def test_a_broken_file_is_read_or_refused_with_a_remedy(name: str, tmp_path: Path) -> None:
    tally = try_reader(name, inputs(name, COUNT, seed=1, data=None), tmp_path)
    assert tally.accepted + tally.refused == COUNT
    assert tally.slowest < 5


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
