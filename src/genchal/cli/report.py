"""``genchal report``: write the report again from stored results."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("report")
@click.argument("campaign", type=click.Path(path_type=Path), metavar="CAMPAIGN.TOML")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="Folder with results; default: beside the file."
)
def command(campaign: Path, out: Path | None) -> None:
    """Write the report (HTML, CSV, LaTeX, JSON) from stored results, without generating or scoring anything."""
    from genchal.campaign.run import report_campaign

    click.echo(f"report: {report_campaign(campaign, out)}")
