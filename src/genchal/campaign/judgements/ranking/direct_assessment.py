"""Direct assessment: the table of WMT and SR'18."""

from __future__ import annotations

import numpy as np

from genchal.campaign.judgements.load import collect_remarks
from genchal.campaign.judgements.quality_control import sign_pass_rules
from genchal.campaign.judgements.ranking.cautions import (
    check_scale,
    warn_about_constant_raters,
    warn_about_pooled_raters,
    warn_about_raters_of_one_system,
)
from genchal.campaign.judgements.select import choose_criterion
from genchal.domain.ratings import Ratings
from genchal.domain.results.judgements.direct_assessment import AssessedSystem, AssessedSystems, AssessmentSettings
from genchal.domain.selection import sign_raters
from genchal.stats.ranking.clusters import ranks_of_tests
from genchal.stats.ranking.direct_assessment import assessment_means
from genchal.stats.ranking.means import standardise_ratings
from genchal.stats.significance.correction import adjust_p_values
from genchal.stats.significance.rank_sum import rank_sum_matrix
from genchal.text.arrays.ragged import IntArray

VERSION = 1  # raised when any number changes


def summarise_assessments(
    ratings: Ratings, criterion: str | None = None, how: AssessmentSettings | None = None
) -> AssessedSystems:
    """Make the table of a direct assessment, as WMT and SR'18 print it: raw and z means, n, assessments, clusters.

    z-scores come from all scores of a rater under the criterion, quality control included; means and tests are of
    scored items only. Raters of one value have no scale of their own: theirs is the pooled one, and they are named.
    `criterion` may be left out where there is only one.
    """
    how = how or AssessmentSettings()
    criterion = choose_criterion(ratings, criterion)
    level = 1 - how.confidence
    kept = ratings.of(criterion)
    kept = kept.without("without a value", ~np.isfinite(kept.value))
    standard = standardise_ratings(kept.value, kept.rater.codes, "pooled" if how.scale == "pooled" else "rater")
    if how.scale != "raw":
        check_scale(kept.value, standard.value, "Use --scale raw")
    scored = kept.kind == 0
    judged = kept.take(scored)
    names = judged.system.names
    found = assessment_means(
        judged.value, standard.value[scored], judged.system.codes, judged.instance.codes, len(names)
    )
    by_raw = how.scale == "raw"
    matrix = rank_sum_matrix(found.item_raw if by_raw else found.item_z, found.item_system, len(names)).p_value
    off = ~np.eye(len(names), dtype=bool)
    p_value = matrix.copy()
    p_value[off] = adjust_p_values(matrix[off], how.correction)
    ranks = ranks_of_tests(found.raw if by_raw else found.z, np.nan_to_num(p_value, nan=1.0) <= level + 1e-12)
    raters = _count_raters(judged)
    order = ranks.order.tolist()
    lines = tuple(
        AssessedSystem(
            system=names[system],
            raw=float(found.raw[system]),
            z=float(found.z[system]),
            n=int(found.sentences[system]),
            assessments=int(found.assessments[system]),
            raters=None if raters is None else int(raters[system]),
            cluster=int(ranks.cluster[system]),
            rank_low=int(ranks.low[system]),
            rank_high=int(ranks.high[system]),
        )
        for system in order
    )
    pooled = standard.pooled if how.scale == "rater" else standard.pooled[:0]
    scale = {"rater": "rater-all", "pooled": "pooled-all", "raw": "none"}[how.scale]
    scale += f"|pooled:{len(pooled)}" if len(pooled) else ""
    signature = (
        f"da|crit:{criterion}|n:{len(judged)}|{sign_raters(judged.raters)}|z:{scale}|test:rank-sum|alt:greater"
        f"|level:{level:g}|adj:{how.correction}{sign_pass_rules(ratings)}|v:{VERSION}"
    )
    takes_out = ", and z-scores take out both; compare --scale raw" if how.scale == "rater" else ""
    warnings = (
        *warn_about_raters_of_one_system(judged, takes_out),
        *_warnings(judged, [kept.rater.names[rater] for rater in pooled.tolist()]),
    )
    table = tuple(tuple(line) for line in p_value[np.ix_(order, order)].tolist())
    return AssessedSystems(
        lines,
        table,
        criterion,
        how,
        kept.raters,
        len(pooled),
        (*collect_remarks(ratings), *warnings),
        kept.set_aside,
        signature,
        ratings.notes.get("quality control"),
    )


def _count_raters(judged: Ratings) -> IntArray | None:
    """How many raters assessed each system; None if the file names nobody."""
    if judged.raters is None:
        return None
    width = len(judged.system.names)
    pairs = np.unique(judged.rater.codes * width + judged.system.codes)
    return np.bincount(pairs % width, minlength=width)


def _warnings(judged: Ratings, pooled: list[str]) -> tuple[str, ...]:
    """Who has no scale of their own, and on which systems raters of one value weigh."""
    codes = [code for code, name in enumerate(judged.rater.names) if name in set(pooled)]
    if codes:
        return warn_about_pooled_raters(judged, np.array(codes, dtype=np.int64))
    return tuple(warn_about_constant_raters(judged))
