"""``genchal direct-assessment``: ratings in, the table of WMT and SR'18 out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.cli._ratings import ratings_command
from genchal.domain.results.judgements.direct_assessment import AssessedSystems, AssessmentSettings

if TYPE_CHECKING:
    from genchal.domain.ratings import Ratings


@ratings_command("direct-assessment", AssessmentSettings)
def command(ratings: Ratings, how: AssessmentSettings, criterion: str | None) -> AssessedSystems:
    """Print raw and standardised means with clusters, as in the tables of WMT and SR'18.

    RATINGS is a file of judgements on a scale, in any layout that `genchal rank` reads. Scores are standardised by
    rater, repeats and damaged copies included; only scored items count in the means.
    """
    from genchal.campaign.judgements.ranking.direct_assessment import summarise_assessments

    return summarise_assessments(ratings, criterion, how)
