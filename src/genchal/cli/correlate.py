"""``genchal correlate``: scores and ratings in, correlations out."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import click

from genchal.cli._figures import plot_option, write_figure
from genchal.cli._options import options_of
from genchal.cli._show import show, table_options
from genchal.domain.results.correlation import Correlating, MeasureFiles
from genchal.domain.results.table import TableForm


@click.command("correlate")
@options_of(MeasureFiles, into="files")
@options_of(Correlating, into="how")
@click.option(
    "--table", help="A table as published: e2e, nlg-eval, rankme, sr18 or tuna. Other options override its settings."
)
@plot_option("Also draw the table as a heat map: .svg, .pdf or .png.")
@table_options
@click.pass_context
def command(
    context: click.Context,
    /,
    files: MeasureFiles,
    how: Correlating,
    table: str | None,
    plot: Path | None,
    form: TableForm,
) -> None:
    """Measure how well metrics agree with human judgements, or any measures with each other.

    Scores and ratings are joined by the names of systems and instances. Outputs that nobody rated are counted and left
    out; ratings of outputs that have no scores are an error unless --partial is given. Given only segment scores,
    metrics are correlated with each other; given only ratings, criteria are.
    """
    started = time.perf_counter()
    if not (files.segments or files.ratings or files.scores):
        raise click.UsageError("Nothing to correlate: give --segments and --ratings, or --scores.")
    if files.against and not files.scores:
        raise click.UsageError("--against names columns of --scores; give that table as well.")
    from genchal.campaign.judgements.correlate import correlate_files
    from genchal.campaign.judgements.correlation.paper_tables import find_paper_table

    if files.scores:
        how = replace(how, level="system")
    paper = find_paper_table(table) if table else None
    if paper is not None:
        usual = click.core.ParameterSource.DEFAULT
        how = replace(
            how,
            **{name: value for name, value in paper.settings.items() if context.get_parameter_source(name) is usual},
        )
    found = correlate_files(files, how)
    if paper is not None:
        found = replace(found, rows=paper.rows, columns=paper.columns)
    if plot is not None:
        from genchal.reports.figures.correlations import draw_correlations

        write_figure(draw_correlations(found), plot)
    show(found, form, started)
