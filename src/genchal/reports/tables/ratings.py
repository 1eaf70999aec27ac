"""Tables made from ratings as LaTeX (booktabs): differences, direct assessment, coverage, times."""

from __future__ import annotations

import math
from collections.abc import Iterable

from genchal.domain.results.differences import AssessedSystems, Coverages, Differences
from genchal.domain.results.times import TimesBySystem
from genchal.reports.names import slug
from genchal.reports.tables.latex import escaped, floating_table, signature_latex


def differences_latex(found: Differences) -> str:
    """Every pair with its difference, interval and adjusted p; what is told apart has its better system in bold."""
    rows = []
    for one in found:
        told = one.p_adjusted <= found.level + 1e-12
        names = [
            rf"\textbf{{{escaped(name)}}}" if told and name == one.better else escaped(name)
            for name in (one.system_a, one.system_b)
        ]
        p = "--" if math.isnan(one.p_adjusted) else r"$<$0.001" if one.p_adjusted < 0.001 else f"{one.p_adjusted:.3f}"
        rows.append([*names, number(one.difference, 3), interval(one.low, one.high, 3), p])
    level = rf"{(1 - found.level) * 100:g}\% interval"
    return floating_table(
        "llrlr",
        ["A", "B", "B $-$ A", level, "Adjusted $p$"],
        rows,
        caption=caption(f"{found.criterion.capitalize()}.", found.sentences(), found.differences[0].signature),
        label=f"differences-{slug(found.criterion)}",
    )


def assessment_latex(found: AssessedSystems) -> str:
    """The table of WMT and SR'18, with a rule between clusters."""
    rows: list[list[str] | None] = []
    before = None
    for one in found:
        if before is not None and one.cluster != before:
            rows.append(None)
        rows.append(
            [
                str(one.cluster) if one.cluster != before else "",
                number(one.raw, 1),
                number(one.z, 3),
                str(one.n),
                str(one.assessments),
                escaped(one.system),
            ]
        )
        before = one.cluster
    return floating_table(
        "rrrrrl",
        [r"\#", "Ave.", "Ave. $z$", "$n$", "Assessments", "System"],
        rows,
        caption=caption(f"{found.criterion.capitalize()}.", found.sentences(), found.signature),
        label=f"direct-assessment-{slug(found.criterion)}",
    )


def coverage_latex(found: Coverages) -> str:
    """Shares in per cent, and ranks by added and missed information."""
    rows = [
        [
            escaped(one.system),
            *(f"{100 * share:.0f}" for share in (one.ok, one.added, one.missed, one.both)),
            ranks(one.added_rank_low, one.added_rank_high),
            ranks(one.missed_rank_low, one.missed_rank_high),
        ]
        for one in found
    ]
    header = ["System", *(rf"{name} (\%)" for name in ("OK", "A", "M", "A+M")), "Rank, added", "Rank, missed"]
    said = caption("Added and missed information.", found.sentences(), found.signature)
    return floating_table("lrrrrll", header, rows, caption=said, label="coverage")


def times_latex(found: TimesBySystem) -> str:
    """Seconds per system, with what was cut."""
    rows = [
        [
            escaped(one.system),
            number(one.mean, 2),
            interval(one.low, one.high, 2),
            number(one.median, 2),
            str(one.n),
            str(one.cut),
        ]
        for one in found
    ]
    header = ["System", "Seconds", rf"{found.confidence * 100:g}\% interval", "Median", "$n$", "Cut"]
    said = caption("Times.", found.sentences(), found.signature)
    return floating_table("lrlrrr", header, rows, caption=said, label="times")


def number(value: float | None, digits: int) -> str:
    """A number, or a dash where there is none."""
    return "--" if value is None or not math.isfinite(value) else f"{value:.{digits}f}".replace("-", "$-$")


def interval(low: float | None, high: float | None, digits: int) -> str:
    """Bounds, or a dash where one is not known."""
    ends = [number(one, digits) for one in (low, high)]
    return "--" if "--" in ends else " to ".join(ends)


def ranks(low: int, high: int) -> str:
    """A range of ranks."""
    return str(low) if low == high else f"{low}--{high}"


def caption(title: str, said: Iterable[str], signature: str) -> str:
    """What a table is of, what it says, and its signature."""
    words = " ".join(map(escaped, [title, *said]))
    return rf"{words} Signature: \texttt{{{signature_latex(signature)}}}."
