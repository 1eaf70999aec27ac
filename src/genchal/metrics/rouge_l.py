"""ROUGE-L (Lin 2004), as the caption metrics and the E2E challenge computed it.

Precision and recall are each the best over the references, so they may come from two different references. The
corpus score is the mean of the segment F-scores.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Batch, Card, Case, Metric, Rows, Scores, Totals
from genchal.text.ragged import ratio
from genchal.text.subsequence import lcs_lengths


@dataclass(frozen=True, slots=True)
class RougeL(Metric):
    """Longest-common-subsequence F-score; an empty output scores 0, no reference means not scored."""

    name: ClassVar[str] = "rouge_l"
    version: ClassVar[int] = 1
    card: ClassVar[Card] = Card(
        measures="How much of a reference's word sequence, in order but with gaps, an output repeats, and the reverse.",
        low=0.0,
        high=1.0,
        published="TGen on the E2E test set 0.6850 (Dušek et al. 2020, Table 8); all 21 primary systems to 4 decimals.",
        limits=(
            "Knows neither synonyms nor meaning; rewards long outputs that contain a reference. Other packages take "
            "the best F over references and beta = 1: their numbers are lower and not comparable."
        ),
        citation=(
            "Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries; Chen et al. (2015), MS-COCO captions."
        ),
    )

    tok: str = "ptb"  # tokeniser
    case: Case = "lower"  # lower: upper and lower case are the same
    beta: float = 1.2  # weight of recall: the MS-COCO value, used by the E2E challenge

    def measure(self, batch: Batch) -> Rows:
        """Return one row (F, 1) per segment."""
        pairs = batch.tokens(self.tok, self.case).pairs()
        common = lcs_lengths(pairs.texts, pairs.output, pairs.reference)
        precision = pairs.best(ratio(common, pairs.output_lengths))  # NaN where there is no reference
        recall = pairs.best(ratio(common, pairs.reference_lengths))
        weight = self.beta**2
        score = ratio((1 + weight) * precision * recall, recall + weight * precision)
        return np.stack([score, np.where(np.isnan(score), np.nan, 1.0)], axis=1)

    def summarise(self, totals: Totals) -> Scores:
        """Mean of the segment scores."""
        with np.errstate(invalid="ignore"):
            return totals[..., 0] / totals[..., 1]
