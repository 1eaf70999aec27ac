"""The leaderboard as a LaTeX table (booktabs)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from genchal.domain.results.campaign import TrackResults
from genchal.reports.names import one_line, slug
from genchal.reports.tables.leaderboard import Cell, Leaderboard, Row, leaderboard

ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "#$%&_{}"},
    # Not special, but something else in the old font encoding.
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    # After the end of a row these would be read as its arguments.
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
}
SPECIAL = re.compile("|".join(map(re.escape, ESCAPES)))
LIGATURE = re.compile(r"([-'`,?!])(?=\1|`)")  # these would become dashes, quotation marks, inverted marks
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
LATE, SECONDARY = r"$^\dagger$", r"$^\ddagger$"
NARROW = 3  # measures with intervals that fit into one column of a two-column page


def leaderboard_latex(track: TrackResults, *, intervals: bool = True, confidence: float | None = None) -> str:
    """Make a table to paste into a paper: best in bold, intervals in small print, signatures in the caption."""
    table = leaderboard(track)
    environment = "table*" if intervals and len(table.measures) > NARROW else "table"
    header = ["System", *(escaped(m.label) + _direction(m.higher_is_better) for m in table.measures)]
    return floating_table(
        f"l{'r' * len(table.measures)}",
        header,
        [_fields(row, intervals) for row in table.rows],
        caption=_caption(track, table, intervals, confidence),
        label=slug(track.name),
        environment=environment,
    )


def floating_table(
    columns: str,
    header: Sequence[str],
    rows: Iterable[Sequence[str] | None],
    *,
    caption: str,
    label: str,
    comments: Iterable[str] = (),
    environment: str = "table",
) -> str:
    """Put fields that are LaTeX already into a table that floats; None among the rows is a rule."""
    lines = [
        r"% Needs \usepackage{booktabs}; names outside Latin script also need LuaLaTeX or XeLaTeX and a font.",
        *(f"% {escaped(one)}" for one in comments),
        rf"\begin{{{environment}}}",
        r"  \centering",
        rf"  \begin{{tabular}}{{{columns}}}",
        r"    \toprule",
        f"    {' & '.join(header)} \\\\",
        r"    \midrule",
        *(r"    \midrule" if row is None else f"    {' & '.join(row)} \\\\" for row in rows),
        r"    \bottomrule",
        r"  \end{tabular}",
        rf"  \caption{{{caption}}}",
        rf"  \label{{tab:{label}}}",
        rf"\end{{{environment}}}",
    ]
    return "\n".join(lines) + "\n"


def signature_latex(signature: str) -> str:
    """Write a signature: it is one long word, so that a new line is allowed after every field."""
    return escaped(signature).replace(ESCAPES["|"], ESCAPES["|"] + r"\allowbreak{}")


def escaped(text: str) -> str:
    """Write any text as LaTeX that prints it, on one line; control characters are dropped."""
    separated = LIGATURE.sub(r"\1{}", SPECIAL.sub(lambda found: ESCAPES[found.group()], one_line(text)))
    return CONTROL.sub("", separated)


def _fields(row: Row, intervals: bool) -> list[str]:
    marks = (LATE if row.system.late else "") + ("" if row.system.primary else SECONDARY)
    return [escaped(row.system.name) + marks, *(_field(cell, intervals) for cell in row.cells)]


def _field(cell: Cell, intervals: bool) -> str:
    value = _number(cell.value) if cell.scored else "--"
    if cell.best:
        value = rf"\textbf{{{value}}}"
    if not intervals or cell.interval is None:
        return value
    low, high = cell.interval
    return rf"{value} {{\scriptsize [{_number(low)}, {_number(high)}]}}"


def _number(text: str) -> str:
    return text.replace("-", "$-$")


def _direction(higher_is_better: bool | None) -> str:
    if higher_is_better is None:
        return ""
    return r" $\uparrow$" if higher_is_better else r" $\downarrow$"


def _caption(track: TrackResults, table: Leaderboard, intervals: bool, confidence: float | None) -> str:
    sentences = [f"{escaped(track.name)}: {len(track.instances)} instances; best values in bold."]
    if intervals and any(cell.interval for row in table.rows for cell in row.cells):
        level = "" if confidence is None else rf"{confidence * 100:g}\% "
        sentences.append(f"In brackets: {level}confidence intervals.")
    if table.has_late:
        sentences.append(f"{LATE}~submitted late.")
    if table.has_secondary:
        sentences.append(f"{SECONDARY}~not a primary submission.")
    signed = [rf"{escaped(one.label)}: \texttt{{{signature_latex(one.signature)}}}" for one in table.measures]
    if signed:
        sentences.append(f"Signatures: {'; '.join(signed)}.")
    return " ".join(sentences)
