"""The texts of a batch as METEOR sees them, and which of them meet."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.encoding import Encoded
from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of, positions


def hash_code(word: str) -> int:
    """Java's hash code, by which METEOR tells words apart: very few different words have the same.

    It happens, above all to words of two characters: in French *je* and *l'* are one and the same, and *le* and *n'*.
    """
    code = 0
    for unit in memoryview(word.encode("utf-16-le", "surrogatepass")).cast("H"):
        code = (31 * code + unit) & 0xFFFFFFFF
    return code


@dataclass(frozen=True, eq=False)
class MeteorTexts:
    """Texts as word numbers, with what the search needs to know about every word."""

    encoded: Encoded
    function_words: Collection[str]

    @property
    def words(self) -> Ragged:
        """Word numbers of every text."""
        return self.encoded.tokens

    @property
    def vocabulary(self) -> Sequence[str]:
        """The different words."""
        return self.encoded.vocabulary

    @cached_property
    def keys(self) -> IntArray:
        """Numbers for the different words: equal for those that METEOR takes for equal."""
        codes = np.fromiter(map(hash_code, self.vocabulary), dtype=np.int64, count=len(self.vocabulary))
        return np.unique(codes, return_inverse=True)[1]

    @cached_property
    def lengths(self) -> IntArray:
        """Words of every text."""
        return self.words.lengths

    @cached_property
    def is_function(self) -> NDArray[np.bool_]:
        """Whether each word of ``words.values`` is a function word."""
        known = [word.lower() in self.function_words for word in self.vocabulary]
        return np.array(known, dtype=bool)[self.words.values]

    @cached_property
    def functions_before(self) -> IntArray:
        """Number of function words before each place of ``words.values``."""
        return offsets_of(self.is_function.astype(np.int64))

    @cached_property
    def functions(self) -> IntArray:
        """Function words of every text."""
        return np.diff(self.functions_before[self.words.offsets])

    @cached_property
    def repeats(self) -> tuple[IntArray, IntArray]:
        """For each word: the place of the first equal word of its text, and how many equal ones come before."""
        keys = self.words.rows() * len(self.vocabulary) + self.words.values
        order = np.argsort(keys, kind="stable")
        first = np.flatnonzero(np.diff(keys[order], prepend=-1))
        sizes = np.diff(first, append=len(order))
        places, again = np.empty_like(order), np.empty_like(order)
        places[order] = np.repeat(order[first], sizes)
        again[order] = np.arange(len(order)) - np.repeat(first, sizes)
        return places, again

    @cached_property
    def representatives(self) -> IntArray:
        """For every text the first that has the same words."""
        data, ends = self.words.values.tobytes(), (self.words.offsets * self.words.values.itemsize).tolist()
        seen: dict[bytes, int] = {}
        texts = (data[start:end] for start, end in pairwise(ends))
        return np.array([seen.setdefault(text, number) for number, text in enumerate(texts)], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Groups:
    """Which texts meet: outputs and references, each with the number of its group, in ascending order.

    Every output makes a pair with every reference of its group. Pairs of output i are numbered from ``offsets[i]`` on,
    in the order of the references.
    """

    outputs: IntArray
    output_group: IntArray
    references: IntArray
    reference_group: IntArray

    @cached_property
    def first_reference(self) -> IntArray:
        """For every output, the first reference of its group."""
        return np.searchsorted(self.reference_group, self.output_group)

    @cached_property
    def offsets(self) -> IntArray:
        """Where the pairs of each output begin."""
        last = np.searchsorted(self.reference_group, self.output_group, side="right")
        return offsets_of(last - self.first_reference)

    @cached_property
    def entry(self) -> IntArray:
        """For every pair, the place of its output."""
        return np.repeat(np.arange(len(self.outputs)), np.diff(self.offsets))

    @cached_property
    def pair_output(self) -> IntArray:
        """For every pair, the text of its output."""
        return self.outputs[self.entry]

    @cached_property
    def pair_reference(self) -> IntArray:
        """For every pair, the text of its reference."""
        return self.references[positions(self.first_reference, np.diff(self.offsets), self.offsets)]

    def cut(self, first: int, last: int) -> Groups:
        """Some consecutive outputs that share no group with others, and their references."""
        lowest, highest = self.output_group[first], self.output_group[last - 1]
        start, end = np.searchsorted(self.reference_group, [lowest, highest + 1])
        return Groups(
            self.outputs[first:last],
            self.output_group[first:last],
            self.references[start:end],
            self.reference_group[start:end],
        )
