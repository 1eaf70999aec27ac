"""Dice coefficient of attribute sets (Dice 1945), the first measure of the TUNA challenges (Gatt and Belz 2010)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Card, Pairs, setting
from genchal.metrics._sets import LikenessMetric
from genchal.metrics.each_reference import Each
from genchal.text.arrays.ragged import FloatArray, IntArray, ratio


@dataclass(frozen=True, slots=True)
class Dice(LikenessMetric):
    """Twice the attributes that two sets have in common, over the sizes of both; 1 for two empty sets."""

    name: ClassVar[str] = "dice"
    version: ClassVar[int] = 1
    card: ClassVar[Card] = Card(
        measures="How many of the attributes that a system selected a person selected as well.",
        published=(
            "None that could be recomputed: the outputs of TUNA-AS'07 and '08 were not released. Measured: the six "
            "models of Monroe and Potts (2015) on the 780 singular trials of the TUNA corpus score 0.576 to 0.689."
        ),
        limits=(
            "Says nothing about whether the description fits the thing (uniqueness does). People differ: what one of "
            "them selected is one good answer among several."
        ),
        citation=(
            "Dice (1945), Measures of the amount of ecologic association between species; Gatt and Belz (2010), "
            "Introducing Shared Tasks to NLG: The TUNA Shared Task Evaluation Challenges."
        ),
    )

    each: Each = setting("mean", "Of several references: their mean, as in TUNA'08, or the best one.")
    without: str = setting("", "Attributes that are left out of all sets, separated by blanks.")

    def likeness(self, pairs: Pairs, common: IntArray) -> FloatArray:
        """Likeness of each pair of sets."""
        sizes = pairs.output_lengths + pairs.reference_lengths
        return np.where(sizes == 0, 1.0, ratio(2 * common, sizes))
