"""ROUGE-L (Lin 2004): longest common subsequences, as the caption metrics and the E2E challenge computed it.

Precision and recall are each the best over the references, so they may come from two different references. The
corpus score is the mean of the segment F-scores. The rouge-score package's numbers are those of
``tok=rouge:beta=1:best=f``, and of ``tok=rouge-stem:beta=1:best=f`` with its stemmer.
"""

from dataclasses import dataclass
from typing import ClassVar

from genchal.domain import Batch, Rows, setting
from genchal.metrics._means import with_count
from genchal.metrics._rouge import Best, RougeMetric
from genchal.text.overlap.subsequence import lcs_lengths


@dataclass(frozen=True, slots=True)
class RougeL(RougeMetric):
    """Longest-common-subsequence F-score; an empty output scores 0, no reference means not scored."""

    name: ClassVar[str] = "rouge_l"
    version: ClassVar[int] = 1

    tok: str = setting("ptb", "Tokeniser; rouge and, with its stemmer, rouge-stem are rouge-score's.")
    beta: float = setting(1.2, "Weight of recall: that of MS-COCO and E2E.", low=0, open_low=True)
    best: Best = setting(
        "pr", "Best reference: for precision and recall separately (pr), or for F (f, as in rouge-score)."
    )

    def measure(self, batch: Batch) -> Rows:
        """Return one row (F, 1) per segment."""
        pairs = batch.tokens(self.tok, self.case).pairs()
        common = lcs_lengths(pairs.texts, pairs.output, pairs.reference)
        return with_count(self.over_references(pairs, common, pairs.output_lengths, pairs.reference_lengths))
