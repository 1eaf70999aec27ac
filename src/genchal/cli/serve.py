"""``genchal serve``: the web app that raters use."""

from __future__ import annotations

import click

from genchal.cli._campaign import CampaignPlace, campaign_place


@click.command("serve")
@campaign_place
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 means all of them.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
@click.option(
    "--base-url",
    default="",
    metavar="URL",
    help="Public address of the server, such as https://study.example.org; with https, cookies are sent only by https.",
)
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Address or network of the web server in front, such as 127.0.0.1: it is believed who visitors are "
    "(X-Forwarded-For) and that they came by https. Others are not. May be repeated.",
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Number of worker processes; more than one needs PostgreSQL.",
)
def command(place: CampaignPlace, host: str, port: int, base_url: str, proxies: tuple[str, ...], workers: int) -> None:
    """Serve the studies of a campaign to raters as web pages, until stopped with Ctrl-C.

    CAMPAIGN is a campaign.toml or its folder. Default: the current folder. Studies that are created while the server
    runs appear by themselves. No confirmed answer is lost, whatever stops the server. For a server that the world can
    reach, put one with HTTPS in front; see "Put a study on the web" in the documentation.
    """
    from genchal.web.server.serving import serve

    serve(
        place.database,
        host=host,
        port=port,
        base_url=base_url,
        workers=workers,
        proxies=proxies,
        place_typed=place.arguments,
        tell=click.echo,
        warn=lambda sentence: click.echo(f"warning: {sentence}", err=True),
    )
