"""``genchal describe``: texts in, statistics of whole collections out."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import click

from genchal.cli._options import PATH, options_of
from genchal.cli._show import show, table_options
from genchal.domain.columns import COLUMNS_DOC, SYSTEMS_DOC, parse_columns
from genchal.domain.results.profiles import DescribingTexts, Swapping
from genchal.domain.results.table import TableForm


@click.command("describe")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("-r", "--references", multiple=True, type=PATH, help="References; FILEs are outputs for their inputs.")
@click.option("--task", help="Format of the data or the references: slots, e2e, sf, bagel ... Detected if omitted.")
@click.option("--columns", default="", metavar="ROLE=COLUMN,...", help=COLUMNS_DOC)
@click.option("--systems", default="", metavar="COLUMN,...", help=SYSTEMS_DOC)
@options_of(DescribingTexts, into="how")
@click.option("--compare", is_flag=True, help="Test whether systems differ, by swapping outputs within instances.")
@options_of(Swapping, into="swapping", leave_out=("seed",))
@table_options
def command(
    files: tuple[str, ...],
    references: tuple[Path, ...],
    task: str | None,
    columns: str,
    systems: str,
    how: DescribingTexts,
    compare: bool,
    swapping: Swapping,
    form: TableForm,
) -> None:
    """Describe texts: their number, their length, and how rich and varied their words are.

    Without -r, a FILE is data, and its references are described; several FILEs are parts of one data set, which is
    also described as a whole. With -r, or if a FILE has no references, it contains outputs as in `genchal score`: one
    system, or a table with a column "system"; @random, @all and other pseudo-systems are made from the references.
    """
    started = time.perf_counter()
    from genchal.campaign.texts.describe import describe_files
    from genchal.cli._show import show_progress

    if not compare and (swapping.all_pairs or swapping.baseline is not None):
        raise click.UsageError("--all-pairs and --baseline need --compare.")
    if swapping.all_pairs and swapping.baseline is not None:
        raise click.UsageError("--all-pairs has no baseline; leave out --all-pairs or --baseline.")
    tested = replace(swapping, seed=how.seed) if compare else None
    named = parse_columns(columns, systems)
    found = describe_files(files, references, how, task=task, columns=named, swapping=tested, progress=show_progress)
    show(found, form, started)
