"""METEOR's formula (Denkowski and Lavie 2014): from counts to a score.

A row of counts has the words of output and reference, the function words among them, for every matcher the content
words and function words that it matched on either side, and the number of chunks.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import FloatArray, ratio

LENGTHS = 4  # columns before those of the matchers: words and function words of output and reference
PER_MATCHER = 4  # columns of a matcher: content words of output and reference, function words of output and reference


@dataclass(frozen=True, slots=True)
class Formula:
    """The parameters: a weight for every matcher, and how precision, recall, chunks and function words count."""

    weights: tuple[float, ...]
    alpha: float
    beta: float
    gamma: float
    delta: float

    @property
    def columns(self) -> int:
        """Length of a row."""
        return LENGTHS + PER_MATCHER * len(self.weights) + 1

    def scores(self, rows: FloatArray) -> FloatArray:
        """Score rows, or sums of rows (any leading axes); 0 where nothing matches."""
        content, function = self.delta, 1 - self.delta
        words, functions = rows[..., 0:2], rows[..., 2:4]
        lengths = content * (words - functions) + function * functions
        matched = rows[..., LENGTHS:-1].reshape(*rows.shape[:-1], len(self.weights), PER_MATCHER)
        sums = np.zeros_like(lengths)
        for kind, share in ((slice(0, 2), content), (slice(2, 4), function)):  # summed in the original's order
            for number, weight in enumerate(self.weights):
                sums = sums + matched[..., number, kind] * weight * share
        precision, recall = np.moveaxis(ratio(sums, lengths), -1, 0)
        fragmentation = ratio(rows[..., -1], matched.sum(axis=(-1, -2)) / 2)
        return self.combined(precision, recall, fragmentation)

    def combined(self, precision: FloatArray, recall: FloatArray, fragmentation: FloatArray) -> FloatArray:
        """Weighted harmonic mean of precision and recall, less the penalty for fragmentation."""
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = 1 / ((1 - self.alpha) / precision + self.alpha / recall)
            penalty = self.gamma * fragmentation**self.beta
        score = np.where((precision > 0) & (recall > 0), mean * (1 - penalty), 0.0)
        return np.where(np.isnan(precision + recall), np.nan, np.maximum(score, 0.0))


def is_perfect(rows: FloatArray) -> NDArray[np.bool_]:
    """Whether everything matched in one chunk; such a segment counts as not fragmented at all."""
    matched = np.stack([rows[..., LENGTHS + side : -1 : 2].sum(axis=-1) for side in (0, 1)], axis=-1)
    perfect: NDArray[np.bool_] = (matched == rows[..., 0:2]).all(axis=-1) & (rows[..., -1] == 1)
    return perfect
