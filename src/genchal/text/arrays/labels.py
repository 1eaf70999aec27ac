"""A column of names as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.errors import check_known
from genchal.text.arrays.ragged import IntArray


@dataclass(frozen=True, eq=False)
class Labels:
    """A column of names as numbers: row i has the name ``names[codes[i]]``."""

    codes: IntArray
    names: tuple[str, ...]

    @classmethod
    def of(cls, values: Iterable[str]) -> Labels:
        """Number names in the order in which they first appear."""
        numbers: dict[str, int] = {}
        codes = [numbers.setdefault(value, len(numbers)) for value in values]
        return cls(np.array(codes, dtype=np.int64), tuple(numbers))

    def __len__(self) -> int:
        return len(self.codes)

    def take(self, rows: IntArray | NDArray[np.bool_]) -> Labels:
        """These rows, names that no longer occur left out, the others in their order."""
        codes = self.codes[rows]
        used = np.flatnonzero(np.bincount(codes, minlength=len(self.names)))
        new = np.zeros(len(self.names), dtype=np.int64)
        new[used] = np.arange(len(used))
        return Labels(new[codes], tuple(self.names[number] for number in used.tolist()))

    def rename(self, change: Callable[[str], str]) -> Labels:
        """The same rows under other names; names that become equal become one."""
        new = Labels.of(map(change, self.names))
        return Labels(new.codes[self.codes], new.names)

    def repeat(self, times: int) -> Labels:
        """Every row so many times, one after the other."""
        return Labels(np.repeat(self.codes, times), self.names)

    def code(self, name: str, kind: str) -> int:
        """The number of a name; `kind` is what it names, for the error."""
        check_known(kind, [name], self.names)
        return self.names.index(name)
