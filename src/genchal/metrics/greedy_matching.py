"""Greedy matching (Rus and Lintean 2012) over word vectors, as nlg-eval computes it (Sharma et al. 2017)."""

from dataclasses import dataclass
from typing import ClassVar

from genchal.domain import Pairs
from genchal.metrics._cosines import greedy_matches, unit
from genchal.metrics._word_vectors import Known, WordVectorMetric
from genchal.text.arrays.ragged import FloatArray


@dataclass(frozen=True, slots=True)
class GreedyMatching(WordVectorMetric):
    """Mean cosine of each word with the most similar word of the other text, both ways; the best over references.

    The two directions, from output to reference and back, are averaged. An output without known words scores 0, and so
    does any output where the references have none.
    """

    name: ClassVar[str] = "greedy_matching"
    version: ClassVar[int] = 1

    def similarities(self, known: Known, pairs: Pairs) -> FloatArray:
        """Means of both directions."""
        matches = greedy_matches(known.tokens, known.texts, unit(known.vectors))
        return (matches.precision + matches.recall) / 2
