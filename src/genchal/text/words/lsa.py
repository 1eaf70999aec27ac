"""Latent semantic analysis (Deerwester et al. 1990): vectors for words and texts, from a collection of texts alone.

Texts become counts of words, times the inverse document frequency (1 + log of (1 + texts) / (1 + texts with the word)).
The largest singular vectors of that table are the dimensions. A word's vector is its line of the left singular vectors
times the singular values; a new text is folded in: its weighted counts times the left singular vectors.

The outcome does not depend on the order of texts. Dimensions that are nothing but rounding are left out, so that few
texts give fewer of them than were asked for. Every dimension points the way in which its largest entry is positive.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from genchal.text.arrays.fingerprints import Fingerprints, token_fingerprints
from genchal.text.arrays.ragged import FloatArray, Ragged, offsets_of

DENSE = 1500  # words or texts, whichever are fewer, up to which all singular vectors are computed
ROUNDING = 1e-10  # of the largest eigenvalue: what is smaller is none


@dataclass(frozen=True, eq=False, slots=True)
class Documents:
    """Texts as numbers of words, for one part of a collection or for all of it."""

    words: tuple[str, ...]
    texts: Ragged

    def digest(self) -> str:
        """Fingerprint of the texts as bags of words, in whatever order."""
        lengths = self.texts.lengths
        together = np.stack([self._bags(), lengths.astype(np.uint64)], axis=1)
        ordered = together[np.lexsort((together[:, 1], together[:, 0]))]
        return hashlib.blake2b(ordered.tobytes(), digest_size=8).hexdigest()

    def in_order(self) -> Documents:
        """The same with words in alphabetical order, and texts in an order that depends on nothing but themselves."""
        order = sorted(range(len(self.words)), key=self.words.__getitem__)
        place = np.empty(len(order), dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        rows = np.argsort(self._bags(), kind="stable")
        sorted_texts = self.texts.take(rows)
        numbers = place[sorted_texts.values] if len(order) else sorted_texts.values
        return Documents(tuple(self.words[number] for number in order), Ragged(numbers, sorted_texts.offsets))

    def _bags(self) -> Fingerprints:
        """A number for every text that is the same for the same words in any order."""
        marks = token_fingerprints(self.words)[self.texts.values]
        running = np.zeros(len(marks) + 1, dtype=np.uint64)
        np.cumsum(marks, out=running[1:])  # modulo 2^64
        return running[self.texts.offsets[1:]] - running[self.texts.offsets[:-1]]


def merge_documents(parts: Iterable[Documents]) -> Documents:
    """Put the parts of a collection together."""
    numbers: dict[str, int] = {}
    values, lengths = [np.zeros(0, dtype=np.int32)], [np.zeros(0, dtype=np.int64)]
    for part in parts:
        new = [numbers.setdefault(word, len(numbers)) for word in part.words]
        values.append(np.array(new, dtype=np.int32)[part.texts.values] if new else part.texts.values)
        lengths.append(part.texts.lengths)
    return Documents(tuple(numbers), Ragged(np.concatenate(values), offsets_of(np.concatenate(lengths))))


@dataclass(frozen=True, eq=False, slots=True)
class Lsa:
    """Words with their weights, singular vectors (words x dimensions) and singular values."""

    words: tuple[str, ...]
    weights: FloatArray
    basis: FloatArray
    strengths: FloatArray
    digest: str

    def word_vectors(self) -> FloatArray:
        """A line for every word."""
        return self.basis * self.strengths

    def folded(self, words: Sequence[str], texts: Ragged) -> FloatArray:
        """Vectors of texts that are numbers of `words`; words that the collection does not have count nothing."""
        from scipy.sparse import csr_array

        place = {word: number for number, word in enumerate(self.words)}
        found = np.array([place.get(word, -1) for word in words], dtype=np.int64)
        lines = np.zeros((len(words), self.basis.shape[1]))
        known = np.flatnonzero(found >= 0)
        lines[known] = (self.basis * self.weights[:, None])[found[known]]
        counts = csr_array((np.ones(len(texts.values)), texts.values, texts.offsets), shape=(len(texts), len(words)))
        result: FloatArray = counts @ lines
        return result


def fit_lsa(documents: Documents, dimensions: int) -> Lsa:
    """Analyse a collection; the same collection again gives the same answer without the work."""
    return _fit(_Key(documents, documents.digest()), dimensions)


@dataclass(frozen=True, slots=True)
class _Key:
    """A collection that is known by its digest."""

    documents: Documents
    digest: str

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.digest == other.digest


@lru_cache(maxsize=4)
def _fit(key: _Key, dimensions: int) -> Lsa:
    from scipy.sparse import csr_array

    documents = key.documents.in_order()
    words, texts = documents.words, documents.texts
    counts = csr_array((np.ones(len(texts.values)), texts.values, texts.offsets), shape=(len(texts), len(words)))
    counts.sum_duplicates()
    frequency = np.bincount(counts.indices, minlength=len(words))
    weights = np.log((1 + len(texts)) / (1 + frequency)) + 1
    weighted = csr_array((counts.data * weights[counts.indices], counts.indices, counts.indptr), shape=counts.shape)
    values, basis = _largest(weighted, dimensions) if len(words) else (np.zeros(0), np.zeros((0, 0)))
    return Lsa(words, weights, basis, np.sqrt(values), key.digest)


def _largest(table: Any, dimensions: int) -> tuple[FloatArray, FloatArray]:
    """Largest eigenvalues of the products of columns of a table, and their eigenvectors as columns."""
    texts, words = table.shape
    if min(texts, words) > DENSE and dimensions < DENSE:
        from scipy.sparse.linalg import LinearOperator, eigsh

        products = LinearOperator((words, words), matvec=lambda x: table.T @ (table @ x), dtype=np.float64)
        values, vectors = eigsh(products, k=dimensions, which="LA", v0=np.ones(words))
    else:
        from scipy.linalg import eigh

        by_words = words <= texts
        products = (table.T @ table if by_words else table @ table.T).toarray()
        size = len(products)
        values, vectors = eigh(products, subset_by_index=[max(size - dimensions, 0), size - 1])
    order = np.argsort(-values, kind="stable")
    order = order[values[order] > ROUNDING * max(values.max(initial=0.0), 0.0)]
    values, vectors = values[order], vectors[:, order]
    if len(vectors) != words:  # of texts: those of words follow from them
        vectors = (table.T @ vectors) / np.sqrt(values)
    heaviest = np.abs(vectors).argmax(axis=0)
    signs = np.where(vectors[heaviest, np.arange(len(values))] < 0, -1.0, 1.0)
    return values, vectors * signs
