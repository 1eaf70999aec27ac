"""``genchal differences``: ratings in, tests between all pairs of systems out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._options import options_of
from genchal.cli._ratings import criterion_option, ratings_argument, selection_options
from genchal.cli._show import show, table_options
from genchal.domain.results.differences import DifferenceSettings

if TYPE_CHECKING:
    from genchal.domain.ratings import RatingsSelection
    from genchal.domain.results.table import TableForm


@click.command("differences")
@ratings_argument
@criterion_option
@options_of(DifferenceSettings, into="how")
@selection_options
@table_options
def command(
    ratings: Path, criterion: str | None, how: DifferenceSettings, which: RatingsSelection, form: TableForm
) -> None:
    """Test every two systems on their ratings.

    RATINGS is a file of judgements, in any layout that `genchal rank` reads. Differences are those of means, on the
    scale of the ratings; tests account for raters and instances.
    """
    started = time.perf_counter()
    from genchal.campaign.judgements.ranking.differences import find_differences
    from genchal.campaign.judgements.select import read_ratings

    show(find_differences(read_ratings(ratings, which), criterion, how), form, started)
