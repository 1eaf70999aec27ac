"""Forms of results for notebooks and Python sessions: HTML, text, frames and figures. See `domain/results/shown.py`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import singledispatch
from html import escape
from pathlib import Path
from typing import Any

from genchal.domain.results.campaign import CampaignResults, Measure, TrackResults
from genchal.domain.results.comparison import Comparisons
from genchal.domain.results.correlations import Correlations
from genchal.domain.results.judgements.agreement import Agreements
from genchal.domain.results.judgements.differences import Differences
from genchal.domain.results.judgements.ranking import Ranking
from genchal.domain.results.levels import Levels
from genchal.domain.results.scores import Scoring
from genchal.domain.results.shown import ShownResult
from genchal.domain.results.similarity import Similarities
from genchal.domain.results.table import Table, TableForm
from genchal.domain.submission import System
from genchal.errors import InvalidInput, UserError
from genchal.reports.figures.correlations import draw_correlations
from genchal.reports.figures.drawing import Drawing
from genchal.reports.figures.estimates import EstimateRow, draw_estimates
from genchal.reports.figures.forest import draw_forest
from genchal.reports.figures.leaderboard import draw_intervals
from genchal.reports.figures.levels import draw_levels
from genchal.reports.figures.saving import FORMATS, inline_figure, save_figure
from genchal.reports.figures.similarity import draw_similarity
from genchal.reports.names import number_names
from genchal.reports.tables.cells import signatures_of, write_notes
from genchal.reports.tables.csv_table import split_columns
from genchal.reports.tables.html_table import render_html
from genchal.reports.tables.latex_table import render_latex
from genchal.reports.tables.markdown_table import render_markdown
from genchal.reports.tables.text_table import render_text
from genchal.resources.files import write_whole

MOST_ROWS = 40  # that a notebook shows of a table


def show_html(result: ShownResult) -> str:
    """The tables as a notebook shows them: the first rows, with notes and signatures to unfold."""
    return "\n".join(map(_show_table, result.tables()))


def write_text(result: ShownResult) -> str:
    """The tables as a terminal shows them, without signatures."""
    tables = [replace(table, signatures=()) for table in result.tables()]
    return render_text(tables, TableForm()).rstrip("\n")


def write_latex(result: ShownResult, digits: int | None, percent: bool, notes: bool) -> str:
    """The tables in LaTeX."""
    return render_latex(result.tables(), TableForm("latex", digits, percent, notes))


def write_markdown(result: ShownResult, digits: int | None, percent: bool, notes: bool) -> str:
    """The tables in Markdown."""
    return render_markdown(result.tables(), TableForm("markdown", digits, percent, notes))


def make_pandas(result: ShownResult, table: int = 0) -> Any:
    """A table as a pandas DataFrame."""
    try:
        import pandas as pd
    except ImportError:
        raise UserError("to_pandas needs pandas", "Install it with: pip install pandas") from None
    return pd.DataFrame(_columns(result, table))


def make_polars(result: ShownResult, table: int = 0) -> Any:
    """A table as a polars DataFrame."""
    try:
        import polars as pl
    except ImportError:
        raise UserError("to_polars needs polars", "Install it with: pip install polars") from None
    return pl.DataFrame(_columns(result, table), strict=False)


@dataclass(frozen=True, slots=True, repr=False)
class ResultFigure:
    """A drawing with what it shows in words."""

    drawing: Drawing
    alt: str

    def __repr__(self) -> str:
        return f"<figure: {self.alt}; save it with .save('figure.svg')>"

    def _repr_svg_(self) -> str:
        return save_figure(self.drawing, "svg").decode()

    def _repr_html_(self) -> str:
        # A page of a notebook may be dark: the page's own colour is taken for text.
        style = "--muted:currentColor;--accent:#0d9488;max-width:100%;height:auto"
        return f'<div style="{style}">{inline_figure(self.drawing, self.alt)}</div>'

    def save(self, path: Path | str) -> Path:
        """Write an SVG, PDF or PNG file, by the name of the file."""
        target = Path(path)
        for kind in FORMATS:
            if target.suffix.lower() == f".{kind}":
                write_whole(target, save_figure(self.drawing, kind))
                return target
        names = ", ".join(f".{kind}" for kind in FORMATS)
        raise InvalidInput(f"{target}: not the name of a figure", f"Use a name that ends in {names}.")


@singledispatch
def draw_result(result: ShownResult) -> ResultFigure:
    """The figure that a kind of result has; what a run returns has that of its results."""
    results = getattr(result, "results", None)
    if isinstance(results, CampaignResults):
        return draw_result(results)
    raise InvalidInput(
        f"{type(result).__name__} has no figure",
        "Use to_pandas() and draw one, or call plot() on scores, comparisons, rankings, differences, agreement, "
        "correlations, similarities, levels or campaigns.",
    )


@draw_result.register
def _(result: TrackResults) -> ResultFigure:
    return ResultFigure(draw_intervals(result), f"Scores of systems on {result.name} with intervals")


@draw_result.register
def _(result: CampaignResults) -> ResultFigure:
    if not result.tracks:
        raise InvalidInput("the campaign has no tracks", "Add a track, and run it.")
    return draw_result(result.tracks[0])


@draw_result.register
def _(result: Scoring) -> ResultFigure:
    systems = tuple(System(name) for name in dict.fromkeys(score.system for score in result))
    signatures = {score.metric: score.signature for score in result}
    measures = tuple(Measure(name, name, None, 0, 1, signature) for name, signature in signatures.items())
    track = TrackResults("", "", "", (), systems, measures, result.scores, result.segments, {})
    return ResultFigure(draw_intervals(track), "Scores of systems with intervals")


@draw_result.register
def _(result: Ranking) -> ResultFigure:
    return ResultFigure(draw_forest(result), f"Ranking of systems by {result.criterion} with intervals and clusters")


@draw_result.register
def _(result: Differences) -> ResultFigure:
    rows = [
        EstimateRow(f"{pair.system_b} − {pair.system_a}", pair.difference, pair.low, pair.high, pair.significant)
        for pair in result
    ]
    title = f"Differences in {result.criterion}"
    below = f"lines: {result.how.confidence * 100:g}% intervals; pale: not significant"
    return ResultFigure(draw_estimates(rows, title, below, zero=True), f"{title} between systems, with intervals")


@draw_result.register
def _(result: Comparisons) -> ResultFigure:
    metrics = dict.fromkeys(pair.metric for pair in result)
    rows = [
        EstimateRow(
            f"{pair.system_b} − {pair.system_a}{f' ({pair.metric})' if len(metrics) > 1 else ''}",
            *(pair.difference, pair.low, pair.high, pair.significant),
        )
        for pair in result
    ]
    title = f"Differences in {', '.join(metrics)}"
    below = f"lines: {result.how.confidence * 100:g}% intervals; pale: not significant"
    return ResultFigure(draw_estimates(rows, title, below, zero=True), f"{title} between systems, with intervals")


@draw_result.register
def _(result: Agreements) -> ResultFigure:
    several = len(result.designs) > 1
    rows = [
        EstimateRow(
            f"{found.criterion}: {found.form}" if several else found.form,
            *(found.value, found.low, found.high, found.fits),
        )
        for found in result
    ]
    below = f"lines: {result.how.confidence * 100:g}% intervals; pale: does not fit the design"
    title = "Agreement between raters"
    return ResultFigure(draw_estimates(rows, title, below), f"{title}, with intervals")


@draw_result.register
def _(result: Correlations) -> ResultFigure:
    return ResultFigure(draw_correlations(result), "Correlations between measures")


@draw_result.register
def _(result: Similarities) -> ResultFigure:
    return ResultFigure(draw_similarity(result), "How similar the outputs of systems are")


@draw_result.register
def _(result: Levels) -> ResultFigure:
    return ResultFigure(draw_levels(result.systems), "Sentences of systems at each D-Level")


def _show_table(table: Table) -> str:
    form = TableForm(notes=True)
    shown = replace(table, rows=table.rows[:MOST_ROWS])
    more = len(table.rows) - MOST_ROWS
    html = render_html([shown], replace(form, notes=False))
    if more > 0:
        html += f"<p>and {more:,} more rows</p>\n"
    lines = [*(escape(note) for note in write_notes(table, form))]
    lines += [f"<code>{escape(signature)}</code>" for signature in signatures_of(table, form)]
    if not lines:
        return html
    listed = "".join(f"<li>{line}</li>" for line in lines)
    return f"{html}<details><summary>Notes and signatures</summary><ul>{listed}</ul></details>\n"


def _columns(result: ShownResult, table: int) -> dict[str, Any]:
    tables = result.data_tables()
    if not 0 <= table < len(tables):
        raise InvalidInput(f"there is no table {table}", f"Give a number from 0 to {len(tables) - 1}.")
    keys, columns = split_columns(tables[table])
    return dict(zip(number_names(keys), columns, strict=True))
