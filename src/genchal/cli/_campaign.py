"""The campaign that a command is about: always its last argument, and always given the same way."""

from __future__ import annotations

import click

campaign_argument = click.argument("campaign", required=False, metavar="[CAMPAIGN]")

out_option = click.option(
    "--out",
    type=click.Path(file_okay=False),
    help="Folder for results and report. Default: the folder of campaign.toml.",
)
