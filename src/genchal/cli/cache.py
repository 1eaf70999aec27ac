"""``genchal cache``: what has been stored so that it need not be computed twice."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("cache")
@click.argument("campaign", type=click.Path(path_type=Path), required=False, metavar="[CAMPAIGN]")
@click.option("--clear", is_flag=True, help="Remove it; what is needed is computed again.")
def command(campaign: Path | None, clear: bool) -> None:
    """Show how much is stored, or clear it.

    CAMPAIGN is a campaign's file or folder, or the folder that was given as --out; without it, this is about what
    "genchal score" keeps: rows of metrics that take long, and tables that were compiled once, such as METEOR's.
    """
    from genchal.cli._output import stored_text
    from genchal.resources.results import ResultStore, user_cache

    if campaign is None:
        store = user_cache()
    else:
        store = ResultStore((campaign.parent if campaign.is_file() else campaign) / "results")
    if clear:
        click.echo(f"{store.clear()} files removed from {store.folder}")
    else:
        click.echo(stored_text(store.folder, store.files()))
