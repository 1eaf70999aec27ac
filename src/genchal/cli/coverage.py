"""``genchal coverage``: ratings in, shares of added and missed information out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.cli._ratings import ratings_command
from genchal.domain.results.judgements.coverage import Coverages, CoverageSettings

if TYPE_CHECKING:
    from genchal.domain.ratings import Ratings


@ratings_command("coverage", CoverageSettings, criterion=None)
def command(ratings: Ratings, how: CoverageSettings) -> Coverages:
    """Show how often each system adds or misses information, according to the boxes that raters ticked.

    RATINGS is a file of judgements, in any layout that `genchal rank` reads, with the criteria added and missed: 1
    where a box was ticked, 0 where it was not.
    """
    from genchal.campaign.judgements.ranking.coverage import summarise_coverage

    return summarise_coverage(ratings, how)
