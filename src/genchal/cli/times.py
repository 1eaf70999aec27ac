"""``genchal times``: ratings in, times of answers by system out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._options import options_of
from genchal.cli._ratings import ratings_argument, selection_options
from genchal.cli._show import show, table_options
from genchal.domain.results.times import TimesSettings

if TYPE_CHECKING:
    from genchal.domain.ratings import RatingsSelection
    from genchal.domain.results.table import TableForm


@click.command("times")
@ratings_argument
@click.option("--criterion", help="A criterion whose values are seconds. Default: from showing to answering.")
@options_of(TimesSettings, into="how")
@selection_options
@table_options
def command(ratings: Path, criterion: str | None, how: TimesSettings, which: RatingsSelection, form: TableForm) -> None:
    """Say how long raters took with each system's outputs.

    RATINGS is a file of judgements, in any layout that `genchal rank` reads, with the columns shown_at and
    answered_at, or with a criterion in seconds.
    """
    started = time.perf_counter()
    from genchal.campaign.judgements.ranking.times import summarise_answer_times
    from genchal.campaign.judgements.select import read_ratings

    show(summarise_answer_times(read_ratings(ratings, which), criterion, how), form, started)
