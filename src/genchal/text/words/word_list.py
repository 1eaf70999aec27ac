"""Words to numbers, in arrays that can be mapped into memory: millions of words cost nothing until they are asked for.

A word is looked up by a digest of its characters; what is found is then compared with the word itself, so that whatever
is found is found exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import IntArray


def key_of(word: bytes) -> int:
    """The number by which a word is looked up; what is found is then compared with the word itself."""
    return int.from_bytes(blake2b(word, digest_size=8).digest(), "little")


@dataclass(frozen=True, slots=True)
class WordList:
    """Words to numbers: keys in ascending order, and the words themselves in the same order, in one long text."""

    keys: NDArray[np.uint64]
    ends: NDArray[np.uint32]
    letters: NDArray[np.uint8]

    def find(self, words: Sequence[str]) -> IntArray:
        """Numbers of words, -1 for those that are not in the list."""
        if not len(self.keys):
            return np.full(len(words), -1, dtype=np.int64)
        wanted = [word.encode("utf-8", "surrogatepass") for word in words]
        keys = np.fromiter(map(key_of, wanted), dtype=np.uint64, count=len(wanted))
        places = np.searchsorted(self.keys, keys)
        found = np.full(len(wanted), -1, dtype=np.int64)
        for place in np.flatnonzero(self.keys[np.minimum(places, len(self.keys) - 1)] == keys).tolist():
            end = int(self.ends[places[place]])
            if self.letters[end - len(wanted[place]) : end].tobytes() == wanted[place]:
                found[place] = places[place]
        return found


def word_list(words: Sequence[bytes]) -> tuple[WordList, IntArray]:
    """Make a list of different words; also return their order in it."""
    keys = np.fromiter(map(key_of, words), dtype=np.uint64, count=len(words))
    order = np.argsort(keys)
    ordered = [words[number] for number in order.tolist()]
    ends = np.cumsum(np.fromiter(map(len, ordered), dtype=np.int64, count=len(words))).astype(np.uint32)
    return WordList(keys[order], ends, np.frombuffer(b"".join(ordered), dtype=np.uint8)), order
