"""Clipped n-gram matches, the evidence behind BLEU and its relatives.

For every output: how many of its n-grams occur in its references, each counted at most as often as in the
reference that has it most often (Papineni et al. 2002). Only n-grams of the outputs can match, so every other
n-gram drops out as early as its first foreign word. What is left is numbered order by order (an n-gram is a
numbered (n-1)-gram and a word), packed into one integer with its text, and sorted in pieces that fit the cache.
Numbers are exact: nothing is hashed.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from genchal.text.ragged import IntArray, Ragged, offsets_of

TOKENS_AT_ONCE = 1 << 17  # per piece: the working arrays then stay within a megabyte or two each
CELLS_AT_ONCE = 1 << 22  # size of the piece's table of (group, word)


def clipped_matches(
    texts: Ragged, types: int, outputs: IntArray, groups: Ragged, group: IntArray, order: int
) -> IntArray:
    """Count clipped n-gram matches of every output for n = 1 to `order`.

    `texts` are token numbers below `types`; output i is text ``outputs[i]`` and its references are the texts
    ``groups[group[i]]``. Outputs that share a group (several systems, one input) share the work on its references.
    The result has one line per output and one column per n.
    """
    matches = np.zeros((len(outputs), order), dtype=np.int64)
    by_group = np.argsort(group, kind="stable")
    members = offsets_of(np.bincount(group, minlength=len(groups)))
    number_of_type = np.zeros(types, dtype=np.int32)
    for first, last in _pieces(texts, outputs[by_group], members, groups):
        who = by_group[members[first] : members[last]]
        references = groups.values[groups.offsets[first] : groups.offsets[last]].astype(np.int64)
        counts = np.diff(groups.offsets[first : last + 1])
        _match_piece(
            texts.take(outputs[who]),
            group[who] - first,
            texts.take(references),
            np.repeat(np.arange(last - first), counts),
            number_of_type,
            matches,
            who,
        )
    return matches


def _pieces(texts: Ragged, outputs: IntArray, members: IntArray, groups: Ragged) -> Iterator[tuple[int, int]]:
    """Cut the groups into runs whose tokens and tables are small enough to work on at once."""
    output_tokens = offsets_of(texts.lengths[outputs])[members]
    reference_tokens = offsets_of(texts.lengths[groups.values])[groups.offsets]
    tokens = output_tokens + reference_tokens
    first, total = 0, len(groups)
    while first < total:
        last = int(np.searchsorted(tokens, tokens[first] + TOKENS_AT_ONCE, side="right")) - 1
        while last > first + 1 and (last - first) * (output_tokens[last] - output_tokens[first]) > CELLS_AT_ONCE:
            last = (first + last) // 2
        last = max(last, first + 1)
        yield first, last
        first = last


def _match_piece(
    outputs: Ragged,
    output_group: IntArray,
    references: Ragged,
    reference_group: IntArray,
    number_of_type: NDArray[np.int32],
    matches: IntArray,
    who: IntArray,
) -> None:
    """Add the matches of one run of groups to `matches`, in the lines `who`."""
    output_row, reference_row = outputs.rows(), references.rows()
    # Words: number the pairs (group, word) that occur in outputs; 0 stands for all others.
    words = np.unique(outputs.values)
    number_of_type[words] = np.arange(1, len(words) + 1, dtype=np.int32)
    width = len(words) + 1
    cell = output_group[output_row] * width + number_of_type[outputs.values]
    occurs = np.zeros((len(output_group) and int(output_group[-1]) + 1) * width, dtype=bool)
    occurs[cell] = True
    number = np.cumsum(occurs, dtype=np.int32)
    number[~occurs] = 0
    output_word = number[cell]
    in_reach = reference_group < len(occurs) // width  # groups without outputs may follow the last one that has some
    if not in_reach.all():
        keep = np.flatnonzero(in_reach)
        references, reference_group = references.take(keep), reference_group[keep]
        reference_row = references.rows()
    reference_word = number[reference_group[reference_row] * width + number_of_type[references.values]]
    number_of_type[words] = 0

    output_at, output_gram = np.arange(len(output_word)), output_word
    reference_at = np.flatnonzero(reference_word)
    reference_gram = reference_word[reference_at]
    for order in range(1, matches.shape[1] + 1):
        if order > 1:
            output_at, output_key = _extend(output_at, output_gram, output_word, output_row, order)
            reference_at, reference_key = _extend(reference_at, reference_gram, reference_word, reference_row, order)
            grams, inverse = np.unique(output_key, return_inverse=True)
            output_gram = (inverse + 1).astype(np.int32)
            reference_at, reference_gram = _look_up(reference_at, reference_key, grams)
        if not len(reference_at):
            return
        most = _most_in_one_text(reference_gram, reference_row[reference_at], int(output_gram.max()))
        gram, row, count = _counts(output_gram, output_row[output_at])
        clipped = np.minimum(count, most[gram])
        matches[who, order - 1] = np.bincount(row, weights=clipped, minlength=len(who)).astype(np.int64)


def _extend(
    at: IntArray, gram: NDArray[np.int32], word: NDArray[np.int32], row: IntArray, order: int
) -> tuple[IntArray, IntArray]:
    """Lengthen (n-1)-grams by the word that follows, where it is in the same text and occurs in outputs."""
    end = at + (order - 1)
    inside = end < len(word)
    end, at, gram = end[inside], at[inside], gram[inside]
    kept = (row[end] == row[at]) & (word[end] > 0)
    at, end = at[kept], end[kept]
    return at, (gram[kept].astype(np.int64) << 32) | word[end]


def _look_up(at: IntArray, key: IntArray, grams: IntArray) -> tuple[IntArray, NDArray[np.int32]]:
    """Keep the n-grams that outputs have, with their numbers from 1."""
    if not len(grams):
        return at[:0], np.zeros(0, dtype=np.int32)
    place = np.searchsorted(grams, key)
    place[place == len(grams)] = 0
    known = grams[place] == key
    return at[known], (place[known] + 1).astype(np.int32)


def _counts(gram: NDArray[np.int32], row: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Count every n-gram in every text: (gram, text, count), sorted."""
    bits = int(row.max()).bit_length() if len(row) else 0
    keys = np.sort((gram.astype(np.int64) << bits) | row)
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    heads = keys[starts]
    return heads >> bits, heads & ((1 << bits) - 1), np.diff(starts, append=len(keys))


def _most_in_one_text(gram: NDArray[np.int32], row: IntArray, grams: int) -> IntArray:
    """For every n-gram number, its highest count in one text."""
    most = np.zeros(grams + 1, dtype=np.int64)
    found, _, count = _counts(gram, row)
    starts = np.flatnonzero(np.diff(found, prepend=-1))
    most[found[starts]] = np.maximum.reduceat(count, starts)
    return most
