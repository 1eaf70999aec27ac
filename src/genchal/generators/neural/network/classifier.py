"""A classifier that hears a text and says which features its meaning has; it judges candidates.

A linear model over hashed words, pairs and triples of words, after the rerankers of TGen and NLE, which have an LSTM
and logistic regression.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

BUCKETS = 1 << 15
EPOCHS, RATE, BATCH = 4, 0.05, 256


def hash_ngrams(words: Sequence[str]) -> list[int]:
    """Numbers of a text's words, pairs and triples; a pair of words has the same number on every machine."""
    marked = ["<", *words, ">"]
    grams = {" ".join(marked[at : at + size]) for size in (1, 2, 3) for at in range(len(marked) - size + 1)}
    return sorted({_hash(gram) for gram in grams})


def _hash(gram: str) -> int:
    if gram not in _hashes:
        digest = blake2b(gram.encode(errors="surrogatepass"), digest_size=4).digest()
        _hashes[gram] = int.from_bytes(digest, "little") % BUCKETS
    return _hashes[gram]


_hashes: dict[str, int] = {}


@dataclass(frozen=True, slots=True)
class MeaningClassifier:
    """Weights of hashed n-grams, a column for every feature."""

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]

    @classmethod
    def learn(cls, texts: Sequence[Sequence[str]], features: Sequence[Sequence[int]], count: int, seed: int) -> Self:
        """Logistic regressions for all features at once, by AdaGrad."""
        rng = np.random.default_rng(seed)
        hashed = [np.array(hash_ngrams(words), dtype=np.int64) for words in texts]
        wanted = np.zeros((len(texts), count), dtype=np.float32)
        for row, places in enumerate(features):
            wanted[row, list(places)] = 1.0
        weights = np.zeros((BUCKETS, count), dtype=np.float32)
        squares = np.full((BUCKETS, count), 1e-3, dtype=np.float32)
        bias, bias_squares = np.zeros(count, dtype=np.float32), np.full(count, 1e-3, dtype=np.float32)
        for _ in range(EPOCHS):
            order = rng.permutation(len(texts))
            for start in range(0, len(order), BATCH):
                rows = order[start : start + BATCH]
                grams = np.concatenate([hashed[row] for row in rows])
                lengths = np.array([len(hashed[row]) for row in rows])
                starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
                sums = np.add.reduceat(weights[grams], starts, axis=0) + bias
                error = 1 / (1 + np.exp(-sums)) - wanted[rows]
                used, place = np.unique(grams, return_inverse=True)
                steps = np.zeros((len(used), count), dtype=np.float32)
                np.add.at(steps, place, np.repeat(error, lengths, axis=0))
                squares[used] += steps**2
                weights[used] -= RATE * steps / np.sqrt(squares[used])
                total = error.sum(0)
                bias_squares += total**2
                bias -= RATE * total / np.sqrt(bias_squares)
        return cls(weights, bias)

    def predict(self, words: Sequence[str]) -> NDArray[np.bool_]:
        """Which features a text has."""
        found: NDArray[np.bool_] = self.weights[hash_ngrams(words)].sum(0) + self.bias > 0
        return found

    def count_errors(self, words: Sequence[str], features: Sequence[int]) -> int:
        """Features that a text lacks or adds."""
        wanted = np.zeros(len(self.bias), dtype=np.bool_)
        wanted[list(features)] = True
        return int((self.predict(words) != wanted).sum())

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Weights, rounded to half precision."""
        return {"classifier.weights": self.weights.astype(np.float16), "classifier.bias": self.bias}

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]]) -> Self | None:
        """Take them back, if there are any."""
        if "classifier.weights" not in arrays:
            return None
        return cls(arrays["classifier.weights"].astype(np.float32), arrays["classifier.bias"].astype(np.float32))
