"""The arrays of a weights' file, and the parser that they make.

A file holds the weights in half precision (the table of words in bytes, with a scale for each column), the names behind
the numbers, and a JSON object that says what it is: version, sizes, training, figures, and a checksum over all of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.text.parser.features import RESERVED
from genchal.text.parser.model import Inventory, TaggerParser
from genchal.text.parser.network import expected_shapes
from genchal.text.parser.recurrent import Floats

VERSION = 1
ABOUT = "about"
NAMES = ("words", "characters", "upos", "xpos", "deprels", "scripts")
SIZES = ("words", "characters", "upos", "xpos", "labels", "script")  # what the numbers of these names are called
SCALE = "words.scale"

Arrays = Mapping[str, NDArray[Any]]


class Unusable(Exception):
    """Arrays that make no parser; says in what way."""


@dataclass(frozen=True, slots=True)
class Model:
    """What a file holds."""

    inventory: Inventory
    weights: Mapping[str, Floats]
    about: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Name with a fingerprint, as ``en-ewt-1a2b3c4d``."""
        return f"{self.about.get('name', 'parser')}-{self.about['checksum'][:8]}"

    def parser(self) -> TaggerParser:
        """The parser that these weights make."""
        return TaggerParser(self.name, self.inventory, self.weights)


def pack(
    inventory: Inventory, weights: Mapping[str, Floats], sizes: Mapping[str, int], about: Mapping[str, Any]
) -> dict[str, NDArray[Any]]:
    """The arrays of a file; the weights lose some of their precision."""
    arrays: dict[str, NDArray[Any]] = {name: weight.astype(np.float16) for name, weight in weights.items()}
    scale = (np.abs(weights["words"]).max(axis=0) / 127).astype(np.float16)
    scale[scale == 0] = 1
    arrays["words"] = np.rint(weights["words"] / scale.astype(np.float32)).clip(-127, 127).astype(np.int8)
    arrays[SCALE] = scale
    for name in NAMES:
        arrays[f"names.{name}"] = _bytes("\n".join(getattr(inventory, name)))
    return with_description(arrays, {"sizes": dict(sizes), **about})


def with_description(arrays: Arrays, about: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
    """Arrays with what is said about them, and the checksum."""
    said = {"version": VERSION, **about}
    said["checksum"] = checksum(arrays, said)
    return {**arrays, ABOUT: _bytes(json.dumps(said))}


def unpack(arrays: Arrays) -> Model:
    """The model in a file's arrays; checks all that can be checked."""
    about = _about(arrays)
    if about.get("version") != VERSION:
        raise Unusable(f"its version is {about.get('version')}, and this program reads version {VERSION}")
    if about.get("checksum") != checksum(arrays, about):
        raise Unusable("its checksum is wrong")
    inventory = Inventory(*(tuple(_text(arrays, f"names.{name}").split("\n")) for name in NAMES))
    return Model(inventory, _weights(arrays, about, inventory), about)


def checksum(arrays: Arrays, about: Mapping[str, Any]) -> str:
    """Fingerprint of everything in a file but the checksum itself."""
    seen = hashlib.blake2b(digest_size=16)
    seen.update(json.dumps({key: about[key] for key in sorted(about) if key != "checksum"}).encode())
    for name in sorted(arrays):
        if name != ABOUT:
            array = np.ascontiguousarray(arrays[name])
            seen.update(f"\n{name} {array.dtype.str} {array.shape}\n".encode())
            seen.update(array.tobytes())
    return seen.hexdigest()


def _weights(arrays: Arrays, about: Mapping[str, Any], inventory: Inventory) -> dict[str, Floats]:
    sizes = about.get("sizes")
    try:
        shapes = expected_shapes(sizes)  # type: ignore[arg-type]
        named = all(
            len(getattr(inventory, name)) == sizes[size]  # type: ignore[index]
            for size, name in zip(SIZES, NAMES, strict=True)
        )
    except (KeyError, TypeError, AttributeError):
        raise Unusable("its sizes are not given") from None
    if not named or inventory.words[:2] != RESERVED or inventory.characters[:2] != RESERVED:
        raise Unusable("its names do not fit its sizes")
    weights: dict[str, Floats] = {}
    for name, shape in shapes.items():
        array = arrays.get(name)
        if array is None or array.shape != shape:
            raise Unusable(f"the weights '{name}' are {'missing' if array is None else 'of another shape'}")
        weights[name] = array.astype(np.float32)
        if array.dtype == np.int8:
            weights[name] *= arrays[SCALE].astype(np.float32)
        if not np.isfinite(weights[name]).all():
            raise Unusable(f"the weights '{name}' are not all numbers")
    return weights


def _about(arrays: Arrays) -> dict[str, Any]:
    try:
        about = json.loads(_text(arrays, ABOUT))
    except ValueError:
        raise Unusable("it does not say what it is") from None
    if not isinstance(about, dict):
        raise Unusable("it does not say what it is")
    return about


def _text(arrays: Arrays, name: str) -> str:
    array = arrays.get(name)
    if array is None or array.dtype != np.uint8:
        raise Unusable(f"'{name}' is missing")
    try:
        return array.tobytes().decode()
    except UnicodeDecodeError:
        raise Unusable(f"'{name}' is not a text") from None


def _bytes(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode(), np.uint8)
