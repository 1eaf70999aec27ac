"""What a method of ranking works on and what it finds, with the steps that methods share."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from genchal.domain.ratings import Pairwise, Ratings
from genchal.domain.results.judgements.ranking import RankingBy
from genchal.stats.ranking.clusters import ClusteredRanks, ranks_of_tests
from genchal.stats.ranking.stability import SHARES, Stability, ranking_stability
from genchal.stats.resampling.clustered import (
    ClusteredScores,
    Contributions,
    Estimator,
    PairTests,
    find_repeated_systems,
)
from genchal.text.arrays.ragged import FloatArray, IntArray

REPEATS = 20  # rankings from each share of the sheets


@dataclass(frozen=True, slots=True)
class RankingInput:
    """What a method works on: ratings of one criterion, and the comparisons in them."""

    ratings: Ratings
    pairwise: Pairwise
    how: RankingBy
    rng: np.random.Generator

    @property
    def systems(self) -> int:
        """How many there are."""
        return len(self.ratings.system.names)

    @property
    def outcome(self) -> IntArray:
        """Outcomes of the comparisons, turned round where lower is better."""
        return -self.pairwise.outcome if self.how.lower_is_better else self.pairwise.outcome


@dataclass(frozen=True, slots=True)
class RankingOutcome:
    """What a method has found, an entry per system of `ratings`: those that count under the method."""

    score: FloatArray
    low: FloatArray
    high: FloatArray
    ranks: ClusteredRanks
    n: IntArray
    warnings: tuple[str, ...]
    ratings: Ratings
    how: RankingBy
    stability: Stability | None = None
    steps: int | None = None
    tests: PairTests | None = None  # what ranks and clusters rest on; None: on runs


def clip_shares(found: RankingOutcome) -> RankingOutcome:
    """Keep the bounds of shares between 0 and 1."""
    return replace(found, low=np.clip(found.low, 0.0, 1.0), high=np.clip(found.high, 0.0, 1.0))


def rank_by_tests(
    task: RankingInput,
    scored: ClusteredScores,
    n: IntArray,
    warnings: tuple[str, ...],
    ratings: Ratings,
    stability: Stability | None = None,
) -> RankingOutcome:
    """Intervals, tests of all pairs, and the ranks that these leave possible."""
    determined = find_repeated_systems(ratings.system.codes, len(n), ratings.rater.codes, ratings.instance.codes)
    scored = replace(scored, determined=determined & scored.determined)
    low, high = scored.interval(task.how.confidence)
    tests = scored.tests()
    ranks = ranks_of_tests(scored.score, tests.better(1 - task.how.confidence, len(scored.score)))
    return RankingOutcome(scored.score, low, high, ranks, n, warnings, ratings, task.how, stability, tests=tests)


def measure_stability(
    task: RankingInput, evidence: Contributions, estimate: Estimator, score: FloatArray, unit: IntArray
) -> Stability | None:
    """How well rankings from shares of the units agree with the whole, if that was asked for."""
    if not task.how.stability:
        return None
    return ranking_stability(evidence.sums_by(unit, task.rng), estimate, score, task.rng, SHARES, REPEATS)
