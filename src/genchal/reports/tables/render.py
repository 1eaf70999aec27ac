"""Tables in the form that was asked for."""

from __future__ import annotations

from collections.abc import Sequence

from genchal.domain.results.table import Table, TableForm


def render_tables(tables: Sequence[Table], form: TableForm) -> str:
    """Write tables as text, LaTeX, Markdown or CSV; several are separated by an empty line.

    Each form is loaded when it is asked for, which quick commands notice.
    """
    match form.name:
        case "latex":
            from genchal.reports.tables.latex_table import render_latex

            return render_latex(tables, form)
        case "markdown":
            from genchal.reports.tables.markdown_table import render_markdown

            return render_markdown(tables, form)
        case "csv":
            from genchal.reports.tables.csv_table import render_csv

            return render_csv(tables)
        case "text":
            from genchal.reports.tables.text_table import render_text

            return render_text(tables, form)
        case "json":
            raise ValueError("JSON is made from the payload of a result, not from its tables")
