"""``genchal plan``: a pilot's ratings in, sizes of study with their power out."""

from __future__ import annotations

import time
from pathlib import Path

import click

from genchal.cli._options import PATH, options_of
from genchal.cli._ratings import criterion_option, pilot_options
from genchal.cli._show import show, table_options
from genchal.domain.results.judgements.planning import GivenVariances, Planning
from genchal.domain.results.table import TableForm
from genchal.domain.selection import RatingsSelection


@click.command("plan")
@click.argument("ratings", nargs=-1, type=PATH)
@criterion_option
@options_of(Planning, into="how")
@options_of(GivenVariances, into="given")
@click.option(
    "--separate",
    is_flag=True,
    help="Instead, estimate how many more comparisons would separate neighbours in the ranking.",
)
@pilot_options
@table_options
def command(
    ratings: tuple[Path, ...],
    criterion: str | None,
    how: Planning,
    given: GivenVariances,
    separate: bool,
    which: RatingsSelection,
    form: TableForm,
) -> None:
    """Estimate how many items and raters a study needs to detect a difference that matters.

    RATINGS is a pilot study, in any layout that `genchal rank` reads: it shows how much raters and items vary. Without
    a pilot, give the variances as options. Studies of several sizes are simulated and tested as genchal tests them.
    """
    started = time.perf_counter()
    from genchal.campaign.judgements.load import load_selected
    from genchal.campaign.judgements.plan import plan_from_ratings, plan_from_variances, separate_systems

    if not ratings:
        if separate or not given:
            raise click.UsageError("Give a ratings file, or variances: --residual, --item-system, --rater-system.")
        show(plan_from_variances(given, how), form, started)
        return
    if given:
        raise click.UsageError(
            "Variances come from the ratings file; leave out either the file or the options for variances."
        )
    pilot = load_selected(ratings, which)
    if separate:
        show(separate_systems(pilot, criterion, how.power, how.level), form, started)
    else:
        show(plan_from_ratings(pilot, criterion, how), form, started)
