"""``genchal study``: creates studies, shows their progress, and exports what was collected."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._backups import backup_command, delete_command, move_command, restore_command
from genchal.cli._campaign import CampaignPlace, campaign_place
from genchal.cli._identities import erase_command, erase_due_command, identities_command
from genchal.cli._options import FILE, PATH, OrderedGroup
from genchal.cli._pay import extend_command, pay_command, readmit_command, reject_command
from genchal.cli._show import show, table_options
from genchal.errors import counted

if TYPE_CHECKING:
    from genchal.campaign.studies.create import CreatedStudy
    from genchal.campaign.studies.export import TimeUnit
    from genchal.domain.results.table import TableForm
    from genchal.domain.study.platform import Codes
    from genchal.store.records import StudyState


@click.group("study", cls=OrderedGroup)
def command() -> None:
    """Create studies with human raters, monitor their progress and export the results.

    A study is described by a [[study]] section of campaign.toml. It is created once ("create"), shown to raters by
    "genchal serve", and exported as a table of ratings that "genchal rank" and "genchal agree" read.

    CAMPAIGN is a campaign.toml or its folder. Default: the current folder.
    """


@command.command("create", short_help="Create a study described in campaign.toml.")
@click.argument("name")
@campaign_place
@click.option(
    "-o", "--out", type=PATH, help="Folder with the results of genchal run. Default: the folder of campaign.toml."
)
@click.option("--seed", type=click.IntRange(0), help="Random seed. Default: the campaign's.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def create_command(name: str, place: CampaignPlace, out: Path | None, seed: int | None, as_json: bool) -> None:
    """Compose the study NAME of campaign.toml and store it, ready to be served.

    This decides, once and for all, which outputs are on which sheets and in which order. Criteria that are not asked
    together each become a study of their own, NAME-CRITERION. Outputs of generators must exist: run "genchal run"
    first.
    """
    import time

    from genchal.campaign.config.load import load_campaign
    from genchal.campaign.studies.create import compose_study, store_plans
    from genchal.store.store import open_store

    loaded = load_campaign(place.campaign)
    seed = loaded.seed if seed is None else seed
    plans = compose_study(loaded, name, seed, out, now=time.time())  # what cannot be made leaves no database behind
    with open_store(place.database) as store:
        made = store_plans(store, plans, seed, time.time())
        for created in () if as_json else made:
            click.echo(_write_created(created, store.name, place.arguments))
    if as_json:
        click.echo(_write_created_json(made))


@command.command("preview", short_help="Show every page of a study, without storing anything.")
@click.argument("name")
@campaign_place
@click.option(
    "-o", "--out", type=PATH, help="Folder with the results of genchal run. Default: the folder of campaign.toml."
)
@click.option("--seed", type=click.IntRange(0), help="Random seed. Default: the campaign's.")
@click.option("--port", default=8001, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
def preview_command(name: str, place: CampaignPlace, out: Path | None, seed: int | None, port: int) -> None:
    """Show every page of the study NAME in a browser, as raters will see it, until stopped with Ctrl-C.

    The study is composed from campaign.toml as it is now. No database is made or changed: answers are checked, and
    forgotten.
    """
    import time

    from genchal.campaign.config.load import load_campaign
    from genchal.campaign.studies.create import compose_study
    from genchal.web.pages.preview import run_preview

    loaded = load_campaign(place.campaign)
    seed = loaded.seed if seed is None else seed
    plans = compose_study(loaded, name, seed, out, now=time.time())
    run_preview(plans, seed, host="127.0.0.1", port=port, tell=click.echo)


@command.command("status", short_help="Show the progress of studies.")
@campaign_place
@click.option("--study", "name", metavar="NAME", help="Only this study.")
@click.option("--raters", "names_all", is_flag=True, help="List every rater, not only those who are flagged.")
@table_options
def status_command(place: CampaignPlace, name: str | None, names_all: bool, form: TableForm) -> None:
    """Show the progress of studies: sheets, raters, their speed, and whom quality control flags.

    Practice is not counted. Raters who are flagged are named with the reasons; "genchal agree --quality-control" has
    the evidence, and "genchal study reject" sets work aside.
    """
    from genchal.campaign.people.study_raters import watch_studies

    with place.open_store() as store:
        show(watch_studies(store, name, names_all=names_all), form)


@command.command("export", short_help="Export the judgements as a table.")
@click.argument("name")
@campaign_place
@click.option(
    "-o", "--out", type=FILE, help="File for the ratings: .csv, .tsv, .jsonl or .parquet. Default: standard output."
)
@click.option(
    "--texts",
    type=FILE,
    help="Also write answers that are not numbers (texts, marked words, objects pointed at) to this file.",
)
@click.option("--times", type=FILE, help="Also write how long every sheet took, with its condition, to this file.")
@click.option("--comments", type=FILE, help="Also write what raters said about sheets and about the study.")
@click.option(
    "--attribute-sets",
    type=PATH,
    help="Also write descriptions and their attributes as TUNA's XML: to a file (.xml), or to a folder, one per rater.",
)
@click.option(
    "--coarse-times",
    type=click.Choice(["hour", "day", "week"]),
    help="Say no more about when a sheet was shown than the hour, day or week (UTC). How long it took stays exact.",
)
@click.option(
    "--surplus", is_flag=True, help="Include answers that arrived after their sheet had been given to others."
)
def export_command(
    name: str,
    place: CampaignPlace,
    out: Path | None,
    texts: Path | None,
    times: Path | None,
    comments: Path | None,
    attribute_sets: Path | None,
    coarse_times: TimeUnit | None,
    surplus: bool,
) -> None:
    """Export the judgements of the study NAME as a table that "genchal rank" and "genchal agree" read.

    Raters are called rater-0001, rater-0002 and so on; nothing in the table reveals who they are. Other commands keep
    these names. Practice and control items are included, with their kind.
    """
    from genchal.campaign.studies.export import export_study

    with place.open_store() as store:
        done = export_study(
            store,
            name,
            out,
            texts,
            times=times,
            comments=comments,
            attribute_sets=attribute_sets,
            surplus=surplus,
            coarse_times=coarse_times,
        )
    if done.table is not None:
        click.echo(done.table, nl=False)
    click.echo(done.sentence(), err=True)


@command.command("close", short_help="Close a study, or open it again.")
@click.argument("name")
@campaign_place
@click.option("--reopen", is_flag=True, help="Open it again instead.")
def close_command(name: str, place: CampaignPlace, reopen: bool) -> None:
    """Close the study NAME: raters get no more sheets, but can still answer the ones they have."""
    import time

    from genchal.store.studies import find_study, set_study_state

    state: StudyState = "open" if reopen else "closed"
    with place.open_store() as store:
        store.write(lambda t: set_study_state(t, find_study(t, name).id, state, time.time()))
    click.echo(f"{name} is {state}")


@command.command("links", short_help="Print the links for raters.")
@click.argument("name")
@campaign_place
@click.option("--count", default=10, show_default=True, type=click.IntRange(1, 100_000), help="Number of links.")
@click.option("--first", default=1, show_default=True, type=click.IntRange(1), help="Number of the first link.")
@click.option(
    "--base-url",
    default="http://localhost:8000",
    show_default=True,
    metavar="URL",
    help="Public address of the server.",
)
@click.option("--signing-key", is_flag=True, help="Print the key that a platform signs ids with instead; it is secret.")
def links_command(name: str, place: CampaignPlace, count: int, first: int, base_url: str, signing_key: bool) -> None:
    """Print the links to send to raters of the study NAME: one for each rater, or the same for all.

    A personal link is signed, so it cannot be guessed, and it opens the same rater's sheets on any device. A platform
    whose ids are signed (platform.signed) adds HMAC-SHA256 of the id under the signing key, in hexadecimal.
    """
    from genchal.campaign.studies.status import find_signing_key, list_links

    with place.open_store() as store:
        if signing_key:
            click.echo(find_signing_key(store, name))
            return
        for link in list_links(store, name, base_url, first, count):
            click.echo(link)


for another in (backup_command, restore_command, move_command, delete_command):
    command.add_command(another)
command.add_command(identities_command)
for ending in (pay_command, reject_command, readmit_command, extend_command):
    command.add_command(ending)
command.add_command(erase_command)
command.add_command(erase_due_command)


def _write_created(created: CreatedStudy, store: str, typed: str) -> str:
    design = created.design
    raters = "any number of raters" if design.crossed else f"{counted(design.raters_per_item, 'rater')} each"
    groups = ", ".join(f"{name} {share:.0%}" for name, share in design.groups.items())
    lines = [
        f"{created.study.name}: {created.items:,} items on {created.sheets:,} sheets, {raters}",
        *([f"{counted(created.practice, 'practice sheet')} first"] if created.practice else []),
        *([f"groups of raters: {groups}"] if groups else []),
        *_write_codes(design.codes),
        *created.notes,
        f"stored in {store}; show it to raters with: genchal serve{typed}",
    ]
    return "\n".join(lines)


def _write_codes(codes: Codes) -> list[str]:
    """The codes of raters who did all their sheets, or some of them."""
    if codes.per_rater:
        return [f"completion codes: {codes.complete}-NUMBER-SIGNATURE, one per rater (genchal study pay)"]
    partial = [f"code for a part of the sheets: {codes.partial}"] if codes.partial else []
    return [f"completion code: {codes.complete}", *partial]


def _write_created_json(made: list[CreatedStudy]) -> str:
    from genchal.domain.results.table import pick_fields
    from genchal.reports.tables.json_document import render_json

    entries = [
        {
            "study": created.study.name,
            **pick_fields(created, "items", "sheets", "practice"),
            "codes": created.design.codes,
            "notes": created.notes,
        }
        for created in made
    ]
    return render_json({"studies": entries})
