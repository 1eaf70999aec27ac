"""``genchal study``: makes studies, says how far they are, and exports what was collected."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._identities import erase_command, identities_command
from genchal.cli._studies import campaign_option, database_option, database_place
from genchal.errors import counted

if TYPE_CHECKING:
    from genchal.campaign.studies.create import CreatedStudy
    from genchal.campaign.studies.status import StudyStatus
    from genchal.store import StudyState


class _InOrder(click.Group):
    """Lists its commands as they stand in this file."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group("study", cls=_InOrder)
def command() -> None:
    """Make studies with human raters, see how far they are, and export what was collected.

    A study is described by [[study]] of campaign.toml. It is made once ("create"), served to raters by "genchal serve",
    and exported as a table of ratings that "genchal rank" and "genchal agree" read.
    """


@command.command("create")
@click.argument("name")
@campaign_option
@database_option
@click.option("--out", type=click.Path(path_type=Path), help="Folder with the results of genchal run, if another one.")
@click.option("--seed", type=click.IntRange(0), help="Seed of everything random; default: the campaign's.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def create_command(
    name: str, campaign: Path, database: str | None, out: Path | None, seed: int | None, as_json: bool
) -> None:
    """Compose the study NAME of campaign.toml and store it, ready to be served.

    Which outputs stand on which sheets, in which orders, is decided here, once. Criteria that are not asked together
    become a study each, NAME-CRITERION. Outputs of generators must be there: run "genchal run" first.
    """
    import time

    from genchal.campaign.config import load_campaign
    from genchal.campaign.studies.create import compose_study, store_plans
    from genchal.store import open_store

    loaded = load_campaign(campaign)
    seed = loaded.seed if seed is None else seed
    plans = compose_study(loaded, name, seed, out)  # what cannot be made leaves no database behind
    with open_store(database_place(campaign, database)) as store:
        made = store_plans(store, plans, seed, time.time())
        click.echo(
            _created_json(made) if as_json else "\n".join(_created_text(created, store.name) for created in made)
        )


@command.command("status")
@click.argument("name", required=False, metavar="[NAME]")
@campaign_option
@database_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def status_command(name: str | None, campaign: Path, database: str | None, as_json: bool) -> None:
    """Say how far studies are: sheets, raters, and how long a sheet takes. NAME: only this one."""
    from genchal.campaign.studies.status import read_study_status
    from genchal.store import open_store

    with open_store(database_place(campaign, database), create=False) as store:
        found = read_study_status(store, name)
    click.echo(_status_json(found) if as_json else _status_text(found))


@command.command("export")
@click.argument("name")
@campaign_option
@database_option
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File for the ratings: .csv, .tsv, .jsonl or .parquet.",
)
@click.option(
    "--texts",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write what is no number (texts, marked words, things pointed at): .csv, .tsv, .jsonl or .parquet.",
)
@click.option(
    "--times",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write how long every sheet took, with its condition: .csv, .tsv, .jsonl or .parquet.",
)
@click.option(
    "--attribute-sets",
    type=click.Path(path_type=Path),
    help="Also write descriptions and their attributes as TUNA's XML: a file (.xml), or a folder with one a rater.",
)
@click.option("--surplus", is_flag=True, help="Also export answers that came after others had taken their place.")
def export_command(
    name: str,
    campaign: Path,
    database: str | None,
    out: Path | None,
    texts: Path | None,
    times: Path | None,
    attribute_sets: Path | None,
    surplus: bool,
) -> None:
    """Write the judgements of the study NAME as a table that "genchal rank" and "genchal agree" read.

    Raters are called rater-0001 and so on; nothing tells who they are. Items for practice and quality control are in
    the table with their kind. Without any file named, the ratings go to standard output.
    """
    from genchal.campaign.studies.export import export_study
    from genchal.store import open_store

    with open_store(database_place(campaign, database), create=False) as store:
        done = export_study(store, name, out, texts, times=times, attribute_sets=attribute_sets, surplus=surplus)
    if done.table is not None:
        click.echo(done.table, nl=False)
    click.echo(done.sentence(), err=True)


