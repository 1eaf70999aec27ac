"""Correlations as tables: one grid behind the text, the LaTeX table and the figure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from genchal.domain.results.correlation import NAMES, Correlation, Correlations
from genchal.errors import counted
from genchal.reports.tables.latex import escaped, floating_table, signature_latex

STRONG = 0.001  # two stars at or below this, one at or below the level


@dataclass(frozen=True, slots=True)
class Grid:
    """Coefficients in rows and columns; titles leave out what is the same everywhere."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Correlation | None, ...], ...]


def correlation_grid(
    found: Correlations, rows: Sequence[str] | None = None, columns: Sequence[str] | None = None
) -> Grid:
    """Arrange coefficients; without fields for rows and columns, systems or metrics go down."""
    if rows is None or columns is None:
        grouped = any(one.group for one in found)
        rows = ("group",) if grouped else ("metric",)
        columns = ("method", "criterion", "metric") if grouped else ("method", "criterion")
    varied = [field for field in columns if len({getattr(one, field) for one in found}) > 1] or list(columns[-1:])
    cells: dict[tuple[str, str], Correlation] = {}
    for one in found:
        row = " ".join(_title(one, field) for field in rows)
        column = " ".join(_title(one, field) for field in varied)
        cells[row, column] = one
    down, across = (tuple(dict.fromkeys(key[side] for key in cells)) for side in (0, 1))
    return Grid(down, across, tuple(tuple(cells.get((row, column)) for column in across) for row in down))


def cell_text(one: Correlation | None, level: float) -> str:
    """A coefficient with its stars; nothing where there is none."""
    if one is None:
        return ""
    return "-" if math.isnan(one.value) else f"{_rounded(one.value)}{stars(one, level)}"


def stars(one: Correlation, level: float) -> str:
    """One star for a p-value at the level, two at 0.001; adjusted p-values where there are any."""
    if one.p_adjusted is None or one.p_adjusted > level:
        return ""
    return "**" if one.p_adjusted <= STRONG else "*"


def correlations_latex(
    found: Correlations, rows: Sequence[str] | None = None, columns: Sequence[str] | None = None
) -> str:
    """Make a table to paste into a paper: coefficients with stars, and in the caption what they are of."""
    grid = correlation_grid(found, rows, columns)
    level = found.how.significant
    corner = "System" if any(one.group for one in found) and rows in (None, ("group",)) else ""
    return floating_table(
        f"l{'l' * len(grid.columns)}",
        [corner, *map(escaped, grid.columns)],
        [
            [escaped(row), *(_latex_cell(cell, level) for cell in cells)]
            for row, cells in zip(grid.rows, grid.cells, strict=True)
        ],
        caption=_caption(found, level),
        label="correlations",
    )


def _title(one: Correlation, field: str) -> str:
    if field == "group":
        return one.group or "mean"
    return str(getattr(one, field))


def _rounded(value: float) -> str:
    text = f"{value:.2f}"
    return "0.00" if text == "-0.00" else text


def _latex_cell(one: Correlation | None, level: float) -> str:
    if one is None or math.isnan(one.value):
        return "" if one is None else "--"
    marks = stars(one, level)
    return _rounded(one.value).replace("-", "$-$") + (f"$^{{{marks}}}$" if marks else "")


def _caption(found: Correlations, level: float) -> str:
    methods = " and ".join(NAMES[method] for method in found.how.methods)
    counts = counted(found.systems, "system")
    if found.how.level != "system":
        counts += f", {counted(found.instances, 'instance')}, {counted(found.units, 'output')}"
    what = f"{methods[0].upper()}{methods[1:]}, {counts}."
    corrected = {"holm": " after Holm's correction", "bh": " after Benjamini and Hochberg's correction", "none": ""}
    marks = ""
    if any(one.p_value is not None for one in found):
        marks = f" $^{{*}}$~$p \\leq {level:g}$, $^{{**}}$~$p \\leq {STRONG:g}${corrected[found.how.correction]}."
    signed = "; ".join(rf"\texttt{{{signature_latex(text)}}}" for text in dict.fromkeys(one.signature for one in found))
    return f"{escaped(what)}{marks} Signature: {signed}."
