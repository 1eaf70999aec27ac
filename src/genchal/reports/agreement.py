"""Agreement between raters as a LaTeX table (booktabs)."""

from __future__ import annotations

import math

from genchal.domain.agreement import Agreement, Agreements
from genchal.reports.latex import ESCAPES, escaped


def agreement_latex(found: Agreements) -> str:
    """Make a table to paste into a paper: a row per coefficient, designs and signatures in the caption."""
    lines = [
        r"% Needs \usepackage{booktabs}.",
        r"\begin{table}",
        r"  \centering",
        r"  \begin{tabular}{llrlrrr}",
        r"    \toprule",
        r"    Criterion & Measure & Value & Interval & $p$ & Items & Raters \\",
        r"    \midrule",
        *(f"    {row(one)}" for one in found),
        r"    \bottomrule",
        r"  \end{tabular}",
        rf"  \caption{{{_caption(found)}}}",
        r"  \label{tab:agreement}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def row(one: Agreement) -> str:
    """One coefficient as a row of the table."""
    bounds = "" if one.low is None or one.high is None else rf"{{[}}{_number(one.low)}, {_number(one.high)}{{]}}"
    fields = [escaped(one.criterion), escaped(one.form), _number(one.value), bounds, _p(one.p_value)]
    return " & ".join([*fields, str(one.items), str(one.raters)]) + r" \\"


def _number(value: float) -> str:
    return "--" if math.isnan(value) else f"{value:.2f}".replace("-", "$-$")


def _p(value: float | None) -> str:
    if value is None:
        return ""
    return r"$<$0.001" if value < 0.001 else f"{value:.3f}"


def _caption(found: Agreements) -> str:
    designs = " ".join(escaped(f"{name}: {design.sentence()}") for name, design in found.designs.items())
    level = rf"In brackets: {found.how.confidence * 100:g}\% intervals."
    break_here = ESCAPES["|"] + r"\allowbreak{}"
    signed = "; ".join(rf"\texttt{{{escaped(one.signature).replace(ESCAPES['|'], break_here)}}}" for one in found)
    return f"Agreement between raters. {designs} {level} Signatures: {signed}."
