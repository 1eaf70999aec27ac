"""``genchal status``: what a campaign has, what is out of date, and what to run next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genchal.cli._campaign import campaign_argument, database_option, out_option
from genchal.cli._show import show, table_options

if TYPE_CHECKING:
    from genchal.domain.results.table import TableForm


@click.command("status")
@campaign_argument
@out_option
@database_option
@table_options
def command(campaign: str | None, out: str | None, database: str | None, form: TableForm) -> None:
    """Show what a campaign has, what is out of date or missing, and which command comes next.

    CAMPAIGN is a campaign.toml or its folder. Default: the current folder. Nothing is computed or written.
    """
    from genchal.campaign.status import read_campaign_status

    show(read_campaign_status(campaign, out, database), form)
