"""DIST, the inverse normalised edit distance of the Surface Realisation tasks (Mille et al. 2018).

The report's form, which is the default: character edits divided by the characters of the reference, taken from 1, and
the mean over sentences. The organisers' script pools instead: all edits divided by the sum of the longer lengths.
Two versions of it circulate, one that edits words (``tok=none:over=longest:corpus=sum``, the earlier one) and one that
edits characters (``over=longest:corpus=sum``).
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from genchal.domain import Batch, Case, Metric, Pairs, Rows, Scores, Totals, setting
from genchal.domain.metric import Each
from genchal.metrics._means import first_best, mean, mean_rows, means, with_count
from genchal.text.arrays.ragged import FloatArray, IntArray, ratio
from genchal.text.overlap.subsequence import edit_distances


@dataclass(frozen=True, slots=True)
class Dist(Metric):
    """1 minus edits over length; an empty output scores 0, and so does any output where the reference is empty."""

    name: ClassVar[str] = "dist"
    version: ClassVar[int] = 1
    perfect: ClassVar[float | None] = 1.0  # of two empty texts, too

    tok: str = setting("string", "What is edited: characters (string, verbatim) or words (none, ...).")
    case: Case = setting("lower", "Whether case matters (mixed) or not (lower).")
    over: Literal["reference", "longest"] = setting("reference", "Length that edits are divided by.")
    corpus: Literal["mean", "sum"] = setting("mean", "Mean over segments, or all edits over the sum of all lengths.")
    each: Each = setting("best", "With several references: the one with the best score, or the mean over all.")

    def measure(self, batch: Batch) -> Rows:
        """Return one row per segment: (score, 1), or (edits, length, 1) where lengths are summed."""
        pairs = batch.tokens(self.tok, self.case).pairs()
        edits = edit_distances(pairs.texts, pairs.output, pairs.reference)
        lengths = pairs.reference_lengths
        if self.over == "longest":
            lengths = np.maximum(lengths, pairs.output_lengths)
        if self.corpus == "mean":
            return mean_rows(pairs, _scores(edits, lengths), self.each, self.higher_is_better)
        return self._sums(pairs, edits, lengths)

    def summarise(self, totals: Totals) -> Scores:
        """Mean over segments, or 1 minus the share of edits; NaN for the sum of no rows."""
        if self.corpus == "mean":
            return mean(totals)
        return np.where(totals[..., 2] > 0, _scores(totals[..., 0], totals[..., 1]), np.nan)

    def _sums(self, pairs: Pairs, edits: IntArray, lengths: IntArray) -> Rows:
        if self.each == "mean":
            return with_count(means(pairs, edits), means(pairs, lengths))
        chosen = first_best(pairs, _scores(edits, lengths))
        sums = np.full((2, len(pairs.offsets) - 1), np.nan)
        sums[:, np.diff(pairs.offsets) > 0] = edits[chosen], lengths[chosen]
        return with_count(*sums)


def _scores(edits: FloatArray | IntArray, lengths: FloatArray | IntArray) -> FloatArray:
    """1 minus edits over length; where there is no length, 1 without edits and 0 with any."""
    return np.where(lengths > 0, 1.0 - ratio(edits, lengths), np.where(edits > 0, 0.0, 1.0))
