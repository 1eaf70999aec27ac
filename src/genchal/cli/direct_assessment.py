"""``genchal direct-assessment``: ratings in, the table of WMT and SR'18 out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._options import options_of
from genchal.cli._ratings import criterion_option, ratings_argument, selection_options
from genchal.cli._show import show, table_options
from genchal.domain.results.direct_assessment import AssessmentSettings

if TYPE_CHECKING:
    from genchal.domain.ratings import RatingsSelection
    from genchal.domain.results.table import TableForm


@click.command("direct-assessment")
@ratings_argument
@criterion_option
@options_of(AssessmentSettings, into="how")
@selection_options
@table_options
def command(
    ratings: Path, criterion: str | None, how: AssessmentSettings, which: RatingsSelection, form: TableForm
) -> None:
    """Print the table of WMT and SR'18: raw and standardised means, with clusters.

    RATINGS is a file of judgements on a scale, in any layout that `genchal rank` reads. Scores are standardised by
    rater, repeats and damaged copies included; only scored items count in the means.
    """
    started = time.perf_counter()
    from genchal.campaign.judgements.ranking.direct_assessment import summarise_assessments
    from genchal.campaign.judgements.select import read_ratings

    show(summarise_assessments(read_ratings(ratings, which), criterion, how), form, started)
