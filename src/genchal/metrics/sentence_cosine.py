"""Cosine of the vectors that a sentence encoder has for output and reference.

nlg-eval's measure of this kind uses skip-thought vectors (Kiros et al. 2015), whose weights are no longer available:
this is the same comparison with another encoder, which the signature names.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Batch, Rows
from genchal.metrics._cosines import cosines
from genchal.metrics._encoded import EncoderMetric
from genchal.metrics._means import with_count


@dataclass(frozen=True, slots=True)
class SentenceCosine(EncoderMetric):
    """Cosine of the vectors of output and reference, the best over references; an output without a vector scores 0."""

    name: ClassVar[str] = "sentence_cosine"
    version: ClassVar[int] = 1

    def measure(self, batch: Batch) -> Rows:
        """Return one row (score, 1) per segment."""
        pairs = batch.tokens("none").pairs()  # for who refers to which; what words are is the encoder's business
        vectors = self.resource("encoder").encode(batch.texts).astype(np.float64)
        return with_count(pairs.best(cosines(vectors, pairs.output, pairs.reference)))
