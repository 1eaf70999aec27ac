"""What the metrics over word vectors have in common (Liu et al. 2016; Sharma et al. 2017)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Self

import numpy as np

from genchal.domain import Batch, Case, Metric, Pairs, Rows, Scores, Tokens, Totals
from genchal.domain.embeddings import WordVectors
from genchal.errors import InvalidInput
from genchal.metrics._lsa import LSA, check_dims, lsa_name, references_of
from genchal.metrics._means import mean, with_count
from genchal.text.arrays.ragged import FloatArray, Ragged
from genchal.text.words.lsa import Documents, fit, merged

Unknown = Literal["skip", "mean"]


class Known(NamedTuple):
    """Texts as numbers of vectors: those of the words that have one."""

    tokens: Tokens
    texts: Ragged
    vectors: FloatArray


@dataclass(frozen=True, slots=True)
class WordVectorMetric(Metric):
    """Similarity of an output to the reference that is most like it; the corpus score is the mean over segments."""

    vectors: str = LSA  # lsa: made from the references; or a file: GloVe, word2vec, fastText, .npz, wink
    dims: int = 100  # dimensions of lsa, where there are as many
    unknown: Unknown = "mean"  # words without a vector: mean of all vectors, as in nlg-eval, or skip: left out
    tok: str = "ptb"  # tokeniser
    case: Case = "lower"  # lower: upper and lower case are the same
    _words: WordVectors | None = field(default=None, repr=False, compare=False)

    @property
    def is_informed_by_corpus(self) -> bool:  # type: ignore[override]
        """Whether vectors are made from the references."""
        return self.vectors == LSA

    def check(self) -> None:
        """Refuse settings that mean nothing."""
        check_dims(self.name, self.dims)
        if not self.vectors:
            raise InvalidInput(f"setting 'vectors' of metric '{self.name}' is empty", "Name a file, or write lsa.")

    def needs(self) -> Mapping[str, str]:
        """Ask for the file of vectors."""
        return {} if self.vectors == LSA else {"vectors": self.vectors}

    def equipped(self, resources: Mapping[str, Any]) -> Self:
        """Take the vectors."""
        return replace(self, _words=resources.get("vectors"))

    def survey(self, batch: Batch) -> Documents:
        """Read the references."""
        return references_of(batch, self.tok, self.case)

    def informed(self, surveys: Iterable[Documents]) -> Self:
        """Make vectors from all references."""
        lsa = fit(merged(surveys), self.dims)
        made = WordVectors.of(lsa_name(self.dims), lsa.digest, lsa.words, lsa.word_vectors())
        return replace(self, _words=made)

    def state(self) -> str:
        """Fingerprint of the vectors."""
        return self._words.fingerprint if self._words else ""

    def fields(self) -> dict[str, str]:
        """Settings, with the name of the vectors, and of a file the beginning of its fingerprint."""
        fields = super(WordVectorMetric, self).fields()
        del fields["dims"]
        if self.vectors == LSA:
            return fields | {"vectors": lsa_name(self.dims)}
        return fields | ({"vectors": f"{self._words.name}#{self._words.fingerprint[:8]}"} if self._words else {})

    def measure(self, batch: Batch) -> Rows:
        """Return one row (score, 1) per segment: that of the reference that is most like the output."""
        known = self._known(batch)
        pairs = known.tokens.pairs()
        return with_count(pairs.best(self.similarities(known, pairs)))

    @abstractmethod
    def similarities(self, known: Known, pairs: Pairs) -> FloatArray:
        """Compare the output and the reference of each pair."""

    def summarise(self, totals: Totals) -> Scores:
        """Mean of the segment scores."""
        return mean(totals)

    def _known(self, batch: Batch) -> Known:
        if self._words is None:
            raise InvalidInput(
                f"metric '{self.name}' was given no vectors",
                "Pass what genchal.resources.vectors.load_vectors returns to equipped(), or call fitted().",
            )
        tokens = batch.tokens(self.tok, self.case)
        found = self._words.find(tokens.encoded.vocabulary)
        known = found >= 0
        vectors = self._words.matrix[found[known]].astype(np.float64)
        number = np.full(len(found), -1, dtype=np.int32)
        number[known] = np.arange(len(vectors), dtype=np.int32)
        if self.unknown == "mean":
            number[~known] = len(vectors)
            vectors = np.concatenate([vectors, self._words.mean[None]])
        return Known(tokens, tokens.texts.renumbered(number), vectors)
