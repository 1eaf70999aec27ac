"""Sentence BLEU (Lin and Och 2004), as the E2E challenge computed it for single segments.

BLEU of a segment by itself, with 1 added to the matches and to the n-grams of every order, single words included. The
challenge's report (Dušek et al. 2020, Tables A.15 and A.16) correlates it with human ratings. A corpus has the mean.
"""

from dataclasses import dataclass
from typing import ClassVar

from genchal.domain import Batch, Case, Rows, setting
from genchal.metrics._means import MeanMetric, with_count
from genchal.metrics.bleu import Bleu


@dataclass(frozen=True, slots=True)
class SentBleu(MeanMetric):
    """Mean of the BLEU scores of segments, 1 added to all counts; an empty output scores 0.

    An output with fewer words than the longest n-grams has 0 of these, and 1 after adding.
    """

    name: ClassVar[str] = "sent_bleu"
    version: ClassVar[int] = 1

    tok: str = setting("13a", "Tokeniser.")
    case: Case = setting("lower", "Whether case matters (mixed) or not (lower).")
    order: int = setting(4, "Longest n-grams counted.", low=1, high=20)

    def measure(self, batch: Batch) -> Rows:
        """Return one row (score, 1) per segment."""
        bleu = self._bleu()
        return with_count(bleu.segment_scores(bleu.measure(batch)))

    def _bleu(self) -> Bleu:
        return Bleu(self.tok, self.case, smooth="add-all", order=self.order)
