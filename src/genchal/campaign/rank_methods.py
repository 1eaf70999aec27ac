"""The methods of ranking: what each makes of ratings or comparisons, with intervals, rank ranges and clusters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from genchal.campaign.rank_warnings import comparison_warnings, rating_warnings
from genchal.domain.ranking import Method, RankingBy
from genchal.domain.ratings import Pairwise, Ratings
from genchal.errors import InvalidInput
from genchal.stats.bootstrap import percentile_interval
from genchal.stats.clusters import Ranks, ranks_of_runs, ranks_of_tests
from genchal.stats.resampling import ClusteredScores, Estimate, Evidence, bundled_units, clustered_scores, several_units
from genchal.stats.stability import SHARES, Stability, ranking_stability
from genchal.text.ragged import FloatArray, IntArray

MOST_STEPS = 50_000  # updates of a TrueSkill run: more do not move scores, but narrow ranges and take long
YES_OR_NO = frozenset({0.0, 1.0})
REPEATS = 20  # rankings from each share of the sheets


@dataclass(frozen=True, slots=True)
class Task:
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
class Found:
    """What a method has found, an entry per system of `ratings`: those that count under the method."""

    score: FloatArray
    low: FloatArray
    high: FloatArray
    ranks: Ranks
    n: IntArray
    warnings: tuple[str, ...]
    ratings: Ratings
    how: RankingBy
    stability: Stability | None = None
    steps: int | None = None


def _trueskill(task: Task) -> Found:
    from genchal.stats.trueskill import comparison_table, trueskill_runs

    pairs, how, systems = task.pairwise, task.how, task.systems
    table = comparison_table(pairs.left, pairs.right, task.outcome, systems)
    steps = min(len(pairs) + 1, MOST_STEPS)
    found = trueskill_runs(table, how.runs, task.rng, steps)
    bounds = percentile_interval(found.mu, how.confidence)
    stability = None
    if how.stability:
        cells = np.arange(len(pairs)), (pairs.left * systems + pairs.right) * 3 + task.outcome + 1
        back = (pairs.right * systems + pairs.left) * 3 + 1 - task.outcome
        evidence = Evidence(
            np.tile(cells[0], 2), np.concatenate([cells[1], back]), np.ones(2 * len(pairs)), systems * systems * 3
        )

        def estimate(totals: FloatArray) -> FloatArray:
            tables = totals.reshape(-1, systems, systems, 3)
            return trueskill_runs(tables, len(tables), task.rng, steps).mu

        stability = _stable(task, evidence, estimate, found.score, pairs.sheet)
    ranks = ranks_of_runs(found.score, found.mu, how.confidence)
    warnings = comparison_warnings(task.ratings, pairs, bounded=False)
    if steps <= len(pairs):
        fewer = f"runs have {steps:,} updates, not one for each of the {len(pairs):,} comparisons"
        warnings += (f"{fewer}: scores are the same, ranks are wider than by the E2E report's rule",)
    return Found(
        found.score,
        bounds.low,
        bounds.high,
        ranks,
        _compared(task),
        warnings,
        task.ratings,
        how,
        stability,
        found.steps,
    )


def _bradley_terry(task: Task) -> Found:
    from genchal.stats.bradley_terry import bradley_terry, comparison_evidence

    pairs, systems = task.pairwise, task.systems
    evidence = comparison_evidence(pairs.left, pairs.right, task.outcome, systems)
    whole = bradley_terry(evidence.totals(), systems)

    def estimate(totals: FloatArray) -> FloatArray:
        if totals.ndim == 1:
            return whole.strength
        return bradley_terry(totals, systems, start=whole, tolerance=1e-6, most_steps=12).strength

    return _compared_and_tested(task, evidence, estimate, bounded=True)


def _wins(task: Task) -> Found:
    from genchal.stats.bradley_terry import comparison_evidence, win_rates

    pairs, systems = task.pairwise, task.systems
    evidence = comparison_evidence(pairs.left, pairs.right, task.outcome, systems)
    found = _compared_and_tested(task, evidence, lambda totals: win_rates(totals, systems), bounded=False)
    return _as_shares(found)


def _plackett_luce(task: Task) -> Found:
    from genchal.stats.plackett_luce import one_step, plackett_luce, ranking_evidence, untied_orders

    ratings = task.ratings
    keys = [ratings.sheet.codes, ratings.rater.codes, ratings.instance.codes]
    _, first, ranking = np.unique(np.stack(keys), axis=1, return_index=True, return_inverse=True)
    value = -ratings.value if task.how.lower_is_better else ratings.value
    orders = untied_orders(value, ranking.reshape(-1).astype(np.int64), ratings.system.codes, task.systems, task.rng)
    whole = plackett_luce(orders)
    evidence = ranking_evidence(orders, whole.strength)

    def estimate(totals: FloatArray) -> FloatArray:
        return whole.strength if totals.ndim == 1 else one_step(totals, whole)

    scored = clustered_scores(
        evidence, ratings.rater.codes[first], ratings.instance.codes[first], estimate, task.how.resamples, task.rng
    )
    warnings = comparison_warnings(ratings, task.pairwise, bounded=True)
    stability = _stable(task, evidence, estimate, scored.score, np.arange(len(first))) if task.how.stability else None
    return _tested(task, scored, _compared(task), warnings, ratings, stability)


def _elo(task: Task) -> Found:
    from genchal.stats.elo import MOST_DRAWS, clustered_elo, elo

    pairs, systems = task.pairwise, task.systems
    task = replace(task, how=replace(task.how, resamples=min(task.how.resamples, MOST_DRAWS)))
    scored = clustered_elo(
        pairs.left, pairs.right, task.outcome, systems, pairs.rater, pairs.instance, task.how.resamples, task.rng
    )
    stability = None
    if task.how.stability:
        unit, units = bundled_units(pairs.sheet, task.rng)
        order = task.rng.permutation(len(pairs))
        left, right, outcome, unit = (one[order] for one in (pairs.left, pairs.right, task.outcome, unit))

        def estimate(taken: FloatArray) -> FloatArray:
            # Every row of `taken` says which sheets count.
            return elo(left, right, outcome, systems, weigh=lambda some: taken.T[unit[some]], runs=len(taken)).rating

        stability = ranking_stability(np.eye(units), estimate, scored.score, task.rng, SHARES, REPEATS)
    warnings = comparison_warnings(task.ratings, pairs, bounded=False)
    return _tested(task, scored, _compared(task), warnings, task.ratings, stability)


def _mean(task: Task) -> Found:
    found = _rated(task, task.ratings, task.ratings.value, raw=True)
    return _as_shares(found) if set(np.unique(task.ratings.value).tolist()) <= YES_OR_NO else found


def _z(task: Task) -> Found:
    from genchal.stats.means import rater_z_scores

    z = rater_z_scores(task.ratings.value, task.ratings.rater.codes).z
    kept = _kept(task.ratings, z, "by raters without a z-score (one rating, or always the same)", "mean")
    return _rated(task, kept, z[np.isfinite(z)])


def _magnitude(task: Task) -> Found:
    from genchal.stats.magnitude import normalised_magnitudes

    ratings, form = task.ratings, task.how.normalisation
    logs = normalised_magnitudes(ratings.value, ratings.rater.codes, ratings.sheet.codes, form)
    kept = _kept(ratings, logs, "not above 0, or without a normalised value", "mean")
    found = _rated(task, kept, logs[np.isfinite(logs)])
    if form == "z":
        return found
    return replace(found, score=np.exp(found.score), low=np.exp(found.low), high=np.exp(found.high))


SCORERS: dict[Method, Callable[[Task], Found]] = {
    "trueskill": _trueskill,
    "bradley-terry": _bradley_terry,
    "plackett-luce": _plackett_luce,
    "elo": _elo,
    "wins": _wins,
    "mean": _mean,
    "z": _z,
    "magnitude": _magnitude,
}


def _as_shares(found: Found) -> Found:
    """Keep the bounds of shares between 0 and 1."""
    return replace(found, low=np.clip(found.low, 0.0, 1.0), high=np.clip(found.high, 0.0, 1.0))


def _kept(ratings: Ratings, values: FloatArray, reason: str, other: str) -> Ratings:
    """Set aside what has no value under a method; if nothing is left, name another method."""
    kept = ratings.without(reason, ~np.isfinite(values))
    if not len(kept):
        raise InvalidInput(f"all ratings are {reason}", f"Use --method {other}.")
    return kept


def _rated(task: Task, ratings: Ratings, values: FloatArray, *, raw: bool = False) -> Found:
    """Means of values, with intervals and tests."""
    from genchal.stats.means import mean_evidence, means

    sign = -1.0 if task.how.lower_is_better else 1.0
    systems = len(ratings.system.names)
    evidence = mean_evidence(sign * values, ratings.system.codes, systems)
    scored = clustered_scores(
        evidence, ratings.rater.codes, ratings.instance.codes, means, task.how.resamples, task.rng
    )
    stability = _stable(task, evidence, means, scored.score, ratings.sheet.codes) if task.how.stability else None
    n = np.bincount(ratings.system.codes, minlength=systems)
    found = _tested(task, scored, n, rating_warnings(ratings, raw=raw), ratings, stability)
    if sign > 0:
        return found
    return replace(found, score=-found.score, low=-found.high, high=-found.low)


def _compared_and_tested(task: Task, evidence: Evidence, estimate: Estimate, *, bounded: bool) -> Found:
    """Scores from comparisons, with intervals and tests."""
    pairs = task.pairwise
    scored = clustered_scores(evidence, pairs.rater, pairs.instance, estimate, task.how.resamples, task.rng)
    stability = _stable(task, evidence, estimate, scored.score, pairs.sheet) if task.how.stability else None
    warnings = comparison_warnings(task.ratings, pairs, bounded=bounded)
    return _tested(task, scored, _compared(task), warnings, task.ratings, stability)


def _tested(
    task: Task,
    scored: ClusteredScores,
    n: IntArray,
    warnings: tuple[str, ...],
    ratings: Ratings,
    stability: Stability | None = None,
) -> Found:
    told = several_units(ratings.system.codes, len(n), ratings.rater.codes, ratings.instance.codes)
    scored = replace(scored, told=told)
    low, high = scored.interval(task.how.confidence)
    ranks = ranks_of_tests(scored.score, scored.tests().better(1 - task.how.confidence, len(scored.score)))
    return Found(scored.score, low, high, ranks, n, warnings, ratings, task.how, stability)


def _stable(task: Task, evidence: Evidence, estimate: Estimate, score: FloatArray, unit: IntArray) -> Stability:
    return ranking_stability(evidence.sums_by(unit, task.rng), estimate, score, task.rng, SHARES, REPEATS)


def _compared(task: Task) -> IntArray:
    """In how many comparisons every system is."""
    return np.bincount(np.concatenate([task.pairwise.left, task.pairwise.right]), minlength=task.systems)
