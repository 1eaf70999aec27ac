"""Word vectors that are not lines: word2vec's binary form, and the JSON of wink-nlp."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import numpy as np

from genchal.domain.embeddings import Matrix
from genchal.errors import InvalidInput, counted
from genchal.resources.embeddings._vector_lines import LINES

AT_ONCE = 1 << 22  # bytes that are read at once
LONGEST = 1 << 14  # bytes of a word
FETCH = "Download the file again."

Blocks = Iterator[tuple[list[bytes], Matrix]]


def read_binary(path: Path, file: IO[bytes], count: int, dim: int) -> Blocks:
    """Read word2vec's binary form: a word, a blank, 4-byte numbers, and perhaps a line end, for `count` words."""
    file.readline()
    data, place, ended = b"", 0, False
    words: list[bytes] = []
    numbers: list[bytes] = []
    for found in range(count):
        end = data.find(b" ", place)
        while (end < 0 or end + 1 + 4 * dim > len(data)) and not ended:
            more = file.read(AT_ONCE)
            data, place, ended = data[place:] + more, 0, not more
            end = data.find(b" ", place)
            if end < 0 and len(data) > LONGEST:
                break
        if end < 0 or end + 1 + 4 * dim > len(data):
            raise InvalidInput(f"{path}: cut off after {found:,} of {counted(count, 'word')}", FETCH)
        words.append(data[place:end].lstrip(b"\r\n"))
        place = end + 1 + 4 * dim
        numbers.append(data[end + 1 : place])
        if len(words) == LINES:
            yield words, _lines(numbers, dim)
            words, numbers = [], []
    if words:
        yield words, _lines(numbers, dim)


def _lines(numbers: list[bytes], dim: int) -> Matrix:
    return np.frombuffer(b"".join(numbers), dtype="<f4").reshape(len(numbers), dim).astype(np.float32)


_START = re.compile(rb'"vectors"\s*:\s*\{')
_ENTRY = re.compile(rb'\s*,?\s*"((?:[^"\\]|\\.)*)"\s*:\s*\[([^\[\]]*)\]')
_END = re.compile(rb"\s*\}")
_DIMENSIONS = re.compile(rb'"dimensions"\s*:\s*(\d{1,6})')
_SIZE = re.compile(rb'"size"\s*:\s*(\d{1,12})')
_LARGEST = 1 << 26  # bytes before the vectors, and of one of them


def read_wink(path: Path, file: IO[bytes]) -> Blocks:
    """Read the JSON of wink's embeddings: an object `vectors` of words and numbers, more numbers than dimensions."""
    data, start = b"", None
    while start is None:
        more = file.read(AT_ONCE)
        data += more
        start = _START.search(data)
        if start is None and (not more or len(data) > _LARGEST):
            raise InvalidInput(
                f"{path}: not JSON of word vectors; it has no object 'vectors'",
                "Give the JSON file of a wink-embeddings package, or vectors in another format.",
            )
    head = data[: start.start()]
    said, size = _DIMENSIONS.search(head), _SIZE.search(head)
    dim, width, found = int(said[1]) if said else 0, 0, 0
    words: list[bytes] = []
    lines: list[Matrix] = []
    place = start.end()
    while True:
        entry = _ENTRY.match(data, place)
        if entry is None:
            if _END.match(data, place):
                break
            more = b"" if len(data) - place > _LARGEST else file.read(AT_ONCE)
            if not more:
                raise InvalidInput(f"{path}: cut off or damaged after {counted(found, 'word')}", FETCH)
            data, place = data[place:] + more, 0
            continue
        word, line = _entry(path, entry)
        width = width or len(line)
        dim = dim or width
        if len(line) != width or len(line) < dim or not dim:
            shown = word.decode("utf-8", "replace")
            raise InvalidInput(f"{path}: {len(line)} numbers for '{shown}', expected {max(width, dim)}", FETCH)
        words.append(word)
        lines.append(line[:dim])
        found += 1
        place = entry.end()
        if len(words) == LINES:
            yield words, np.stack(lines)
            words, lines = [], []
    if size is not None and int(size[1]) != found:
        raise InvalidInput(f"{path}: {counted(int(size[1]), 'word')} are announced, but there are {found:,}", FETCH)
    if words:
        yield words, np.stack(lines)


def _entry(path: Path, entry: re.Match[bytes]) -> tuple[bytes, Matrix]:
    """A word and all of its numbers."""
    try:
        word = json.loads(b'"' + entry[1] + b'"').encode("utf-8", "surrogatepass") if b"\\" in entry[1] else entry[1]
        with np.errstate(over="ignore"):
            return word, np.array(json.loads(b"[" + entry[2] + b"]"), dtype=np.float64).astype(np.float32)
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        shown = entry[1].decode("utf-8", "replace")[:40]
        raise InvalidInput(f"{path}: the vector of '{shown}' cannot be read ({error})", FETCH) from None
