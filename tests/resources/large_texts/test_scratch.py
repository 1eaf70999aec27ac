"""Arrays and rows on disk: read back as they were, and one line where the disk is full."""

import errno
import os
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.errors import InvalidInput
from genchal.resources.large_texts import scratch
from genchal.resources.large_texts.scratch import RowScratch, Scratch

NUMBERS = st.one_of(
    st.integers(0, 300).map(float),
    st.sampled_from([-0.0, -1.0, 0.5, 65535.0, 65536.0, float("nan"), float("inf")]),
)


@pytest.mark.parametrize("in_memory", [0, 100, 1 << 25])
def test_arrays_are_read_back_as_they_were(in_memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "IN_MEMORY", in_memory)
    kept = Scratch()
    arrays = [np.arange(12.0).reshape(3, 4)[:, ::2], np.zeros((0, 3)), np.arange(5, dtype=np.int16), np.ones(2) * 1j]
    places = [kept.append(array) for array in arrays]
    for array, place in reversed(list(zip(arrays, places, strict=True))):
        found = kept.load(place)
        assert (found.dtype, found.shape, found.tolist()) == (array.dtype, array.shape, array.tolist())
    kept.close()


@given(
    st.lists(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=5), max_size=6),
    st.integers(1, 12),
    st.sampled_from([0, 1 << 20]),
)
def test_rows_are_the_same_in_blocks_of_any_size(tiles: list[list[tuple[float, float]]], size: int, most: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scratch, "IN_MEMORY", most)
        rows = RowScratch(1, 1)
        for tile in tiles:
            rows.append(0, 0, np.array(tile))
        everything = [row for tile in tiles for row in tile]
        blocks = list(rows.blocks(0, 0, size))
    assert [len(block) for block in blocks[:-1]] == [size] * (len(blocks) - 1)
    found = np.concatenate(blocks) if everything else np.zeros((0, 2))
    assert found.tobytes() == np.array(everything, dtype=np.float64).reshape(-1, 2).tobytes()  # also the sign of -0.0
    assert rows.count(0, 0) == len(everything)
    assert rows.count_unscored(0, 0) == sum(bool(np.isnan(row).any()) for row in everything)


def test_counts_take_a_byte_each() -> None:
    rows = RowScratch(1, 1)
    rows.append(0, 0, np.ones((1000, 4)))
    assert rows.kept_bytes == 4000


def test_no_file_is_left_and_none_has_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(scratch, "IN_MEMORY", 0)
    kept = Scratch()
    kept.append(np.arange(10))
    if os.name == "posix":
        assert list(tmp_path.iterdir()) == []  # a program that is killed leaves nothing behind
    kept.close()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_named_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    monkeypatch.setattr(scratch, "IN_MEMORY", 0)
    with pytest.raises(InvalidInput, match=r"missing: cannot be used for temporary files \(no such file"):
        Scratch().append(np.arange(10))


class _FullDisk:
    """A file that takes so many bytes, and half of a piece before it says that it is full."""

    def __init__(self, room: int) -> None:
        self.room = room

    def seek(self, place: int) -> None:
        pass

    def write(self, data: memoryview) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        taken = min(self.room, max(1, len(data) // 2))
        self.room -= taken
        return taken

    def close(self) -> None:
        pass


def test_a_full_disk_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "IN_MEMORY", 0)
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: _FullDisk(100))
    kept = Scratch()
    kept.append(np.zeros(8))
    with pytest.raises(InvalidInput, match=r"no space left on device.*TMPDIR") as raised:
        kept.append(np.zeros(100))
    assert len(raised.value.lines()) == 1
