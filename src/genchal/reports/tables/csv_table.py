"""Tables as CSV, for spreadsheets and scripts: keys as header, exact numbers, nothing where there is no value.

An `Estimate` in the column `bleu` becomes the columns `bleu`, `bleu_low` and `bleu_high`; `domain.results.table` has
the others. Notes and signatures are left out, and numbers are neither rounded nor scaled. Texts are written as they
are, also those that begin like a spreadsheet's formula.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence

from genchal.domain.results.table import Bounds, Cell, Count, Estimate, Marked, PValue, RankRange, Share, Table

Scalar = str | int | float | None


def render_csv(tables: Sequence[Table], line_end: str = "\n") -> str:
    """Write tables with an empty line between them."""
    return line_end.join(_csv(table, line_end) for table in tables)


def render_tsv(table: Table) -> str:
    """Write a table with tabs between its cells, for texts that have neither tabs nor line ends; quotes are text."""
    lines = csv.reader(io.StringIO(_csv(table, "\n"), newline=""))
    return "".join("\t".join(" ".join(cell.split()) for cell in line) + "\n" for line in lines)


def _csv(table: Table, line_end: str) -> str:
    lines = io.StringIO(newline="")
    writer = csv.writer(lines, lineterminator=line_end)
    keys, columns = split_columns(table)
    writer.writerow(keys)
    writer.writerows(zip(*(map(_exact, column) for column in columns), strict=True))
    return lines.getvalue()


def split_columns(table: Table) -> tuple[list[str], list[list[Scalar]]]:
    """The keys and the exact values of all columns that the columns of a table become; None where there is no value."""
    keys, columns = [], []
    for place, column in enumerate(table.columns):
        cells = [_fields(row[place]) for row in table.rows]
        for suffix in _suffixes(cells):
            keys.append(f"{column.key}{suffix}")
            columns.append([fields.get(suffix) for fields in cells])
    return keys, columns


def _fields(cell: Cell) -> dict[str, Scalar]:
    """What is in a cell, by what is added to the key of its column."""
    match cell:
        case Marked():
            return {**_fields(cell.cell), **({"_marks": cell.marks} if cell.marks else {})}
        case Estimate():
            return {"": cell.value, "_low": cell.low, "_high": cell.high}
        case Bounds() | RankRange():
            return {"_low": cell.low, "_high": cell.high}
        case Count():
            shares: dict[str, Scalar] = {"": cell.count, "_share": cell.share}
            return shares if cell.low is None else {**shares, "_share_low": cell.low, "_share_high": cell.high}
        case PValue() | Share():
            return {"": cell.value}
        case None:
            return {}
        case _:
            return {"": cell}


def _suffixes(cells: Sequence[Mapping[str, Scalar]]) -> list[str]:
    """The columns that a column becomes: the value itself first, marks last."""
    found = dict.fromkeys(suffix for fields in cells for suffix in fields) or {"": None}
    return sorted(found, key=lambda suffix: (suffix != "", suffix == "_marks"))


def _exact(value: Scalar) -> str:
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(float(value)) if isinstance(value, float) else str(value)
