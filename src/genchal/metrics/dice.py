"""Dice coefficient of attribute sets (Dice 1945), the first measure of the TUNA challenges (Gatt and Belz 2010)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Pairs, setting
from genchal.domain.metric import Each
from genchal.metrics._sets import LikenessMetric
from genchal.text.arrays.ragged import FloatArray, IntArray, ratio


@dataclass(frozen=True, slots=True)
class Dice(LikenessMetric):
    """Twice the attributes that two sets have in common, over the sizes of both; 1 for two empty sets."""

    name: ClassVar[str] = "dice"
    version: ClassVar[int] = 1

    each: Each = setting("mean", "With several references: their mean, as in TUNA'08, or the best one.")
    without: str = setting("", "Attributes to leave out of all sets, separated by spaces.")

    def likeness(self, pairs: Pairs, common: IntArray) -> FloatArray:
        """Likeness of each pair of sets."""
        sizes = pairs.output_lengths + pairs.reference_lengths
        return np.where(sizes == 0, 1.0, ratio(2 * common, sizes))
