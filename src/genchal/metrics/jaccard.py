"""Jaccard coefficient of attribute sets (Jaccard 1912)."""

from dataclasses import dataclass
from typing import ClassVar

from genchal.domain import Pairs, setting
from genchal.domain.metric import Each
from genchal.metrics._sets import LikenessMetric, jaccard
from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Jaccard(LikenessMetric):
    """Attributes that two sets have in common, over those that either has; 1 for two empty sets."""

    name: ClassVar[str] = "jaccard"
    version: ClassVar[int] = 1

    each: Each = setting("mean", "With several references: their mean, as in TUNA'08, or the best one.")
    without: str = setting("", "Attributes to leave out of all sets, separated by spaces.")

    def likeness(self, pairs: Pairs, common: IntArray) -> FloatArray:
        """Likeness of each pair of sets."""
        return jaccard(pairs, common)
