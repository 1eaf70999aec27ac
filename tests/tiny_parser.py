"""A parser of a few words with random weights: for tests that need a parser and not a good one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.text.parser.archive import pack
from genchal.text.parser.features import RESERVED
from genchal.text.parser.model import Inventory, TaggerParser
from genchal.text.parser.network import expected_shapes

INVENTORY = Inventory(
    (*RESERVED, "the", "walk", "river", "is", "easy", "."),
    (*RESERVED, *"abcdeilrstvwyTW.-'"),
    ("NOUN", "VERB", "ADJ", "DET", "PUNCT", "PROPN"),
    ("NN", "VBZ", "JJ", "DT", ".", "NNP", "NNS"),
    ("root", "nsubj", "det", "punct", "amod", "acl:relcl"),
    ("l-+", "k-+", "l-s+", "l-is+be", "l-ies+y"),
)
SIZES = {
    "hidden": 6, "layers": 2, "word": 5, "character": 4, "letters": 3, "affix": 4, "buckets": 20, "arc": 5, "label": 3,
    "tag": 4, "words": len(INVENTORY.words), "characters": len(INVENTORY.characters), "upos": len(INVENTORY.upos),
    "xpos": len(INVENTORY.xpos), "labels": len(INVENTORY.deprels), "script": len(INVENTORY.scripts),
}  # fmt: skip


def tiny_weights(seed: int = 1) -> dict[str, NDArray[np.float32]]:
    """Random weights, large enough that scores differ."""
    chance = np.random.default_rng(seed)
    return {name: chance.normal(0, 0.8, shape).astype(np.float32) for name, shape in expected_shapes(SIZES).items()}


def tiny_arrays(seed: int = 1) -> dict[str, NDArray[Any]]:
    """The arrays of a good file."""
    return pack(INVENTORY, tiny_weights(seed), SIZES, {"name": "tiny", "figures": {}})


def tiny_parser(seed: int = 1) -> TaggerParser:
    """A parser."""
    return TaggerParser("tiny", INVENTORY, tiny_weights(seed))
