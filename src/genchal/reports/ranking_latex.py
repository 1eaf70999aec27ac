"""A ranking as a LaTeX table (booktabs), with a rule between clusters."""

from __future__ import annotations

import math

from genchal.domain.ranking import RankedSystem, Ranking
from genchal.reports.latex import ESCAPES, escaped
from genchal.reports.names import slug


def ranking_latex(found: Ranking) -> str:
    """Make a table to paste into a paper: clusters, scores, rank ranges; what they mean is in the caption."""
    digits = found.digits
    rows: list[str] = []
    before = None
    for one in found:
        if before is not None and one.cluster != before:
            rows.append(r"    \midrule")
        rows.append(f"    {' & '.join(_fields(one, digits, first=one.cluster != before))} \\\\")
        before = one.cluster
    level = rf"{found.how.confidence * 100:g}\%"
    bounds = f"{level} of runs" if found.method == "trueskill" else f"{level} interval"
    lines = [
        r"% Needs \usepackage{booktabs}; names outside Latin script also need LuaLaTeX or XeLaTeX and a font.",
        *(f"% {escaped(one)}" for one in found.cautions()),
        r"\begin{table}",
        r"  \centering",
        r"  \begin{tabular}{rrllr}",
        r"    \toprule",
        rf"    \# & Score & {bounds} & System & Ranks \\",
        r"    \midrule",
        *rows,
        r"    \bottomrule",
        r"  \end{tabular}",
        rf"  \caption{{{_caption(found)}}}",
        rf"  \label{{tab:ranking-{slug(found.criterion)}}}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _fields(one: RankedSystem, digits: int, *, first: bool) -> list[str]:
    interval = (
        "--" if one.low is None or one.high is None else f"{_number(one.low, digits)} to {_number(one.high, digits)}"
    )
    ranks = str(one.rank_low) if one.rank_low == one.rank_high else f"{one.rank_low}--{one.rank_high}"
    return [str(one.cluster) if first else "", _number(one.score, digits), interval, escaped(one.system), ranks]


def _number(value: float, digits: int) -> str:
    return f"{value:.{digits}f}".replace("-", "$-$") if math.isfinite(value) else "--"


def _caption(found: Ranking) -> str:
    said = " ".join(escaped(one) for one in found.explained())
    signature = escaped(found.signature).replace(ESCAPES["|"], ESCAPES["|"] + r"\allowbreak{}")
    return rf"{escaped(found.criterion.capitalize())}. {said} Signature: \texttt{{{signature}}}."
