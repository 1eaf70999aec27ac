"""EDIT, the string edit distance of the TUNA challenges (Gatt and Belz 2010).

To insert or delete a word costs 1, to substitute one 2: what counts are the words of output and reference that are not
in their longest common subsequence. The corpus score is the mean over segments.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Batch, Card, Case, Rows, setting
from genchal.metrics._means import MeanMetric, mean_rows
from genchal.metrics.each_reference import Each
from genchal.text.overlap.subsequence import edit_distances


@dataclass(frozen=True, slots=True)
class Edit(MeanMetric):
    """Words to delete and to insert, a substitution being one of each; in an empty output every word is missing."""

    name: ClassVar[str] = "edit"
    version: ClassVar[int] = 1
    higher_is_better: ClassVar[bool] = False
    perfect: ClassVar[float | None] = 0.0
    card: ClassVar[Card] = Card(
        measures="Words to delete and insert until an output equals the reference.",
        high=float("inf"),
        published=(
            "EDIT of TUNA-R'08, TUNA-REG'08 and TUNA-REG'09 (Gatt and Belz 2010, Tables 3, 6 and 7). The systems' "
            "outputs were not released, so no published value can be recomputed."
        ),
        limits=(
            "Grows with the length of the texts, so scores of different data sets cannot be compared. A word that "
            "stands elsewhere counts twice. The report does not say how words were separated and whether case "
            "counted: here white space separates, and case does not count."
        ),
        citation=(
            "Gatt and Belz (2010), Introducing Shared Tasks to NLG: The TUNA Shared Task Evaluation Challenges; "
            "Levenshtein (1966), Binary codes capable of correcting deletions, insertions, and reversals."
        ),
    )

    tok: str = setting("none", "What is edited: words (none), other tokens, or characters (string).")
    case: Case = setting("lower", "Whether case counts (mixed) or not (lower).")
    each: Each = setting("best", "Of several references: the closest one, or the mean over all.")

    def measure(self, batch: Batch) -> Rows:
        """Return one row (distance, 1) per segment."""
        pairs = batch.tokens(self.tok, self.case).pairs()
        distances = edit_distances(pairs.texts, pairs.output, pairs.reference, substitution=2)
        return mean_rows(pairs, distances.astype(np.float64), self.each, self.higher_is_better)
