"""Jaccard coefficient of attribute sets (Jaccard 1912)."""

from dataclasses import dataclass
from typing import ClassVar

from genchal.domain import Card, Pairs, setting
from genchal.metrics._sets import LikenessMetric, jaccard
from genchal.metrics.each_reference import Each
from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Jaccard(LikenessMetric):
    """Attributes that two sets have in common, over those that either has; 1 for two empty sets."""

    name: ClassVar[str] = "jaccard"
    version: ClassVar[int] = 1
    card: ClassVar[Card] = Card(
        measures="Share of the attributes selected by system or person that both selected.",
        published="None: the TUNA challenges report Dice, which orders pairs of sets alike, and MASI.",
        limits="As Dice; it is stricter where sets differ, and the two can order the means of systems differently.",
        citation="Jaccard (1912), The Distribution of the Flora in the Alpine Zone.",
    )

    each: Each = setting("mean", "Of several references: their mean, as in TUNA'08, or the best one.")
    without: str = setting("", "Attributes that are left out of all sets, separated by blanks.")

    def likeness(self, pairs: Pairs, common: IntArray) -> FloatArray:
        """Likeness of each pair of sets."""
        return jaccard(pairs, common)
