"""``genchal run``: a campaign from its file to its report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._campaign import campaign_argument, database_option, out_option
from genchal.cli._generators import show_training
from genchal.cli._scoring import engine_options
from genchal.cli._show import show, show_tables, table_options

if TYPE_CHECKING:
    from genchal.domain.results.table import TableForm


@click.command("run")
@campaign_argument
@out_option
@database_option
@engine_options
@click.option("--no-cache", is_flag=True, help="Recompute everything instead of using stored results.")
@table_options
def command(
    campaign: str | None,
    out: str | None,
    database: str | None,
    engine: str | None,
    no_cache: bool,
    form: TableForm,
) -> None:
    """Generate, score and report whatever is not up to date.

    CAMPAIGN is a campaign.toml or its folder, or the name of a bundled campaign: demo, e2e, rankme, nlgeval, dialogue,
    sr18 or tuna. A bundled campaign is first copied into the folder of --out, or into genchal-demo and so on; all but
    demo need public data (genchal data list). Default: the current folder.
    """
    from genchal.campaign.recipes import RECIPES, copy_recipe
    from genchal.campaign.run import run_campaign
    from genchal.cli._show import show_progress, tell

    show_training()
    path = None if campaign is None else Path(campaign)
    if campaign in RECIPES and path is not None and not path.exists():
        path = copy_recipe(campaign, Path(out or f"genchal-{campaign}"))
    outcome = run_campaign(path, out, show_progress, notice=tell, engine=engine, cache=not no_cache, database=database)
    if form.name == "text":
        show_tables(outcome.tables(), {}, replace(form, notes=False))  # the report has the signatures
        click.echo(f"\n{outcome.summary()}")
    else:
        show(outcome, form)
