"""Vectors from the references themselves (`text.words.lsa`): what metrics of meaning use unless others are named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Batch, Case
from genchal.domain.embeddings import Matrix, TokenVectors
from genchal.errors import InvalidInput
from genchal.metrics._means import MeanMetric
from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import Encoded, encode
from genchal.text.words.lsa import Documents, Lsa

LSA = "lsa"
MOST = 2000  # dimensions


class LsaMetric(MeanMetric):
    """Compares vectors of a `kind` that a setting of that name chooses: made from the references (lsa), or brought."""

    __slots__ = ()

    kind: ClassVar[str]

    dims: int
    tok: str
    case: Case

    @property
    def is_informed_by_corpus(self) -> bool:  # type: ignore[override]
        """Whether vectors are made from the references."""
        return getattr(self, self.kind) == LSA  # type: ignore[no-any-return]

    def check(self) -> None:
        """Refuse settings that mean nothing."""
        if not getattr(self, self.kind):
            raise InvalidInput(f"setting '{self.kind}' of metric '{self.name}' is empty", "Write lsa, or leave it out.")

    def needs(self) -> Mapping[str, str]:
        """Ask for the vectors that are not made here."""
        return {} if self.is_informed_by_corpus else {self.kind: getattr(self, self.kind)}

    def survey(self, batch: Batch) -> Documents:
        """The references of all segments, as often as they are there."""
        tokens = batch.tokens(self.tok, self.case)
        return Documents(tuple(tokens.encoded.vocabulary), tokens.texts.take(tokens.pairs().reference))

    def state(self) -> str:
        """Fingerprint of the vectors."""
        found = getattr(self, f"_{self.kind}")
        return found.fingerprint if found else ""

    def fields(self) -> dict[str, str]:
        """Settings, with the name of the vectors, and of those that were brought the beginning of their fingerprint."""
        fields = super().fields()
        del fields["dims"]
        if self.is_informed_by_corpus:
            return fields | {self.kind: lsa_name(self.dims)}
        found = getattr(self, f"_{self.kind}")
        return fields | ({self.kind: f"{found.name}#{found.fingerprint[:8]}"} if found else {})


def lsa_name(dims: int) -> str:
    """The name that signatures show: what was done, with how many dimensions, to what."""
    return f"{LSA}-{dims}-refs"


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
