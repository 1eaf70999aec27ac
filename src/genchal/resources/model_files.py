"""Files of trained models: arrays and facts about them in the layout of safetensors, checked before they are trusted.

Eight bytes say how long the header is; the header is JSON and says which array lies where; then come the arrays,
little-endian, one after the other. Under ``__metadata__`` stand our facts as one JSON text, and the checksum of that
text and of all arrays. Nothing in such a file is ever executed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.errors import InvalidInput
from genchal.resources.files import read_bytes, write_whole

SUFFIX = ".safetensors"
FORMAT = "genchal model 1"
KINDS = dict(
    zip(
        ("BOOL", "U8", "I8", "U16", "I16", "U32", "I32", "U64", "I64", "F16", "F32", "F64"),
        ("|b1", "|u1", "|i1", "<u2", "<i2", "<u4", "<i4", "<u8", "<i8", "<f2", "<f4", "<f8"),
        strict=True,
    )
)
_NAMES = {np.dtype(kind): name for name, kind in KINDS.items()}
_REMEDY = "Train the model again, or get another copy of the file."


@dataclass(frozen=True, slots=True)
class ModelFile:
    """What a model file holds; `checksum` differs between any two models that differ."""

    arrays: Mapping[str, NDArray[Any]]
    facts: Mapping[str, Any]
    checksum: str
    costs: Mapping[str, float] = field(default_factory=dict)


def write_model_file(
    path: Path, arrays: Mapping[str, NDArray[Any]], facts: Mapping[str, Any], costs: Mapping[str, float] | None = None
) -> None:
    """Write a model as one file, whole or not at all.

    The same model is always the same bytes, but for its `costs` (time and memory), which the checksum leaves out.
    """
    header: dict[str, Any] = {}
    blocks: list[bytes] = []
    place = 0
    for name in sorted(arrays):
        array = np.asarray(arrays[name], order="C")
        array = array.astype(array.dtype.newbyteorder("<"), copy=False)
        blocks.append(array.tobytes())
        end = place + len(blocks[-1])
        header[name] = {"dtype": _NAMES[array.dtype], "shape": list(array.shape), "data_offsets": [place, end]}
        place = end
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True)
    data = b"".join(blocks)
    metadata = {"format": FORMAT, "facts": text, "sha256": _checksum(text, header, data)}
    if costs:
        metadata["costs"] = json.dumps(costs)
    line = json.dumps({"__metadata__": metadata, **header}).encode()
    line += b" " * (-len(line) % 8)  # arrays begin at a multiple of eight, as readers of the format expect
    write_whole(path, len(line).to_bytes(8, "little") + line + data)


def read_model_file(path: Path) -> ModelFile:
    """Read a model; what is damaged, or no model of ours, is refused."""
    whole = read_bytes(path)
    length = int.from_bytes(whole[:8], "little")
    try:
        header: Any = json.loads(whole[8 : 8 + length] if length <= len(whole) - 8 else b"")
        metadata = header.pop("__metadata__")
        found = metadata["format"]
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        raise InvalidInput(f"{path}: not a model file", "Give a file that genchal train has written.") from None
    if found != FORMAT:
        if isinstance(found, str) and found.startswith(FORMAT.rstrip("0123456789")):
            raise InvalidInput(f"{path}: written by a newer version of genchal", "Update genchal, or train it again.")
        raise InvalidInput(f"{path}: not a model of genchal", "Give a file that genchal train has written.")
    data = whole[8 + length :]
    try:
        if metadata["sha256"] != _checksum(metadata["facts"], header, data):
            raise InvalidInput(f"{path}: damaged, its checksum is wrong", _REMEDY)
        arrays = {name: _array(data, **about) for name, about in header.items()}
        costs = json.loads(metadata.get("costs", "{}"))
        return ModelFile(arrays, json.loads(metadata["facts"]), metadata["sha256"], dict(costs))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InvalidInput(f"{path}: damaged, its header makes no sense", _REMEDY) from None


def _array(data: bytes, dtype: str, shape: list[int], data_offsets: list[int]) -> NDArray[Any]:
    start, end = data_offsets
    kind = np.dtype(KINDS[dtype])
    return np.frombuffer(data, kind, count=(end - start) // kind.itemsize, offset=start).reshape(shape)


def _checksum(text: str, header: Mapping[str, Any], data: bytes) -> str:
    sink = hashlib.sha256(json.dumps([text, header], sort_keys=True).encode())
    sink.update(data)
    return sink.hexdigest()
