"""``genchal study backup``, ``restore``, ``move`` and ``delete``: what is done to a whole database or study."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from genchal.cli._campaign import CampaignPlace, campaign_place, is_confirmed
from genchal.cli._options import FILE, PATH
from genchal.errors import InvalidInput, counted


@click.command("backup", short_help="Back up all studies, also while they are served.")
@campaign_place
@click.option("-o", "--out", type=FILE, help="File for the backup. Default: a new one in --folder, with the time.")
@click.option("--folder", type=PATH, help="Folder for backups. Default: backups, beside campaign.toml.")
@click.option(
    "--keep-days",
    type=click.IntRange(1),
    metavar="DAYS",
    help="Delete backups in --folder that this command made more than so many days ago.",
)
def backup_command(place: CampaignPlace, out: Path | None, folder: Path | None, keep_days: int | None) -> None:
    """Back up the database of a campaign to one file: all studies with their answers, and who raters are.

    Raters can go on meanwhile: the backup is the database as it is at one moment, compared with it row by row. Of
    PostgreSQL, too, it is a SQLite file, which every command reads with --database.
    """
    import time

    from genchal.campaign.studies.backups import delete_old_backups, name_backup
    from genchal.resources.files import explain_unwritable
    from genchal.store.upkeep.backups import back_up

    if out is not None and (folder or keep_days):
        raise InvalidInput("--out is one file, not a folder of backups", "Give --out, or --folder and --keep-days.")
    now = time.time()
    folder = folder or place.folder / "backups"
    with place.open_store() as store:
        if out is None:
            with explain_unwritable(folder):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = out or folder / name_backup(now)
        rows = back_up(store, file)
    deleted = delete_old_backups(folder, now - keep_days * 86_400) if keep_days else []
    click.echo(f"{file}: {counted(rows, 'row')}")
    if deleted:
        click.echo(f"{counted(len(deleted), 'older backup')} deleted", err=True)


@click.command("restore", short_help="Restore all studies from a backup.")
@click.argument("backup", type=FILE)
@campaign_place
@click.option("--replace", "replaces", is_flag=True, help="Replace the studies that are there, after backing them up.")
def restore_command(backup: Path, place: CampaignPlace, replaces: bool) -> None:
    """Restore what BACKUP holds into a database, SQLite or PostgreSQL, and compare it row by row.

    It happens as a whole or not at all. Stop the server first: one that still runs takes no answers from then on.
    """
    import time

    from genchal.campaign.studies.backups import name_backup
    from genchal.store.upkeep.backups import restore

    keep = place.folder / name_backup(time.time(), "before-restoring")
    rows = restore(backup, place.database, replaces=replaces, keep=keep)
    click.echo(f"{counted(rows, 'row')} restored")
    if keep.exists():
        click.echo(f"what was there before is in {keep}", err=True)


@click.command("move", short_help="Move all studies to another database, such as PostgreSQL.")
@click.option("--to", "target", required=True, metavar="URL", help="The other database, which must have no studies.")
@campaign_place
def move_command(target: str, place: CampaignPlace) -> None:
    """Move all studies from the database of a campaign to another one, and compare them row by row.

    Links and cookies of raters stay valid. The old database is kept as it is, but no command or server uses it any
    more. A server that is at it stops taking answers; start it again with --database.
    """
    from genchal.store.upkeep.backups import move

    with place.open_store() as store:
        rows = move(store, target)
    there = replace(place, database=target).arguments
    click.echo(f"{counted(rows, 'row')} moved; serve them with: genchal serve{there}")


@click.command("delete", short_help="Delete a study that nobody has answered.")
@click.argument("name")
@campaign_place
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def delete_command(name: str, place: CampaignPlace, yes: bool) -> None:
    """Delete the study NAME, if it has no answers: such as one that was made with the wrong settings.

    A study with answers is never deleted; close it instead.
    """
    from genchal.store.studies import find_study
    from genchal.store.upkeep.unused import delete_study

    with place.open_store() as store:
        study = store.read(lambda transaction: find_study(transaction, name))
        if not yes and not is_confirmed(f"Delete the study {name}?"):
            click.echo("nothing was deleted", err=True)
            return
        store.write(lambda transaction: delete_study(transaction, study))
    click.echo(f"{name} deleted")
