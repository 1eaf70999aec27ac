"""Lines of plain text as bytes with offsets, for those who need no string of each: `iterate_lines`, packed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from genchal.resources.files import readable
from genchal.text.arrays.packed import Bytes, PackedGroups, PackedTexts
from genchal.text.arrays.ragged import IntArray, offsets_of

AT_ONCE = 1 << 20  # bytes
_MARK = b"\xef\xbb\xbf"  # byte-order mark
_NEWLINE, _RETURN, _BLANK, _HIGH = 10, 13, 32, 127


def read_packed_lines(path: Path, start: int, count: int) -> PackedTexts | None:
    """So many lines of a file that is not packed, from this byte on; fewer at its end.

    None where bytes are not enough to tell: the text is not UTF-8, or has the line ends of old Macintoshes.
    """
    with readable(path) as file:
        data = _from(file, start)
        while data.count(b"\n") < count and (more := file.read(max(AT_ONCE, len(data) // 2))):
            data += more
    lines = split_lines(data, start, count)
    end = int(lines.ends[-1]) if len(lines) else 0
    return lines if _is_text(data[:end]) and not _has_old_ends(data, start) else None


def read_packed_blocks(path: Path, start: int, count: int) -> PackedGroups | None:
    """So many blocks of lines, with blank lines between them, from this byte on; fewer at the end. None as above."""
    with readable(path) as file:
        data = _from(file, start)
        while True:
            lines = split_lines(data, start)
            blank = find_blank_lines(lines)
            inside = np.flatnonzero(~blank)
            before = np.concatenate([[True], blank[:-1]])[inside] if len(inside) else np.zeros(0, dtype=bool)
            begins = np.flatnonzero(before)  # where a block begins, among lines that are not blank
            more = file.read(max(AT_ONCE, len(data))) if len(begins) <= count else b""
            if not more:
                break
            data += more
    offsets = np.append(begins, len(inside))[: count + 1]
    texts = lines.take(inside[: offsets[-1]])
    end = int(texts.ends[-1]) if len(texts) else 0
    is_plain = _is_text(data[:end]) and not _has_old_ends(data, start)
    return PackedGroups(texts, offsets.astype(np.int64)) if is_plain else None


def group_lines(files: Sequence[PackedTexts | None]) -> PackedGroups | None:
    """One group of every line: that of the first file, of the second, and so on. None where one of the files is."""
    columns = [lines for lines in files if lines is not None]
    if not columns or len(columns) < len(files):
        return None
    count = min(map(len, columns))
    rows = np.arange(count)[:, None] + offsets_of(np.array(list(map(len, columns))))[:-1]
    return PackedGroups(PackedTexts.joined(columns).take(rows.ravel()), np.arange(count + 1) * len(columns))


def _from(file: IO[bytes], start: int) -> bytes:
    if start:
        file.seek(start)
    return file.read(AT_ONCE)


def split_lines(data: bytes, start: int, count: int | None = None) -> PackedTexts:
    """Lines without their ends, so many of them; the last one may have none. At byte 0 there may be a mark."""
    array: Bytes = np.frombuffer(data, dtype=np.uint8)
    ends: IntArray = np.flatnonzero(array == _NEWLINE)[:count]
    starts = np.concatenate([[0], ends + 1])
    if starts[-1] < len(data):
        ends = np.append(ends, len(data))
    starts, ends = starts[: len(ends)][:count].copy(), ends[:count].copy()
    if not start and data.startswith(_MARK) and len(starts):
        starts[0] = len(_MARK)
        if starts[0] == len(data):  # a mark alone is no line
            return PackedTexts(array, starts[:0], ends[:0])
    while len(found := np.flatnonzero((ends > starts) & (array[ends - 1] == _RETURN))):
        ends[found] -= 1
    return PackedTexts(array, starts, ends)


def _has_old_ends(data: bytes, start: int) -> bool:
    """Whether a file has no line ends but those of old Macintoshes."""
    return not start and b"\n" not in data and b"\r" in data


def find_blank_lines(lines: PackedTexts) -> NDArray[np.bool_]:
    """Which lines have nothing but white space."""
    blank: NDArray[np.bool_] = lines.lengths == 0
    first = lines.data[np.minimum(lines.starts, len(lines.data) - 1)]
    for row in np.flatnonzero(~blank & ((first <= _BLANK) | (first > _HIGH))).tolist():
        text = lines.data[lines.starts[row] : lines.ends[row]].tobytes().decode("utf-8", "replace")
        blank[row] = not text.strip()
    return blank


def _is_text(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
