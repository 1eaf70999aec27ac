"""Reading of files: lines, their numbers in errors, and what is no text."""

import gzip
from pathlib import Path

import pytest

from genchal.errors import InvalidInput
from genchal.resources.files import read_lines
from genchal.resources.table_lines import is_parquet, read_table_lines

BLOCK = 1 << 20  # bytes that are read at a time


@pytest.mark.parametrize(
    "lines", [3, BLOCK // 4, BLOCK]
)  # of two bytes: in the first, in the second, in the third block
@pytest.mark.parametrize("bad", [b"\xff\n", b"\xc3"])  # no UTF-8, and a character that is cut off
def test_a_line_that_is_no_text_is_named_wherever_it_stands(tmp_path: Path, lines: int, bad: bytes) -> None:
    path = tmp_path / "outputs.txt"
    path.write_bytes(b"a\n" * lines + b"b" + bad)
    for read in (read_lines, read_table_lines):
        with pytest.raises(InvalidInput, match=f"line {lines + 1}: not UTF-8 text"):
            read(path)


def test_a_packed_file_is_read_whole_after_its_first_bytes_are_looked_at(tmp_path: Path) -> None:
    lines = [f"output {number}" for number in range(50_000)]
    path = tmp_path / "outputs.tsv.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    assert not is_parquet(path)
    assert read_table_lines(path) == lines


def test_parquet_is_recognised_by_its_first_bytes(tmp_path: Path) -> None:
    path = tmp_path / "outputs.tsv.gz"
    path.write_bytes(gzip.compress(b"PAR1 and no more"))
    assert is_parquet(path)
