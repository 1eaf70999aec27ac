"""What commands about studies share: where campaign and database are."""

from __future__ import annotations

from pathlib import Path

import click

campaign_option = click.option(
    "--campaign",
    type=click.Path(path_type=Path),
    default=Path(),
    help="The campaign's file or folder; default: this folder.",
)
database_option = click.option(
    "--database",
    metavar="URL",
    help="SQLite file, or postgresql://user:password@host/database; default: campaign.db beside campaign.toml.",
)


def database_place(campaign: Path, database: str | None) -> str:
    """Where the database of a campaign is; one that is named wins."""
    folder = campaign if campaign.is_dir() else campaign.parent
    return database or str(folder / "campaign.db")
