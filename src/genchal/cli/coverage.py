"""``genchal coverage``: ratings in, shares of added and missed information out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._options import options_of
from genchal.cli._ratings import ratings_argument, selection_options
from genchal.cli._show import show, table_options
from genchal.domain.results.coverage import CoverageSettings

if TYPE_CHECKING:
    from genchal.domain.ratings import RatingsSelection
    from genchal.domain.results.table import TableForm


@click.command("coverage")
@ratings_argument
@options_of(CoverageSettings, into="how")
@selection_options
@table_options
def command(ratings: Path, how: CoverageSettings, which: RatingsSelection, form: TableForm) -> None:
    """Say how often each system adds or misses information, by what raters ticked.

    RATINGS is a file of judgements, in any layout that `genchal rank` reads, with the criteria added and missed: 1
    where a box was ticked, 0 where it was not.
    """
    started = time.perf_counter()
    from genchal.campaign.judgements.ranking.coverage import summarise_coverage
    from genchal.campaign.judgements.select import read_ratings

    show(summarise_coverage(read_ratings(ratings, which), how), form, started)