@command.command("close")
@click.argument("name")
@campaign_option
@database_option
@click.option("--reopen", is_flag=True, help="Open it again instead.")
def close_command(name: str, campaign: Path, database: str | None, reopen: bool) -> None:
    """Close the study NAME: no more sheets are given out, but answers to those that are out are still taken."""
    import time

    from genchal.store import find_study, open_store, set_study_state

    state: StudyState = "open" if reopen else "closed"
    with open_store(database_place(campaign, database), create=False) as store:
        store.write(lambda t: set_study_state(t, find_study(t, name).id, state, time.time()))
    click.echo(f"{name} is {state}")


@command.command("links")
@click.argument("name")
@campaign_option
@database_option
@click.option("--count", default=10, show_default=True, type=click.IntRange(1, 100_000), help="How many links.")
@click.option("--first", default=1, show_default=True, type=click.IntRange(1), help="Number of the first of them.")
@click.option(
    "--base-url",
    default="http://localhost:8000",
    show_default=True,
    metavar="URL",
    help="Where raters find the server.",
)
def links_command(name: str, campaign: Path, database: str | None, count: int, first: int, base_url: str) -> None:
    """Print the links that raters of the study NAME are sent: one for each, or the same for all.

    A personal link is signed: it cannot be guessed, and it opens the same rater's sheets on every device.
    """
    from genchal.campaign.studies.status import list_links
    from genchal.store import open_store

    with open_store(database_place(campaign, database), create=False) as store:
        for link in list_links(store, name, base_url, first, count):
            click.echo(link)


command.add_command(identities_command)
command.add_command(erase_command)


def _created_text(created: CreatedStudy, place: str) -> str:
    raters = (
        "as many raters as come"
        if created.design.crossed
        else f"{counted(created.design.raters_per_item, 'rater')} each"
    )
    lines = [
        f"{created.study.name}: {created.items:,} items on {created.sheets:,} sheets, {raters}",
        *([f"{counted(created.practice, 'sheet')} for practice first"] if created.practice else []),
        *([f"groups of raters: {_shares(created.design.groups)}"] if created.design.groups else []),
        f"completion code: {created.design.codes.complete}",
        *created.notes,
        f"stored in {place}; show it to raters with: genchal serve",
    ]
    return "\n".join(lines)


def _shares(groups: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {share:.0%}" for name, share in groups.items())


def _created_json(made: list[CreatedStudy]) -> str:
    import json
    from dataclasses import asdict

    entries = [
        {
            "study": created.study.name,
            "items": created.items,
            "sheets": created.sheets,
            "practice": created.practice,
            "codes": asdict(created.design.codes),
            "notes": created.notes,
        }
        for created in made
    ]
    return json.dumps({"schema": 1, "studies": entries}, ensure_ascii=False)


def _status_json(found: list[StudyStatus]) -> str:
    import json
    from dataclasses import asdict

    return json.dumps({"schema": 1, "studies": [asdict(status) for status in found]}, ensure_ascii=False, default=dict)


def _status_text(found: list[StudyStatus]) -> str:
    from genchal.cli._output import aligned

    lines = [["study", "state", "sheets", "complete", "at work", "judgements", "seconds a sheet", "raters"]]
    for status in found:
        far = status.progress
        wanted = "" if far.wanted is None else f" of {far.wanted:,}"
        raters = ", ".join(f"{count:,} {state.replace('_', ' ')}" for state, count in sorted(far.raters.items()))
        lines.append(
            [
                status.name,
                status.state,
                f"{far.answered:,}{wanted}",
                f"{far.complete:,} of {far.blocks:,}",
                f"{far.leased:,}",
                f"{far.judgements:,}",
                "-" if status.seconds is None else f"{status.seconds:.0f}",
                raters or "none",
            ]
        )
    return "\n".join(aligned(lines))
