"""Results of work, stored under what they depend on: unchanged work is found again, changed work never is."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from genchal.resources.files import sweep, write_whole
from genchal.text.arrays.ragged import FloatArray


def digest(*parts: str | Iterable[str | None]) -> str:
    """Fingerprint of texts, in order; None and the empty text differ, and no two lists run together."""
    sink = hashlib.blake2b(digest_size=16)
    for part in parts:
        texts = [part] if isinstance(part, str) else list(part)
        sink.update(f"[{len(texts)}]".encode())
        for text in texts:
            data = b"" if text is None else text.encode("utf-8", "surrogatepass")
            sink.update(b"-;" if text is None else f"{len(data)};".encode())
            sink.update(data)
    return sink.hexdigest()


class ResultStore:
    """A folder of Parquet files named after the fingerprint of their inputs."""

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
        table = self._read(self._path("rows", key))
        if table is None:
            return None
        columns = [table.column(name).to_numpy() for name in table.column_names]
        return np.stack(columns, axis=1) if columns else None

    def save_rows(self, key: str, rows: FloatArray) -> None:
        """Store rows."""
        import pyarrow as pa

        self._write(self._path("rows", key), pa.table({f"c{i}": rows[:, i] for i in range(rows.shape[1])}))

    def load_outputs(self, key: str) -> list[str | None] | None:
        """Outputs of a generator, if they are stored."""
        table = self._read(self._path("outputs", key))
        return None if table is None else list(table.column("output").to_pylist())

    def save_outputs(self, key: str, outputs: list[str | None]) -> None:
        """Store outputs."""
        import pyarrow as pa

        self._write(self._path("outputs", key), pa.table({"output": pa.array(outputs, type=pa.string())}))

    def load_note(self, name: str) -> str | None:
        """A short text kept beside the results."""
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def save_note(self, name: str, text: str) -> None:
        """Store a short text."""
        write_whole(self.folder / name, text.encode())

    def _path(self, kind: str, key: str) -> Path:
        return self.folder / f"{kind}-{key}.parquet"

    def _read(self, path: Path) -> Any:
        """Read a table; None if there is none, or if what is there is damaged and has to be made again."""
        if not self.reads or not path.is_file():
            return None
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            return pq.read_table(path)
        except (pa.ArrowException, OSError):
            return None

    def _write(self, path: Path, table: Any) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        write_whole(path, sink.getvalue().to_pybytes())


def user_cache() -> ResultStore:
    """Rows that `genchal score` keeps for this user, in the folder that the platform has for such things."""
    if override := os.environ.get("GENCHAL_CACHE"):
        return ResultStore(Path(override))
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        return ResultStore(base / "genchal" / "cache")
    if sys.platform == "darwin":
        return ResultStore(Path.home() / "Library" / "Caches" / "genchal")
    return ResultStore(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "genchal")
