"""Text statistics as a LaTeX table (booktabs): statistics down, collections across."""

from __future__ import annotations

import math
from collections.abc import Sequence

from genchal.domain.profile import ProfileNumber
from genchal.reports.tables.latex import escaped, floating_table, signature_latex


def profile_latex(numbers: Sequence[ProfileNumber]) -> str:
    """Make a table to paste into a paper; signatures are in the caption."""
    columns = list(dict.fromkeys((one.system, one.version) for one in numbers))
    several = len({version for _, version in columns}) > 1
    header = [r"Statistic", *(escaped(f"{name} ({version})" if several else name) for name, version in columns)]
    cells = {(one.system, one.version, one.family, one.statistic): one.value for one in numbers}
    rows: list[Sequence[str] | None] = []
    family = None
    for kind, statistic in dict.fromkeys((one.family, one.statistic) for one in numbers):
        if family not in (None, kind):
            rows.append(None)
        family = kind
        values = [cells.get((*column, kind, statistic)) for column in columns]
        rows.append([escaped(statistic.replace("_", " ")), *map(_number, values)])
    signatures = dict.fromkeys(one.signature for one in numbers)
    signed = "; ".join(rf"\texttt{{{signature_latex(one)}}}" for one in signatures)
    return floating_table(
        f"l{'r' * len(columns)}",
        header,
        rows,
        caption=f"Text statistics. Signatures: {signed}.",
        label="text-statistics",
    )


def _number(value: float | None) -> str:
    if value is None or math.isnan(value):
        return "--"
    return f"{value:,.0f}" if value == int(value) else f"{value:.3f}"
