"""How even a study is: what blocks and compositions are measured by in tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from genchal.elicitation.design.blocks import Together
from genchal.elicitation.design.composing import Composition
from genchal.text.arrays.ragged import IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Balance:
    """How often each system appears on a sheet, and how often each two of them meet on one."""

    appearances: IntArray
    meetings: IntArray

    @property
    def spread(self) -> tuple[float, float]:
        """The largest difference from the mean, as a share of it: of appearances, and of meetings."""
        pairs = self.meetings[np.triu_indices(len(self.meetings), 1)]
        return _spread(self.appearances), _spread(pairs)


def measure_balance(sheets: Sequence[Together], systems: int) -> Balance:
    """Count appearances and meetings over sheets."""
    on = np.zeros((len(sheets), systems), dtype=np.int64)
    for row, sheet in zip(on, sheets, strict=True):
        row[list(sheet)] = 1
    meetings = on.T @ on
    appearances = meetings.diagonal().copy()
    np.fill_diagonal(meetings, 0)
    return Balance(appearances, meetings)


def measure_composition(study: Composition) -> Balance:
    """Count over the blocks of a study whose sheets are of one instance each."""
    number = {name: place for place, name in enumerate(study.systems)}
    sheets = [
        tuple(number[name] for item in block.items for name in (item.system, *item.also)) for block in study.blocks
    ]
    return measure_balance(sheets, len(number))


def _spread(counts: IntArray) -> float:
    mean = float(counts.mean()) if len(counts) else 0.0
    return float(np.abs(counts / mean - 1).max()) if mean else 0.0
