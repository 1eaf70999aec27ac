"""Vectors of texts that an encoder has seen, kept in the user's cache by content: a text is encoded once, ever."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from genchal.domain.embeddings import Matrix
from genchal.errors import UserError
from genchal.resources.arrays import Arrays, Damaged, map_arrays, write_arrays
from genchal.resources.results import user_cache

KEY = 16  # bytes
WORTH_KEEPING = 64  # texts: fewer are encoded again sooner than looked up


class Remembered:
    """What one encoder has encoded; a file for every call that encoded more than a few texts."""

    def __init__(self, fingerprint: str) -> None:
        self.fingerprint = fingerprint

    @property
    def folder(self) -> Path:
        """Where the files lie."""
        return user_cache().folder / "encoded"

    @cached_property
    def known(self) -> dict[bytes, Matrix]:
        """All vectors there are; files that are damaged count for nothing."""
        found: dict[bytes, Matrix] = {}
        for path in sorted(self.folder.glob(f"{self.fingerprint}-*.arrays")):
            with contextlib.suppress(OSError, Damaged):
                arrays = map_arrays(path, self.fingerprint)
                keys = arrays["keys"].tobytes()
                vectors = arrays["vectors"].reshape(len(keys) // KEY, -1)
                found.update(zip((keys[at : at + KEY] for at in range(0, len(keys), KEY)), vectors, strict=True))
        return found

    def encode(self, texts: Sequence[str], encode: Callable[[Sequence[str]], Matrix]) -> Matrix:
        """Vectors of texts; `encode` is asked for those that nobody has seen."""
        keys = [_key(text) for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self.known}
        if new:
            vectors = encode(list(new.values()))
            self.known.update(zip(new, vectors, strict=True))
            if len(new) >= WORTH_KEEPING:
                self._keep(b"".join(new), vectors)
        return np.stack([self.known[key] for key in keys]) if keys else np.zeros((0, 1), dtype=np.float32)

    def _keep(self, keys: bytes, vectors: Matrix) -> None:
        name = f"{self.fingerprint}-{hashlib.blake2b(keys, digest_size=8).hexdigest()}.arrays"
        arrays: Arrays = {"keys": np.frombuffer(keys, dtype=np.uint8), "vectors": np.ascontiguousarray(vectors).ravel()}
        with contextlib.suppress(UserError):  # a cache that cannot be written must not cost the scores
            write_arrays(self.folder / name, arrays, self.fingerprint)


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=KEY).digest()
