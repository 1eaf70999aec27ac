"""Reading of files: lines, their numbers in errors, and what is no text."""

import gzip
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from genchal.errors import InvalidInput
from genchal.resources.files import read_lines, write_whole
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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names: not on Windows")
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    """As a device does: `-o /dev/null` by an administrator put a file in its place."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"some text")
    reader.join(timeout=10)
    assert (read, pipe.is_fifo()) == ([b"some text"], True)


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="standard output has a name: not on Windows")
@pytest.mark.parametrize("leads_to", ["a pipe", "a file"])
def test_standard_output_can_be_named(tmp_path: Path, leads_to: str) -> None:
    code = "import sys; from genchal.resources.files import *; write_whole(Path(sys.argv[1]), b'some text')"
    # A link of our own beside the true one, which a fault would replace where tests may do that.
    named = tmp_path / "stdout"
    named.symlink_to("/dev/stdout")
    with (tmp_path / "out").open("wb") as out:
        output = subprocess.PIPE if leads_to == "a pipe" else out
        done = subprocess.run([sys.executable, "-c", code, str(named)], stdout=output, check=True)
    assert (done.stdout or (tmp_path / "out").read_bytes()) == b"some text"
    assert named.is_symlink()


def test_a_link_leads_to_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    link = tmp_path / "link.tsv"
    link.symlink_to(tmp_path / "disk" / "real.tsv")
    for data in (b"first", b"second"):
        write_whole(link, data)
        assert (link.is_symlink(), (tmp_path / "disk" / "real.tsv").read_bytes()) == (True, data)
