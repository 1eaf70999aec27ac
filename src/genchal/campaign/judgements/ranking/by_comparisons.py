"""Methods that rank by comparisons: judgements that were made side by side."""

from __future__ import annotations

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
from genchal.stats.ranking.clusters import find_bounded_groups, ranks_of_runs
from genchal.stats.ranking.stability import SHARES, ranking_stability
from genchal.stats.resampling.bootstrap import percentile_interval
from genchal.stats.resampling.clustered import (
    MOST_GROUPS,
    Clusters,
    Contributions,
    Estimator,
    bundle_units,
    clustered_scores,
    number_clusters,
)
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
    from genchal.stats.ranking.bradley_terry import bradley_terry, collect_comparisons, strength_covariances

    pairs, systems = task.pairwise, task.systems
    evidence = collect_comparisons(pairs.left, pairs.right, task.outcome, systems)
    whole = bradley_terry(evidence.totals(), systems)
    least = strength_covariances(evidence.totals(), whole)

    def estimate(totals: FloatArray) -> FloatArray:
        return bradley_terry(totals, systems, start=whole, tolerance=1e-6, most_steps=12).strength

    return _score_comparisons(task, evidence, estimate, whole.strength, least)


def by_wins(task: RankingInput) -> RankingOutcome:
    """Rank by shares of comparisons won, ties by half."""
    from genchal.stats.ranking.bradley_terry import collect_comparisons, win_rates

    pairs, systems = task.pairwise, task.systems
    evidence = collect_comparisons(pairs.left, pairs.right, task.outcome, systems)
    return clip_shares(_score_comparisons(task, evidence, lambda totals: win_rates(totals, systems)))


def by_expected_wins(task: RankingInput) -> RankingOutcome:
    """Rank by the mean over opponents of shares of comparisons won, ties left out."""
    from genchal.stats.ranking.bradley_terry import collect_wins, expected_wins

    pairs, systems = task.pairwise, task.systems
    evidence = collect_wins(pairs.left, pairs.right, task.outcome, systems)
    return clip_shares(_score_comparisons(task, evidence, lambda totals: expected_wins(totals, systems)))


def by_plackett_luce(task: RankingInput) -> RankingOutcome:
    """Rank by strengths in Plackett and Luce's model, whole sheets taken as rankings."""
    from genchal.stats.ranking.plackett_luce import (
        break_ties,
        collect_rankings,
        plackett_luce,
        ranking_covariances,
        take_one_step,
    )

    ratings = task.ratings
    sheets = combine_codes(ratings.sheet.codes, ratings.rater.codes, ratings.instance.codes)
    _, first, ranking = np.unique(sheets, return_index=True, return_inverse=True)
    value = -ratings.value if task.how.lower_is_better else ratings.value
    orders = break_ties(value, ranking, ratings.system.codes, task.systems, task.rng)
    whole = plackett_luce(orders)
    evidence = collect_rankings(orders, whole.strength)

    def estimate(totals: FloatArray) -> FloatArray:
        return take_one_step(totals, whole)

    judged: IntArray = np.full((len(first), orders.system.shape[1]), -1)
    judged[orders.ranking] = orders.system
    clusters = number_clusters(
        ratings.rater.codes[first], ratings.instance.codes[first], judged, task.systems, task.rng
    )
    # The model has no ties, and takes rankings with many of them for more uncertain than they are: only where the
    # prior alone bounds a strength is its covariance better than none.
    least = None if _is_bounded(task) else ranking_covariances(orders, whole)
    scored = clustered_scores(whole.strength, evidence.rescore(estimate), clusters, least)
    warnings = warn_about_comparisons(ratings, task.pairwise, bounded=True)
    stability = measure_stability(task, evidence, estimate, scored.score, np.arange(len(first)))
    return rank_by_tests(task, scored, _count_comparisons(task), warnings, ratings, stability)


def by_elo(task: RankingInput) -> RankingOutcome:
    """Rank by Elo ratings, averaged over random orders of the comparisons."""
    from genchal.stats.ranking.elo import GROUPS, clustered_elo, elo

    pairs, systems = task.pairwise, task.systems
    clusters = _number_clusters(task, GROUPS)
    scored = clustered_elo(pairs.left, pairs.right, task.outcome, systems, clusters, task.rng)
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
    task: RankingInput,
    evidence: Contributions,
    estimate: Estimator,
    score: FloatArray | None = None,
    least: tuple[FloatArray, FloatArray] | None = None,
) -> RankingOutcome:
    """Scores from comparisons, with intervals and tests; `least` are covariances by a model of strengths."""
    score = estimate(evidence.totals()) if score is None else score
    scored = clustered_scores(score, evidence.rescore(estimate), _number_clusters(task), least)
    stability = measure_stability(task, evidence, estimate, score, task.pairwise.sheet)
    warnings = warn_about_comparisons(task.ratings, task.pairwise, bounded=least is not None)
    return rank_by_tests(task, scored, _count_comparisons(task), warnings, task.ratings, stability)


def _number_clusters(task: RankingInput, most: int = MOST_GROUPS) -> Clusters:
    """Raters and instances of the comparisons."""
    pairs = task.pairwise
    judged = np.stack([pairs.left, pairs.right], axis=1)
    return number_clusters(pairs.rater, pairs.instance, judged, task.systems, task.rng, most)


def _is_bounded(task: RankingInput) -> bool:
    """Whether every system has won or tied, at least indirectly, against every other one."""
    pairs, outcome = task.pairwise, task.outcome
    beaten = np.zeros((task.systems, task.systems), dtype=bool)
    beaten[pairs.left[outcome >= 0], pairs.right[outcome >= 0]] = True
    beaten[pairs.right[outcome <= 0], pairs.left[outcome <= 0]] = True
    return bool(find_bounded_groups(beaten).max(initial=0) == 0)


def _count_comparisons(task: RankingInput) -> IntArray:
    """In how many comparisons every system is."""
    return np.bincount(np.concatenate([task.pairwise.left, task.pairwise.right]), minlength=task.systems)
