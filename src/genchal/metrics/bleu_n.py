"""BLEU-1 to BLEU-4 as the image-caption metrics and nlg-eval report them.

Cumulative BLEU up to order 1, 2, 3 and 4, from one count of n-grams; the reference length is the closest one. Nothing
is smoothed, but 1e-15 is added to matches and 1e-9 to n-grams, so that every score is defined, as in the original
program. Defaults are those of nlg-eval (Sharma et al. 2017), which splits at white space and keeps case;
``tok=ptb:case=lower`` is what the caption challenge does.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Batch, Case, Metric, Rows, Scores, Totals, setting
from genchal.metrics._captions import caption_tokens
from genchal.metrics.bleu import ngram_rows

ORDER = 4
TINY, SMALL = 1e-15, 1e-9


@dataclass(frozen=True, slots=True)
class Bleu1(Metric):
    """Share of an output's words that occur in a reference, with brevity penalty; an empty output scores 0."""

    name: ClassVar[str] = "bleu_1"
    family: ClassVar[str] = "bleu_n"
    version: ClassVar[int] = 1
    perfect: ClassVar[float | None] = 1.0
    order: ClassVar[int] = 1

    tok: str = setting("none", "Tokeniser.")
    case: Case = setting("mixed", "Whether case matters (mixed) or not (lower).")

    def measure(self, batch: Batch) -> Rows:
        """Return one row per segment: matches of each order, n-grams of each order, output and reference length."""
        return ngram_rows(caption_tokens(batch, self.tok, self.case), ORDER)

    def summarise(self, totals: Totals) -> Scores:
        """Geometric mean of the precisions up to the order, times the brevity penalty."""
        matches, grams = totals[..., : self.order], totals[..., ORDER : ORDER + self.order]
        precision = ((matches + TINY) / (grams + SMALL)).prod(axis=-1) ** (1 / self.order)
        relative = np.minimum((totals[..., -2] + TINY) / (totals[..., -1] + SMALL), 1.0)
        scores: Scores = precision * np.exp(1 - 1 / relative)
        return scores


@dataclass(frozen=True, slots=True)
class Bleu2(Bleu1):
    """Geometric mean of n-gram precisions up to 2, with brevity penalty; an empty output scores 0."""

    name: ClassVar[str] = "bleu_2"
    perfect: ClassVar[float | None] = None  # a text shorter than the order has no n-grams to match
    order: ClassVar[int] = 2


@dataclass(frozen=True, slots=True)
class Bleu3(Bleu2):
    """Geometric mean of n-gram precisions up to 3, with brevity penalty; an empty output scores 0."""

    name: ClassVar[str] = "bleu_3"
    order: ClassVar[int] = 3


@dataclass(frozen=True, slots=True)
class Bleu4(Bleu2):
    """Geometric mean of n-gram precisions up to 4, with brevity penalty; an empty output scores 0."""

    name: ClassVar[str] = "bleu_4"
    order: ClassVar[int] = 4
