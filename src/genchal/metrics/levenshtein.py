"""Levenshtein's distance (1966): insertions, deletions and substitutions, each of cost 1; the mean over segments."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Batch, Case, Rows, setting
from genchal.domain.metric import Each
from genchal.metrics._means import MeanMetric, mean_rows
from genchal.text.arrays.ragged import ratio
from genchal.text.overlap.subsequence import edit_distances


@dataclass(frozen=True, slots=True)
class Levenshtein(MeanMetric):
    """Edits that turn an output into the reference; normalised, an empty output scores 1 and two empty texts 0."""

    name: ClassVar[str] = "levenshtein"
    version: ClassVar[int] = 1
    higher_is_better: ClassVar[bool] = False
    perfect: ClassVar[float | None] = 0.0

    tok: str = setting("string", "What is edited: characters (string, verbatim) or words (none, ...).")
    case: Case = setting("mixed", "Whether case matters (mixed) or not (lower).")
    each: Each = setting("best", "With several references: the closest one, or the mean over all.")
    normalised: bool = setting(False, "Divide by the length of the longer text.")

    def measure(self, batch: Batch) -> Rows:
        """Return one row (distance, 1) per segment."""
        pairs = batch.tokens(self.tok, self.case).pairs()
        distances = edit_distances(pairs.texts, pairs.output, pairs.reference).astype(np.float64)
        if self.normalised:
            distances = ratio(distances, np.maximum(pairs.output_lengths, pairs.reference_lengths))
        return mean_rows(pairs, distances, self.each, self.higher_is_better)
