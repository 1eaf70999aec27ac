"""``genchal rank``: a ratings file in, a ranking with clusters out."""

from __future__ import annotations

import time
from pathlib import Path

import click

from genchal.cli._figures import plot_option, write_figure
from genchal.cli._options import options_of
from genchal.cli._ratings import criterion_option, ratings_argument, rules_options, selection_options
from genchal.cli._show import show, table_options
from genchal.domain.results.judgements.quality_control import PassRules
from genchal.domain.results.judgements.ranking import RankingBy
from genchal.domain.results.table import TableForm
from genchal.domain.selection import RatingsSelection


def _refuse_table(_context: click.Context, _option: click.Parameter, name: str | None) -> None:
    """Name the command that prints what this option used to print."""
    if name is not None:
        other = name if name != "ranking" else "rank"
        raise click.UsageError(f"rank no longer has an option --table. Run: genchal {other} RATINGS")


@click.command("rank")
@ratings_argument
@criterion_option
@options_of(RankingBy, into="how")
@selection_options
@rules_options
@plot_option("Also draw the ranking as a forest plot: .svg, .pdf or .png.")
@click.option(
    "--table", hidden=True, expose_value=False, callback=_refuse_table, help="Removed: see the other commands."
)
@table_options
def command(
    ratings: tuple[Path, ...],
    criterion: str | None,
    how: RankingBy,
    which: RatingsSelection,
    rules: PassRules,
    plot: Path | None,
    form: TableForm,
) -> None:
    """Rank systems by human judgements, and show which differences can be trusted.

    RATINGS is a table of judgements with the columns rater, sheet, instance, system, criterion and value (--columns if
    they have other names), or a file written by another tool: CrowdFlower's wide layout, arena battles and others.
    Several files are read together. Judgements that share a sheet were made side by side, and are compared with each
    other.
    """
    started = time.perf_counter()
    from genchal.campaign.judgements.rank import rank_files

    found = rank_files(ratings, criterion, how, which, rules)
    if plot is not None:
        from genchal.reports.figures.forest import draw_forest

        write_figure(draw_forest(found), plot)
    show(found, form, started, why=which.why)
