"""Cosines of vectors of many texts, a few at a time so that nothing grows large; with nothing the cosine is 0.

Greedy matching (Rus and Lintean 2012) pairs every token of a text with the token of the other that is most like it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from genchal.domain import Tokens
from genchal.text.arrays.ragged import FloatArray, IntArray, Ragged, offsets_of, positions

CELLS = 1 << 22  # numbers that are worked on at once


def unit(vectors: FloatArray) -> FloatArray:
    """Vectors of length 1 in the same directions; one without a direction stays as it is."""
    largest = np.abs(vectors).max(axis=1, keepdims=True, initial=0.0)
    scaled = np.divide(vectors, largest, out=np.zeros_like(vectors), where=largest > 0)  # squares of these are in range
    lengths = np.sqrt(np.einsum("ij,ij->i", scaled, scaled))[:, None]
    result: FloatArray = np.divide(scaled, lengths, out=scaled, where=lengths > 0)
    return result


def cosines(vectors: FloatArray, left: IntArray, right: IntArray) -> FloatArray:
    """Cosine of each pair of lines."""
    lines = unit(vectors)
    result = np.zeros(len(left))
    step = max(1, CELLS // max(vectors.shape[1], 1))
    for start in range(0, len(left), step):
        some = slice(start, start + step)
        result[some] = np.einsum("ij,ij->i", lines[left[some]], lines[right[some]])
    return np.clip(result, -1.0, 1.0)


def mean_best(lines: FloatArray, left: Ragged, right: Ragged) -> FloatArray:
    """For every text on the left and every one on the right: the mean over its tokens of the best match in the other.

    Texts are numbers of lines, which have length 1. 0 where either has no tokens.
    """
    rows, row_of = np.unique(left.values, return_inverse=True)
    columns, column_of = np.unique(right.values, return_inverse=True)
    there, filled = left.lengths > 0, right.lengths > 0
    best = np.zeros((len(rows), len(right)))
    step = max(1, CELLS // max(len(column_of), 1))
    for start in range(0, len(rows), step) if filled.any() else ():
        products = lines[rows[start : start + step]] @ lines[columns].T
        found = np.maximum.reduceat(products[:, column_of], right.offsets[:-1][filled], axis=1)
        best[start : start + step, filled] = found
    result = np.zeros((len(left), len(right)))
    if there.any():
        sums = np.add.reduceat(best[row_of], left.offsets[:-1][there], axis=0)
        result[there] = sums / left.lengths[there, None]
    return np.clip(result, -1.0, 1.0)


class Matches(NamedTuple):
    """Of each (output, reference) pair: mean best cosine of the output's tokens, and of the reference's."""

    precision: FloatArray
    recall: FloatArray


def greedy_matches(tokens: Tokens, texts: Ragged, lines: FloatArray) -> Matches:
    """Match all outputs with their references, pairs in the order of `Tokens.pairs`.

    `texts` are the texts of `tokens` as numbers of lines, which have length 1. The outputs of an instance are matched
    with all of its references at once.
    """
    different, which = tokens.distinct()
    counts = different.groups.lengths[different.group]
    offsets = offsets_of(counts)
    precision, recall = np.zeros(offsets[-1]), np.zeros(offsets[-1])
    borders = np.flatnonzero(np.diff(different.group, prepend=-1, append=-1)).tolist()
    for start, end in pairwise(borders):
        own = different.groups.take(different.group[start : start + 1]).values.astype(np.int64)
        outputs, references = texts.take(different.output[start:end]), texts.take(own)
        precision[offsets[start] : offsets[end]] = mean_best(lines, outputs, references).ravel()
        recall[offsets[start] : offsets[end]] = mean_best(lines, references, outputs).T.ravel()
    wanted = counts[which]
    place = positions(offsets[which], wanted, offsets_of(wanted))
    return Matches(precision[place], recall[place])
