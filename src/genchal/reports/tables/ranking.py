"""A ranking as a LaTeX table (booktabs), with a rule between clusters."""

from __future__ import annotations

from genchal.domain.results.ranking import RankedSystem, Ranking
from genchal.reports.names import slug
from genchal.reports.tables.latex import escaped, floating_table
from genchal.reports.tables.ratings import caption, interval, number, ranks


def ranking_latex(found: Ranking) -> str:
    """Make a table to paste into a paper: clusters, scores, rank ranges; what they mean is in the caption."""
    digits = found.digits
    rows: list[list[str] | None] = []
    before = None
    for one in found:
        if before is not None and one.cluster != before:
            rows.append(None)
        rows.append(_fields(one, digits, first=one.cluster != before))
        before = one.cluster
    level = rf"{found.how.confidence * 100:g}\%"
    bounds = f"{level} of runs" if found.method == "trueskill" else f"{level} interval"
    return floating_table(
        "rrllr",
        [r"\#", "Score", bounds, "System", "Ranks"],
        rows,
        caption=caption(f"{found.criterion.capitalize()}.", found.explained(), found.signature),
        label=f"ranking-{slug(found.criterion)}",
        comments=found.cautions(),
    )


def _fields(one: RankedSystem, digits: int, *, first: bool) -> list[str]:
    return [
        str(one.cluster) if first else "",
        number(one.score, digits),
        interval(one.low, one.high, digits),
        escaped(one.system),
        ranks(one.rank_low, one.rank_high),
    ]
