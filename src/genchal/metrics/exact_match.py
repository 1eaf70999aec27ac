"""Exact match: the share of outputs that equal one of their references.

What the TUNA challenges call accuracy, for texts. Texts are compared token by token: with the default tokeniser the
amount of white space does not matter and all else does.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from genchal.domain import Batch, Case, Rows, setting
from genchal.metrics._means import MeanMetric, with_count
from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of

PAIRS_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True)
class ExactMatch(MeanMetric):
    """Share of outputs that equal a reference token by token; two empty texts are equal."""

    name: ClassVar[str] = "exact_match"
    version: ClassVar[int] = 1
    perfect: ClassVar[float | None] = 1.0

    tok: str = setting("none", "Tokeniser.")
    case: Case = setting("mixed", "Whether case matters (mixed) or not (lower).")

    def measure(self, batch: Batch) -> Rows:
        """Return one row (1 if equal, 1) per segment."""
        pairs = batch.tokens(self.tok, self.case).pairs()
        equal = np.zeros(len(pairs.output))
        alike = np.flatnonzero(pairs.output_lengths == pairs.reference_lengths)
        for start in range(0, len(alike), PAIRS_AT_ONCE):
            some = alike[start : start + PAIRS_AT_ONCE]
            equal[some] = _are_equal(pairs.texts, pairs.output[some], pairs.reference[some])
        return with_count(pairs.best(equal))  # NaN where there is no reference


def _are_equal(texts: Ragged, left: IntArray, right: IntArray) -> NDArray[np.bool_]:
    """Whether two texts of the same length are the same."""
    ours, theirs = texts.take(left), texts.take(right)
    differences = offsets_of((ours.values != theirs.values).astype(np.int64))
    equal: NDArray[np.bool_] = differences[ours.offsets[:-1]] == differences[ours.offsets[1:]]
    return equal
