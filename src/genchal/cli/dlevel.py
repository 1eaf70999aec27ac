"""``genchal dlevel``: outputs in, levels of their sentences out."""

from __future__ import annotations

import time
from pathlib import Path

import click

from genchal.cli._figures import plot_option, write_figure
from genchal.cli._options import PATH, options_of
from genchal.cli._scoring import engine_options, make_machinery
from genchal.cli._show import show, table_options
from genchal.domain.campaign import Reading
from genchal.domain.results.levels import LevelSettings
from genchal.domain.results.table import TableForm


@click.command("dlevel")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "-r", "--references", multiple=True, type=PATH, help="References, for their inputs and for @all and @random."
)
@options_of(Reading, into="reading", leave_out=("references", "missing", "wmt"))
@options_of(LevelSettings, into="how", leave_out=("confidence",))
@plot_option("Also draw the levels as stacked bars: .svg, .pdf or .png.")
@engine_options
@click.option("--no-cache", is_flag=True, help="Neither use nor keep stored levels.")
@table_options
def command(
    files: tuple[str, ...],
    references: tuple[Path, ...],
    reading: Reading,
    how: LevelSettings,
    plot: Path | None,
    engine: str | None,
    no_cache: bool,
    form: TableForm,
) -> None:
    """Measure how complex the sentences of systems are, on the D-Level scale of 0 to 7.

    FILEs are as in `genchal score`: one system each, or a table with a column "system"; @all and @random are made from
    the references. Level 0 is a simple sentence; level 7 combines several of: complements, coordination, relative
    clauses, comparisons, adverbial clauses, clauses in the subject. English only.
    """
    started = time.perf_counter()
    from genchal.campaign.texts.dlevel import level_systems

    machinery = make_machinery(engine, no_cache)
    found = level_systems(
        files,
        references,
        how,
        task=reading.task,
        group=reading.group,
        columns=reading.column_names,
        machinery=machinery,
    )
    if plot is not None:
        from genchal.reports.figures.levels import draw_levels

        write_figure(draw_levels(found.systems), plot)
    if form.name == "text":
        click.echo("".join(f"{sentence}\n" for sentence in found.sentences) + "\n" * bool(found.sentences), nl=False)
    show(found, form, started)
