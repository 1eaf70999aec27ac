"""``genchal differences``: ratings in, tests between all pairs of systems out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.cli._ratings import ratings_command
from genchal.domain.results.judgements.differences import Differences, DifferenceSettings

if TYPE_CHECKING:
    from genchal.domain.ratings import Ratings


@ratings_command("differences", DifferenceSettings)
def command(ratings: Ratings, how: DifferenceSettings, criterion: str | None) -> Differences:
    """Test every pair of systems on their ratings.

    RATINGS is a file of judgements, in any layout that `genchal rank` reads. Differences are between means, on
    the scale of the ratings; tests account for raters and instances.
    """
    from genchal.campaign.judgements.ranking.differences import find_differences

    return find_differences(ratings, criterion, how)
