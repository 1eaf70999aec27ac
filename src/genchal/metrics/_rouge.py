"""What all ROUGE metrics (Lin 2004) share: precision and recall of pairs to one F-score per segment.

Two ways with several references are in use. The caption metrics, and so the E2E challenge, take the best precision and
the best recall, which may come from two different references, and weigh recall more. The rouge-score package takes the
reference with the best F-score. The corpus score is the mean over segments in both; rouge-score's own aggregate is the
median of random resamples of that mean, hence a little different from run to run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from genchal.domain import Case, Pairs, setting
from genchal.metrics._means import MeanMetric
from genchal.text.arrays.ragged import FloatArray, IntArray, ratio

Best = Literal["pr", "f"]


@dataclass(frozen=True, slots=True)
class RougeMetric(MeanMetric):
    """F-scores over the references; the metrics differ in what they count as common."""

    tok: str = setting("rouge", "Tokeniser; rouge and, with its stemmer, rouge-stem are rouge-score's.")
    case: Case = setting("lower", "Whether case matters (mixed) or not (lower); never with rouge.")
    beta: float = setting(1.0, "Weight of recall; 1.2 in the caption metrics.", low=0, open_low=True)
    best: Best = setting(
        "f", "Best reference: for precision and recall separately (pr), or for F (f, as in rouge-score)."
    )

    def fields(self) -> dict[str, str]:
        """Settings as signatures show them; the caption metrics' way with references goes without saying."""
        shown = super(RougeMetric, self).fields()
        return {name: value for name, value in shown.items() if (name, value) != ("best", "pr")}

    def over_references(self, pairs: Pairs, common: IntArray, outputs: IntArray, references: IntArray) -> FloatArray:
        """F-score of every segment, from what its pairs have in common and what the two sides have; else NaN."""
        precision, recall = ratio(common, outputs), ratio(common, references)
        if self.best == "f":
            return pairs.best(self._f(precision, recall))
        return self._f(pairs.best(precision), pairs.best(recall))

    def _f(self, precision: FloatArray, recall: FloatArray) -> FloatArray:
        weight = self.beta**2
        return ratio((1 + weight) * precision * recall, recall + weight * precision)
