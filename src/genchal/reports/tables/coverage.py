"""Shares of texts that say all, too little or too much, as a LaTeX table (the layout of the E2E report's Table 5)."""

from __future__ import annotations

import math

from genchal.domain.results.manual_check import COVERAGES, TITLES, CoverageTally
from genchal.reports.tables.latex import escaped, floating_table, signature_latex


def coverage_latex(tally: CoverageTally) -> str:
    """Make a table to paste into a paper: categories down, sheets across, counts with shares."""
    cells = {(one.category, one.column): one for one in tally.shares}
    rows = []
    for category in COVERAGES:
        row = [escaped(TITLES[category].capitalize())]
        for column in tally.columns:
            one = cells[category, column]
            share = "" if math.isnan(one.share) else rf" {{\scriptsize ({100 * one.share:.1f}\%)}}"
            row.append(f"{one.count}{share}")
        rows.append(row)
    return floating_table(
        f"l{'r' * len(tally.columns)}",
        ["", *map(escaped, tally.columns)],
        rows,
        caption=rf"Texts checked by hand. Signature: \texttt{{{signature_latex(tally.signature)}}}.",
        label="coverage-by-hand",
    )
