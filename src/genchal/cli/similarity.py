"""``genchal similarity``: outputs of several systems in, their similarity out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._figures import plot_option, write_figure
from genchal.cli._options import seed_option
from genchal.cli._scoring import machinery_options, request_options
from genchal.cli._show import show_tables, table_options
from genchal.domain.settings import split_names

if TYPE_CHECKING:
    from genchal.campaign.scoring.evidence import Machinery
    from genchal.campaign.scoring.request import Request
    from genchal.domain.campaign import Reading
    from genchal.domain.results.table import TableForm


@click.command("similarity")
@request_options
@click.option(
    "--delexicalise",
    multiple=True,
    metavar="SLOTS",
    help="First replace the values of these slots, such as name,near, by placeholders, even if they are misspelt.",
)
@click.option(
    "--table",
    default="mean",
    show_default=True,
    metavar="METRIC",
    help="Metric whose matrix is printed and drawn; mean is the mean of all metrics.",
)
@seed_option
@plot_option("Also draw the matrix as a heat map: .svg, .pdf or .png.")
@machinery_options
@table_options
def command(
    files: tuple[str, ...],
    reading: Reading,
    request: Request,
    delexicalise: tuple[str, ...],
    table: str,
    seed: int,
    plot: Path | None,
    machinery: Machinery,
    form: TableForm,
) -> None:
    """Measure how similar systems are, using the outputs of each as references for every other.

    FILEs are as in `genchal score`: one system each, or a table with a column "system". References are needed for
    pseudo-systems (@random; @all, all references at once, which only serves as references) and for --delexicalise,
    which looks at the inputs. Similar systems are placed next to each other.
    """
    started = time.perf_counter()
    from genchal.campaign.scoring.similarity import similarity_files
    from genchal.cli._show import show_progress

    slots = split_names(delexicalise)
    found = similarity_files(
        files, reading, request, slots=slots, seed=seed, machinery=machinery, progress=show_progress
    )
    tables = found.tables(table)
    if plot is not None:
        from genchal.reports.figures.similarity import draw_similarity

        write_figure(draw_similarity(found, table), plot)
    show_tables(tables, found.payload(), form, started)
