"""Files in shards are one file, in the order of their numbers; what is odd about them is told in one line."""

import gzip
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from genchal.errors import UserError
from genchal.resources.files import read_lines, spooled
from genchal.resources.shards import find_shards, is_sharded, shards_name
from genchal.resources.table_lines import read_table_lines

HEADER = "output\treference"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, lines: Sequence[str] = ()) -> None:
    text = "".join(f"{line}\n" for line in lines).encode()
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)


def test_shards_come_in_the_order_of_their_numbers() -> None:
    for number in range(12):
        write(f"out-{number}.txt", [f"walk {number}"])
    assert [shard.name for shard in find_shards(Path("out-*.txt"))] == [f"out-{number}.txt" for number in range(12)]
    assert read_lines(spooled(Path("out-*.txt"))) == [f"walk {number}" for number in range(12)]


def test_digits_that_are_no_numbers_may_stand_in_names() -> None:
    write("walks 1²2/out-10.txt", ["walk 10"])
    write("walks 1²2/out-9.txt", ["walk 9"])
    assert [shard.name for shard in find_shards(Path("walks 1²2/out-*.txt"))] == ["out-9.txt", "out-10.txt"]


def test_the_header_of_tables_is_read_once_and_shards_may_be_packed_or_empty() -> None:
    write("out-0.tsv.gz", [HEADER, "a walk\tthe walk"])
    write("out-1.tsv.gz")
    write("out-2.tsv.gz", [HEADER])
    write("out-3.tsv.gz", [HEADER, "a path\tthe path"])
    kept = spooled(Path("out-*.tsv.gz"))
    assert (kept.name, read_lines(kept)) == ("out.tsv", [HEADER, "a walk\tthe walk", "a path\tthe path"])


def test_plain_texts_that_begin_alike_lose_no_line() -> None:
    write("out-0.txt", ["A walk.", "A path."])
    write("out-1.txt", ["A walk.", "A bridge."])
    assert read_lines(spooled(Path("out-*.txt"))) == ["A walk.", "A path.", "A walk.", "A bridge."]


def test_parquet_files_are_one_table() -> None:
    for number in range(2):
        pq.write_table(pa.table({"output": [f"walk {number}"], "n": [number]}), f"part-{number}.parquet")
    assert read_table_lines(spooled(Path("part-*.parquet"))) == [
        '{"output": "walk 0", "n": 0}',
        '{"output": "walk 1", "n": 1}',
    ]


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("outputs-*.tsv.gz", "outputs"),
        ("ours/part-*.parquet", "ours"),
        ("ours/*.txt", "ours"),
        ("*.txt", "shards"),
        ("tgen.?.txt", "tgen"),
        ("s3://bucket/ours/part-*", "ours"),
    ],
)
def test_the_name_of_shards_is_what_they_have_in_common(pattern: str, name: str) -> None:
    assert is_sharded(Path(pattern))
    assert shards_name(Path(pattern)) == name


def test_a_file_with_a_star_in_its_name_is_a_file() -> None:
    write("best*.txt", ["a walk"])
    assert spooled(Path("best*.txt")) == Path("best*.txt")


@pytest.mark.parametrize(
    ("names", "pattern", "message"),
    [
        ([], "out-*.txt", r"out-\*.txt: no such files. Check the pattern; in a shell it needs quotes around it."),
        (
            ["out-00000-of-00003.txt", "out-00002-of-00003.txt"],
            "out-*.txt",
            r"out-\*.txt: of 3 shards 1 is missing \(number 1\). Fetch them, or number the files without a gap",
        ),
        (["out-0.txt", "out-1.txt", "out-4.txt"], "out-*.txt", r"of 5 shards 2 are missing \(number 2, 3\)"),
        (["out-0.txt", "out-0.txt.gz"], "out-0*", "out-0.txt and out-0.txt.gz are the same shard"),
        (["out-1.txt", "out-01.txt"], "out-*.txt", "out-01.txt and out-1.txt are the same shard"),
        (
            ["out-0-of-2.txt", "out-1-of-2.txt", "out-2-of-3.txt"],
            "out-*.txt",
            r"out-\*.txt: some of these files are of 2 shards, others of 3. Use a pattern that names only those",
        ),
        (["out-0.txt", "out-1.tsv"], "out-*", r"out-\*: files of different kinds \(.tsv, .txt\)"),
        (["out-0.json", "out-1.json"], "out-*", r"out-\*: JSON documents cannot be joined"),
    ],
)
def test_what_is_odd_about_shards_is_told(names: Sequence[str], pattern: str, message: str) -> None:
    for name in names:
        write(name, ["a walk"])
    with pytest.raises(UserError, match=f"^{message}" if message.startswith("out") else message):
        spooled(Path(pattern))


def test_days_are_no_shards_with_gaps() -> None:
    for name in ("out-20260130.txt", "out-20260131.txt", "out-20260201.txt"):
        write(name, ["a walk"])
    assert len(find_shards(Path("out-*.txt"))) == 3


def test_shards_with_other_columns_are_refused() -> None:
    write("out-0.tsv", [HEADER, "a\tb"])
    write("out-1.tsv", ["output\tsource", "a\tb"])
    with pytest.raises(UserError, match=r"^out-1.tsv: its columns \(output source\) are not those of out-0.tsv"):
        spooled(Path("out-*.tsv"))
    pq.write_table(pa.table({"output": ["a"]}), "part-0.parquet")
    pq.write_table(pa.table({"text": ["a"]}), "part-1.parquet")
    with pytest.raises(UserError, match=r"^part-1.parquet: its columns \(text\) are not those of part-0.parquet"):
        spooled(Path("part-*.parquet"))
