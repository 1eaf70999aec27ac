"""What the metrics over sentence encoders have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from genchal.domain import Batch, Case, Metric, Scores, Totals
from genchal.domain.embeddings import SentenceEncoder
from genchal.errors import InvalidInput
from genchal.metrics._lsa import LSA, LsaEncoder, check_dims, lsa_name, references_of
from genchal.metrics._means import mean
from genchal.text.words.lsa import Documents, fit, merged


@dataclass(frozen=True, slots=True)
class EncoderMetric(Metric):
    """Similarity of an output to the reference that is most like it; the corpus score is the mean over segments."""

    encoder: str = LSA  # lsa: made from the references; or a folder with a transformers model, or a package with one
    dims: int = 100  # dimensions of lsa, where there are as many
    tok: str = "ptb"  # tokeniser of lsa; models bring their own
    case: Case = "lower"  # of lsa; lower: upper and lower case are the same
    _encoder: SentenceEncoder | None = field(default=None, repr=False, compare=False)

    @property
    def is_informed_by_corpus(self) -> bool:  # type: ignore[override]
        """Whether vectors are made from the references."""
        return self.encoder == LSA

    def check(self) -> None:
        """Refuse settings that mean nothing."""
        check_dims(self.name, self.dims)
        if not self.encoder:
            raise InvalidInput(
                f"setting 'encoder' of metric '{self.name}' is empty", "Name a folder or a package, or write lsa."
            )

    def needs(self) -> Mapping[str, str]:
        """Ask for the encoder."""
        return {} if self.encoder == LSA else {"encoder": self.encoder}

    def equipped(self, resources: Mapping[str, Any]) -> Self:
        """Take the encoder."""
        return replace(self, _encoder=resources.get("encoder"))

    def survey(self, batch: Batch) -> Documents:
        """Read the references."""
        return references_of(batch, self.tok, self.case)

    def informed(self, surveys: Iterable[Documents]) -> Self:
        """Make an encoder from all references."""
        return replace(self, _encoder=LsaEncoder(fit(merged(surveys), self.dims), self.dims, self.tok, self.case))

    def state(self) -> str:
        """Fingerprint of the encoder."""
        return self._encoder.fingerprint if self._encoder else ""

    def fields(self) -> dict[str, str]:
        """Settings, with the name of the encoder, and of a model the beginning of its fingerprint."""
        fields = super(EncoderMetric, self).fields()
        del fields["dims"]
        if self.encoder == LSA:
            return fields | {"encoder": lsa_name(self.dims)}
        del fields["tok"], fields["case"]
        return fields | ({"encoder": f"{self._encoder.name}#{self._encoder.fingerprint[:8]}"} if self._encoder else {})

    def summarise(self, totals: Totals) -> Scores:
        """Mean of the segment scores."""
        return mean(totals)

    def own_encoder(self) -> SentenceEncoder:
        """The encoder, which must have been brought."""
        if self._encoder is None:
            raise InvalidInput(
                f"metric '{self.name}' was given no encoder",
                "Pass what genchal.resources.encoders.load_encoder returns to equipped(), or call fitted().",
            )
        return self._encoder
