"""Texts as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from genchal.reports.names import one_line

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
