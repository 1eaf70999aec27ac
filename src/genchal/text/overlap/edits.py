"""Edit distances of many pairs of token sequences (Levenshtein 1966)."""

from __future__ import annotations

from typing import Literal

from genchal.text.arrays.ragged import IntArray, Ragged
from genchal.text.overlap.subsequence import compared, lcs_lengths


def edit_distances(texts: Ragged, left: IntArray, right: IntArray, substitution: Literal[1, 2] = 1) -> IntArray:
    """Least cost of turning ``texts[left[i]]`` into ``texts[right[i]]``, for every i.

    To insert or delete a token costs 1. Where a substitution costs as much as a deletion and an insertion, what is
    not in the longest common subsequence is deleted or inserted.
    """
    if substitution == 2:
        lengths = texts.lengths
        return lengths[left] + lengths[right] - 2 * lcs_lengths(texts, left, right)
    from rapidfuzz.distance import Levenshtein

    return compared(texts, left, right, Levenshtein.distance)
