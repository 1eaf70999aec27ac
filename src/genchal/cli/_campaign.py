"""What commands about campaigns and their studies share: where the campaign is, its results, and its database."""

from __future__ import annotations

import functools
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from genchal.store.store import Store

from genchal.cli._options import PATH, Command
from genchal.errors import InvalidInput, NotFound

DATABASE = "campaign.db"  # beside campaign.toml
campaign_argument = click.argument("campaign", required=False, metavar="[CAMPAIGN]")

out_option = click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False),
    help="Folder for results and report. Default: the folder of campaign.toml.",
)


database_option = click.option(
    "--database",
    metavar="URL",
    help="SQLite file, or postgresql://user:password@host/database. Default: campaign.db beside campaign.toml.",
)


@dataclass(frozen=True, slots=True)
class CampaignPlace:
    """Where a campaign's file or folder and its database are."""

    campaign: Path
    database: str

    @property
    def folder(self) -> Path:
        """Where the campaign's file is."""
        return self.campaign if self.campaign.is_dir() else self.campaign.parent

    @property
    def arguments(self) -> str:
        """What has to be typed after another command to mean the same place, without the password of a database."""
        campaign = "" if self.campaign == Path() else f" {shlex.quote(str(self.campaign))}"
        if self.database == str(self.folder / DATABASE):
            return campaign
        return f"{campaign} --database {'URL' if '://' in self.database else shlex.quote(self.database)}"

    def open_store(self) -> Store:
        """Open the database, which must be there."""
        from genchal.store.store import open_store

        return open_store(self.database, create=False)


def is_confirmed(question: str) -> bool:
    """Whether somebody answers yes; where nobody can be asked, --yes has to say it."""
    try:
        return click.confirm(question, err=True)
    except click.Abort:
        if sys.stdin.isatty():  # Ctrl-C
            raise
        click.echo(err=True)
        raise InvalidInput("nobody answered, so nothing was changed", "Add --yes so that nobody is asked.") from None


def campaign_place(command: Command) -> Command:
    """Add CAMPAIGN and --database; the command gets both as one `CampaignPlace`, `place`."""

    @functools.wraps(command)
    def with_place(*arguments: Any, campaign: Path, database: str | None, **values: Any) -> Any:
        if not campaign.exists() and campaign.suffix != ".toml":  # a database is served without its campaign, too
            raise NotFound(f"{campaign}: no such campaign", "CAMPAIGN is a campaign.toml or its folder.")
        folder = campaign if campaign.is_dir() else campaign.parent
        place = CampaignPlace(campaign, database or str(folder / DATABASE))
        return command(*arguments, place=place, **values)

    return click.argument("campaign", type=PATH, default=Path(), metavar="[CAMPAIGN]")(database_option(with_place))
