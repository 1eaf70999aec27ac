"""``genchal generators``: the available baseline generators, and what they need."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genchal.cli._show import show, table_options

if TYPE_CHECKING:
    from genchal.domain.results.table import TableForm


@click.command("generators")
@click.argument("name", required=False, metavar="[GENERATOR]")
@table_options
def command(name: str | None, form: TableForm) -> None:
    """List the baseline generators, or show one of them: how it works, its settings and limits.

    Names and settings are those of "genchal generate" and of [[system]] in campaign.toml.
    """
    from genchal.campaign.catalogue import list_catalogue

    show(list_catalogue("generators", name), form)
