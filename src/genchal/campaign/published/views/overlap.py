"""Word-overlap metrics of all submissions to the E2E challenge (Dušek et al. 2020, Table A.14)."""

from __future__ import annotations

from genchal.campaign.published.computations import Cells, Workbench
from genchal.campaign.published.lookup import find_score

MEASURES = ("bleu", "nist", "meteor", "rouge_l", "cider", "norm_avg")


def view_all_submissions(bench: Workbench) -> Cells:
    """Scores under the names that the released files have; two submissions were not released."""
    cells = {
        (f"{row['submitter']}: {row['system']}", measure): find_score(bench.results, row["released_as"], measure)
        for row in bench.rows("e2e_tableA14_all_submissions")
        for measure in MEASURES
    }
    return {key: value for key, value in cells.items() if value is not None}
