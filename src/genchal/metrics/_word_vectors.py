"""What the metrics over word vectors have in common (Liu et al. 2016; Sharma et al. 2017)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, NamedTuple, Self

import numpy as np

from genchal.domain import Batch, Case, Pairs, Rows, Tokens, setting
from genchal.domain.embeddings import WordVectors
from genchal.metrics._lsa import LSA, MOST, LsaMetric, lsa_name
from genchal.metrics._means import with_count
from genchal.text.arrays.ragged import FloatArray, Ragged
from genchal.text.words.lsa import Documents, fit_lsa, merge_documents

Unknown = Literal["skip", "mean"]


class Known(NamedTuple):
    """Texts as numbers of vectors: those of the words that have one."""

    tokens: Tokens
    texts: Ragged
    vectors: FloatArray


@dataclass(frozen=True, slots=True)
class WordVectorMetric(LsaMetric):
    """Similarity of an output to the reference that is most like it; the corpus score is the mean over segments."""

    kind: ClassVar[str] = "vectors"

    vectors: str = setting(
        LSA, "Word vectors: made from the references (lsa), or a file (GloVe, word2vec, fastText, .npz, wink)."
    )
    dims: int = setting(100, "Number of dimensions of lsa, if there are that many.", low=1, high=MOST)
    unknown: Unknown = setting(
        "mean", "Words without a vector: use the mean of all vectors, as in nlg-eval, or leave them out."
    )
    tok: str = setting("ptb", "Tokeniser.")
    case: Case = setting("lower", "Whether case matters (mixed) or not (lower).")
    _vectors: WordVectors | None = field(default=None, repr=False, compare=False)

    def informed(self, surveys: Iterable[Documents]) -> Self:
        """Make vectors from all references."""
        lsa = fit_lsa(merge_documents(surveys), self.dims)
        made = WordVectors.of(lsa_name(self.dims), lsa.digest, lsa.words, lsa.word_vectors())
        return replace(self, _vectors=made)

    def measure(self, batch: Batch) -> Rows:
        """Return one row (score, 1) per segment: that of the reference that is most like the output."""
        known = self._known(batch)
        pairs = known.tokens.pairs()
        return with_count(pairs.best(self.similarities(known, pairs)))

    @abstractmethod
    def similarities(self, known: Known, pairs: Pairs) -> FloatArray:
        """Compare the output and the reference of each pair."""

    def _known(self, batch: Batch) -> Known:
        words: WordVectors = self.resource("vectors")
        tokens = batch.tokens(self.tok, self.case)
        found = words.find(tokens.encoded.vocabulary)
        known = found >= 0
        vectors = words.matrix[found[known]].astype(np.float64)
        number = np.full(len(found), -1, dtype=np.int32)
        number[known] = np.arange(len(vectors), dtype=np.int32)
        if self.unknown == "mean":
            number[~known] = len(vectors)
            vectors = np.concatenate([vectors, words.mean[None]])
        return Known(tokens, tokens.texts.renumbered(number), vectors)
