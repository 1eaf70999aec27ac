"""``genchal times``: ratings in, times of answers by system out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.cli._ratings import ratings_command
from genchal.domain.results.judgements.times import TimesBySystem, TimesSettings

if TYPE_CHECKING:
    from genchal.domain.ratings import Ratings


@ratings_command(
    "times", TimesSettings, "Criterion whose values are seconds. Default: the time from showing a sheet to its answer."
)
def command(ratings: Ratings, how: TimesSettings, criterion: str | None) -> TimesBySystem:
    """Show how long raters took for each system's outputs.

    RATINGS is a file of judgements, in any layout that `genchal rank` reads, with the columns shown_at and
    answered_at, or with a criterion in seconds.
    """
    from genchal.campaign.judgements.ranking.times import summarise_answer_times

    return summarise_answer_times(ratings, criterion, how)
