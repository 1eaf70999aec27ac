"""Accuracy of attribute sets: the share of outputs that are exactly what a person selected (Gatt and Belz 2010)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Pairs, setting
from genchal.domain.metric import Each
from genchal.metrics._sets import LikenessMetric
from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class SetAccuracy(LikenessMetric):
    """Share of attribute sets that equal a reference's: of several references one, or their mean."""

    name: ClassVar[str] = "set_accuracy"
    version: ClassVar[int] = 1

    each: Each = setting("best", "With several references: 1 if one of them is equal (best), or their mean.")
    without: str = setting("", "Attributes to leave out of all sets, separated by spaces.")

    def likeness(self, pairs: Pairs, common: IntArray) -> FloatArray:
        """1 for each pair of equal sets, else 0."""
        longest = np.maximum(pairs.output_lengths, pairs.reference_lengths)
        return np.where(common == longest, 1.0, 0.0)
