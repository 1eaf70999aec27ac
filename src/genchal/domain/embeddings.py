"""Words and texts as vectors: what metrics of meaning ask for, wherever the vectors come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import FloatArray, IntArray, Ragged
from genchal.text.words.word_list import WordList, word_list

Matrix = NDArray[np.float32]


@dataclass(frozen=True, eq=False, slots=True)
class WordVectors:
    """A vector for each of many words; arrays may be mapped from a file, so only what is asked for is read.

    The vector of the word with number i in `words` is ``matrix[rows[i]]``. `mean` is the mean of all vectors, which
    nlg-eval takes for a word that it does not know. `reopen`, where there is one, gives the same vectors in another
    process.
    """

    name: str
    fingerprint: str
    words: WordList
    rows: NDArray[np.int32]
    matrix: Matrix
    mean: FloatArray
    reopen: Callable[[], WordVectors] | None = None

    @classmethod
    def of(cls, name: str, fingerprint: str, words: Sequence[str], matrix: NDArray[np.floating]) -> WordVectors:
        """Vectors in memory: line i of the matrix is that of word i; of a word that is there twice the first counts."""
        first: dict[bytes, int] = {}
        for number, word in enumerate(words):
            first.setdefault(word.encode("utf-8", "surrogatepass"), number)
        listed, order = word_list(list(first))
        kept = np.fromiter(first.values(), dtype=np.int32, count=len(first))
        values = np.ascontiguousarray(matrix[kept], dtype=np.float32)
        mean = values.mean(axis=0, dtype=np.float64) if len(values) else np.zeros(matrix.shape[1])
        return cls(name, fingerprint, listed, order.astype(np.int32), values, mean)

    def __len__(self) -> int:
        return len(self.rows)

    def __reduce__(self) -> tuple[Callable[..., WordVectors], tuple[object, ...]]:
        """Travel between processes: by being opened again, where that is possible."""
        if self.reopen is not None:
            return self.reopen, ()
        return WordVectors, (self.name, self.fingerprint, self.words, self.rows, self.matrix, self.mean)

    @property
    def dim(self) -> int:
        """Numbers in a vector."""
        return int(self.matrix.shape[1])

    def find(self, words: Sequence[str]) -> IntArray:
        """Lines of the matrix that belong to these words, -1 for words that are not known."""
        numbers = self.words.find(words)
        found = np.full(len(words), -1, dtype=np.int64)
        known = numbers >= 0
        found[known] = self.rows[numbers[known]]
        return found


class TokenVectors(NamedTuple):
    """The tokens of many texts as numbers of vectors: tokens may share one, or have each its own."""

    vectors: Matrix
    texts: Ragged


class SentenceEncoder(Protocol):
    """Turns texts into vectors; `name` and `fingerprint` say which encoder this is, and belong beside its scores."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def fingerprint(self) -> str:
        """Digest of everything that its vectors depend on."""
        ...

    def encode(self, texts: Sequence[str]) -> Matrix:
        """A vector for every text; all zero where there is nothing to go by."""
        ...


@runtime_checkable
class TokenEncoder(SentenceEncoder, Protocol):
    """An encoder that also has vectors for tokens, in whatever it cuts texts into."""

    def encode_tokens(self, texts: Sequence[str]) -> TokenVectors:
        """The vectors of the tokens of every text."""
        ...
