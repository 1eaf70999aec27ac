"""Cosine of the vectors that a sentence encoder has for output and reference.

nlg-eval's measure of this kind uses skip-thought vectors (Kiros et al. 2015), whose weights are no longer available:
this is the same comparison with another encoder, which the signature names.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Batch, Card, Rows
from genchal.metrics._cosines import cosines
from genchal.metrics._encoded import EncoderMetric
from genchal.metrics._means import with_count


@dataclass(frozen=True, slots=True)
class SentenceCosine(EncoderMetric):
    """Cosine of the vectors of output and reference, the best over references; an output without a vector scores 0."""

    name: ClassVar[str] = "sentence_cosine"
    version: ClassVar[int] = 1
    card: ClassVar[Card] = Card(
        measures="How close in meaning an output is to a reference, as far as a sentence encoder can tell.",
        low=-1.0,
        published=(
            "None for these encoders. Ours for the 21 primary systems of the E2E challenge: 0.647 to 0.824 with lsa "
            "(TGen 0.8207), 0.920 to 0.968 with all-MiniLM-L6-v2 (TGen 0.9659), which takes three minutes on one core "
            "the first time and seconds from then on."
        ),
        limits=(
            "As good as the encoder, which the signature names; scores of different ones cannot be compared, and none "
            "of them are the skip-thought scores of nlg-eval. With lsa they depend on the references, and words that "
            "no reference has count nothing. Models look at the beginning of long texts only."
        ),
        citation=(
            "Sharma et al. (2017), Relevance of Unsupervised Metrics in Task-Oriented Dialogue for Evaluating Natural "
            "Language Generation, for the form; Deerwester et al. (1990), Indexing by Latent Semantic Analysis; "
            "Reimers and Gurevych (2019), Sentence-BERT."
        ),
    )

    def measure(self, batch: Batch) -> Rows:
        """Return one row (score, 1) per segment."""
        pairs = batch.tokens("none").pairs()  # for who refers to which; what words are is the encoder's business
        vectors = self.resource("encoder").encode(batch.texts).astype(np.float64)
        return with_count(pairs.best(cosines(vectors, pairs.output, pairs.reference)))
