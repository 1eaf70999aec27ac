"""Tables as LaTeX (booktabs), to paste into a paper: a short caption, and a note with the signatures below the rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from genchal.domain.results.table import Column, Table, TableForm
from genchal.reports.names import one_line, slug
from genchal.reports.tables.cells import (
    TEXT,
    Notation,
    alignments,
    signatures_of,
    write_notes,
    write_rows,
)

WIDE = 90  # characters in a row of text, above which a table takes both columns of a page
MARKS = {"†": r"\dagger", "‡": r"\ddagger"}
NEEDS = r"% Needs \usepackage{booktabs}; names outside Latin script also need LuaLaTeX or XeLaTeX and a font."
ARROWS = {True: r" $\uparrow$", False: r" $\downarrow$", None: ""}

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


def write_signature(signature: str) -> str:
    """Write a signature: it is one long word, so that a new line is allowed after every field."""
    return escape_latex(signature).replace(ESCAPES["|"], ESCAPES["|"] + r"\allowbreak{}")


def escape_latex(text: str) -> str:
    """Write any text as LaTeX that prints it, on one line; control characters are dropped."""
    separated = LIGATURE.sub(r"\1{}", SPECIAL.sub(lambda found: ESCAPES[found.group()], one_line(text)))
    return CONTROL.sub("", separated)


LATEX = Notation(
    escape=escape_latex,
    number=lambda text: text.replace("-", "$-$").replace("<", "$<$"),
    small=lambda text: rf"{{\scriptsize {text}}}",
    group=lambda text: f"{{{text}}}",  # a bracket after the end of a row would be read as its argument
    strong=lambda text: rf"\textbf{{{text}}}",
    marks=lambda text: f"$^{{{''.join(MARKS.get(character, character) for character in text)}}}$",
    dash="--",
    missing="--",
    p_digits=3,
    p_least=0.001,
)


def render_latex(tables: Sequence[Table], form: TableForm) -> str:
    """Write tables that float."""
    return "\n".join(_latex(table, form) for table in tables)


def _latex(table: Table, form: TableForm) -> str:
    environment = "table*" if _width(table, form) > WIDE else "table"
    rows = [f"    {' & '.join(row)} \\\\" for row in write_rows(table, form, LATEX)]
    ruled = [[r"    \midrule", row] if place in table.rules and place else [row] for place, row in enumerate(rows)]
    lines = [
        NEEDS,
        rf"\begin{{{environment}}}",
        r"  \centering",
        rf"  \begin{{tabular}}{{{''.join(side[0] for side in alignments(table))}}}",
        r"    \toprule",
        f"    {' & '.join(map(_title, table.columns))} \\\\",
        r"    \midrule",
        *(line for lines in ruled for line in lines),
        r"    \bottomrule",
        r"  \end{tabular}",
        *_note(table, form),
        rf"  \caption{{{escape_latex(table.title.rstrip('.'))}.}}",
        rf"  \label{{tab:{slug(table.label or table.title)}}}",
        rf"\end{{{environment}}}",
    ]
    return "".join(f"{line}\n" for line in lines)


def _title(column: Column) -> str:
    return escape_latex(column.title) + ARROWS[column.higher_is_better]


def _note(table: Table, form: TableForm) -> list[str]:
    sentences = list(map(escape_latex, write_notes(table, form)))
    signed = [rf"\texttt{{{write_signature(signature)}}}" for signature in signatures_of(table, form)]
    if signed:
        sentences.append(f"Signature{'s' if len(signed) > 1 else ''}: {'; '.join(signed)}.")
    if not sentences:
        return []
    return [r"  \par\smallskip", rf"  \parbox{{\linewidth}}{{\footnotesize {' '.join(sentences)}}}"]


def _width(table: Table, form: TableForm) -> int:
    rows = [[column.title for column in table.columns], *write_rows(table, form, TEXT)]
    return sum(max(map(len, column)) + 2 for column in zip(*rows, strict=True)) - 2
