"""``genchal run``: a campaign from its file to its report."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("run")
@click.argument("campaign", type=click.Path(path_type=Path), metavar="CAMPAIGN.TOML")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for results and report; default: beside the file.",
)
@click.option("-j", "--jobs", default=1, show_default=True, type=click.IntRange(0), help="Processes; 0: one per core.")
@click.option("--no-cache", is_flag=True, help="Make stored results anew.")
@click.option("--json", "as_json", is_flag=True, help="Print the scores as JSON.")
def command(campaign: Path, out: Path | None, jobs: int, no_cache: bool, as_json: bool) -> None:
    """Generate, score and report everything that is not up to date.

    CAMPAIGN.TOML may also be the folder it is in.
    """
    from genchal.campaign.run import run_campaign
    from genchal.cli._output import outcome_json, outcome_text
    from genchal.cli._progress import show_progress, tell
    from genchal.engines import engine_for

    outcome = run_campaign(campaign, out, show_progress, notice=tell, engine=engine_for(jobs), cache=not no_cache)
    click.echo(outcome_json(outcome) if as_json else outcome_text(outcome))
