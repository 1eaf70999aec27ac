"""``genchal init``: a campaign to start from."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("init")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def command(folder: Path) -> None:
    """Write a small working campaign into FOLDER, to adapt to your own data."""
    from genchal.campaign.recipes import start_campaign

    campaign = start_campaign(folder)
    click.echo(f"{campaign} is ready. Next: genchal run {campaign}")
