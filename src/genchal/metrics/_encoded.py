"""What the metrics over sentence encoders have in common."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from genchal.domain import Case, setting
from genchal.domain.embeddings import SentenceEncoder
from genchal.metrics._lsa import LSA, MOST, LsaEncoder, LsaMetric
from genchal.text.words.lsa import Documents, fit_lsa, merge_documents


@dataclass(frozen=True, slots=True)
class EncoderMetric(LsaMetric):
    """Similarity of an output to the reference that is most like it; the corpus score is the mean over segments."""

    kind: ClassVar[str] = "encoder"
    extra: ClassVar[str] = "embeddings"

    encoder: str = setting(
        LSA, "Encoder: made from the references (lsa), or a folder or package with a transformers model."
    )
    dims: int = setting(100, "Number of dimensions of lsa, if there are that many.", low=1, high=MOST)
    tok: str = setting("ptb", "Tokeniser of lsa; models bring their own.")
    case: Case = setting("lower", "For lsa: whether case matters (mixed) or not (lower).")
    _encoder: SentenceEncoder | None = field(default=None, repr=False, compare=False)

    def informed(self, surveys: Iterable[Documents]) -> Self:
        """Make an encoder from all references."""
        return replace(
            self, _encoder=LsaEncoder(fit_lsa(merge_documents(surveys), self.dims), self.dims, self.tok, self.case)
        )

    def fields(self) -> dict[str, str]:
        """Settings; tokens and case are those of lsa."""
        fields = super(EncoderMetric, self).fields()
        own = () if self.is_informed_by_corpus else ("tok", "case")
        return {name: value for name, value in fields.items() if name not in own}
