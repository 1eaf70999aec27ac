"""Tables as LaTeX (booktabs), to paste into a paper: a short caption, and a note with the signatures below the rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from genchal.domain.results.table import Column, Table, TableForm
from genchal.reports.names import slug
from genchal.reports.tables.cells import (
    TEXT,
    Notation,
    alignments,
    signatures_of,
    write_notes,
    write_rows,
)
from genchal.reports.tables.latex_text import ESCAPES, define_other_script, escape_latex

WIDE = 90  # characters in a row of text, above which a table takes both columns of a page
MARKS = {"†": r"\dagger", "‡": r"\ddagger"}
NARROW = 45  # characters in a row of text, above which a table may be wider than its column, and is then shrunk
LONG = 50  # rows, above which a table is broken across pages
FIT = r"  \resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
SAFE_LABEL = re.compile("[a-z0-9-]+")
SMALL, SMALLER = r"{\scriptsize ", r"{\tiny "
PACKAGES = {"graphicx": r"\resizebox", "longtable": r"\begin{longtable}"}
ARROWS = {True: r" $\uparrow$", False: r" $\downarrow$", None: ""}


def write_signature(signature: str) -> str:
    """Write a signature: it is one long word, so that a new line is allowed after every field."""
    return escape_latex(signature).replace(ESCAPES["|"], ESCAPES["|"] + r"\allowbreak{}")


LATEX = Notation(
    escape=escape_latex,
    number=lambda text: text.replace("-", "$-$").replace("<", "$<$"),
    small=lambda text: f"{SMALL}{text}}}",
    group=lambda text: f"{{{text}}}",  # a bracket after the end of a row would be read as its argument
    strong=lambda text: rf"\textbf{{{text}}}",
    marks=lambda text: f"$^{{{''.join(MARKS.get(character, character) for character in text)}}}$",
    dash="--",
    missing="--",
    p_digits=3,
    p_least=0.001,
)


def render_latex(tables: Sequence[Table], form: TableForm) -> str:
    """Write tables that float; one that is longer than a page is broken across pages instead."""
    return "\n".join(_latex(table, form) for table in tables)


def _latex(table: Table, form: TableForm) -> str:
    rows = [f"    {' & '.join(row)} \\\\" for row in write_rows(table, form, LATEX)]
    ruled = [[r"    \midrule", row] if place in table.rules and place else [row] for place, row in enumerate(rows)]
    body = [line for lines in ruled for line in lines]
    lines = _break(table, form, body) if len(rows) > LONG else _float(table, form, body)
    return "".join(f"{line}\n" for line in [*_needs(lines), *lines])


def _float(table: Table, form: TableForm, body: Sequence[str]) -> list[str]:
    width = _width(table, form)
    environment = "table*" if width > WIDE else "table"
    tabular = [
        rf"  \begin{{tabular}}{{{_columns(table)}}}",
        *_head(table),
        *body,
        r"    \bottomrule",
        r"  \end{tabular}",
    ]
    return [
        rf"\begin{{{environment}}}",
        r"  \centering",
        *([FIT, *tabular[:-1], tabular[-1] + "}"] if width > NARROW else tabular),
        *_note(table, form),
        *_caption(table, ""),
        rf"\end{{{environment}}}",
    ]


def _break(table: Table, form: TableForm, body: Sequence[str]) -> list[str]:
    """A table of several pages: its head is repeated, and its notes stand below the last row."""
    columns = len(table.columns)
    size, space = (r"\scriptsize", 2) if _width(table, form) > WIDE else (r"\footnotesize", 3)
    if space == 2:
        body = [line.replace(SMALL, SMALLER) for line in body]
    return [
        rf"\begingroup{size}\setlength{{\tabcolsep}}{{{space}pt}}",
        rf"  \begin{{longtable}}{{{_columns(table)}}}",
        *_caption(table, r" \\"),
        *_head(table),
        r"    \endfirsthead",
        *_head(table),
        r"    \endhead",
        rf"    \midrule \multicolumn{{{columns}}}{{r}}{{continued}} \\",
        r"    \endfoot",
        r"    \bottomrule",
        r"    \endlastfoot",
        *body,
        r"  \end{longtable}",
        *([r"  \noindent"] if _note(table, form) else []),
        *_note(table, form)[1:],
        r"\endgroup",
    ]


def _needs(lines: Sequence[str]) -> list[str]:
    """What a document must load for this table, and what the table defines by itself."""
    written = "\n".join(lines)
    packages = ["booktabs"]
    packages += [package for package, command in PACKAGES.items() if command in written]
    other = define_other_script(written)
    scripts = " Characters of other scripts need LuaLaTeX or XeLaTeX and a font; pdfLaTeX prints their numbers."
    one_column = " One-column mode only." if "longtable" in packages else ""
    return [f"% Needs \\usepackage{{{','.join(packages)}}}.{one_column}{scripts if other else ''}", *other]


def _columns(table: Table) -> str:
    return "".join(side[0] for side in alignments(table))


def _head(table: Table) -> list[str]:
    return [r"    \toprule", f"    {' & '.join(map(_title, table.columns))} \\\\", r"    \midrule"]


def _caption(table: Table, end: str) -> list[str]:
    name = table.label if SAFE_LABEL.fullmatch(table.label) else slug(table.label or table.title)
    label = rf"\label{{tab:{name}}}"
    caption = rf"  \caption{{{escape_latex(table.title.rstrip('.'))}.}}"
    return [f"{caption}{label}{end}"] if end else [caption, f"  {label}"]


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
