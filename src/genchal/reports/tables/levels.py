"""Levels of the D-Level scale as a LaTeX table (booktabs)."""

from __future__ import annotations

import math

from genchal.domain.results.levels import Levels
from genchal.reports.tables.latex import escaped, floating_table, signature_latex


def levels_latex(found: Levels) -> str:
    """Make a table of shares in per cent, with the mean level, and one of the comparisons where there are some."""
    header = ["System", *map(str, range(8)), "0--2", "6--7", "Mean", "$n$"]
    rows = [
        [
            escaped(one.system),
            *(_percent(share) for share in (*one.shares, one.simple, one.complex)),
            "--" if math.isnan(one.mean) else f"{one.mean:.2f}",
            f"{one.sentences:,}",
        ]
        for one in found.systems
    ]
    signature = signature_latex(found.systems[0].signature) if found.systems else ""
    said = rf"Sentences (\%) at each level of the revised D-Level scale, over dependency trees. \texttt{{{signature}}}."
    tables = [floating_table("l" + "r" * 12, header, rows, caption=said, label="dlevel")]
    if found.comparisons:
        tables.append(_comparisons(found))
    return "\n".join(tables)


def _comparisons(found: Levels) -> str:
    rows = []
    for one in found.comparisons:
        p = "--" if math.isnan(one.p_adjusted) else r"$<$0.001" if one.p_adjusted < 0.001 else f"{one.p_adjusted:.3f}"
        numbers = ["--" if math.isnan(value) else f"{value:.3f}" for value in (one.distance, one.overlap)]
        rows.append([escaped(one.system_a), escaped(one.system_b), numbers[0], p, numbers[1]])
    caption = " ".join(map(escaped, found.notes()))
    return floating_table("llrrr", ["A", "B", "$D$", "Adjusted $p$", "BC"], rows, caption=caption, label="dlevel-pairs")


def _percent(share: float) -> str:
    return "--" if math.isnan(share) else f"{100 * share:.1f}"
