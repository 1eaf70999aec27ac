"""MASI of attribute sets (Passonneau 2006): Jaccard's coefficient, lowered where one set is not part of the other."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Pairs, setting
from genchal.domain.metric import Each
from genchal.metrics._sets import LikenessMetric, jaccard
from genchal.text.arrays.ragged import FloatArray, IntArray

SUBSET, OVERLAP = 2 / 3, 1 / 3  # monotonicity: equal sets have 1, one inside the other, some in common; nothing has 0


@dataclass(frozen=True, slots=True)
class Masi(LikenessMetric):
    """Jaccard times 1 for equal sets, 2/3 where one is inside the other, else 1/3; 1 for two empty sets."""

    name: ClassVar[str] = "masi"
    version: ClassVar[int] = 1

    each: Each = setting("mean", "With several references: their mean, as in TUNA'08, or the best one.")
    without: str = setting("", "Attributes to leave out of all sets, separated by spaces.")

    def likeness(self, pairs: Pairs, common: IntArray) -> FloatArray:
        """Likeness of each pair of sets."""
        ours, theirs = pairs.output_lengths, pairs.reference_lengths
        is_subset = common == np.minimum(ours, theirs)
        is_equal = common == np.maximum(ours, theirs)
        return jaccard(pairs, common) * np.where(is_equal, 1.0, np.where(is_subset, SUBSET, OVERLAP))
