"""``genchal data sheet`` and ``genchal data tally``: what texts cover, checked by hand."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from genchal.domain.results.manual_check import CoverageTally


@click.command("sheet")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--task", help="Format of the file. Found out if not given.")
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
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--latex", "as_latex", is_flag=True, help="Print a LaTeX table.")
def tally_command(sheets: tuple[Path, ...], confidence: float, as_json: bool, as_latex: bool) -> None:
    """Count what was filled into SHEETs, side by side.

    Sheets may be of different data sets, or of the same texts checked by different people, whose agreement is then
    given as Cohen's kappa.
    """
    if as_json and as_latex:
        raise click.UsageError("--json and --latex exclude each other; leave one of the two out.")
    from genchal.campaign.texts.manual_check import tally_sheets

    tally = tally_sheets(sheets, confidence)
    if as_latex:
        from genchal.reports.tables.coverage import coverage_latex

        click.echo(coverage_latex(tally).rstrip("\n"))
    else:
        click.echo(_json(tally) if as_json else _text(tally))


def _json(tally: CoverageTally) -> str:
    import json
    from dataclasses import asdict

    def strict(record: dict[str, object]) -> dict[str, object]:
        clean = {
            key: None if isinstance(value, float) and math.isnan(value) else value for key, value in record.items()
        }
        return clean | {"signature": tally.signature}

    unchecked = dict(zip(tally.columns, tally.unchecked, strict=True))
    shares = [strict(asdict(one) | {"unchecked": unchecked[one.column]}) for one in tally.shares]
    agreements = [strict(asdict(one)) for one in tally.agreements]
    return json.dumps({"schema": 1, "shares": shares, "agreements": agreements}, ensure_ascii=False)


def _text(tally: CoverageTally) -> str:
    from genchal.cli._output import aligned
    from genchal.domain.results.manual_check import COVERAGES, TITLES

    cells = {(one.category, one.column): one for one in tally.shares}
    lines = [["", *tally.columns]]
    for category in COVERAGES:
        some = [cells[category, column] for column in tally.columns]
        lines.append([TITLES[category], *(f"{one.count} {_share(one.share, one.low, one.high)}" for one in some)])
    lines.append(["checked", *(str(cells["ok", column].n) for column in tally.columns)])
    notes = [
        f"{column}: {count} not filled in yet"
        for column, count in zip(tally.columns, tally.unchecked, strict=True)
        if count
    ]
    for one in tally.agreements:
        kappa = "no kappa (one answer only)" if math.isnan(one.kappa) else f"kappa {one.kappa:.2f}"
        bounds = "" if math.isnan(one.kappa) else f" [{one.low:.2f}, {one.high:.2f}]"
        notes.append(f"{one.first}, {one.second}: {100 * one.observed:.1f}% of {one.n} alike, {kappa}{bounds}")
    return "\n".join([*aligned(lines), "", *notes, tally.signature])


def _share(share: float, low: float, high: float) -> str:
    return "" if math.isnan(share) else f"({100 * share:.1f}% [{100 * low:.1f}, {100 * high:.1f}])"
