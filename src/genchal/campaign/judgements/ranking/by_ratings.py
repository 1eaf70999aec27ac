"""Methods that rank by the ratings themselves: means, z-scores, magnitudes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from genchal.campaign.judgements.ranking.cautions import (
    check_scale,
    name_systems_of,
    warn_about_pooled_raters,
    warn_about_raters_of_one_system,
    warn_about_ratings,
)
from genchal.campaign.judgements.ranking.choices import is_yes_or_no
from genchal.campaign.judgements.ranking.steps import (
    RankingInput,
    RankingOutcome,
    clip_shares,
    measure_stability,
    rank_by_tests,
)
from genchal.domain.ratings import Ratings
from genchal.errors import InvalidInput, counted
from genchal.stats.ranking.clusters import ranks_of_neighbours
from genchal.stats.resampling.bootstrap import bootstrap_totals
from genchal.stats.resampling.clustered import Rescorer, clustered_scores, number_clusters
from genchal.text.arrays.ragged import FloatArray


def by_mean(task: RankingInput) -> RankingOutcome:
    """Rank by mean ratings, or by shares where ratings are yes or no."""
    if task.how.clusters == "neighbours":
        found = _rank_neighbours(task)
    else:
        found = _rank_means(task, task.ratings, task.ratings.value, raw=True)
    found = replace(found, warnings=(*warn_about_raters_of_one_system(task.ratings), *found.warnings))
    return clip_shares(found) if is_yes_or_no(task.ratings) else found


def _rank_neighbours(task: RankingInput) -> RankingOutcome:
    """Rank by means of the instances' means, with ranks as in the RankME paper (Novikova et al. 2018, Table 4)."""
    ratings, systems = task.ratings, task.systems
    cells = len(ratings.instance.names) * systems
    place = ratings.instance.codes * systems + ratings.system.codes
    counts = np.bincount(place, minlength=cells).reshape(-1, systems)
    sums = np.bincount(place, ratings.value, minlength=cells).reshape(-1, systems)
    complete = (counts > 0).all(axis=1)
    if not complete.any():
        raise InvalidInput("no instance has ratings of all systems", "Use --clusters tests.")
    means = sums[complete] / counts[complete]
    drawn = bootstrap_totals(means.T[..., None], task.how.resamples, task.rng)[..., 0] / len(means)
    score, sign = means.mean(axis=0), -1.0 if task.how.lower_is_better else 1.0
    tail = (1 - task.how.confidence) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    ranks = ranks_of_neighbours(sign * score, sign * drawn, task.how.confidence)
    warnings = warn_about_ratings(ratings, raw=True)
    if not complete.all():
        left_out = counted(int((~complete).sum()), "instance")
        warnings = (*warnings, f"{left_out} without ratings of every system left out.")
    n = np.bincount(ratings.system.codes, minlength=systems)
    return RankingOutcome(score, low, high, ranks, n, warnings, ratings, task.how)


def by_z(task: RankingInput) -> RankingOutcome:
    """Rank by means of z-scores, by default within raters; raters of one value are on the scale of all, and named."""
    from genchal.stats.ranking.means import rescore_standardised, standardise_ratings

    ratings, scale = task.ratings, task.how.scale
    found = standardise_ratings(ratings.value, ratings.rater.codes, scale)
    check_scale(ratings.value, found.value, "Use --method mean")
    if scale != "rater":
        ranked = _rank_means(task, ratings, found.value)
        return replace(ranked, warnings=(*warn_about_raters_of_one_system(ratings), *ranked.warnings))
    columns = ratings.value, ratings.system.codes, ratings.rater.codes, len(ratings.system.names)
    pool = found.mean, found.deviation
    ranked = _rank_means(
        task, ratings, found.value, rescore_standardised(*columns, spread=True, level=False, pool=pool)
    )
    alone = warn_about_raters_of_one_system(ratings, ", and z-scores take out both; compare --method mean")
    return replace(ranked, warnings=(*alone, *warn_about_pooled_raters(ratings, found.pooled), *ranked.warnings))


def by_magnitude(task: RankingInput) -> RankingOutcome:
    """Rank by geometric means of magnitudes, normalised as requested."""
    from genchal.stats.ranking.magnitude import normalised_magnitudes
    from genchal.stats.ranking.means import rescore_standardised

    ratings, form = task.ratings, task.how.normalisation
    alone = np.bincount(ratings.sheet.codes)[ratings.sheet.codes] < 2
    if form == "relative" and alone.all():
        raise InvalidInput(
            "every rating is alone on its sheet, so that none is relative to another",
            "Name a column of sheets (--columns sheet=COLUMN), or use --normalise modulus.",
        )
    logs = normalised_magnitudes(ratings.value, ratings.rater.codes, ratings.sheet.codes, form)
    kept = _keep_known(ratings, logs, "not above 0, or without a normalised value", "mean")
    rescore = None
    if form in ("modulus", "z"):
        columns = np.log(kept.value), kept.system.codes, kept.rater.codes, len(kept.system.names)
        rescore = rescore_standardised(*columns, spread=form == "z", level=form == "modulus")
    found = _rank_means(task, kept, logs[np.isfinite(logs)], rescore)
    if form == "relative" and (systems := name_systems_of(ratings, alone)):
        told = f"judgements that are alone on their sheets count as 1, whatever they are: {systems}"
        found = replace(found, warnings=(told, *found.warnings))
    takes_out = ", and this normalisation takes out both; compare --normalise log" if rescore else ""
    if form != "relative":
        found = replace(found, warnings=(*warn_about_raters_of_one_system(kept, takes_out), *found.warnings))
    if form == "z":
        return found
    return replace(found, score=np.exp(found.score), low=np.exp(found.low), high=np.exp(found.high))


def _keep_known(ratings: Ratings, values: FloatArray, reason: str, other: str) -> Ratings:
    """Set aside what has no value under a method; if nothing is left, name another method."""
    kept = ratings.without(reason, ~np.isfinite(values))
    if not len(kept):
        raise InvalidInput(f"all ratings are {reason}", f"Use --method {other}.")
    return kept


def _rank_means(
    task: RankingInput, ratings: Ratings, values: FloatArray, rescore: Rescorer | None = None, *, raw: bool = False
) -> RankingOutcome:
    """Means of values, with intervals and tests; `rescore` standardises raters again where clusters are left out."""
    from genchal.stats.ranking.means import average_ratings, collect_ratings

    systems = len(ratings.system.names)
    evidence = collect_ratings(values, ratings.system.codes, systems)
    judged = ratings.system.codes[:, None]
    clusters = number_clusters(ratings.rater.codes, ratings.instance.codes, judged, systems, task.rng)
    score = average_ratings(evidence.totals())
    scored = clustered_scores(score, rescore or evidence.rescore(average_ratings), clusters)
    if task.how.lower_is_better:
        scored = scored.turn_round()

    def estimate(totals: FloatArray) -> FloatArray:
        return -average_ratings(totals) if task.how.lower_is_better else average_ratings(totals)

    stability = measure_stability(task, evidence, estimate, scored.score, ratings.sheet.codes)
    n = np.bincount(ratings.system.codes, minlength=systems)
    found = rank_by_tests(task, scored, n, warn_about_ratings(ratings, raw=raw), ratings, stability)
    if not task.how.lower_is_better:
        return found
    return replace(found, score=-found.score, low=-found.high, high=-found.low)
