"""Similarities as tables: one arrangement behind the text, the LaTeX table and the figure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from genchal.domain.results.similarity import MEAN, Similarities
from genchal.errors import counted
from genchal.reports.tables.latex import escaped, floating_table, signature_latex
from genchal.text.arrays.ragged import FloatArray


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


def similarity_grid(found: Similarities, metric: str = MEAN) -> SimilarityGrid:
    """Arrange the similarities by one metric, or their mean."""
    matrix = found.matrix(metric)
    strengths = matrix.values if np.isnan(matrix.scaled).all() else matrix.scaled
    lines = [*range(found.extra), *(found.extra + place for place in found.order)]
    means = [one.as_references for one in found.resemblances(metric)]
    return SimilarityGrid(
        metric=metric,
        extra=found.lines[: found.extra],
        systems=tuple(found.systems[place] for place in found.order),
        cells=_arranged(matrix.values, lines, found.order),
        strengths=_arranged(strengths, lines, found.order),
        means=tuple(means[line] for line in lines),
    )


def _arranged(values: FloatArray, lines: Sequence[int], columns: Sequence[int]) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, values[np.ix_(lines, columns)].tolist()))


def similarity_latex(found: Similarities, metric: str = MEAN) -> str:
    """Make a table to paste into a paper: the matrix with numbered columns, and the means of the lines."""
    grid = similarity_grid(found, metric)
    numbers = [str(number) for number in range(1, len(grid.systems) + 1)]
    rows: list[list[str] | None] = []
    for line, (cells, mean) in enumerate(zip(grid.cells, grid.means, strict=True)):
        own = line - len(grid.extra)
        name = grid.extra[line] if own < 0 else f"{numbers[own]} {grid.systems[own]}"
        if own == 0 and grid.extra:
            rows.append(None)
        rows.append([escaped(name), *map(_number, cells), _number(mean)])
    signatures = dict.fromkeys(found.matrix(metric).signatures)
    signed = "; ".join(rf"\texttt{{{signature_latex(one)}}}" for one in signatures)
    caption = (
        f"Similarity of systems by {escaped(metric)}: references in lines, outputs in columns, "
        f"{counted(found.instances, 'instance')}; means of lines without the system itself. Signature: {signed}."
    )
    return floating_table(
        f"l{'r' * (len(numbers) + 1)}",
        ["References", *numbers, "Mean"],
        rows,
        caption=caption,
        label="similarity",
        environment="table*",
    )


def decimals(value: float) -> str:
    """A similarity as tables and figures show it: two decimals."""
    return "-" if math.isnan(value) else f"{value:.2f}"


def _number(value: float) -> str:
    return decimals(value).replace("-", "--" if math.isnan(value) else "$-$")
