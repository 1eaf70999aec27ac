"""Results of work, stored under what they depend on: unchanged work is found again, changed work never is."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from genchal.domain.generator import Description, Output
from genchal.errors import UserError
from genchal.resources.arrays import Damaged, map_arrays, write_arrays
from genchal.resources.dataclass_json import read_value, write_value
from genchal.resources.files import sweep, user_folder, write_whole
from genchal.resources.model_files import SUFFIX
from genchal.text.arrays.ragged import FloatArray

MOST_COLUMNS = 50  # of rows that are stored column by column; more are stored as one block
WIDE = "rows"  # the name of that block
T = TypeVar("T")


def digest(*parts: str | Iterable[str | None]) -> str:
    """Fingerprint of texts, in order; None and the empty text differ, and no two lists run together."""
    sink = hashlib.blake2b(digest_size=16)
    for part in parts:
        texts = [part] if isinstance(part, str) else list(part)
        written = [f"[{len(texts)}]".encode()]
        for text in texts:
            data = b"" if text is None else text.encode("utf-8", "surrogatepass")
            written.append(b"-;" if text is None else b"%d;%b" % (len(data), data))
        sink.update(b"".join(written))
    return sink.hexdigest()


@cache
def digest_code(*packages: str) -> str:
    """Fingerprint of the source files, templates and data in packages, so that a change of them is seen at once."""
    folders = [Path(__file__).parents[1].joinpath(*name.split(".")) for name in packages]
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    return digest([hashlib.blake2b(path.read_bytes()).hexdigest() for path in files if path.suffix != ".pyc"])


def digest_arrays(arrays: Iterable[NDArray[Any]]) -> str:
    """Fingerprint of arrays, in order, with their types and shapes."""
    sink = hashlib.blake2b(digest_size=16)
    for array in arrays:
        sink.update(f"{array.dtype.str}{array.shape};".encode())
        sink.update(np.ascontiguousarray(array).tobytes())
    return sink.hexdigest()


class ResultStore:
    """A folder of files named after the fingerprint of their inputs."""

    def __init__(self, folder: Path, reads: bool = True) -> None:
        self.folder = folder
        self.reads = reads  # otherwise everything is made again, and stored all the same

    def sweep(self) -> None:
        """Remove what runs that were killed left half-written."""
        sweep(self.folder)

    def files(self) -> list[Path]:
        """Everything stored, in order, tables of metrics included."""
        kept = ("meteor/*.arrays", "vectors/*.arrays", "vectors/*.known", "encoded/*.arrays")
        found = (*self.folder.glob("*"), *(path for pattern in kept for path in self.folder.glob(pattern)))
        return sorted(path for path in found if path.is_file())

    def has_rows(self) -> bool:
        """Whether any rows are stored."""
        return any(True for _ in self.folder.glob("rows-*"))

    def clear(self) -> int:
        """Remove everything; return how many files that were."""
        gone = self.files()
        for path in gone:
            path.unlink(missing_ok=True)
        return len(gone)

    def load_rows(self, key: str) -> FloatArray | None:
        """Rows of a metric on a submission, if they are stored."""
        path = self._path("rows", key, "arrays")
        if not self.reads or not path.is_file():
            return None
        try:
            columns = map_arrays(path, key)
        except (Damaged, OSError):
            return None  # they have to be made again
        if WIDE in columns:
            return columns[WIDE].reshape(-1, columns["width"].item())
        return np.stack(list(columns.values()), axis=1, dtype=np.float64) if columns else None

    def save_rows(self, key: str, rows: FloatArray) -> None:
        """Store rows, a column each, in the smallest type that has the same numbers: most of them are counts."""
        columns: dict[str, NDArray[Any]] = {f"c{place}": _narrow(rows[:, place]) for place in range(rows.shape[1])}
        if len(columns) > MOST_COLUMNS:
            columns = {WIDE: rows.ravel(), "width": np.array([rows.shape[1]])}
        write_arrays(self._path("rows", key, "arrays"), columns, key)

    def load_outputs(self, key: str) -> list[Output] | None:
        """Outputs of a generator, if they are stored."""
        path = self._path("outputs", key, "json")
        if not self.reads or not path.is_file():
            return None
        try:
            stored = json.loads(path.read_bytes())
            known = isinstance(stored, dict) and stored.get("digest") == digest(key, json.dumps(stored.get("outputs")))
            return list(map(_read_output, stored["outputs"])) if known else None
        except (ValueError, OSError, TypeError, KeyError):
            return None

    def save_outputs(self, key: str, outputs: Sequence[Output]) -> None:
        """Store outputs."""
        written = list(map(_write_output, outputs))
        stored = {"digest": digest(key, json.dumps(written)), "outputs": written}
        write_whole(self._path("outputs", key, "json"), json.dumps(stored).encode())

    def model_path(self, key: str) -> Path:
        """Where a trained generator is kept."""
        return self._path("model", key, SUFFIX.removeprefix("."))

    def load_value(self, name: str, kind: type[T], key: str) -> T | None:
        """A result of this type, if it is stored; what is damaged or of another shape has to be made again."""
        path = self._path(name, key, "json")
        if not self.reads or not path.is_file():
            return None
        try:
            stored = json.loads(path.read_bytes())
            known = isinstance(stored, dict) and stored.get("digest") == digest(key, json.dumps(stored.get("value")))
            return read_value(kind, stored["value"]) if known else None
        except (ValueError, OSError, RecursionError, UserError):
            return None

    def has_value(self, name: str, key: str) -> bool:
        """Whether there is such a file; it may be damaged."""
        return self._path(name, key, "json").is_file()

    def save_value(self, name: str, key: str, value: object) -> None:
        """Store a result that is made of dataclasses."""
        document = write_value(value)
        stored = {"digest": digest(key, json.dumps(document)), "value": document}
        write_whole(self._path(name, key, "json"), json.dumps(stored).encode())

    def load_note(self, name: str) -> str | None:
        """A short text kept beside the results."""
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def save_note(self, name: str, text: str) -> None:
        """Store a short text."""
        write_whole(self.folder / name, text.encode())

    def _path(self, kind: str, key: str, suffix: str) -> Path:
        return self.folder / f"{kind}-{key}.{suffix}"


def _write_output(output: Output) -> object:
    if not isinstance(output, Description):
        return output
    return {"attributes": sorted(map(list, output.attributes)), "text": output.text}


def _read_output(stored: Any) -> Output:
    if not isinstance(stored, dict):
        return None if stored is None else str(stored)
    return Description(frozenset((name, value) for name, value in stored["attributes"]), stored["text"])


def _narrow(column: FloatArray) -> NDArray[Any]:
    """The same numbers in the smallest type that holds them; what is not whole stays as it is."""
    if len(column) and np.isfinite(column).all() and (column == np.rint(column)).all():
        for kind in (np.uint8, np.uint16, np.uint32):
            if column.min() >= 0 and column.max() <= np.iinfo(kind).max and not np.signbit(column).any():
                return column.astype(kind)
    return column


def user_cache() -> ResultStore:
    """Rows that `genchal score` keeps for this user, in the folder that the platform has for such things."""
    if override := os.environ.get("GENCHAL_CACHE"):
        return ResultStore(Path(override))
    folder = user_folder("XDG_CACHE_HOME", "Caches", ".cache")
    return ResultStore(folder / "cache" if sys.platform == "win32" else folder)
