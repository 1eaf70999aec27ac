"""Fingerprints of n-grams: 64 bits that are the same in every process, so that parts of a corpus can be added up.

A token's fingerprint is a digest of its characters. That of an n-gram is a polynomial over those of its tokens, with
an odd constant, modulo 2^64, so that a longer n-gram costs one multiplication and one addition. Two among m different
n-grams have the same fingerprint with a probability of about m² / 2^65: less than 1 in 5,000 for the 80 million that a
corpus of a million sentences has at most. Should it happen, two n-grams would be counted as one: a weight in a few
segments would be a little off, and no score of such a corpus in its fourth decimal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import IntArray, Ragged
from genchal.text.overlap.ngrams import Grams, Piece

Fingerprints = NDArray[np.uint64]

# Odd, and one less is 2 modulo 4, so that hardly a bit is lost where the same words stand in another order.
_BASE = np.uint64(0xD1342543DE82EF97)


def token_fingerprints(vocabulary: Sequence[str]) -> Fingerprints:
    """Fingerprints of tokens; lone surrogates are characters like others."""
    digests = (blake2b(token.encode("utf-8", "surrogatepass"), digest_size=8).digest() for token in vocabulary)
    return np.frombuffer(b"".join(digests), dtype="<u8").astype(np.uint64)


def lengthen(beginning: Fingerprints, word: Fingerprints) -> Fingerprints:
    """Fingerprints of n-grams from those of their first n - 1 words and of their last word."""
    return beginning * _BASE + word


def ngrams_by_order(texts: Ragged, words: Fingerprints, order: int) -> Iterator[tuple[IntArray, Fingerprints]]:
    """For n = 1 to `order`: where the n-grams of the texts begin, and their fingerprints.

    `words` has the fingerprint of every token number.
    """
    tokens = words[texts.values]
    at = np.arange(len(tokens))
    room = np.repeat(texts.offsets[1:], texts.lengths) - at  # tokens from here to the end of the text
    found = tokens
    for n in range(1, order + 1):
        if n > 1:
            kept = np.flatnonzero(room[at] >= n)
            at = at[kept]
            found = lengthen(found[kept], tokens[at + (n - 1)])
        yield at, found


def shared_fingerprints(
    piece: Piece, ours: Grams, order: int, words: Fingerprints, before: Fingerprints
) -> Fingerprints:
    """Fingerprints of the outputs' n-grams by their numbers in a piece; `before` has those of the order before."""
    last = words[piece.outputs.values[ours.at + (order - 1)]]
    result = np.zeros(ours.count, dtype=np.uint64)
    result[ours.gram] = last if order == 1 else lengthen(before[ours.beginning], last)
    return result
