"""EDIT, the string edit distance of the TUNA challenges (Gatt and Belz 2010).

To insert or delete a word costs 1, to substitute one 2: what counts are the words of output and reference that are not
in their longest common subsequence. The corpus score is the mean over segments.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Batch, Case, Rows, setting
from genchal.domain.metric import Each
from genchal.metrics._means import MeanMetric, mean_rows
from genchal.text.overlap.subsequence import edit_distances


@dataclass(frozen=True, slots=True)
class Edit(MeanMetric):
    """Words to delete and to insert, a substitution being one of each; in an empty output every word is missing."""

    name: ClassVar[str] = "edit"
    version: ClassVar[int] = 1
    higher_is_better: ClassVar[bool] = False
    perfect: ClassVar[float | None] = 0.0

    tok: str = setting("none", "What is edited: words (none), other tokens, or characters (string).")
    case: Case = setting("lower", "Whether case matters (mixed) or not (lower).")
    each: Each = setting("best", "With several references: the closest one, or the mean over all.")

    def measure(self, batch: Batch) -> Rows:
        """Return one row (distance, 1) per segment."""
        pairs = batch.tokens(self.tok, self.case).pairs()
        distances = edit_distances(pairs.texts, pairs.output, pairs.reference, substitution=2)
        return mean_rows(pairs, distances.astype(np.float64), self.each, self.higher_is_better)
