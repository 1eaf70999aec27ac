"""``genchal data sheet`` and ``genchal data tally``: what texts cover, checked by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._show import show, table_options

if TYPE_CHECKING:
    from genchal.domain.results.table import TableForm


@click.command("sheet")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--task", help="Format of the file. Detected if omitted.")
@click.option(
    "--systems", multiple=True, help="Check this file of outputs instead of references; may be repeated; @random."
)
@click.option(
    "-n", "--number", default=50, show_default=True, type=click.IntRange(1), help="Pairs to draw; of each system."
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of everything random.")
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="The sheet, as TSV. Default: standard output."
)
def sheet_command(
    file: Path, task: str | None, systems: tuple[str, ...], number: int, seed: int, out: Path | None
) -> None:
    """Draw pairs of input and text from FILE, to be checked by hand.

    The sheet has a column "coverage" to fill in, in any spreadsheet: ok if the text says all that the input asks for
    and nothing else, missing, added, or both. Count the answers with "genchal data tally".
    """
    from genchal.campaign.texts.manual_check import sample_outputs, sample_references, save_sheet
    from genchal.tasks.coverage_sheet import write_sheet

    rows = sample_outputs(file, task, systems, number, seed) if systems else sample_references(file, task, number, seed)
    if out is None:
        click.echo(write_sheet(rows), nl=False)
        return
    save_sheet(out, rows)
    click.echo(f"{out}: {len(rows)} texts to check")


@click.command("tally")
@click.argument("sheets", nargs=-1, required=True, metavar="SHEET...", type=click.Path(path_type=Path))
@click.option(
    "--confidence", default=0.95, show_default=True, type=click.FloatRange(0.5, 0.999), help="Level of the intervals."
)
@table_options
def tally_command(sheets: tuple[Path, ...], confidence: float, form: TableForm) -> None:
    """Count what was filled into SHEETs, side by side.

    Sheets may be of different data sets, or of the same texts checked by different people, whose agreement is then
    given as Cohen's kappa.
    """
    from genchal.campaign.texts.manual_check import tally_sheets

    show(tally_sheets(sheets, confidence), form)
