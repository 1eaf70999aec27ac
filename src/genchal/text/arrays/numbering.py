"""Numbers for integers: equal keys get equal numbers, counted from 0. Exact, and much quicker than sorting.

Keys are scattered over a table that is four to eight times as long as they are many, and the last key to write to a
place holds it. Keys that find an equal one at their place share its number; the few that find a stranger try again with
another scatter. A key that finds an empty place occurs nowhere, which makes looking up cheap.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import IntArray

# Odd multipliers with well-mixed bits, for multiplicative hashing (Knuth, The Art of Computer Programming, 6.4).
_MULTIPLIERS = [np.uint64(pow(0x9E3779B97F4A7C15, power, 1 << 64)) for power in range(1, 33)]


class Numbering:
    """The numbers of some keys, ready to look other keys up."""

    def __init__(self, keys: IntArray) -> None:
        self.keys = keys
        self.numbers: IntArray = np.empty(len(keys), dtype=np.int64)
        self.count = 0
        self._tables: list[NDArray[np.int32]] = []
        self._rest: dict[int, int] = {}
        open_ = np.arange(len(keys))
        for attempt in range(len(_MULTIPLIERS)):
            if not len(open_):
                return
            open_ = self._scatter(open_, attempt)
        for place in open_.tolist():  # keys made to defeat every scatter
            self.numbers[place] = self._rest.setdefault(int(keys[place]), self.count + len(self._rest))
        self.count += len(self._rest)

    def find(self, keys: IntArray) -> IntArray:
        """Return the numbers of other keys, -1 for those that do not occur."""
        found = np.full(len(keys), -1, dtype=np.int64)
        open_ = np.arange(len(keys))
        for attempt, table in enumerate(self._tables):
            own = keys[open_]
            holder = table[_places(own, attempt, len(table))]
            taken = holder >= 0
            same = taken & (self.keys[holder] == own)
            found[open_[same]] = self.numbers[holder[same]]
            open_ = open_[taken & ~same]
            if not len(open_):
                return found
        for place in open_.tolist():
            found[place] = self._rest.get(int(keys[place]), -1)
        return found

    def _scatter(self, open_: IntArray, attempt: int) -> IntArray:
        """Number as many keys as one scatter can; return the places of the others."""
        own = self.keys[open_]
        table = np.full(1 << (len(open_) * 4).bit_length(), -1, dtype=np.int32)
        places = _places(own, attempt, len(table))
        table[places] = open_
        holder = table[places]
        first = open_[holder == open_]
        self.numbers[first] = np.arange(self.count, self.count + len(first))
        self.count += len(first)
        same = self.keys[holder] == own
        self.numbers[open_[same]] = self.numbers[holder[same]]
        self._tables.append(table)
        others: IntArray = open_[~same]
        return others


def _places(keys: IntArray, attempt: int, size: int) -> IntArray:
    """Scatter keys over a table whose size is a power of two."""
    mixed: NDArray[np.uint64] = (keys.view(np.uint64) * _MULTIPLIERS[attempt]) >> np.uint64(65 - size.bit_length())
    return mixed.view(np.int64)
