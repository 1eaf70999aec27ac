"""Vectors from the references themselves (`text.lsa`): what the metrics of meaning use unless told otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from genchal.domain import Batch, Case
from genchal.domain.embeddings import Matrix, TokenVectors
from genchal.errors import InvalidInput
from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import Encoded, encode
from genchal.text.words.lsa import Documents, Lsa

LSA = "lsa"
MOST = 2000  # dimensions


def lsa_name(dims: int) -> str:
    """The name that signatures show: what was done, with how many dimensions, to what."""
    return f"{LSA}-{dims}-refs"


def check_dims(metric: str, dims: int) -> None:
    """Refuse numbers of dimensions that mean nothing."""
    if not 1 <= dims <= MOST:
        raise InvalidInput(
            f"setting 'dims' of metric '{metric}' cannot be {dims}", f"Choose 1 to {MOST}; 100 is usual."
        )


def references_of(batch: Batch, tok: str, case: Case) -> Documents:
    """The references of all segments, as often as they are there."""
    tokens = batch.tokens(tok, case)
    return Documents(tokens.encoded.vocabulary, tokens.texts.take(tokens.pairs().reference))


@dataclass(frozen=True, slots=True)
class LsaEncoder:
    """Folds texts in; its tokens are the words that the references have, with their vectors as words."""

    lsa: Lsa
    dims: int
    tok: str
    case: Case

    @property
    def name(self) -> str:
        """As in signatures."""
        return lsa_name(self.dims)

    @property
    def fingerprint(self) -> str:
        """That of the references."""
        return self.lsa.digest

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Vectors of texts; all zero where no word is in the references."""
        encoded = self._encoded(texts)
        return self.lsa.folded(encoded.vocabulary, encoded.tokens).astype(np.float32)

    def encode_tokens(self, texts: Sequence[str]) -> TokenVectors:
        """Vectors of the words that the references have."""
        encoded = self._encoded(texts)
        place = {word: number for number, word in enumerate(self.lsa.words)}
        numbers = np.array([place.get(word, -1) for word in encoded.vocabulary], dtype=np.int32)
        return TokenVectors(self.lsa.word_vectors().astype(np.float32), encoded.tokens.renumbered(numbers))

    def _encoded(self, texts: Sequence[str]) -> Encoded:
        return encode(texts, TOKENISERS[self.tok](), lower=self.case == "lower")
