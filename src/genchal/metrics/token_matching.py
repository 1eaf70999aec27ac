"""Greedy matching on an encoder's token vectors, as BERTScore does it (Zhang et al. 2020)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from genchal.domain import Batch, Rows
from genchal.domain.embeddings import TokenEncoder
from genchal.errors import InvalidInput
from genchal.metrics._cosines import greedy_matches, unit
from genchal.metrics._encoded import EncoderMetric
from genchal.metrics._means import with_count
from genchal.text.arrays.ragged import ratio


@dataclass(frozen=True, slots=True)
class TokenMatching(EncoderMetric):
    """Harmonic mean of the precision and recall of matched tokens, the best over references.

    Precision is the mean cosine of an output's tokens with the most similar token of a reference, recall that of the
    reference's tokens. An output without tokens scores 0.
    """

    name: ClassVar[str] = "token_matching"
    family: ClassVar[str] = "token_matching"
    version: ClassVar[int] = 1
    column: ClassVar[int] = 2

    def equipped(self, resources: Mapping[str, Any]) -> Self:
        """Take the encoder; refuse one that has no vectors for tokens."""
        encoder = resources.get("encoder")
        if encoder is not None and not isinstance(encoder, TokenEncoder):
            raise InvalidInput(
                f"encoder '{encoder.name}' has no vectors for tokens", "Choose another encoder, or use sentence_cosine."
            )
        return super(TokenMatching, self).equipped(resources)

    def measure(self, batch: Batch) -> Rows:
        """Return one row (precision, recall, F, 1) per segment, each of the three its best over the references."""
        encoder = self.resource("encoder")
        if not isinstance(encoder, TokenEncoder):
            raise TypeError(f"{encoder.name} has no vectors for tokens")
        vectors, texts = encoder.encode_tokens(batch.texts)
        tokens = batch.tokens("none")  # for who refers to which; what words are is the encoder's business
        precision, recall = greedy_matches(tokens, texts, unit(vectors.astype(np.float64)))
        together = np.where((precision > 0) & (recall > 0), ratio(2 * precision * recall, precision + recall), 0.0)
        best = tokens.pairs().best
        return with_count(best(precision), best(recall), best(together))


@dataclass(frozen=True, slots=True)
class TokenMatchingPrecision(TokenMatching):
    """Mean cosine of an output's tokens with the most similar token of a reference, the best over references."""

    name: ClassVar[str] = "token_matching.precision"
    column: ClassVar[int] = 0


@dataclass(frozen=True, slots=True)
class TokenMatchingRecall(TokenMatching):
    """Mean cosine of a reference's tokens with the most similar token of the output, the best over references."""

    name: ClassVar[str] = "token_matching.recall"
    column: ClassVar[int] = 1
