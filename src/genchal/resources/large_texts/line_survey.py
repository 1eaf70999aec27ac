"""A look through a file of plain text, whatever its size: its lines, its blocks of lines, and where tiles begin."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from genchal.resources.files import readable
from genchal.resources.large_texts.packed_lines import AT_ONCE, find_blank_lines, split_lines
from genchal.text.arrays.ragged import IntArray


class LineSurvey(NamedTuple):
    """How many lines and blocks there are, the sizes that blocks have, and (byte, line) of every so many of them."""

    lines: int
    blocks: int
    block_sizes: frozenset[int]
    line_marks: list[tuple[int, int]]
    block_marks: list[tuple[int, int]]


def survey_lines(path: Path, each: int) -> LineSurvey:
    """Go through a file once; marks are at every `each` lines and blocks, lines counted from 1."""
    line_marks: list[tuple[int, int]] = []
    block_marks: list[tuple[int, int]] = []
    sizes: set[int] = set()
    byte = lines = blocks = 0
    open_block = 0  # lines of the block that may go on
    for data in _whole_lines(path):
        texts = split_lines(data, byte)
        places = _line_places(data, len(texts))
        line_marks += _marks(np.arange(len(texts)), lines, each, places, byte, lines)
        begins, ends = _runs(~find_blank_lines(texts))
        runs = (ends - begins).tolist()
        if open_block and len(begins) and begins[0] == 0:
            runs[0] += open_block
            begins = begins[1:]
        elif open_block:
            sizes.add(open_block)
        block_marks += _marks(begins, blocks, each, places, byte, lines)
        blocks += len(begins)
        open_block = runs.pop() if runs and ends[-1] == len(texts) else 0
        sizes.update(runs)
        byte += len(data)
        lines += len(texts)
    if open_block:
        sizes.add(open_block)
    return LineSurvey(lines, blocks, frozenset(sizes), line_marks, block_marks)


def _whole_lines(path: Path) -> Iterator[bytes]:
    """The bytes of a file in pieces that end where lines end."""
    with readable(path) as file:
        rest: list[bytes] = []
        while data := file.read(AT_ONCE):
            cut = data.rfind(b"\n") + 1
            if cut:
                yield b"".join([*rest, data[:cut]])
                rest = []
            rest.append(data[cut:])
        if any(rest):
            yield b"".join(rest)


def _line_places(data: bytes, count: int) -> IntArray:
    """Where lines begin."""
    feeds = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == ord("\n"))
    return np.concatenate([[0], feeds + 1])[:count]


def _runs(inside: NDArray[np.bool_]) -> tuple[IntArray, IntArray]:
    """Where runs begin and end."""
    changes = np.diff(np.concatenate([[False], inside, [False]]).astype(np.int8))
    return np.flatnonzero(changes == 1), np.flatnonzero(changes == -1)


def _marks(rows: IntArray, before: int, each: int, places: IntArray, byte: int, lines: int) -> list[tuple[int, int]]:
    """Marks at those of some lines, of which there were so many before, that are the first of `each`."""
    marked = rows[(-before) % each :: each]
    return [(byte + int(places[row]), lines + row + 1) for row in marked.tolist()]
