"""The similarity of systems: one system's outputs as references for another's."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Cell, Column, Table
from genchal.errors import counted, find_known
from genchal.text.arrays.ragged import FloatArray, IntArray

MEAN = "mean"  # what the mean over metrics goes by
SHOWN = 3  # pairs of systems with equal outputs that are named
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
    """Summary of one system, by the mean over metrics or by one of them in its own unit.

    `as_references` is the mean of its line without itself, `with_self` the same with itself, `as_outputs` the mean of
    its column without itself. `itself` is as in `Matrix`. A line that is no system (all references) has NaN for them.
    """

    system: str
    as_references: float
    with_self: float
    as_outputs: float
    itself: float


@dataclass(frozen=True, slots=True)
class SimilarityGrid:
    """A matrix to show: lines that are no columns first, then systems with those that are alike beside each other.

    `means` are the lines' means without the system itself; `strengths` grow with similarity, whatever the metric.
    """

    metric: str
    extra: tuple[str, ...]
    systems: tuple[str, ...]
    cells: tuple[tuple[float, ...], ...]
    strengths: tuple[tuple[float, ...], ...]
    means: tuple[float, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Similarities(ShownResult):
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
        return find_known("metric", metric, {matrix.metric: matrix for matrix in self.matrices})

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

    def grid(self, metric: str = MEAN) -> SimilarityGrid:
        """Arrange the similarities by one metric, or their mean."""
        matrix = self.matrix(metric)
        strengths = matrix.values if np.isnan(matrix.scaled).all() else matrix.scaled
        lines = [*range(self.extra), *(self.extra + place for place in self.order)]
        means = [resemblance.as_references for resemblance in self.resemblances(metric)]
        return SimilarityGrid(
            metric=metric,
            extra=self.lines[: self.extra],
            systems=tuple(self.systems[place] for place in self.order),
            cells=_arranged(matrix.values, lines, self.order),
            strengths=_arranged(strengths, lines, self.order),
            means=tuple(means[line] for line in lines),
        )

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        duplicates = self.duplicates
        return {
            "similarities": list(self._cells()),
            "systems": list(self._means()),
            "duplicates": [
                {"system_a": a, "system_b": b, "equal": int(duplicates.equal[i, j]), "both": int(duplicates.both[i, j])}
                for i, a in enumerate(self.systems)
                for j, b in enumerate(self.systems)
                if i < j
            ],
            "texts": [
                {"system": name, "outputs": int(outputs), "different": int(different)}
                for name, outputs, different in zip(self.systems, duplicates.outputs, duplicates.different, strict=True)
            ],
            "order": [self.systems[place] for place in self.order],
            "instances": self.instances,
            "seed": self.seed,
        }

    def tables(self, metric: str = MEAN) -> tuple[Table, ...]:
        """The matrix of one metric, and every system in short, with what is literally the same."""
        return self.matrix_table(metric), self._systems_table(metric)

    def matrix_table(self, metric: str = MEAN) -> Table:
        """The matrix of one metric with numbered columns, which fits more systems than names would."""
        grid, matrix = self.grid(metric), self.matrix(metric)
        names = [*grid.extra, *(f"{number} {name}" for number, name in enumerate(grid.systems, start=1))]
        is_fraction = np.array_equal(matrix.values, matrix.scaled, equal_nan=True)
        numbered = [
            Column(str(number), name, digits=2, percent=is_fraction)
            for number, name in enumerate(grid.systems, start=1)
        ]
        how = "row means are over the other systems. Similar systems are next to each other."
        return Table(
            title=f"Similarity of systems by {metric}",
            columns=(Column("references"), *numbered, Column("mean", digits=2, percent=is_fraction)),
            rows=tuple((name, *cells, mean) for name, cells, mean in zip(names, grid.cells, grid.means, strict=True)),
            rules=(self.extra,) if self.extra else (),
            notes=(f"References in rows, outputs in columns, {counted(self.instances, 'instance')}; {how}",),
            signatures=tuple(f"{metric}: {signature}" for signature in matrix.signatures),
            label="similarity",
        )

    def _systems_table(self, shown: str) -> Table:
        """Every line in short, the most similar first."""
        metrics = [matrix.metric for matrix in self.matrices if matrix.metric != MEAN]
        by_metric = {metric: [line.as_references for line in self.resemblances(metric)] for metric in metrics}
        rows: list[tuple[tuple[bool, bool, float], tuple[Cell, ...]]] = []
        for line, resemblance in enumerate(self.resemblances()):
            own = line - self.extra
            different = f"{self.duplicates.different[own]}/{self.duplicates.outputs[own]}" if own >= 0 else ""
            numbers = (*resemblance[1:], *(by_metric[metric][line] for metric in metrics))
            key = (own >= 0, math.isnan(resemblance.as_references), -resemblance.as_references)
            rows.append((key, (resemblance.system, *numbers, different)))
        rows.sort(key=lambda row: row[0])
        titles = (MEAN, "with self", "as outputs", "itself", *metrics)
        return Table(
            title="Systems",
            columns=(Column("system"), *(Column(title, missing="") for title in titles), Column("different")),
            rows=tuple(cells for _, cells in rows),
            notes=tuple(self._notes()),
            signatures=tuple(
                f"{matrix.metric}: {signature}"
                for matrix in self.matrices
                if matrix.metric != shown
                for signature in matrix.signatures
            ),
            label="similarity-systems",
        )

    def _notes(self) -> Iterator[str]:
        duplicates = self.duplicates
        pairs = [
            (int(duplicates.equal[i, j]), int(duplicates.both[i, j]), i, j)
            for i in range(len(self.systems))
            for j in range(i)
            if duplicates.equal[i, j]
        ]
        for equal, both, i, j in sorted(pairs, key=lambda pair: -pair[0])[:SHOWN]:
            a, b = self.systems[j], self.systems[i]
            yield f"{a}, {b}: {equal:,} of {both:,} outputs identical ({100 * equal / both:.1f}%)."
        if len(pairs) > SHOWN:
            yield f"And {counted(len(pairs) - SHOWN, 'more pair')} of systems with identical outputs."
        for name, number in zip(self.systems, duplicates.outputs.tolist(), strict=True):
            if number < self.instances:
                yield f"{name}: {self.instances - number:,} of {self.instances:,} outputs missing, not compared."

    def _cells(self) -> Iterator[dict[str, object]]:
        for matrix in self.matrices:
            for line, references in enumerate(self.lines):
                for column, outputs in enumerate(self.systems):
                    yield {
                        "metric": matrix.metric,
                        "references": references,
                        "outputs": outputs,
                        "value": matrix.values[line, column],
                        "scaled": matrix.scaled[line, column],
                        "n": matrix.n[line, column],
                        "signature": matrix.signatures[line],
                    }

    def _means(self) -> Iterator[dict[str, object]]:
        for matrix in self.matrices:
            for resemblance, signature in zip(self.resemblances(matrix.metric), matrix.signatures, strict=True):
                shifted = f"{signature}|shifts:{SHIFTS}|seed:{self.seed}"  # what `itself` depends on besides
                yield {"metric": matrix.metric, **resemblance._asdict(), "signature": shifted}


def _arranged(values: FloatArray, lines: Sequence[int], columns: Sequence[int]) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, values[np.ix_(lines, columns)].tolist()))


def nan_mean(values: FloatArray) -> float:
    """Mean of what is there; NaN where nothing is."""
    there = values[~np.isnan(values)]
    return float(there.mean()) if len(there) else float("nan")
