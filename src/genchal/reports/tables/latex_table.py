"""Tables as LaTeX (booktabs), to paste into a paper: a short caption, and a note with the signatures below the rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from genchal.domain.results.table import Align, Column, Table, TableForm
from genchal.reports.names import slug
from genchal.reports.tables.cells import (
    Notation,
    alignments,
    signatures_of,
    write_notes,
    write_rows,
)
from genchal.reports.tables.latex_layout import APART, ARROW, Layout, Part, Size, lay_out
from genchal.reports.tables.latex_text import ESCAPES, allow_breaks, define_other_script, escape_latex

MARKS = {"†": r"\dagger", "‡": r"\ddagger", "§": r"\S"}
FIT = r"  \resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
SAFE_LABEL = re.compile("[a-z0-9-]+")
LINES = r">{{\raggedright\arraybackslash}}p{{{}pt}}"
PACKAGES = {
    "array": r"\arraybackslash",
    "graphicx": r"\resizebox",
    "longtable": r"\begin{longtable}",
    "pdflscape": r"\begin{landscape}",
}
# Tables across pages need a page of one column: in a paper of two, they have pages of their own.
ONE_COLUMN = r"\let\backtocolumns\relax\ifdim\columnwidth<\textwidth\onecolumn\let\backtocolumns\twocolumn\fi"
TWO_COLUMNS = r"\backtocolumns"
WHOLE = r"\widowpenalty10000\clubpenalty10000 "  # no single line of a note on another page
ARROWS = {True: r" $\uparrow$", False: r" $\downarrow$", None: ""}


def write_signature(signature: str) -> str:
    """Write a signature: it is one long word, so that a new line is allowed after every field, and in a list."""
    return allow_breaks(escape_latex(signature), ESCAPES["|"], ",")


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
    """Write tables that float; one that is longer than a page is broken across pages instead."""
    return "\n".join(_latex(table, form) for table in tables)


def _latex(table: Table, form: TableForm) -> str:
    layout = lay_out(table, form, LATEX)
    rows = write_rows(table, form, LATEX)
    write = _break if layout.is_broken else _float
    lines = write(table, layout, rows, _note(table, form))
    return "".join(f"{line}\n" for line in [*_needs(lines), *lines])


def _float(table: Table, layout: Layout, rows: Sequence[Sequence[str]], note: str) -> list[str]:
    environment = "table*" if layout.is_wide else "table"
    opened = [FIT] if layout.is_snug else []
    parts: list[str] = []
    for part in layout.parts:
        parts += [
            *([r"  \par\medskip"] if parts else []),
            *opened,
            rf"  \begin{{tabular}}{{{_columns(table, part)}}}",
            *_head(table, part),
            *_body(table, part, rows),
            r"    \bottomrule",
            r"  \end{tabular}" + "}" * len(opened),
        ]
    size = layout.size
    if size.command:
        parts = [f"  {{{_begin(size)}%", *parts[:-1], parts[-1] + r"\par}"]
    return [
        rf"\begin{{{environment}}}",
        r"  \centering",
        *parts,
        *([r"  \par\smallskip", rf"  \parbox{{\linewidth}}{{\footnotesize\raggedright {note}}}"] if note else []),
        *_caption(table, ""),
        rf"\end{{{environment}}}",
    ]


def _break(table: Table, layout: Layout, rows: Sequence[Sequence[str]], note: str) -> list[str]:
    """A table of several pages: its head is repeated, and its notes stand below the last row."""
    lines = [rf"\begingroup{_begin(layout.size)}"]
    for number, part in enumerate(layout.parts):
        head = _head(table, part)
        lines += [
            *([r"  \addtocounter{table}{-1}"] if number else []),
            rf"  \begin{{longtable}}{{{_columns(table, part)}}}",
            *_caption(table, r" \\", is_first=number == 0),
            *head,
            r"    \endfirsthead",
            *head,
            r"    \endhead",
            rf"    \midrule \multicolumn{{{len(part.columns)}}}{{r}}{{continued}} \\",
            r"    \endfoot",
            r"    \bottomrule",
            r"    \endlastfoot",
            *_body(table, part, rows),
            r"  \end{longtable}",
        ]
    if note:
        # The foot of a turned page is empty, and has room for some more lines.
        longer = r"\enlargethispage{5\baselineskip}" if layout.is_turned else ""
        lines.append(rf"  {longer}{WHOLE}\noindent{{\footnotesize\raggedright {note}\par}}")
    lines.append(r"\endgroup")
    if layout.is_turned:
        lines = [r"\begin{landscape}", *lines, r"\end{landscape}"]
    return [ONE_COLUMN, *lines, TWO_COLUMNS]


def _begin(size: Size) -> str:
    return rf"{size.command}\setlength{{\tabcolsep}}{{{size.space}pt}}"


def _body(table: Table, part: Part, rows: Sequence[Sequence[str]]) -> list[str]:
    lines: list[str] = []
    # Sentences, and rows that break.
    apart = [r"    \addlinespace" + ("" if part.lines > 2 else f"[{APART:g}pt]")] if part.lines > 1 else []
    for place, row in enumerate(rows):
        ruled = [r"    \midrule"] if place in table.rules and place else apart if place else []
        cells = [
            allow_breaks(row[column], ESCAPES["_"], "/") if room else row[column]
            for column, room in zip(part.columns, part.rooms, strict=True)
        ]
        lines += [*ruled, f"    {' & '.join(cells)} \\\\"]
    return lines


def _needs(lines: Sequence[str]) -> list[str]:
    """What a document must load for this table, and what the table defines by itself."""
    written = "\n".join(lines)
    packages = ["booktabs"]
    packages += [package for package, command in PACKAGES.items() if command in written]
    other = define_other_script(written)
    scripts = " Characters of other scripts need LuaLaTeX or XeLaTeX and a font; pdfLaTeX prints their numbers."
    return [f"% Needs \\usepackage{{{','.join(packages)}}}.{scripts if other else ''}", *other]


def _columns(table: Table, part: Part) -> str:
    sides = alignments(table)
    return "".join(
        LINES.format(room) if room else sides[column][0] for column, room in zip(part.columns, part.rooms, strict=True)
    )


def _head(table: Table, part: Part) -> list[str]:
    sides = alignments(table)
    titles = [
        _title(table.columns[column], [table.columns[column].title] if room else lines, sides[column])
        for column, lines, room in zip(part.columns, part.heads, part.rooms, strict=True)
    ]
    return [r"    \toprule", f"    {' & '.join(titles)} \\\\", r"    \midrule"]


def _title(column: Column, lines: Sequence[str], side: Align) -> str:
    *others, last = map(escape_latex, lines)
    last = last.removesuffix(ARROW) + ARROWS[column.higher_is_better] if column.higher_is_better is not None else last
    if not others:
        return last
    folded = r" \\ ".join([*others, last])
    return rf"\begin{{tabular}}[b]{{@{{}}{side[0]}@{{}}}}{folded}\end{{tabular}}"


def _caption(table: Table, end: str, *, is_first: bool = True) -> list[str]:
    name = table.label if SAFE_LABEL.fullmatch(table.label) else slug(table.label or table.title)
    label = rf"\label{{tab:{name}}}" if is_first else ""
    short, more = ("", "") if is_first else ("[]", " (continued)")  # the list of tables has it once
    caption = rf"  \caption{short}{{{escape_latex(table.title.rstrip('.'))}{more}.}}"
    return [f"{caption}{label}{end}"] if end else [caption, f"  {label}"]


def _note(table: Table, form: TableForm) -> str:
    sentences = list(map(escape_latex, write_notes(table, form)))
    signed = [rf"\texttt{{{write_signature(signature)}}}" for signature in signatures_of(table, form)]
    if signed:
        sentences.append(f"Signature{'s' if len(signed) > 1 else ''}: {'; '.join(signed)}.")
    return " ".join(sentences)
