"""Fair ends of ``genchal study``: ``pay``, ``reject``, ``readmit`` and ``extend``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._campaign import CampaignPlace, campaign_place
from genchal.cli._options import FILE
from genchal.cli._show import show, table_options

if TYPE_CHECKING:
    from genchal.domain.results.table import TableForm

_reason = click.option("--reason", required=True, metavar="TEXT", help="Why, in a few words; kept with the study.")
_rater = click.option("--rater", required=True, metavar="RATER", help="The rater, such as rater-0007.")


@click.command("pay", short_help="List what raters did and are to be paid.")
@click.argument("name")
@campaign_place
@click.option(
    "--rater", "raters", multiple=True, metavar="RATER", help="Only this rater, such as rater-0007. May be repeated."
)
@click.option(
    "--code", "codes", multiple=True, metavar="CODE", help="Only who was given this completion code. May be repeated."
)
@click.option(
    "-o", "--out", type=FILE, help="File for the list: .csv, .tsv, .jsonl or .parquet. Default: standard output."
)
@table_options
def pay_command(
    name: str, place: CampaignPlace, raters: tuple[str, ...], codes: tuple[str, ...], out: Path | None, form: TableForm
) -> None:
    """List what the raters of the study NAME did: all their sheets (full), some (partial) or none, and what is due.

    Sheets are worth what the study's key "pay" says. Those that arrived too late to count are paid as well; those of
    raters who were rejected are not. The list is personal data, as that of "genchal study identities" is.
    """
    from genchal.campaign.studies.pay import make_pay_list
    from genchal.resources.table_files import check_name, write_table

    if out is not None:
        check_name(out)
    with place.open_store() as store:
        found = make_pay_list(store, name, raters, codes)
    if out is None:
        show(found, form)
    else:
        write_table(out, found.people.columns, found.people.rows)
        click.echo(" ".join(found.sentences()), err=True)


@click.command("reject", short_help="Set the work of a rater aside.")
@click.argument("name")
@campaign_place
@_rater
@_reason
def reject_command(name: str, place: CampaignPlace, rater: str, reason: str) -> None:
    """Set aside what a rater of the study NAME answered: it is neither exported nor paid, and others judge the items.

    Nothing is deleted, and who the rater is stays known: "genchal study readmit" takes the work in again.
    """
    import time

    from genchal.campaign.studies.pay import reject_work

    with place.open_store() as store:
        click.echo(reject_work(store, name, rater, reason, time.time()))


@click.command("readmit", short_help="Take the work of a rejected rater in again.")
@click.argument("name")
@campaign_place
@_rater
@_reason
def readmit_command(name: str, place: CampaignPlace, rater: str, reason: str) -> None:
    """Take in again what a rejected rater of the study NAME answered.

    Sheets that others have judged meanwhile are surplus: they are paid, and exported only with --surplus.
    """
    import time

    from genchal.campaign.studies.pay import readmit_work

    with place.open_store() as store:
        click.echo(readmit_work(store, name, rater, reason, time.time()))


@click.command("extend", short_help="Ask more raters per item.")
@click.argument("name")
@campaign_place
@click.option(
    "--raters-per-item", required=True, type=click.IntRange(2, 999_999), help="Number of raters who judge each item."
)
def extend_command(name: str, place: CampaignPlace, raters_per_item: int) -> None:
    """Have every item of the study NAME judged by more raters than it was created for.

    A study that was closed is opened again with "genchal study close --reopen".
    """
    import time

    from genchal.campaign.studies.pay import extend_study

    with place.open_store() as store:
        click.echo(extend_study(store, name, raters_per_item, time.time()))
