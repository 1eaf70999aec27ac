"""Rows of outputs to sums by instance, where a system may have several outputs for one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from genchal.domain import Rows
from genchal.text.arrays.ragged import FloatArray, IntArray


def sum_by_instance(rows: Rows, places: IntArray, instances: int) -> Rows:
    """Sum the rows of each instance; NaN where none is scored."""
    if is_in_order(places, instances):
        return rows
    scored = are_scored(rows)
    sums = np.zeros((instances, rows.shape[1]))
    np.add.at(sums, places[scored], rows[scored])
    sums[np.bincount(places[scored], minlength=instances) == 0] = np.nan
    return sums


def are_scored(rows: Rows) -> NDArray[np.bool_]:
    """Which rows are there at all."""
    return np.logical_not(np.isnan(rows).any(axis=1))


def is_in_order(places: IntArray, instances: int) -> bool:
    """Whether there is one output for each instance, in their order."""
    return len(places) == instances and bool((places == np.arange(instances)).all())


class RunningSum:
    """The sum of rows over all instances, systems x columns; what is not scored adds nothing."""

    def __init__(self) -> None:
        self._total: FloatArray | None = None

    @property
    def total(self) -> FloatArray:
        """The sum of all that has passed."""
        if self._total is None:
            raise ValueError("no blocks have passed")
        return self._total

    @property
    def has_passed(self) -> bool:
        """Whether anything has been added at all."""
        return self._total is not None

    def add(self, block: FloatArray) -> None:
        """Add a block of systems x instances x columns.

        The sum so far takes part in the next one as its first row, so that it does not matter where blocks end.
        """
        rows = block if self._total is None else np.concatenate([self._total[:, None], block], axis=1)
        self._total = np.nansum(rows, axis=1)

    def watch(self, blocks: Iterable[FloatArray]) -> Iterator[FloatArray]:
        """Add blocks up as they pass."""
        for block in blocks:
            self.add(block)
            yield block


def add_up(blocks: Iterable[FloatArray]) -> FloatArray:
    """Sum blocks of systems x instances x columns over all instances."""
    running = RunningSum()
    for _ in running.watch(blocks):
        pass
    return running.total
