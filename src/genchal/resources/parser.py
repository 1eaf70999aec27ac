"""Weights of the tagger-parser: those that come with genchal, or a file of the user's."""

from __future__ import annotations

import io
import lzma
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.errors import InvalidInput, UnknownName
from genchal.resources.files import read_bytes, write_whole
from genchal.text.parser.archive import Model, Unusable, unpack
from genchal.text.parser.model import TaggerParser

FOLDER = Path(__file__).parent / "parsers"
SHIPPED = {"en": "en-ewt.npz"}
LARGEST = 200_000_000  # bytes of a file's arrays, unpacked


def load_parser(name: str = "en") -> TaggerParser:
    """Load a parser that comes with genchal (``en``), or one that `genchal train-parser` wrote (a path)."""
    own = Path(name)
    found = own.stat() if own.is_file() else None
    return _parser(name, found and (found.st_mtime_ns, found.st_size))


@lru_cache(maxsize=2)
def _parser(name: str, written: tuple[int, int] | None) -> TaggerParser:  # noqa: ARG001 (part of the key)
    """The parser of a file as it was `written`: one that was trained again meanwhile has other weights."""
    return load_model(name).parser()


def load_model(name: str = "en") -> Model:
    """Load weights, the names behind them, and what the file says about itself: sizes, training, accuracies."""
    if name in SHIPPED:
        path = FOLDER / SHIPPED[name]
    elif name.endswith(".npz"):
        path = Path(name)
    else:
        raise UnknownName("parser", name, [*SHIPPED, "FILE.npz"])
    remedy = "Install genchal again." if name in SHIPPED else "Give a file that `genchal train-parser` has written."
    try:
        return unpack(read_arrays(read_bytes(path)))
    except Unusable as error:
        raise InvalidInput(f"{path}: not usable as a parser's weights ({error})", remedy) from None


def save_model(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write weights, whole or not at all."""
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    write_whole(path, file.getvalue())


def read_arrays(data: bytes) -> dict[str, NDArray[Any]]:
    """The arrays of an ``.npz`` file, nothing of it executed; checksums are verified before anything is believed."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > LARGEST:
                raise Unusable("it is too large")
            members = {name.removesuffix(".npy"): archive.read(name) for name in archive.namelist()}
        return {name: np.lib.format.read_array(io.BytesIO(member)) for name, member in members.items()}
    except _DAMAGES as error:
        raise Unusable(f"it is damaged, or another kind of file: {error}") from None


_DAMAGES = (
    ValueError,
    TypeError,
    EOFError,
    OSError,
    RuntimeError,  # also what is encrypted, or packed in an unknown manner
    MemoryError,
    OverflowError,
    SyntaxError,
    struct.error,
    tokenize.TokenError,  # numpy reads an array's first line as Python does
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
)
