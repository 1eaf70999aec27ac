"""How alike systems are: one system's outputs as references for another's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from genchal.errors import UnknownName
from genchal.text.arrays.ragged import FloatArray, IntArray

MEAN = "mean"  # what the mean over metrics goes by
SHIFTS = 3  # outputs for other inputs that every output is compared with, to see how a system resembles itself


@dataclass(frozen=True, slots=True)
class Matrix:
    """Similarities by one metric: line i has the outputs of ``lines[i]`` as references, column j those of system j.

    `scaled` has the values brought to 0 .. 1, 1 for the most alike; NaN where a metric has no limits to scale by.
    `n` is the number of outputs that were compared. `itself` is how much each system resembles itself: its outputs
    against its own outputs for other inputs. `signatures` has an entry per line.
    """

    metric: str
    values: FloatArray
    scaled: FloatArray
    n: IntArray
    itself: FloatArray
    itself_scaled: FloatArray
    signatures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Duplicates:
    """Outputs that are literally the same: `equal[i, j]` of the `both[i, j]` inputs that systems i and j both answer.

    Of a system's `outputs[i]` texts `different[i]` are different ones.
    """

    equal: IntArray
    both: IntArray
    outputs: IntArray
    different: IntArray


class Resemblance(NamedTuple):
    """One system in short, by the mean over metrics or by one of them in its own unit.

    `as_references` is the mean of its line without itself, `with_self` the same with itself, `as_outputs` the mean of
    its column without itself. `itself` is as in `Matrix`. A line that is no system (all references) has NaN for them.
    """

    system: str
    as_references: float
    with_self: float
    as_outputs: float
    itself: float


@dataclass(frozen=True, slots=True)
class Similarities:
    """All pairs of systems by all metrics, the mean of the metrics last.

    `lines` are the systems whose outputs serve as references: first those with several outputs for an input (all
    references of a test set), which are no columns, then all `systems`. `order` puts systems that are alike beside
    each other.
    """

    lines: tuple[str, ...]
    systems: tuple[str, ...]
    matrices: tuple[Matrix, ...]
    order: tuple[int, ...]
    duplicates: Duplicates
    instances: int
    seed: int

    @property
    def extra(self) -> int:
        """Number of lines that are no columns."""
        return len(self.lines) - len(self.systems)

    def matrix(self, metric: str = MEAN) -> Matrix:
        """Similarities by one metric."""
        for one in self.matrices:
            if one.metric == metric:
                return one
        raise UnknownName("metric", metric, [one.metric for one in self.matrices])

    def resemblances(self, metric: str = MEAN) -> Iterator[Resemblance]:
        """Every line in short, in order."""
        matrix = self.matrix(metric)
        for line, name in enumerate(self.lines):
            own = line - self.extra
            if own < 0:
                whole = nan_mean(matrix.values[line])
                yield Resemblance(name, whole, np.nan, np.nan, np.nan)
                continue
            others = np.arange(len(self.systems)) != own
            yield Resemblance(
                name,
                nan_mean(matrix.values[line, others]),
                nan_mean(matrix.values[line]),
                nan_mean(matrix.values[self.extra :, own][others]),
                float(matrix.itself[own]),
            )


def nan_mean(values: FloatArray) -> float:
    """Mean of what is there; NaN where nothing is."""
    there = values[~np.isnan(values)]
    return float(there.mean()) if len(there) else float("nan")
