"""The first lines of a file of word vectors, which are those of the most frequent words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from genchal.resources._vector_files import read_blocks, split_layout


def first_vectors(name: str, count: int) -> dict[str, NDArray[np.float32]]:
    """Vectors of the first `count` words, in the order of the file; the rest of the file is not read."""
    layout, path = split_layout(name)
    found: dict[str, NDArray[np.float32]] = {}
    for block in read_blocks(path, layout):
        for word, vector in zip(block.words, block.values, strict=True):
            if len(found) == count:
                return found
            found.setdefault(word.decode("utf-8", "replace"), np.asarray(vector, np.float32))
    return found
