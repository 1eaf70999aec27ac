"""Agreement between raters as a LaTeX table (booktabs)."""

from __future__ import annotations

import math

from genchal.domain.results.agreement import Agreement, Agreements
from genchal.reports.tables.latex import escaped, floating_table, signature_latex


def agreement_latex(found: Agreements) -> str:
    """Make a table to paste into a paper: a row per coefficient, designs and signatures in the caption."""
    return floating_table(
        "llrlrrr",
        ["Criterion", "Measure", "Value", "Interval", "$p$", "Items", "Raters"],
        map(row, found),
        caption=_caption(found),
        label="agreement",
    )


def row(one: Agreement) -> list[str]:
    """One coefficient as a row of the table."""
    bounds = "" if one.low is None or one.high is None else rf"{{[}}{_number(one.low)}, {_number(one.high)}{{]}}"
    fields = [escaped(one.criterion), escaped(one.form), _number(one.value), bounds, _p(one.p_value)]
    return [*fields, str(one.items), str(one.raters)]


def _number(value: float) -> str:
    return "--" if math.isnan(value) else f"{value:.2f}".replace("-", "$-$")


def _p(value: float | None) -> str:
    if value is None:
        return ""
    return r"$<$0.001" if value < 0.001 else f"{value:.3f}"


def _caption(found: Agreements) -> str:
    designs = " ".join(escaped(f"{name}: {design.sentence()}") for name, design in found.designs.items())
    level = rf"In brackets: {found.how.confidence * 100:g}\% intervals."
    signed = "; ".join(rf"\texttt{{{signature_latex(one.signature)}}}" for one in found)
    return f"Agreement between raters. {designs} {level} Signatures: {signed}."
