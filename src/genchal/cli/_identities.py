"""``genchal study identities`` and ``genchal study erase``: who raters are, to pay them, and to forget them."""

from __future__ import annotations

from pathlib import Path

import click

from genchal.cli._studies import campaign_option, database_option, database_place
from genchal.errors import InvalidInput, counted


@click.command("identities")
@click.argument("name")
@campaign_option
@database_option
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write: .csv, .tsv, .jsonl or .parquet; default: CSV on standard output.",
)
def identities_command(name: str, campaign: Path, database: str | None, out: Path | None) -> None:
    """List who took part in the study NAME: what their platform calls them, what they did, and the code they got.

    This is for paying people, and personal data: keep it apart from the ratings, and erase it when all are paid.
    """
    from genchal.campaign.studies.identities import list_identities
    from genchal.resources.table_files import check_name, table, write_table
    from genchal.store import open_store

    if out is not None:
        check_name(out)
    with open_store(database_place(campaign, database), create=False) as store:
        found = list_identities(store, name)
    if out is None:
        click.echo(table(".csv", found.columns, found.rows).decode(), nl=False)
    else:
        write_table(out, found.columns, found.rows)
        click.echo(counted(len(found.rows), "rater"), err=True)


@click.command("erase")
@click.argument("name")
@campaign_option
@database_option
@click.option(
    "--rater", "raters", multiple=True, metavar="RATER", help="Whom to forget, as rater-0007; may be repeated."
)
@click.option("--all", "everybody", is_flag=True, help="Forget all raters; the study must be closed.")
@click.option(
    "--with-answers",
    is_flag=True,
    help="Also delete what they answered; these sheets are then given to others.",
)
@click.option("--yes", is_flag=True, help="Do not ask whether this is meant.")
def erase_command(
    name: str,
    campaign: Path,
    database: str | None,
    raters: tuple[str, ...],
    everybody: bool,
    with_answers: bool,
    yes: bool,
) -> None:
    """Forget for good who raters of the study NAME are; what they answered is kept.

    Ids of platforms are deleted, and nobody can tell any more which rater a person was. Somebody who is at work is sent
    away. Whoever withdraws their answers as well: --with-answers.
    """
    import time

    from genchal.campaign.studies.identities import erase_raters
    from genchal.store import open_store

    if bool(raters) == everybody:
        raise InvalidInput("erase whom?", "Name raters with --rater, or give --all.")
    with open_store(database_place(campaign, database), create=False) as store:
        who = "all raters" if everybody else ", ".join(raters)
        what = "and what they answered" if with_answers else "but not what they answered"
        if not yes and not click.confirm(f"Forget for good who {who} of {name} are, {what}?", err=True):
            click.echo("nothing was erased", err=True)
            return
        done = erase_raters(store, name, None if everybody else raters, time.time(), with_answers=with_answers)
    click.echo(f"{counted(len(done), 'rater')} of {name} erased")
