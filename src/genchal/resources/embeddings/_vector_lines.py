"""Lines of a word and its numbers: GloVe's, and those of word2vec and fastText after their first line."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import NamedTuple

import numpy as np

from genchal.domain.embeddings import Matrix
from genchal.errors import InvalidInput
from genchal.text.arrays.ragged import FloatArray

LINES = 4096  # read at once
_BLANKS = re.compile(rb"[ \t]+")
REMEDY = "Fix the line, or download the file again."


class Lines(NamedTuple):
    """Some lines of a file, from that with this number."""

    path: Path
    first: int
    lines: list[bytes]
    dim: int


def parse_lines(some: Lines) -> tuple[list[bytes], Matrix]:
    """Words and numbers; lines that are blank are passed over."""
    numbered = [(number, line.strip(b" \t\r\n")) for number, line in enumerate(some.lines, some.first)]
    numbered = [(number, line) for number, line in numbered if line]
    if some.first == 1 and numbered:
        numbered[0] = (numbered[0][0], numbered[0][1].removeprefix(b"\xef\xbb\xbf"))
    quick = _at_once([line for _, line in numbered], some.dim)
    if quick is None:
        quick = _one_by_one(some, numbered)
    words, wide = quick
    with np.errstate(over="ignore"):
        values = wide.astype(np.float32)
    wrong = np.flatnonzero(~np.isfinite(values).all(axis=1))
    if len(wrong):
        raise InvalidInput(f"{some.path}, line {numbered[wrong[0]][0]}: a number that is not finite", REMEDY)
    return words, values


def _at_once(lines: list[bytes], dim: int) -> tuple[list[bytes], FloatArray] | None:
    """All lines in one call; None if there is anything unusual about one of them."""
    if any(line.count(b" ") != dim or b"\t" in line for line in lines):
        return None
    words, _, numbers = zip(*(line.partition(b" ") for line in lines), strict=True) if lines else ((), (), ())
    values = _numbers(b" ".join(numbers))
    return None if values is None or values.size != len(lines) * dim else (list(words), values.reshape(-1, dim))


def _numbers(text: bytes) -> FloatArray | None:
    """Numbers with blanks between them, in one call; None if there is anything else among them."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)  # NumPy's way to say that something is not a number
        try:
            return np.fromstring(text, dtype=np.float64, sep=" ")
        except (DeprecationWarning, ValueError):
            return None


def _one_by_one(some: Lines, numbered: list[tuple[int, bytes]]) -> tuple[list[bytes], FloatArray]:
    """The same with care: words may have blanks in them (some of GloVe's have), and whatever is wrong is said."""
    words = []
    values = np.zeros((len(numbered), some.dim))
    for row, (number, line) in enumerate(numbered):
        fields = _BLANKS.split(line)
        surplus = fields[1 : len(fields) - some.dim]
        if len(fields) <= some.dim or (surplus and is_number(surplus[-1])):
            raise InvalidInput(f"{some.path}, line {number}: {len(fields) - 1} numbers, expected {some.dim}", REMEDY)
        words.append(b" ".join(fields[: len(fields) - some.dim]))
        for column, field in enumerate(fields[len(fields) - some.dim :]):
            if not is_number(field):
                shown = field.decode("utf-8", "replace")[:40]
                raise InvalidInput(f"{some.path}, line {number}: '{shown}' is not a number", REMEDY)
            values[row, column] = float(field)
    return words, values


def is_number(field: bytes) -> bool:
    """Whether a field is a number, if one that is not finite."""
    if b"_" in field:
        return False
    try:
        float(field)
    except ValueError:
        return False
    return True
