"""``genchal serve``: the web app that raters use."""

from __future__ import annotations

from pathlib import Path

import click

from genchal.cli._studies import database_option, database_place


@click.command("serve")
@click.argument("campaign", type=click.Path(path_type=Path), default=Path(), metavar="[CAMPAIGN]")
@database_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at; 0.0.0.0: all of them.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to listen at.")
@click.option(
    "--base-url",
    default="",
    metavar="URL",
    help="Where raters find it, such as https://study.example.org; with https, cookies are sent over https alone.",
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Processes; more than one only with PostgreSQL.",
)
def command(campaign: Path, database: str | None, host: str, port: int, base_url: str, workers: int) -> None:
    """Serve the studies of a database to raters, until it is stopped with Ctrl-C.

    CAMPAIGN is a campaign's file or folder, by default this one; its database is campaign.db beside the file. Studies
    that are created meanwhile appear by themselves. Whatever stops the server, no answer that was confirmed is lost.
    """
    from genchal.web.serving import serve

    def tell(line: str) -> None:
        click.echo(line)

    serve(database_place(campaign, database), host=host, port=port, base_url=base_url, workers=workers, tell=tell)
