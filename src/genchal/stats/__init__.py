"""Statistics: pure functions; STATISTICS lists them.

In: arrays.
Out: frozen results that repeat their settings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from genchal.registry import Registry

STATISTICS: Registry[Callable[..., Any]] = Registry(
    "statistic",
    builtin={
        "bootstrap_totals": "genchal.stats.resampling.bootstrap:bootstrap_totals",
        "percentile_interval": "genchal.stats.resampling.bootstrap:percentile_interval",
        "paired_bootstrap": "genchal.stats.resampling.paired:paired_bootstrap",
        "approximate_randomisation": "genchal.stats.resampling.paired:approximate_randomisation",
        "output_swaps": "genchal.stats.resampling.output_swaps:output_swaps",
        "paired_t": "genchal.stats.significance.paired_segments:paired_t",
        "wilcoxon": "genchal.stats.significance.paired_segments:wilcoxon",
        "effect_sizes": "genchal.stats.significance.paired_segments:effect_sizes",
        "holm": "genchal.stats.significance.correction:holm",
        "benjamini_hochberg": "genchal.stats.significance.correction:benjamini_hochberg",
        "icc": "genchal.stats.agreement.icc:icc",
        "icc_difference": "genchal.stats.agreement.icc_difference:icc_difference",
        "cohen_kappa": "genchal.stats.agreement.kappa:cohen_kappa",
        "kappa_filter": "genchal.stats.agreement.kappa_filter:kappa_filter",
        "kappa_table": "genchal.stats.agreement.kappa_filter:kappa_table",
        "fleiss_kappa": "genchal.stats.agreement.fleiss:fleiss_kappa",
        "krippendorff_alpha": "genchal.stats.agreement.krippendorff:krippendorff_alpha",
        "rater_correlations": "genchal.stats.agreement.rater_correlation:rater_correlations",
        "split_half": "genchal.stats.agreement.split_half:split_half",
        "correlation": "genchal.stats.correlation.coefficients:correlation",
        "correlation_interval": "genchal.stats.correlation.coefficients:correlation_interval",
        "pair_counts": "genchal.stats.correlation.kendall:pair_counts",
        "calibrated_accuracy": "genchal.stats.correlation.pairwise_accuracy:calibrated_accuracy",
        "meta_correlation": "genchal.stats.correlation.meta_evaluation:meta_correlation",
        "meta_bootstrap": "genchal.stats.correlation.meta_resampling:meta_bootstrap",
        "meta_permutation": "genchal.stats.correlation.meta_resampling:meta_permutation",
        "williams": "genchal.stats.correlation.williams:williams",
        "control_pairs": "genchal.stats.agreement.quality_control:control_pairs",
        "intra_rater": "genchal.stats.agreement.quality_control:intra_rater",
        "trueskill_runs": "genchal.stats.ranking.trueskill:trueskill_runs",
        "bradley_terry": "genchal.stats.ranking.bradley_terry:bradley_terry",
        "win_rates": "genchal.stats.ranking.bradley_terry:win_rates",
        "expected_wins": "genchal.stats.ranking.bradley_terry:expected_wins",
        "plackett_luce": "genchal.stats.ranking.plackett_luce:plackett_luce",
        "elo": "genchal.stats.ranking.elo:elo",
        "rater_z_scores": "genchal.stats.ranking.means:rater_z_scores",
        "normalised_magnitudes": "genchal.stats.ranking.magnitude:normalised_magnitudes",
        "clustered_scores": "genchal.stats.resampling.clustered:clustered_scores",
        "ranks_of_runs": "genchal.stats.ranking.clusters:ranks_of_runs",
        "ranks_of_tests": "genchal.stats.ranking.clusters:ranks_of_tests",
        "ranks_of_neighbours": "genchal.stats.ranking.clusters:ranks_of_neighbours",
        "ranking_stability": "genchal.stats.ranking.stability:ranking_stability",
        "system_contrasts": "genchal.stats.significance.clustered_contrasts:system_contrasts",
        "comparison_contrasts": "genchal.stats.significance.clustered_contrasts:comparison_contrasts",
        "assessment_means": "genchal.stats.ranking.direct_assessment:assessment_means",
        "rank_sum": "genchal.stats.significance.rank_sum:rank_sum",
        "rank_sum_matrix": "genchal.stats.significance.rank_sum:rank_sum_matrix",
        "information_shares": "genchal.stats.significance.proportions:information_shares",
        "wilson": "genchal.stats.significance.proportions:wilson",
        "mcnemar": "genchal.stats.significance.proportions:mcnemar",
        "chi_squared": "genchal.stats.significance.proportions:chi_squared",
        "discrete_ks": "genchal.stats.significance.discrete_ks:discrete_ks",
        "discrete_ks_two_samples": "genchal.stats.significance.discrete_ks:discrete_ks_two_samples",
        "bhattacharyya": "genchal.stats.significance.bhattacharyya:bhattacharyya",
        "mixed_effects": "genchal.stats.significance.mixed_effects:mixed_effects",
        "variance_components": "genchal.stats.planning.variance_components:variance_components",
        "clustered_means": "genchal.stats.ranking.times:clustered_means",
        "summarise_times": "genchal.stats.ranking.times:summarise_times",
        "power_by_simulation": "genchal.stats.planning.power:power_by_simulation",
        "comparisons_needed": "genchal.stats.planning.power:comparisons_needed",
    },
    plugins="genchal.statistics",
)
