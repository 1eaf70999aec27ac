"""Clipped n-gram matches, the evidence behind BLEU and its relatives.

For every output: how many of its n-grams occur in its references, each counted at most as often as in the
reference that has it most often (Papineni et al. 2002). Only n-grams of the outputs can match, so every other one
drops out as early as its first foreign word. The rest are numbered order by order: an n-gram is the number of its first
n - 1 words and its last word, packed into one integer. Most n-grams occur once in a text, and one that occurs twice
has a beginning that does, so only those few are counted. All this runs in pieces that fit the cache, and exactly.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from genchal.text.numbering import Numbering
from genchal.text.ragged import IntArray, Ragged, offsets_of

TOKENS_AT_ONCE = 1 << 16  # per piece: the working arrays then stay within a megabyte or two each
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
    place_of_type = np.zeros(types, dtype=np.int32)
    for first, last in _pieces(texts, outputs[by_group], members, groups):
        who = by_group[members[first] : members[last]]
        references = groups.values[groups.offsets[first] : groups.offsets[last]].astype(np.int64)
        counts = np.diff(groups.offsets[first : last + 1])
        _match_piece(
            texts.take(outputs[who]),
            group[who] - first,
            texts.take(references),
            np.repeat(np.arange(last - first), counts),
            place_of_type,
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
    place_of_type: NDArray[np.int32],
    matches: IntArray,
    who: IntArray,
) -> None:
    """Add the matches of one run of groups to `matches`, in the lines `who`."""
    # Words: the pairs (group, word) that occur in outputs are numbered from 1; 0 stands for all others.
    order_of = np.arange(1, len(outputs.values) + 1, dtype=np.int32)
    place_of_type[outputs.values] = order_of
    words = outputs.values[place_of_type[outputs.values] == order_of]  # each word once: where it stands last
    place_of_type[words] = np.arange(1, len(words) + 1, dtype=np.int32)
    width = len(words) + 1
    groups = 1 + max(output_group.max(initial=0), reference_group.max(initial=0))
    output_row, reference_row = outputs.rows(), references.rows()
    output_cell = output_group[output_row] * width + place_of_type[outputs.values]
    reference_cell = reference_group[reference_row] * width + place_of_type[references.values]
    place_of_type[words] = 0
    occurs = np.zeros(groups * width, dtype=bool)
    occurs[output_cell] = True
    number = np.cumsum(occurs)
    number[~occurs] = 0

    ours = _Grams(number[output_cell], output_row)
    theirs = _Grams(number[reference_cell], reference_row)
    for order in range(1, matches.shape[1] + 1):
        if order > 1:
            numbering = Numbering(ours.extended(order))
            ours.gram = numbering.numbers
            theirs.keep_known(numbering.find(theirs.extended(order)))
        if not len(theirs.gram):
            return
        grams = int(ours.gram.max(initial=0)) + 1
        most = np.zeros(grams, dtype=np.int64)
        most[theirs.gram] = 1
        gram, _, count = theirs.repeated()
        np.maximum.at(most, gram, count)
        gram, row, count = ours.repeated()
        once = ours.row[ours.at[~ours.again & (most[ours.gram] > 0)]]
        several = np.bincount(row, weights=np.minimum(count, most[gram]), minlength=len(who))
        matches[who, order - 1] = np.bincount(once, minlength=len(who)) + several.astype(np.int64)


class _Grams:
    """The n-grams of some texts that are still in play: where they begin, their numbers, and which occur twice."""

    def __init__(self, word: IntArray, row: IntArray) -> None:
        self.word = word
        self.row = row
        self.at = np.flatnonzero(word)
        self.gram = word[self.at]
        self.again = np.ones(len(self.at), dtype=bool)  # what may occur twice in its text, until it is counted

    def extended(self, order: int) -> IntArray:
        """Lengthen n-grams by the word that follows, if it is in the same text and known; return them packed."""
        end = self.at + (order - 1)
        inside = np.searchsorted(end, len(self.word))  # positions ascend, so those past the end come last
        end = end[:inside]
        word = self.word[end]
        kept = np.flatnonzero((word > 0) & (self.row[end] == self.row[self.at[:inside]]))
        packed = (self.gram[kept] << 32) | word[kept]
        self.at, self.again = self.at[kept], self.again[kept]
        return packed

    def keep_known(self, gram: IntArray) -> None:
        """Take the n-grams' new numbers and drop those without one."""
        known = np.flatnonzero(gram >= 0)
        self.at, self.gram, self.again = self.at[known], gram[known], self.again[known]

    def repeated(self) -> tuple[IntArray, IntArray, IntArray]:
        """Count the n-grams that occur more than once in a text: (number, text, count)."""
        candidates = np.flatnonzero(self.again)
        gram, row = self.gram[candidates], self.row[self.at[candidates]]
        pairs = Numbering((gram << 32) | row)
        count = np.bincount(pairs.numbers, minlength=pairs.count)
        self.again[candidates] = count[pairs.numbers] > 1
        representative = np.empty(pairs.count, dtype=np.int64)
        representative[pairs.numbers] = np.arange(len(candidates))
        several = representative[count > 1]
        return gram[several], row[several], count[count > 1]
