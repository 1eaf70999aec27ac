"""What commands about studies share: where the campaign and its database are."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

Command = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class CampaignPlace:
    """Where a campaign's file or folder and its database are."""

    campaign: Path
    database: str


def campaign_place(command: Command) -> Command:
    """Add CAMPAIGN and --database; the command gets both as one `CampaignPlace`, `place`."""

    @functools.wraps(command)
    def with_place(*arguments: Any, campaign: Path, database: str | None, **values: Any) -> Any:
        folder = campaign if campaign.is_dir() else campaign.parent
        place = CampaignPlace(campaign, database or str(folder / "campaign.db"))
        return command(*arguments, place=place, **values)

    decorated = click.option(
        "--database",
        metavar="URL",
        help="SQLite file, or postgresql://user:password@host/database. Default: campaign.db beside campaign.toml.",
    )(with_place)
    return click.argument("campaign", type=click.Path(path_type=Path), default=Path(), metavar="[CAMPAIGN]")(decorated)
