"""N-grams that outputs share with their references: the evidence behind BLEU, NIST and CIDEr.

Clipped matches say how many n-grams of an output occur in its references, each counted at most as often as in the
reference that has it most often (Papineni et al. 2002). Only n-grams of the outputs can match, so every other one
drops out as early as its first foreign word. The rest are numbered order by order: an n-gram is the number of its first
n - 1 words and its last word, packed into one integer. Most n-grams occur once in a text, and one that occurs twice
has a beginning that does, so only those few are counted. All this runs in pieces that fit the cache, and exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.numbering import Numbering
from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of
from genchal.text.kernels import overlap as compiled
from genchal.text.kernels.library import active_kernels

TOKENS_AT_ONCE = 1 << 16  # per piece: the working arrays then stay within a megabyte or two each
CELLS_AT_ONCE = 1 << 22  # size of the piece's table of (group, word)


def clipped_matches(
    texts: Ragged, types: int, outputs: IntArray, groups: Ragged, group: IntArray, order: int
) -> IntArray:
    """Count clipped n-gram matches of every output for n = 1 to `order`.

    The parameters are those of `pieces`. The result has one line per output and one column per n.
    """
    kernels = active_kernels()
    if kernels is not None:
        return compiled.clipped_matches(kernels, texts, types, outputs, groups, group, order)
    matches = np.zeros((len(outputs), order), dtype=np.int64)
    for piece in pieces(texts, types, outputs, groups, group):
        for column, (ours, theirs) in enumerate(piece.shared(order)):
            most = theirs.most(ours.count)
            gram, row, count = ours.repeated()
            once = ours.row.take(ours.at.compress(~ours.again & (most.take(ours.gram) > 0)))
            several = np.bincount(row, weights=np.minimum(count, most[gram]), minlength=len(piece.who))
            matches[piece.who, column] = np.bincount(once, minlength=len(piece.who)) + several.astype(np.int64)
    return matches


def pieces(texts: Ragged, types: int, outputs: IntArray, groups: Ragged, group: IntArray) -> Iterator[Piece]:
    """Cut the groups into runs whose tokens and tables are small enough to work on at once.

    `texts` are token numbers below `types`; output i is text ``outputs[i]`` and its references are the texts
    ``groups[group[i]]``. Outputs that share a group (several systems, one input) share the work on its references.
    """
    by_group = np.argsort(group, kind="stable")
    members = offsets_of(np.bincount(group, minlength=len(groups)))
    place_of_type = np.zeros(types, dtype=np.int32)
    for first, last in _runs(texts, outputs[by_group], members, groups):
        who = by_group[members[first] : members[last]]
        references = groups.values[groups.offsets[first] : groups.offsets[last]].astype(np.int64)
        yield Piece(
            who,
            texts.take(outputs[who]),
            group[who] - first,
            references,
            texts.take(references),
            np.diff(groups.offsets[first : last + 1]),
            place_of_type,
        )


def _runs(texts: Ragged, outputs: IntArray, members: IntArray, groups: Ragged) -> Iterator[tuple[int, int]]:
    """First and last group of every piece."""
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


@dataclass(frozen=True, slots=True)
class Piece:
    """Some groups of references, and the outputs that are compared with them; groups are counted from 0."""

    who: IntArray  # the outputs' places in the corpus
    outputs: Ragged
    output_group: IntArray
    which: IntArray  # the references' places among the texts
    references: Ragged
    group_sizes: IntArray  # references of each group, which stand one after the other
    place_of_type: NDArray[np.int32]  # scratch: zeros, one for each token number

    @property
    def reference_group(self) -> IntArray:
        """The group of every reference."""
        return np.repeat(np.arange(len(self.group_sizes)), self.group_sizes)

    def shared(self, order: int) -> Iterator[tuple[Grams, Grams]]:
        """For n = 1 to `order`: the outputs' n-grams, and those of them that references of their group have.

        Equal numbers mean equal n-grams of the same group. Ends early where nothing is shared any more.
        """
        ours, theirs = self._words()
        for n in range(1, order + 1):
            if n > 1:
                numbering = Numbering(ours.extended(n))
                ours.gram, ours.count = numbering.numbers, numbering.count
                theirs.keep_known(numbering.find(theirs.extended(n)))
            if not len(theirs.gram):
                return
            yield ours, theirs

    def _words(self) -> tuple[Grams, Grams]:
        """Number the pairs (group, word) that occur in outputs from 1; 0 stands for all others."""
        outputs, references, place_of_type = self.outputs, self.references, self.place_of_type
        order_of = np.arange(1, len(outputs.values) + 1, dtype=np.int32)
        place_of_type[outputs.values] = order_of
        words = outputs.values.compress(
            place_of_type.take(outputs.values) == order_of
        )  # each word once: where it stands last
        place_of_type[words] = np.arange(1, len(words) + 1, dtype=np.int32)
        width = len(words) + 1
        output_row, reference_row = outputs.rows(), references.rows()
        output_cell = self.output_group.take(output_row) * width + place_of_type.take(outputs.values)
        reference_cell = self.reference_group.take(reference_row) * width + place_of_type.take(references.values)
        place_of_type[words] = 0
        occurs = np.zeros(len(self.group_sizes) * width, dtype=bool)
        occurs[output_cell] = True
        number = np.cumsum(occurs)
        count = int(number[-1]) + 1
        number[~occurs] = 0
        own, others = number.take(output_cell), number.take(reference_cell)
        return Grams(own, output_row, count), Grams(others, reference_row, count)


class Grams:
    """The n-grams of some texts that are still in play: where they begin, their numbers, and which occur twice."""

    def __init__(self, word: IntArray, row: IntArray, count: int) -> None:
        self.word = word
        self.row = row  # the text of each word
        self.at = np.flatnonzero(word)
        self.gram = word.take(self.at)
        self.beginning = self.gram  # from n = 2 on the numbers of the first n - 1 words, as `extended` found them
        self.count = count  # above all numbers
        self.again = np.ones(len(self.at), dtype=bool)  # what may occur twice in its text, until it is counted

    def extended(self, order: int) -> IntArray:
        """Lengthen n-grams by the word that follows, if it is in the same text and known; return them packed."""
        end = self.at + (order - 1)
        inside = np.searchsorted(end, len(self.word))  # positions ascend, so those past the end come last
        end = end[:inside]
        word = self.word.take(end)
        kept = np.flatnonzero((word > 0) & (self.row.take(end) == self.row.take(self.at[:inside])))
        self.beginning = self.gram.take(kept)
        self.at, self.again = self.at.take(kept), self.again.take(kept)
        return (self.beginning << 32) | word.take(kept)

    def keep_known(self, gram: IntArray) -> None:
        """Take the n-grams' new numbers and drop those without one."""
        known = np.flatnonzero(gram >= 0)
        self.at, self.gram, self.again = self.at.take(known), gram.take(known), self.again.take(known)

    def most(self, count: int) -> IntArray:
        """How often the text that has an n-gram most often has it, for numbers below `count`."""
        most = np.zeros(count, dtype=np.int64)
        most[self.gram] = 1
        gram, _, times = self.repeated()
        np.maximum.at(most, gram, times)
        return most

    def counted(self) -> tuple[IntArray, IntArray, IntArray]:
        """Every n-gram of every text once: (number, text, count)."""
        gram, row, count = self.repeated()
        once = np.flatnonzero(~self.again)
        return (
            np.concatenate([self.gram.take(once), gram]),
            np.concatenate([self.row.take(self.at.take(once)), row]),
            np.concatenate([np.ones(len(once), dtype=np.int64), count]),
        )

    def repeated(self) -> tuple[IntArray, IntArray, IntArray]:
        """Count the n-grams that occur more than once in a text: (number, text, count)."""
        candidates = np.flatnonzero(self.again)
        gram, row = self.gram.take(candidates), self.row.take(self.at.take(candidates))
        pairs = Numbering((gram << 32) | row)
        count = np.bincount(pairs.numbers, minlength=pairs.count)
        self.again[candidates] = count.take(pairs.numbers) > 1
        representative = np.empty(pairs.count, dtype=np.int64)
        representative[pairs.numbers] = np.arange(len(candidates))
        several = representative[count > 1]
        return gram[several], row[several], count[count > 1]
