"""Direct assessment: the table of WMT and SR'18."""

from __future__ import annotations

import numpy as np

from genchal.campaign.judgements.quality_control import sign_pass_rules
from genchal.campaign.judgements.select import choose_criterion
from genchal.domain.ratings import Ratings
from genchal.domain.results.direct_assessment import AssessedSystem, AssessedSystems, AssessmentSettings
from genchal.stats.ranking.clusters import ranks_of_tests
from genchal.stats.ranking.direct_assessment import assessment_means
from genchal.stats.ranking.means import rater_z_scores
from genchal.stats.significance.correction import adjust_p_values
from genchal.stats.significance.rank_sum import rank_sum_matrix

VERSION = 1  # raised when any number changes


def summarise_assessments(
    ratings: Ratings, criterion: str | None = None, how: AssessmentSettings | None = None
) -> AssessedSystems:
    """Make the table of a direct assessment, as WMT and SR'18 print it: raw and z means, n, assessments, clusters.

    z-scores come from all scores of a rater under the criterion, quality control included; means and tests are of
    scored items only. `criterion` may be left out where there is only one.
    """
    how = how or AssessmentSettings()
    criterion = choose_criterion(ratings, criterion)
    level = 1 - how.confidence
    kept = ratings.of(criterion)
    kept = kept.without("without a value", ~np.isfinite(kept.value))
    standard = rater_z_scores(kept.value, kept.rater.codes)
    scored = kept.kind == 0
    judged = kept.take(scored)
    names = judged.system.names
    found = assessment_means(judged.value, standard.z[scored], judged.system.codes, judged.instance.codes, len(names))
    matrix = rank_sum_matrix(found.item_z, found.item_system, len(names)).p_value
    off = ~np.eye(len(names), dtype=bool)
    p_value = matrix.copy()
    p_value[off] = adjust_p_values(matrix[off], how.correction)
    ranks = ranks_of_tests(found.z, np.nan_to_num(p_value, nan=1.0) <= level + 1e-12)
    order = ranks.order.tolist()
    lines = tuple(
        AssessedSystem(
            names[system],
            float(found.raw[system]),
            float(found.z[system]),
            *(int(part[system]) for part in (found.sentences, found.assessments, ranks.cluster, ranks.low, ranks.high)),
        )
        for system in order
    )
    signature = (
        f"da|crit:{criterion}|n:{len(judged)}|raters:{len(judged.rater.names)}|z:rater-all|test:rank-sum|alt:greater"
        f"|level:{level:g}|adj:{how.correction}{sign_pass_rules(ratings)}|v:{VERSION}"
    )
    table = tuple(tuple(line) for line in p_value[np.ix_(order, order)].tolist())
    raters = len(kept.rater.names)
    constant = len(standard.constant)
    control = ratings.notes.get("quality control")
    return AssessedSystems(lines, table, criterion, how, raters, constant, kept.set_aside, signature, control)
