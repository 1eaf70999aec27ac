"""``genchal cache``: what has been stored so that it need not be computed twice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._campaign import campaign_argument
from genchal.cli._show import show_tables, table_options

if TYPE_CHECKING:
    from genchal.domain.results.table import TableForm

KINDS = {
    "rows": "rows of metrics",
    "outputs": "outputs of generators",
    "model": "trained generators",
    "tables": "tables of metrics",
    "results": "other results",
    "report": "state of the report",
}


@click.command("cache")
@campaign_argument
@click.option("--clear", is_flag=True, help="Delete the stored files; they are recomputed when needed.")
@table_options
def command(campaign: str | None, clear: bool, form: TableForm) -> None:
    """Show the size of the cache, or clear it.

    CAMPAIGN is a campaign.toml or its folder, or the folder that was given as --out. Without it, the
    cache is that of "genchal score": rows of slow metrics, and compiled tables such as METEOR's.
    """
    from genchal.domain.results.table import Column, Table
    from genchal.resources.results import ResultStore, user_cache

    path = None if campaign is None else Path(campaign)
    store = user_cache() if path is None else ResultStore((path.parent if path.is_file() else path) / "results")
    if clear:
        click.echo(f"{store.clear()} files removed from {store.folder}")
        return
    sizes: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for file in store.files():
        sizes[_find_kind(file, store.folder)].append(file.stat().st_size)
    table = Table(
        title=f"Stored in {store.folder}",
        columns=(Column("stored"), Column("files"), Column("kB", digits=1)),
        rows=tuple((KINDS[kind], len(own), sum(own) / 1000) for kind, own in sizes.items()),
        notes=(f"Folder: {store.folder}",),
    )
    stored = [{"kind": kind, "files": len(own), "bytes": sum(own)} for kind, own in sizes.items()]
    show_tables([table], {"folder": store.folder, "stored": stored}, form)


def _find_kind(file: Path, folder: Path) -> str:
    """What a stored file is: all of them are counted, as all of them are cleared."""
    if file.parent != folder:
        return "tables"
    if file.suffix == ".digest":
        return "report"
    kind = file.name.partition("-")[0]
    return kind if kind in KINDS else "results"
