"""Parts of files: the texts that reading everything has in the same places, with little more unpacked than these."""

import gzip
from pathlib import Path
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from genchal.resources import parquet_files
from genchal.resources.large_texts import text_ranges
from genchal.resources.large_texts.text_ranges import TextFile, count_lines, describe_columns

TEXTS = [f"walk {number}" for number in range(100)]


@pytest.fixture(params=["texts.txt", "texts.txt.gz", "texts.parquet"])
def file(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TextFile:
    """A file in which reading can start at every seventh line, or at every 30th row."""
    monkeypatch.setattr(text_ranges, "MARK_EVERY", 7)
    monkeypatch.setattr(parquet_files, "ROWS_AT_ONCE", 4)
    path = tmp_path / request.param
    lines = "".join(f"{text}\n" for text in TEXTS).encode()
    if path.suffix == ".parquet":
        pq.write_table(pa.table({"output": TEXTS}), path, row_group_size=30)
        described = describe_columns(path)
        assert (described.rows, described.group) == (100, 30)
        return TextFile(path, "output", described.rows, described.group)
    path.write_bytes(gzip.compress(lines) if path.suffix == ".gz" else lines)
    return count_lines(path)


def test_every_part_has_its_own_texts(file: TextFile) -> None:
    random = Random(1)
    for _ in range(100):
        first = random.randrange(100)
        count = random.randrange(1, 101 - first)
        assert file.range(first, count).read() == TEXTS[first : first + count]


def test_rows_behind_those_that_are_asked_for_are_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups of a million rows, as pandas writes them, were unpacked whole for every part."""
    path = tmp_path / "texts.parquet"
    pq.write_table(pa.table({"output": TEXTS}), path)
    unpacked: list[int] = []
    iterate = pq.ParquetFile.iter_batches

    def count_rows(*given: object, **how: object) -> object:
        for batch in iterate(*given, **how):
            unpacked.append(batch.num_rows)
            yield batch

    monkeypatch.setattr(pq.ParquetFile, "iter_batches", count_rows)
    monkeypatch.setattr(parquet_files, "ROWS_AT_ONCE", 10)
    assert TextFile(path, "output", 100, 100).range(15, 10).read() == TEXTS[15:25]
    assert sum(unpacked) == 30
