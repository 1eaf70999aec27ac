"""ROUGE-1 and ROUGE-2 (Lin 2004): words and pairs of words, as the rouge-score package counts them.

The two share their rows, which are measured once for both. A word (or pair) matches at most as often as the
reference has it. The caption metrics' way with several references is ``tok=ptb:beta=1.2:best=pr``.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Batch, Card, Case, Rows, Scores, Totals
from genchal.metrics._means import mean, with_count
from genchal.metrics._rouge import Best, Rouge
from genchal.metrics._segments import distinct
from genchal.text.overlap.pair_ngrams import common_ngrams

ORDERS = (1, 2)


class RougeN(Rouge):
    """N-gram F-scores of all orders in one row."""

    __slots__ = ()

    order: ClassVar[int]

    def measure(self, batch: Batch) -> Rows:
        """Return one row per segment: F of every order, and 1."""
        tokens, which = distinct(batch.tokens(self.tok, self.case))
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

    def summarise(self, totals: Totals) -> Scores:
        """Mean of the segment scores of this order."""
        return mean(totals, self.order - 1)

    def identity(self) -> str:
        """The same for all orders: their rows are the same."""
        return super().identity().replace(self.name, "rouge_n", 1)


@dataclass(frozen=True, slots=True)
class Rouge1(RougeN):
    """F-score of single words; an empty output scores 0, no reference means not scored."""

    name: ClassVar[str] = "rouge_1"
    version: ClassVar[int] = 1
    order: ClassVar[int] = 1
    card: ClassVar[Card] = Card(
        measures="How many of a reference's words an output has, and the reverse.",
        low=0.0,
        high=1.0,
        published="No campaign reproduced here used it; equal to rouge-score 0.1.2 on E2E and UD texts to 1e-9.",
        limits=(
            "Order does not count, so a shuffled text is as good as the original. The default tokens are those of "
            "the rouge-score package, which sees only the letters a to z and digits: not for languages that use others."
        ),
        citation="Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries.",
    )

    tok: str = "rouge"  # tokeniser; rouge is that of the rouge-score package, rouge-stem the same with its stemmer
    case: Case = "lower"  # lower: upper and lower case are the same; those of rouge always are
    beta: float = 1.0  # weight of recall: 1 in rouge-score, 1.2 in the caption metrics
    best: Best = "f"  # over references: precision and recall each by itself (captions), or f as a whole (rouge-score)


@dataclass(frozen=True, slots=True)
class Rouge2(RougeN):
    """F-score of pairs of neighbouring words; an empty output and one of a single word score 0."""

    name: ClassVar[str] = "rouge_2"
    version: ClassVar[int] = 1
    order: ClassVar[int] = 2
    card: ClassVar[Card] = Card(
        measures="How many of a reference's pairs of neighbouring words an output has, and the reverse.",
        low=0.0,
        high=1.0,
        published="No campaign reproduced here used it; equal to rouge-score 0.1.2 on E2E and UD texts to 1e-9.",
        limits=(
            "Knows neither synonyms nor meaning, and a text of one word scores 0 even against itself. The default "
            "tokens are those of the rouge-score package, which sees only the letters a to z and digits: not for "
            "languages that use others."
        ),
        citation="Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries.",
    )

    tok: str = "rouge"  # tokeniser; rouge is that of the rouge-score package, rouge-stem the same with its stemmer
    case: Case = "lower"  # lower: upper and lower case are the same; those of rouge always are
    beta: float = 1.0  # weight of recall: 1 in rouge-score, 1.2 in the caption metrics
    best: Best = "f"  # over references: precision and recall each by itself (captions), or f as a whole (rouge-score)
