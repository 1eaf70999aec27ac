"""Files of arrays that are mapped into memory: made whole or not at all, and checked before they are trusted."""

from __future__ import annotations

import json
import mmap
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.resources.files import writing_whole

Arrays = Mapping[str, NDArray[Any]]
MAGIC = b"genchal arrays 1\n"
ALIGNMENT = 64
RESERVED = 4096  # bytes for the first lines of a file, which are written after its arrays: about 80 arrays


class Damaged(Exception):
    """A file of arrays that is not what was written; says in what way."""


def write_arrays(path: Path, arrays: Arrays, origin: str) -> None:
    """Write arrays to a file; `origin` says what they were made from."""
    write_parts(path, arrays.items(), origin)


def write_parts(path: Path, parts: Iterable[tuple[str, NDArray[Any]]], origin: str) -> None:
    """Write arrays that come in parts, one after the other, so that they never have to be in memory as a whole.

    The file begins with a line of JSON that says where which array stands. Parts of the same name follow each other and
    make one array.
    """
    places: dict[str, list[Any]] = {}
    size = checksum = 0
    with writing_whole(path) as file:
        file.write(b"\n" * RESERVED)
        for name, array in parts:
            data = np.ascontiguousarray(array).tobytes()
            if name not in places:
                data = b"\0" * (-size % ALIGNMENT) + data
                places[name] = [array.dtype.str, size + -size % ALIGNMENT, 0]
            places[name][2] += array.size
            file.write(data)
            checksum = zlib.crc32(data, checksum)
            size += len(data)
        about = {"origin": origin, "size": size, "crc32": checksum, "arrays": places}
        line = json.dumps(about).encode().ljust(RESERVED - len(MAGIC) - 18)
        file.seek(0)
        file.write(MAGIC + f"{zlib.crc32(line):08x} {len(line):08d}\n".encode() + line)


def map_arrays(path: Path, origin: str, checked: bool = True) -> dict[str, NDArray[Any]]:
    """Map a file of arrays into memory.

    A file that was cut off, has grown, or is of another origin is found by its size and its first lines; a changed bit
    anywhere is found by the checksum, which costs a pass over the file and can be left out where it was just checked.
    """
    with path.open("rb") as file:
        try:
            whole = np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), dtype=np.uint8)
        except ValueError:
            raise Damaged("it is empty") from None
    about, start = _about(whole)
    body = whole[start:]
    if about["origin"] != origin:
        raise Damaged("it was made from other data")
    if len(body) != about["size"]:
        raise Damaged(f"it has {len(body)} bytes of data instead of {about['size']}")
    if checked and zlib.crc32(body.data) != about["crc32"]:
        raise Damaged("its checksum is wrong")
    return {
        name: np.frombuffer(body, dtype=np.dtype(kind), count=count, offset=place)
        for name, (kind, place, count) in about["arrays"].items()
    }


def _about(whole: NDArray[np.uint8]) -> tuple[dict[str, Any], int]:
    """Read the first lines; also return where the arrays begin."""
    fixed = len(MAGIC) + 18
    head = whole[:fixed].tobytes()
    try:
        if not head.startswith(MAGIC):
            raise ValueError
        checksum, length = head[len(MAGIC) :].split()
        line = whole[fixed : fixed + int(length)].tobytes()
        if zlib.crc32(line) != int(checksum, 16):
            raise ValueError
    except ValueError:
        raise Damaged("its first lines are not readable") from None
    end = fixed + len(line)
    return json.loads(line), end + -end % ALIGNMENT
