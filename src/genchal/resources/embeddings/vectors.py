"""Word vectors from files. Small files are read as they are; large ones are converted once and mapped into memory.

A file of two million words in 300 dimensions takes gigabytes, of which a test set needs a few thousand lines. So it is
written once to the user's cache, in a form of which only those lines are read that are asked for; the next run finds
it by the contents of the file.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.domain.embeddings import WordVectors
from genchal.errors import InvalidInput, NotFound, UserError
from genchal.resources.arrays import Damaged, map_arrays, write_parts
from genchal.resources.embeddings._vector_files import KNOWN, VectorBlock, read_blocks, split_layout
from genchal.resources.files import inner_name, is_packed, sweep, write_whole
from genchal.resources.results import digest, user_cache
from genchal.text.words.word_list import WordList, word_list

Progress = Callable[[str], None]
Parts = Iterator[tuple[str, NDArray[Any]]]
LAYOUT = 1  # raised when the converted arrays change
SMALL = 8 << 20  # bytes of a file that is read as it is
SURE = 1 << 29  # bytes of converted vectors up to which all of them are checked at every run


def load_vectors(name: str, progress: Progress = lambda _: None) -> WordVectors:
    """Load the vectors of a file, or of ``FORMAT@FILE``; `progress` is told about slow work."""
    layout, path = split_layout(name)
    if not path.exists():
        raise NotFound(f"{path}: no such file of word vectors", "Check the path; vectors=lsa needs no file.")
    packed_size = path.stat().st_size * (8 if is_packed(path) else 1)
    if packed_size <= SMALL:
        arrays = _in_memory(_converted(path, layout))
        return _vectors(path, arrays)
    return _from_cache(name, layout, path, progress)


def first_vectors(name: str, count: int) -> dict[str, NDArray[np.float32]]:
    """Vectors of the first `count` words of a file, usually the most frequent; the rest of it is not read."""
    layout, path = split_layout(name)
    found: dict[str, NDArray[np.float32]] = {}
    for block in read_blocks(path, layout):
        for word, vector in zip(block.words, block.values, strict=True):
            if len(found) == count:
                return found
            found.setdefault(word.decode("utf-8", "replace"), np.asarray(vector, np.float32))
    return found


@lru_cache(maxsize=4)
def _reopen(name: str) -> WordVectors:
    """The same vectors in another process."""
    return load_vectors(name)


def _from_cache(name: str, layout: str | None, path: Path, progress: Progress) -> WordVectors:
    folder = user_cache().folder / "vectors"
    origin = f"{_contents(path, folder)} {layout or ''} layout {LAYOUT}"
    kept = folder / f"{hashlib.blake2b(origin.encode(), digest_size=8).hexdigest()}.arrays"
    try:
        arrays = map_arrays(kept, origin, checked=kept.is_file() and kept.stat().st_size <= SURE)
    except (OSError, Damaged) as error:
        if isinstance(error, Damaged):
            progress(f"vectors: the converted {path.name} is damaged ({error}); it will be rebuilt")
        progress(f"vectors: converting {path.name} once; this may take a few minutes")
        sweep(folder)
        try:
            write_parts(kept, _converted(path, layout), origin)
            arrays = map_arrays(kept, origin, checked=False)
        except UserError as problem:
            if str(kept) not in problem.problem:
                raise
            progress(f"{problem.problem}; the vectors are kept in memory only and will be read again next time")
            return _vectors(path, _in_memory(_converted(path, layout)))
    return replace(_vectors(path, arrays), reopen=partial(_reopen, name))


def _converted(path: Path, layout: str | None) -> Parts:
    """Go through a file: vectors as they come, then the words, the mean, and the fingerprint of everything."""
    number: dict[bytes, int] = {}
    sums: NDArray[np.float64] | None = None
    texts, lines = hashlib.blake2b(digest_size=16), hashlib.blake2b(digest_size=16)
    for block in read_blocks(path, layout):
        block = _new(block, number)
        for word in block.words:
            texts.update(word + b"\n")
        lines.update(np.ascontiguousarray(block.values, dtype="<f4").tobytes())
        total = block.values.sum(axis=0, dtype=np.float64)
        sums = total if sums is None else sums + total
        yield "vectors", block.values.ravel()
    if sums is None:
        raise InvalidInput(f"{path}: it contains no vectors", KNOWN)
    listed, order = word_list(list(number))
    yield "keys", listed.keys
    yield "ends", listed.ends
    yield "letters", listed.letters
    yield "rows", order.astype(np.int32)
    yield "mean", sums / len(number)
    yield "fingerprint", np.frombuffer(texts.digest() + lines.digest(), dtype=np.uint8)


def _new(block: VectorBlock, number: dict[bytes, int]) -> VectorBlock:
    """A block without the words that were there before: of equal words the first counts."""
    places = []
    for row, word in enumerate(block.words):
        if word not in number:
            number[word] = len(number)
            places.append(row)
    if len(places) == len(block.words):
        return block
    return VectorBlock([block.words[row] for row in places], block.values[places])


def _in_memory(parts: Parts) -> dict[str, NDArray[Any]]:
    """Put the parts of arrays together."""
    gathered: dict[str, list[NDArray[Any]]] = {}
    for name, array in parts:
        gathered.setdefault(name, []).append(array)
    return {name: np.concatenate(several) for name, several in gathered.items()}


def _vectors(path: Path, arrays: Mapping[str, NDArray[Any]]) -> WordVectors:
    return WordVectors(
        name=inner_name(path).name.replace("|", "_"),  # which separates the fields of a signature
        fingerprint=hashlib.blake2b(arrays["fingerprint"].tobytes(), digest_size=16).hexdigest(),
        words=WordList(arrays["keys"], arrays["ends"], arrays["letters"]),
        rows=arrays["rows"],
        matrix=arrays["vectors"].reshape(-1, len(arrays["mean"])),
        mean=arrays["mean"],
    )


def _contents(path: Path, folder: Path) -> str:
    """Fingerprint of a file's bytes; remembered for as long as the file is neither written to nor moved."""
    state = path.stat()
    note = folder / f"{digest(str(path.resolve()), str(state.st_size), str(state.st_mtime_ns))}.known"
    try:
        return note.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        with path.open("rb") as file:
            sink = hashlib.file_digest(file, partial(hashlib.blake2b, digest_size=16))
    with contextlib.suppress(UserError):  # a cache that cannot be written must not cost the scores
        write_whole(note, sink.hexdigest().encode())
    return sink.hexdigest()
