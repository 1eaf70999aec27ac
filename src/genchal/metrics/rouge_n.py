"""ROUGE-1 and ROUGE-2 (Lin 2004): words and pairs of words, as the rouge-score package counts them.

The two share their rows, which are measured once for both. A word (or pair) matches at most as often as the
reference has it. The caption metrics' way with several references is ``tok=ptb:beta=1.2:best=pr``.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Batch, Rows
from genchal.metrics._means import with_count
from genchal.metrics._rouge import RougeMetric
from genchal.text.overlap.pair_ngrams import common_ngrams

ORDERS = (1, 2)


class RougeN(RougeMetric):
    """N-gram F-scores of all orders in one row, which is measured once."""

    __slots__ = ()

    family: ClassVar[str] = "rouge_n"

    def measure(self, batch: Batch) -> Rows:
        """Return one row per segment: F of every order, and 1."""
        tokens, which = batch.tokens(self.tok, self.case).distinct()
        pairs = tokens.pairs()
        common = common_ngrams(tokens.texts, tokens.output, tokens.groups, tokens.group, ORDERS[-1])
        scores = [
            self.over_references(
                pairs,
                common[:, order - 1].astype(np.int64),
                np.maximum(pairs.output_lengths - order + 1, 0),
                np.maximum(pairs.reference_lengths - order + 1, 0),
            )
            for order in ORDERS
        ]
        return with_count(*scores)[which]


@dataclass(frozen=True, slots=True)
class Rouge1(RougeN):
    """F-score of single words; an empty output scores 0, no reference means not scored."""

    name: ClassVar[str] = "rouge_1"
    version: ClassVar[int] = 1
    column: ClassVar[int] = 0


@dataclass(frozen=True, slots=True)
class Rouge2(RougeN):
    """F-score of pairs of neighbouring words; an empty output and one of a single word score 0."""

    name: ClassVar[str] = "rouge_2"
    version: ClassVar[int] = 1
    column: ClassVar[int] = 1
