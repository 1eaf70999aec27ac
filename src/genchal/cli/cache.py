"""``genchal cache``: what a campaign has stored."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("cache")
@click.argument("folder", type=click.Path(path_type=Path), metavar="CAMPAIGN")
@click.option("--clear", is_flag=True, help="Remove stored results; the next run makes them again.")
def command(folder: Path, clear: bool) -> None:
    """Show how much a campaign has stored, or clear it.

    CAMPAIGN is the campaign's file or folder, or the folder that was given as --out.
    """
    from genchal.cli._output import stored_text
    from genchal.resources.results import ResultStore

    store = ResultStore((folder.parent if folder.is_file() else folder) / "results")
    click.echo(
        f"{store.clear()} files removed from {store.folder}" if clear else stored_text(store.folder, store.files())
    )
