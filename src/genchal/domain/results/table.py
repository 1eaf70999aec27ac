r"""One result, one table: what every form of a result is made from.

A result type (`Ranking`, `Comparisons`, ...) has two methods, which are the protocol `Result`::

    def tables(self) -> tuple[Table, ...]:      # for people: text, LaTeX, Markdown, CSV and HTML are made from it
    def payload(self) -> dict[str, object]:     # for machines: what --json prints between "schema" and "seconds"

A `Table` says *what* stands where, never how it looks. Cells are values, not strings: a float is a float with all its
digits, an interval is an `Estimate`, and the column says how many decimals people see. So `--digits`, `--percent` and
the exact numbers of `--csv` need no further line in a result::

    Table(
        title="Comparison of systems",                         # short: the caption
        columns=(Column("system"), Column("BLEU", "bleu", digits=4, percent=True), Column("p", "p_value")),
        rows=(("base", Estimate(0.61, 0.60, 0.62), None), ("ours", Estimate(0.65, 0.64, 0.66), PValue(0.003))),
        rules=(1,),                                            # a rule before the second row
        notes=("Paired bootstrap, 1,000 resamples.",),         # whole sentences, one each
        signatures=("bleu|case:lower|v:1",),
        label="comparison",
    )

The cell types:

=====================================  ========================  =====================  ==============================
cell                                   text                      LaTeX                  CSV, of a column with key `k`
=====================================  ========================  =====================  ==============================
``"base"``                             base                      escaped                k
``""``                                 nothing                   nothing                empty
``1234``                               1,234                     1,234                  1234
``0.65931``                            0.6593 (column.digits)    0.6593                 0.65931
``True``                               yes                       yes                    true
``None``, NaN, infinite                ``-`` (column.missing)    ``--``                 empty
``Estimate(0.6593, 0.651, 0.6671)``    0.6593 [0.6510, 0.6671]   the bounds are small   k, k_low, k_high
``Bounds(0.651, 0.6671)``              [0.6510, 0.6671]          the same               k_low, k_high
``PValue(0.00001)``                    <0.0001                   ``$<$0.001``           k
``RankRange(1, 3)``                    1-3                       1--3                   k_low, k_high
``Share(0.123)``                       12.3%                     12.3\%                 k (0.123)
``Count(42, 0.123)``                   42 (12.3%)                the share is small     k, k_share, k_share_low ...
``Marked(0.71, "*")``                  0.7100*                   the mark is raised     k, k_marks
``Marked("ours", strong=True)``        ours                      bold                   k
=====================================  ========================  =====================  ==============================

The renderers stand in `genchal.reports.tables`; `genchal.cli._show` is how a command offers all of them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Align = Literal["left", "right"]
FormName = Literal["text", "json", "latex", "markdown", "csv"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval; without one where a bound is None."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """An interval in a column of its own."""

    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class PValue:
    """A p-value: small ones are shown as below a limit, and `digits` of a form does not apply."""

    value: float | None


@dataclass(frozen=True, slots=True)
class RankRange:
    """The ranks that a system may have."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Share:
    """A fraction that is always shown in per cent; `unit` is empty where the title of the column says "%"."""

    value: float | None
    unit: str = "%"


@dataclass(frozen=True, slots=True)
class Count:
    """A number with the share that it is, and the interval of that share."""

    count: int
    share: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Marked:
    """Another cell with marks after it, such as stars or a dagger, or in bold; text and CSV have no bold."""

    cell: Cell
    marks: str = ""
    strong: bool = False


Cell = str | int | float | None | Estimate | Bounds | PValue | RankRange | Share | Count | Marked


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `title` for people, `key` for CSV (made from the title if it is not given).

    Numbers have `digits` decimals, and with `sign` a plus where they are positive. `percent` says that values lie
    between 0 and 1 and may be shown times 100. `missing` is what people read where there is no value. Without `align`
    numbers are on the right, the rest on the left. `higher_is_better` puts an arrow after the title.
    """

    title: str
    key: str = ""
    digits: int = 4
    sign: bool = False
    percent: bool = False
    missing: str = "-"
    align: Align | None = None
    higher_is_better: bool | None = None

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", re.sub(r"\W+", "_", self.title.lower()).strip("_"))


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns, and what is said below them.

    `rules` are numbers of rows before which a rule stands: clusters, families. `unscaled` are rows that `--percent`
    leaves alone, such as NIST among metrics between 0 and 1. `label` names the table in LaTeX and in file names.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    rules: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    label: str = ""
    unscaled: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(
                    f"{len(row)} cells in a row of the table '{self.title}' of {len(self.columns)} columns"
                )


@dataclass(frozen=True, slots=True)
class TableForm:
    """How tables are shown: with so many decimals (None: each column's own), times 100, with notes and signatures."""

    name: FormName = "text"
    digits: int | None = None
    percent: bool = False
    notes: bool = True


class Result(Protocol):
    """What a command can show."""

    def tables(self) -> tuple[Table, ...]:
        """The result for people."""
        ...

    def payload(self) -> dict[str, object]:
        """The result for machines: plain values, dataclasses and sequences of them; NaN is allowed."""
        ...


def pick_fields(result: object, *names: str) -> dict[str, object]:
    """Fields of a result for its payload; one whose name ends in a question mark only where it has something."""
    values = {name: getattr(result, name.removesuffix("?")) for name in names}
    return {name.removesuffix("?"): value for name, value in values.items() if value or not name.endswith("?")}


def rules_between(groups: Sequence[object]) -> tuple[int, ...]:
    """Rules where the group of a row, such as its cluster, is not the one of the row before."""
    return tuple(row for row in range(1, len(groups)) if groups[row] != groups[row - 1])


def mark_best(
    cells: Sequence[Cell], digits: int, *, higher_is_better: bool | None, competing: Sequence[bool] | None = None
) -> tuple[Cell, ...]:
    """Put the best of a column in bold: everything that reads the same as the best value with so many decimals.

    Cells that do not compete are left as they are.
    """
    able = competing if competing is not None else [True] * len(cells)
    values = [_value(cell) if is_able else None for cell, is_able in zip(cells, able, strict=True)]
    known = [round(value, digits) for value in values if value is not None]
    if higher_is_better is None or not known:
        return tuple(cells)
    best = max(known) if higher_is_better else min(known)
    return tuple(
        Marked(cell, strong=True) if value is not None and round(value, digits) == best else cell
        for cell, value in zip(cells, values, strict=True)
    )


def _value(cell: Cell) -> float | None:
    number = cell.value if isinstance(cell, Estimate | Share) else cell
    return number if isinstance(number, int | float) and math.isfinite(number) else None
