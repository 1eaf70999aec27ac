"""``genchal report``: rewrites the report from stored results."""

from __future__ import annotations

import click

from genchal.cli._campaign import campaign_argument, database_option, out_option


@click.command("report")
@campaign_argument
@out_option
@database_option
def command(campaign: str | None, out: str | None, database: str | None) -> None:
    """Rewrite the report (HTML, CSV, LaTeX, JSON) from stored results, without generating or scoring anything.

    CAMPAIGN is a campaign.toml or its folder. Default: the current folder.
    """
    from genchal.campaign.run import report_campaign

    click.echo(f"report: {report_campaign(campaign, out, database)}")
