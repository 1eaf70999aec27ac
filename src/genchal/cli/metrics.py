"""``genchal metrics``: the available metrics, and what they need."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genchal.cli._show import show, table_options

if TYPE_CHECKING:
    from genchal.domain.results.table import TableForm


@click.command("metrics")
@click.argument("name", required=False, metavar="[METRIC]")
@table_options
def command(name: str | None, form: TableForm) -> None:
    """List the metrics, or show one of them: what it measures, its settings, limits and signature.

    Names and settings are those of -m: "genchal score ... -m bleu:case=lower".
    """
    from genchal.campaign.catalogue import list_catalogue

    show(list_catalogue("metrics", name), form)
