"""``genchal study identities`` and ``genchal study erase``: who raters are, to pay them, and how to erase it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._campaign import CampaignPlace, campaign_place, is_confirmed
from genchal.cli._options import FILE
from genchal.cli._show import show, table_options
from genchal.errors import InvalidInput, counted

if TYPE_CHECKING:
    from genchal.domain.results.table import TableForm


@click.command("identities", short_help="List who took part, to pay them.")
@click.argument("name")
@campaign_place
@click.option(
    "--rater", "raters", multiple=True, metavar="RATER", help="Only this rater, such as rater-0007. May be repeated."
)
@click.option(
    "-o", "--out", type=FILE, help="File for the list: .csv, .tsv, .jsonl or .parquet. Default: standard output."
)
@table_options
def identities_command(
    name: str, place: CampaignPlace, raters: tuple[str, ...], out: Path | None, form: TableForm
) -> None:
    """List who took part in the study NAME: their ids on their platform, what they did, and the code they got.

    The list is for paying raters. It is personal data: keep it apart from the ratings, and erase it when everybody has
    been paid. Raters have the same names here as in exports, rankings and quality control.
    """
    from genchal.campaign.studies.identities import list_identities
    from genchal.resources.spreadsheets import defuse_formulas
    from genchal.resources.table_files import check_name, write_table

    if out is not None:
        check_name(out)
    with place.open_store() as store:
        found = list_identities(store, name, raters)
    suffix = f".{form.name}" if out is None else out.suffix
    rows = defuse_formulas(suffix, found.columns, found.rows, found.columns)
    found = replace(found, rows=tuple(rows))
    if out is None:
        show(found, form)
    else:
        write_table(out, found.columns, found.rows)
        out.chmod(0o600)  # for nobody else on this machine
        click.echo(counted(len(found.rows), "rater"), err=True)


@click.command("erase", short_help="Erase the identities of raters.")
@click.argument("name")
@campaign_place
@click.option(
    "--rater", "raters", multiple=True, metavar="RATER", help="Rater to erase, such as rater-0007. May be repeated."
)
@click.option("--all", "everybody", is_flag=True, help="Erase all raters; the study must be closed.")
@click.option("--with-answers", is_flag=True, help="Also delete their answers; their sheets are given to others.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def erase_command(
    name: str,
    place: CampaignPlace,
    raters: tuple[str, ...],
    everybody: bool,
    with_answers: bool,
    yes: bool,
) -> None:
    """Permanently erase the identities of raters of the study NAME, but keep their answers.

    Their ids are deleted, and it is no longer possible to tell which rater a person was. Raters who are still working
    cannot continue. If raters also withdraw their answers, add --with-answers.
    """
    import time

    from genchal.campaign.studies.identities import erase_raters

    if bool(raters) == everybody:
        raise InvalidInput("no raters to erase", "Name them with --rater, or give --all.")
    with place.open_store() as store:
        who = "all raters" if everybody else ", ".join(raters)
        what = "and delete their answers" if with_answers else "but keep their answers"
        if not yes and not is_confirmed(f"Permanently erase the identities of {who} of {name}, {what}?"):
            click.echo("nothing was erased", err=True)
            return
        done, remains = erase_raters(store, name, None if everybody else raters, time.time(), with_answers=with_answers)
    click.echo(f"{counted(len(done), 'rater')} of {name} erased")
    _tell_what_remains(place, remains)


@click.command("erase-due", short_help="Erase the identities of studies whose date has come.")
@campaign_place
def erase_due_command(place: CampaignPlace) -> None:
    """Close studies whose erase_on has come, and permanently erase the identities of their raters.

    A server that runs does the same by itself, every hour; this is for databases that are not served any more.
    """
    import time

    from genchal.campaign.studies.retention import erase_due

    with place.open_store() as store:
        erased, remains = erase_due(store, time.time())
    for study in erased:
        click.echo(f"{counted(study.raters, 'rater')} of {study.name} erased")
    if not erased:
        click.echo("no study is due", err=True)
    _tell_what_remains(place, remains)


def _tell_what_remains(place: CampaignPlace, remains: str) -> None:
    """Say where what was erased may still be: in the database's own files, or in copies of it that we have made."""
    from genchal.campaign.studies.backups import list_backups

    if remains:
        click.echo(f"warning: {remains}", err=True)
    copies = list_backups(place.folder)
    if copies:
        click.echo(
            f"warning: {counted(len(copies), 'backup')} may still have what was erased; delete "
            f"{'it' if len(copies) == 1 else 'them'} in time: {', '.join(map(str, copies))}",
            err=True,
        )
