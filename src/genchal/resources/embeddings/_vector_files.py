"""Files of word vectors as blocks of words and lines of numbers, in any format, which is detected or given.

Files are read as streams, so that their size does not matter; ``.gz`` and ``.xz`` are unpacked on the way. Whatever
is wrong with one is said with its place.
"""

from __future__ import annotations

import re
import tokenize
import zipfile
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from genchal.domain.embeddings import Matrix
from genchal.errors import InvalidInput, counted, suggestion
from genchal.resources.embeddings._vector_lines import LINES, Lines, is_number, parse_lines
from genchal.resources.embeddings._vector_streams import read_binary, read_wink
from genchal.resources.files import readable

SNIFFED = 1 << 20  # bytes of each of the two lines that the format is detected from
WIDEST = 1 << 16  # numbers in a vector
FORMATS = ("glove", "word2vec", "fasttext", "npz", "wink")
KNOWN = "Give GloVe text, word2vec text or binary, fastText .vec, .npz with words and vectors, or wink JSON."


class VectorBlock(NamedTuple):
    """Some words, with a line of numbers each."""

    words: list[bytes]
    values: Matrix


def read_blocks(path: Path, layout: str | None = None) -> Iterator[VectorBlock]:
    """Read a file of word vectors; all lines have the same length and all numbers are finite."""
    with readable(path) as file:
        beginning = file.readline(SNIFFED) + file.readline(SNIFFED)
    if not beginning.strip():
        raise InvalidInput(f"{path}: the file is empty", KNOWN)
    kind = layout or _found_out(beginning)
    if kind == "npz":
        return _npz(path)
    if kind == "wink":
        return _checked(path, read_wink)
    if kind == "glove":
        return _text(path, _width(path, beginning), None)
    header = _header(beginning)
    if header is None:
        raise InvalidInput(f"{path}, line 1: not the number of words and their dimensions", KNOWN)
    count, dim = header
    if not (1 <= dim <= WIDEST and count):
        raise InvalidInput(f"{path}, line 1: {counted(count, 'word')} of {counted(dim, 'dimension')}", KNOWN)
    if _is_text(beginning, dim):
        return _text(path, dim, count)
    return _checked(path, lambda where, file: read_binary(where, file, count, dim))


def _found_out(beginning: bytes) -> str:
    if beginning.startswith(b"PK\x03\x04"):
        return "npz"
    if beginning.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return "wink"
    return "word2vec" if _header(beginning) else "glove"


def _header(beginning: bytes) -> tuple[int, int] | None:
    """Number of words and of dimensions, where the first line has these and nothing else."""
    match = re.match(rb"(?:\xef\xbb\xbf)?\s*(\d{1,12})[ \t]+(\d{1,12})[ \t]*\r?\n", beginning)
    return (int(match[1]), int(match[2])) if match else None


def _is_text(beginning: bytes, dim: int) -> bool:
    """Whether the line after the first has numbers for people."""
    line = beginning.split(b"\n", 2)[1]
    fields = line.split()
    if b"\0" in line or not fields:
        return False
    rest = fields[1:] if len(fields) <= dim else fields[-dim:]
    return bool(rest) and sum(map(is_number, rest[:50])) > len(rest[:50]) / 2


def _width(path: Path, beginning: bytes) -> int:
    """Numbers in the first line of a text."""
    line = beginning.split(b"\n", 1)[0]
    fields = line.split()
    if b"\0" in line or len(fields) < 2 or not all(map(is_number, fields[1 : min(len(fields) - 1, 50)])):
        raise InvalidInput(f"{path}: not a file of word vectors; line 1 is not a word with numbers", KNOWN)
    return len(fields) - 1


def _text(path: Path, dim: int, expected: int | None) -> Iterator[VectorBlock]:
    """Lines of a word and its numbers, after a first line that says how many if any are `expected`."""
    number = 1
    found = 0
    with readable(path) as file:
        lines = iter(file)
        if expected is not None:
            next(lines)
            number = 2
        while some := list(islice(lines, LINES)):
            words, values = parse_lines(Lines(path, number, some, dim))
            number += len(some)
            found += len(words)
            if words:
                yield VectorBlock(words, values)
    if expected is not None and found != expected:
        raise InvalidInput(
            f"{path}: line 1 says {counted(expected, 'word')}, but {found:,} follow",
            "Download or write the file again.",
        )


def _checked(
    path: Path, reader: Callable[[Path, IO[bytes]], Iterator[tuple[list[bytes], Matrix]]]
) -> Iterator[VectorBlock]:
    """Blocks of a reader, after a look for numbers that are none."""
    with readable(path) as file:
        for words, values in reader(path, file):
            wrong = np.flatnonzero(~np.isfinite(values).all(axis=1))
            if len(wrong):
                word = words[wrong[0]].decode("utf-8", "replace")
                raise InvalidInput(
                    f"{path}: the vector of '{word}' has a number that is not finite",
                    "Fix the file, or download it again.",
                )
            yield VectorBlock(words, values)


def _npz(path: Path) -> Iterator[VectorBlock]:
    """NumPy's archive with arrays `words` and `vectors`; nothing in it is run."""
    problem = f"{path}: not an archive of word vectors"
    remedy = "Write it with numpy.savez(path, words=words, vectors=vectors): texts, and a line of numbers for each."
    try:
        with readable(path) as file, np.load(file, allow_pickle=False) as archive:
            if not {"words", "vectors"} <= set(archive.files):
                raise InvalidInput(f"{problem}; it has no arrays words and vectors", remedy)
            words, vectors = archive["words"], archive["vectors"]
    except (
        ValueError,
        SyntaxError,
        tokenize.TokenError,
        EOFError,
        OSError,
        zipfile.BadZipFile,
        zlib.error,
        MemoryError,
        NotImplementedError,
    ) as error:
        raise InvalidInput(f"{problem} ({error})", remedy) from None
    if words.dtype.kind not in "US" or vectors.dtype.kind not in "fiu" or words.ndim != 1 or vectors.ndim != 2:
        raise InvalidInput(f"{problem}; words are not texts, or vectors not lines of numbers", remedy)
    if len(words) != len(vectors) or not 1 <= vectors.shape[1] <= WIDEST:
        shape = " x ".join(map(str, vectors.shape))
        raise InvalidInput(f"{problem}; {counted(len(words), 'word')} for {shape} numbers", remedy)
    encoded = [word.encode("utf-8", "surrogatepass") if isinstance(word, str) else word for word in words.tolist()]

    def blocks(_: Path, __: IO[bytes]) -> Iterator[tuple[list[bytes], Matrix]]:
        with np.errstate(over="ignore"):
            for start in range(0, len(encoded), LINES):
                yield encoded[start : start + LINES], vectors[start : start + LINES].astype(np.float32)

    return _checked(path, blocks)


def split_layout(name: str) -> tuple[str | None, Path]:
    """Read ``word2vec@vectors.bin``: a format and a file; most names are files alone."""
    layout, at, rest = name.partition("@")
    if at and layout in FORMATS:
        return layout, Path(rest).expanduser()
    if at and not Path(name).expanduser().exists() and Path(rest).expanduser().exists():
        raise InvalidInput(f"'{layout}' is not a format of word vectors", suggestion(layout, FORMATS))
    return None, Path(name).expanduser()
