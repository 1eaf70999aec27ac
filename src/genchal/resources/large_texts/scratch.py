"""Room for what is too large for memory: arrays that are appended to a temporary file and read back in pieces.

The file has no name on systems that allow it (Linux, macOS), and is deleted when it is closed elsewhere: nothing is
left of it when the program ends, however it ends.
"""

from __future__ import annotations

import contextlib
import io
import math
import tempfile
import weakref
from collections.abc import Iterator
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from genchal.errors import InvalidInput
from genchal.text.arrays.ragged import FloatArray

IN_MEMORY = 1 << 25  # bytes that are kept in memory before a file is made: 32 MB
REMEDY = "Make room there, or set TMPDIR to a folder with more; nothing was changed."


class Place(NamedTuple):
    """Where an array is kept: its first byte, type and shape."""

    start: int
    kind: np.dtype[Any]
    shape: tuple[int, ...]


class Scratch:
    """Arrays in a temporary file that nobody else sees; few of them stay in memory."""

    def __init__(self) -> None:
        self._file: IO[bytes] = io.BytesIO()
        self._size = 0

    def append(self, array: NDArray[Any]) -> Place:
        """Keep an array; it is found again at the place that is returned."""
        place = Place(self._size, array.dtype, array.shape)
        self._size += array.nbytes
        with _explained():
            if self._size > IN_MEMORY and isinstance(self._file, io.BytesIO):
                kept, self._file = self._file, tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  # closed with us
                weakref.finalize(self, self._file.close)
                _write(self._file, kept.getbuffer())
            self._file.seek(place.start)
            _write(self._file, memoryview(np.ascontiguousarray(array).tobytes()))
        return place

    def load(self, place: Place) -> NDArray[Any]:
        """The array that was kept there."""
        count = math.prod(place.shape)
        with _explained():
            self._file.seek(place.start)
            data = self._file.read(count * place.kind.itemsize)
        return np.frombuffer(data, place.kind, count).reshape(place.shape)

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        return self._size

    def close(self) -> None:
        """Give the room back before the object goes."""
        self._file.close()


class RowScratch:
    """Rows of systems by metric, in the order of the instances: written tile by tile, read in blocks.

    Most columns of evidence are counts, so that most rows take a byte or two a column here.
    """

    def __init__(self, systems: int, metrics: int) -> None:
        self._scratch = Scratch()
        self._places: list[list[list[Place]]] = [[[] for _ in range(metrics)] for _ in range(systems)]
        self._unscored = np.zeros((systems, metrics), dtype=np.int64)

    def append(self, system: int, metric: int, rows: FloatArray) -> None:
        """Add rows of a system and a metric."""
        self._unscored[system, metric] += np.count_nonzero(np.isnan(rows).any(axis=1))
        self._places[system][metric].append(self._scratch.append(_narrowed(rows)))

    @property
    def kept_bytes(self) -> int:
        """How much room all rows take."""
        return self._scratch.size

    def count(self, system: int, metric: int) -> int:
        """How many rows there are."""
        return sum(place.shape[0] for place in self._places[system][metric])

    def count_unscored(self, system: int, metric: int) -> int:
        """How many of them are not scored."""
        return int(self._unscored[system, metric])

    def blocks(self, system: int, metric: int, size: int) -> Iterator[FloatArray]:
        """The rows in blocks of `size`, the last one with what is left; a single empty block if there are none."""
        parts: list[FloatArray] = []
        waiting = 0
        given = False
        for place in self._places[system][metric]:
            parts.append(self._scratch.load(place).astype(np.float64, copy=False))
            waiting += len(parts[-1])
            while waiting >= size:
                joined = parts[0] if len(parts) == 1 else np.concatenate(parts)
                yield joined[:size]
                given = True
                parts = [joined[size:]] if waiting > size else []
                waiting -= size
        if waiting or not given:
            yield np.concatenate(parts) if parts else np.zeros((0, 0))


def _narrowed(rows: FloatArray) -> NDArray[Any]:
    """The same numbers in a smaller type, if they are whole and small enough."""
    if not rows.size:
        return rows
    low, high = rows.min(), rows.max()
    for kind in (np.uint8, np.uint16):
        if low >= 0 and high <= np.iinfo(kind).max and not np.signbit(rows).any():  # never with NaN
            narrow = rows.astype(kind)
            return narrow if (narrow == rows).all() else rows
    return rows


def _write(file: IO[bytes], data: memoryview) -> None:
    """Write all of it: a file without a buffer may take a part, and says so in the next attempt if it is full."""
    while data:
        data = data[file.write(data) :]


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Say what is wrong with the temporary folder."""
    try:
        yield
    except OSError as error:
        folder = tempfile.tempdir or "the temporary folder"
        reason = (error.strerror or str(error)).lower()
        raise InvalidInput(f"{folder}: cannot be used for temporary files ({reason})", REMEDY) from None
