"""Greedy matching (Rus and Lintean 2012): every token of a text with the token of the other that is most like it."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from genchal.domain import Tokens
from genchal.metrics._cosines import mean_best
from genchal.metrics._segments import distinct
from genchal.text.arrays.ragged import FloatArray, Ragged, offsets_of, positions


class Matches(NamedTuple):
    """Of each (output, reference) pair: mean best cosine of the output's tokens, and of the reference's."""

    precision: FloatArray
    recall: FloatArray


def greedy_matches(tokens: Tokens, texts: Ragged, lines: FloatArray) -> Matches:
    """Match all outputs with their references, pairs in the order of `Tokens.pairs`.

    `texts` are the texts of `tokens` as numbers of lines, which have length 1. The outputs of an instance are matched
    with all of its references at once.
    """
    different, which = distinct(tokens)
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
