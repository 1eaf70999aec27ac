"""Embedding average: the cosine of the means of word vectors, as nlg-eval computes it (Sharma et al. 2017)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Pairs
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

    def similarities(self, known: Known, pairs: Pairs) -> FloatArray:
        """Cosines of the sums of vectors, whose directions are those of the means."""
        from scipy.sparse import csr_array

        texts = known.texts
        shape = (len(texts), len(known.vectors))
        sums = csr_array((np.ones(len(texts.values)), texts.values, texts.offsets), shape=shape) @ known.vectors
        return cosines(sums, pairs.output, pairs.reference)
