"""``genchal agree``: ratings in, agreement between raters out."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import click

from genchal.cli._options import PATH, options_of
from genchal.cli._ratings import layout_option, ratings_argument
from genchal.cli._show import show, table_options
from genchal.domain.results.judgements.agreement import Agreeing
from genchal.domain.results.judgements.quality_control import PassRules
from genchal.domain.results.table import TableForm
from genchal.domain.selection import RatingsSelection


@click.command("agree")
@ratings_argument
@click.option("--criterion", "criteria", multiple=True, help="Only this criterion. Default: all. May be repeated.")
@options_of(Agreeing, into="how", leave_out=("rules",))
@click.option(
    "--quality-control",
    is_flag=True,
    help="Test raters, list them all with the evidence, and set aside those who fail; show results with and without.",
)
@options_of(PassRules, into="rules")
@click.option("--against", type=PATH, help="Second file of ratings; test whether its raters agree equally well.")
@layout_option
@table_options
def command(
    ratings: tuple[Path, ...],
    criteria: tuple[str, ...],
    how: Agreeing,
    quality_control: bool,
    rules: PassRules,
    against: Path | None,
    which: RatingsSelection,
    form: TableForm,
) -> None:
    """Measure how well raters agree, and explain what that means.

    RATINGS are files of judgements, in any layout that `genchal rank` reads. Without --measure, the measures that suit
    the design are chosen: who rated what.
    """
    started = time.perf_counter()
    from genchal.campaign.judgements.agree import measure_agreement
    from genchal.campaign.judgements.load import load_selected
    from genchal.campaign.judgements.quality_control import check_rules

    check_rules(quality_control, rules)
    how = replace(how, rules=rules if quality_control else None)
    other = None if against is None else load_selected(against, which)
    show(
        measure_agreement(load_selected(ratings, which), criteria or None, how, other),
        form,
        started,
        why=which.why,
    )
