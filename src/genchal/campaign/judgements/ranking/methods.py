"""The methods of ranking: what each makes of ratings or comparisons, with intervals, rank ranges and clusters."""

from __future__ import annotations

from collections.abc import Callable

from genchal.campaign.judgements.ranking.by_comparisons import (
    by_bradley_terry,
    by_elo,
    by_plackett_luce,
    by_trueskill,
    by_wins,
)
from genchal.campaign.judgements.ranking.by_ratings import by_magnitude, by_mean, by_z
from genchal.campaign.judgements.ranking.steps import Found, Task
from genchal.domain.results.ranking import Method

SCORERS: dict[Method, Callable[[Task], Found]] = {
    "trueskill": by_trueskill,
    "bradley-terry": by_bradley_terry,
    "plackett-luce": by_plackett_luce,
    "elo": by_elo,
    "wins": by_wins,
    "mean": by_mean,
    "z": by_z,
    "magnitude": by_magnitude,
}
