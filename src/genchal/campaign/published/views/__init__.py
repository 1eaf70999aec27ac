"""Views: each computes the cells of one published table, from a campaign's results or from the data behind the table.

In: a `Workbench` with the published tables, the results, and numbers made from data.
Out: our numbers under the keys of the table's cells (others do no harm); what cannot be computed is left out.
"""

from collections.abc import Callable

from genchal.campaign.published.computations import Cells, Workbench
from genchal.registry import Registry

View = Callable[[Workbench], Cells]
_HERE = "genchal.campaign.published.views"

# Tables that are not listed are looked up in the results by systems and measures (`lookup.py`).
VIEWS: Registry[View] = Registry(
    "published table",
    builtin={
        "e2e_table2_sizes": f"{_HERE}.sizes:view_sizes",
        "e2e_table3_splits": f"{_HERE}.sizes:view_splits",
        "e2e_table4_lexical": f"{_HERE}.lexical:view_lexical",
        "e2e_fig4_dlevel_text": f"{_HERE}.dlevel:view_data_levels",
        "e2e_fig5_mean_similarity": f"{_HERE}.similarity:view_similarity",
        "e2e_table9_textual": f"{_HERE}.textual:view_textual",
        "e2e_table10_diversity": f"{_HERE}.textual:view_diversity",
        "e2e_table11_trueskill": f"{_HERE}.trueskill:view_trueskill",
        "e2e_table12_coverage": f"{_HERE}.coverage:view_coverage",
        "e2e_tableA14_all_submissions": f"{_HERE}.overlap:view_all_submissions",
        "e2e_tableA15_corr_naturalness": f"{_HERE}.correlations:view_naturalness",
        "e2e_tableA16_corr_quality": f"{_HERE}.correlations:view_quality",
        "rankme_table2_spearman": f"{_HERE}.rankme:view_correlations",
        "rankme_table3_icc": f"{_HERE}.rankme:view_agreement",
        "rankme_table4_rankings": f"{_HERE}.rankme:view_rankings",
        "nlgeval_table1_overlap": f"{_HERE}.gold:view_overlap",
        "nlgeval_table2_embedding": f"{_HERE}.gold:view_embedding",
        "sr18_table2_sizes": f"{_HERE}.surface_realisation:view_sizes",
        "sr18_table9_correlation": f"{_HERE}.surface_realisation:view_metrics_and_people",
        "sr18_table11_mturk_gdc_correlation": f"{_HERE}.surface_realisation:view_two_human_evaluations",
    },
    plugins="genchal.published",
)
