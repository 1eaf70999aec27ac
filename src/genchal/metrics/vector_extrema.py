"""Vector extrema (Forgues et al. 2014): the cosine of the most extreme values of word vectors, as in nlg-eval."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from genchal.domain import Pairs, setting
from genchal.metrics._cosines import CELLS, cosines
from genchal.metrics._word_vectors import Known, WordVectorMetric
from genchal.text.arrays.ragged import FloatArray, Ragged

Extreme = Literal["farthest", "nlg-eval"]


@dataclass(frozen=True, slots=True)
class VectorExtrema(WordVectorMetric):
    """Cosine of vectors that have, in each dimension, the value farthest from 0 among a text's words; best reference.

    Of two values as far from 0 the negative one is taken. An output without known words scores 0, and so does any
    output where the references have none.
    """

    name: ClassVar[str] = "vector_extrema"
    version: ClassVar[int] = 1

    extreme: Extreme = setting("farthest", "Farthest from 0; nlg-eval has 0 where the smallest value is 0.")

    def similarities(self, known: Known, pairs: Pairs) -> FloatArray:
        """Cosines of the extremes."""
        return cosines(_extremes(known.texts, known.vectors, self.extreme), pairs.output, pairs.reference)


def _extremes(texts: Ragged, vectors: FloatArray, extreme: Extreme) -> FloatArray:
    """The most extreme values of every text, a line each; 0 throughout where it has no words."""
    result = np.zeros((len(texts), vectors.shape[1]))
    filled = np.flatnonzero(texts.lengths > 0)
    ends = texts.offsets[filled + 1] if len(filled) else np.zeros(0, dtype=np.int64)
    step = max(1, CELLS // max(vectors.shape[1], 1))
    start = 0
    while start < len(filled):
        begin = texts.offsets[filled[start]]
        stop = max(int(np.searchsorted(ends, begin + step, side="right")), start + 1)
        values = vectors[texts.values[begin : ends[stop - 1]]]
        places = texts.offsets[filled[start:stop]] - begin
        high, low = np.maximum.reduceat(values, places, axis=0), np.minimum.reduceat(values, places, axis=0)
        chosen = np.where(high > -low, high, low)
        result[filled[start:stop]] = np.where(low == 0, 0.0, chosen) if extreme == "nlg-eval" else chosen
        start = stop
    return result
