"""Methods that rank by comparisons: judgements that were made side by side."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from genchal.campaign.judgements.ranking.cautions import warn_about_comparisons
from genchal.campaign.judgements.ranking.steps import (
    REPEATS,
    RankingInput,
    RankingOutcome,
    clip_shares,
    measure_stability,
    rank_by_tests,
)
from genchal.stats.ranking.clusters import ranks_of_runs
from genchal.stats.ranking.stability import SHARES, ranking_stability
from genchal.stats.resampling.bootstrap import percentile_interval
from genchal.stats.resampling.clustered import Contributions, Estimator, bundle_units, clustered_scores
from genchal.text.arrays.ragged import FloatArray, IntArray, combine_codes

MOST_STEPS = 50_000  # updates of a TrueSkill run: more do not move scores, but narrow ranges and take long


def by_trueskill(task: RankingInput) -> RankingOutcome:
    """Rank by TrueSkill runs, as in the E2E report; ranges are those of the runs."""
    from genchal.stats.ranking.trueskill import tabulate_comparisons, trueskill_runs

    pairs, how, systems = task.pairwise, task.how, task.systems
    table = tabulate_comparisons(pairs.left, pairs.right, task.outcome, systems)
    steps = min(len(pairs) + 1, MOST_STEPS)
    found = trueskill_runs(table, how.runs, task.rng, steps)
    bounds = percentile_interval(found.mu, how.confidence)
    stability = None
    if how.stability:
        cells = np.arange(len(pairs)), (pairs.left * systems + pairs.right) * 3 + task.outcome + 1
        back = (pairs.right * systems + pairs.left) * 3 + 1 - task.outcome
        evidence = Contributions(
            np.tile(cells[0], 2), np.concatenate([cells[1], back]), np.ones(2 * len(pairs)), systems * systems * 3
        )

        def estimate(totals: FloatArray) -> FloatArray:
            tables = totals.reshape(-1, systems, systems, 3)
            return trueskill_runs(tables, len(tables), task.rng, steps).mu

        stability = measure_stability(task, evidence, estimate, found.score, pairs.sheet)
    ranks = ranks_of_runs(found.score, found.mu, how.confidence)
    warnings = warn_about_comparisons(task.ratings, pairs, bounded=False)
    if steps <= len(pairs):
        fewer = f"runs have {steps:,} updates, not one for each of the {len(pairs):,} comparisons"
        warnings += (f"{fewer}: scores are the same, but ranks are wider than under the E2E report's rule",)
    return RankingOutcome(
        found.score,
        bounds.low,
        bounds.high,
        ranks,
        _count_comparisons(task),
        warnings,
        task.ratings,
        how,
        stability,
        found.steps,
    )


def by_bradley_terry(task: RankingInput) -> RankingOutcome:
    """Rank by strengths in Bradley and Terry's model with ties."""
    from genchal.stats.ranking.bradley_terry import bradley_terry, collect_comparisons

    pairs, systems = task.pairwise, task.systems
    evidence = collect_comparisons(pairs.left, pairs.right, task.outcome, systems)
    whole = bradley_terry(evidence.totals(), systems)

    def estimate(totals: FloatArray) -> FloatArray:
        if totals.ndim == 1:
            return whole.strength
        return bradley_terry(totals, systems, start=whole, tolerance=1e-6, most_steps=12).strength

    return _score_comparisons(task, evidence, estimate, bounded=True)


def by_wins(task: RankingInput) -> RankingOutcome:
    """Rank by shares of comparisons won, ties by half."""
    from genchal.stats.ranking.bradley_terry import collect_comparisons, win_rates

    pairs, systems = task.pairwise, task.systems
    evidence = collect_comparisons(pairs.left, pairs.right, task.outcome, systems)
    found = _score_comparisons(task, evidence, lambda totals: win_rates(totals, systems), bounded=False)
    return clip_shares(found)


def by_plackett_luce(task: RankingInput) -> RankingOutcome:
    """Rank by strengths in Plackett and Luce's model, whole sheets taken as rankings."""
    from genchal.stats.ranking.plackett_luce import break_ties, collect_rankings, plackett_luce, take_one_step

    ratings = task.ratings
    sheets = combine_codes(ratings.sheet.codes, ratings.rater.codes, ratings.instance.codes)
    _, first, ranking = np.unique(sheets, return_index=True, return_inverse=True)
    value = -ratings.value if task.how.lower_is_better else ratings.value
    orders = break_ties(value, ranking, ratings.system.codes, task.systems, task.rng)
    whole = plackett_luce(orders)
    evidence = collect_rankings(orders, whole.strength)

    def estimate(totals: FloatArray) -> FloatArray:
        return whole.strength if totals.ndim == 1 else take_one_step(totals, whole)

    scored = clustered_scores(
        evidence, ratings.rater.codes[first], ratings.instance.codes[first], estimate, task.how.resamples, task.rng
    )
    warnings = warn_about_comparisons(ratings, task.pairwise, bounded=True)
    stability = measure_stability(task, evidence, estimate, scored.score, np.arange(len(first)))
    return rank_by_tests(task, scored, _count_comparisons(task), warnings, ratings, stability)


def by_elo(task: RankingInput) -> RankingOutcome:
    """Rank by Elo ratings, averaged over random orders of the comparisons."""
    from genchal.stats.ranking.elo import MOST_DRAWS, clustered_elo, elo

    pairs, systems = task.pairwise, task.systems
    task = replace(task, how=replace(task.how, resamples=min(task.how.resamples, MOST_DRAWS)))
    scored = clustered_elo(
        pairs.left, pairs.right, task.outcome, systems, pairs.rater, pairs.instance, task.how.resamples, task.rng
    )
    stability = None
    if task.how.stability:
        unit, units = bundle_units(pairs.sheet, task.rng)
        order = task.rng.permutation(len(pairs))
        left, right, outcome, unit = (column[order] for column in (pairs.left, pairs.right, task.outcome, unit))

        def estimate(taken: FloatArray) -> FloatArray:
            # Every row of `taken` says which sheets count.
            return elo(left, right, outcome, systems, weigh=lambda some: taken.T[unit[some]], runs=len(taken)).rating

        stability = ranking_stability(np.eye(units), estimate, scored.score, task.rng, SHARES, REPEATS)
    warnings = warn_about_comparisons(task.ratings, pairs, bounded=False)
    return rank_by_tests(task, scored, _count_comparisons(task), warnings, task.ratings, stability)


def _score_comparisons(
    task: RankingInput, evidence: Contributions, estimate: Estimator, *, bounded: bool
) -> RankingOutcome:
    """Scores from comparisons, with intervals and tests."""
    pairs = task.pairwise
    scored = clustered_scores(evidence, pairs.rater, pairs.instance, estimate, task.how.resamples, task.rng)
    stability = measure_stability(task, evidence, estimate, scored.score, pairs.sheet)
    warnings = warn_about_comparisons(task.ratings, pairs, bounded=bounded)
    return rank_by_tests(task, scored, _count_comparisons(task), warnings, task.ratings, stability)


def _count_comparisons(task: RankingInput) -> IntArray:
    """In how many comparisons every system is."""
    return np.bincount(np.concatenate([task.pairwise.left, task.pairwise.right]), minlength=task.systems)
