"""``genchal methods``: the available methods, and what they need."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genchal.cli._show import show, table_options

if TYPE_CHECKING:
    from genchal.domain.results.table import TableForm


@click.command("methods")
@click.argument("name", required=False, metavar="[METHOD]")
@table_options
def command(name: str | None, form: TableForm) -> None:
    """List the methods of human evaluation, or show one of them: what it elicits, its settings and limits.

    Names and settings are those of [[study]] in campaign.toml.
    """
    from genchal.campaign.catalogue import list_catalogue

    show(list_catalogue("methods", name), form)
