"""Greedy matching on an encoder's token vectors, as BERTScore does it (Zhang et al. 2020)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from genchal.domain import Batch, Card, Rows
from genchal.domain.embeddings import TokenEncoder
from genchal.errors import InvalidInput
from genchal.metrics._cosines import greedy_matches, unit
from genchal.metrics._encoded import EncoderMetric
from genchal.metrics._means import with_count
from genchal.text.arrays.ragged import ratio


def _card(measures: str, published: str) -> Card:
    return Card(
        measures=measures,
        low=-1.0,
        published=f"None for these encoders. Ours for the 21 primary systems of the E2E challenge: {published}.",
        limits=(
            "As good as the encoder, which the signature names. Not BERTScore's numbers: that takes the layer that "
            "suits it best, may weigh words by how rare they are, and may match the marks around a text. With lsa a "
            "token has the same vector wherever it stands. Models look at the beginning of long texts only."
        ),
        citation="Zhang et al. (2020), BERTScore: Evaluating Text Generation with BERT.",
    )


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
    card: ClassVar[Card] = _card(
        "Whether every token of an output has a counterpart of similar meaning in a reference, and vice versa.",
        "0.856 to 0.936 with lsa (TGen 0.9334), 0.874 to 0.935 with all-MiniLM-L6-v2 (TGen 0.9302)",
    )

    def equipped(self, resources: Mapping[str, Any]) -> Self:
        """Take the encoder; refuse one that has no vectors for tokens."""
        encoder = resources.get("encoder")
        if encoder is not None and not isinstance(encoder, TokenEncoder):
            raise InvalidInput(
                f"encoder '{encoder.name}' has no vectors for tokens", "Choose another one, or score sentence_cosine."
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
    card: ClassVar[Card] = _card(
        "Whether every token of an output has a counterpart of similar meaning in a reference.",
        "0.849 to 0.977 with lsa (TGen 0.9539), 0.885 to 0.946 with all-MiniLM-L6-v2 (TGen 0.9358)",
    )


@dataclass(frozen=True, slots=True)
class TokenMatchingRecall(TokenMatching):
    """Mean cosine of a reference's tokens with the most similar token of the output, the best over references."""

    name: ClassVar[str] = "token_matching.recall"
    column: ClassVar[int] = 1
    card: ClassVar[Card] = _card(
        "Whether every token of a reference has a counterpart of similar meaning in the output.",
        "0.850 to 0.936 with lsa (TGen 0.9278), 0.840 to 0.937 with all-MiniLM-L6-v2 (TGen 0.9300)",
    )
