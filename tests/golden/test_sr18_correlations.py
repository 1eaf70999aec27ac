"""Tables 9 and 11 of SR'18, from the tables that they were made of."""

import pytest

from genchal.campaign.judgements.correlation.paper_tables import (
    published,
    sr18_metrics_and_people,
    sr18_two_human_evaluations,
)

MEASURES = ("meaning_similarity", "bleu", "nist", "dist")


@pytest.mark.parametrize(
    "row", published("sr18", "table9_correlation"), ids=lambda row: f"{row['language']}-{row['criterion']}"
)
def test_metrics_correlate_with_direct_assessment_as_published(row: dict[str, str]) -> None:
    found = sr18_metrics_and_people(row["language"])
    for measure in MEASURES:
        if row[measure] == "NA":
            continue
        one = found[measure.replace("_", " "), row["criterion"]]
        assert f"{one.value:.3f}" == row[measure]


@pytest.mark.parametrize("row", published("sr18", "table11_mturk_gdc_correlation"), ids=lambda row: row["score"])
def test_the_two_human_evaluations_correlate_as_published(row: dict[str, str]) -> None:
    found = sr18_two_human_evaluations(row["score"])
    for criterion in ("meaning similarity", "readability"):
        one = found[f"crowd {criterion}", f"gdc {criterion}"]
        assert f"{one.value:.3f}" == row[criterion.replace(" ", "_")]
        assert one.n == 8  # without HUMAN


def test_few_systems_are_warned_of() -> None:
    assert any("Only 8 systems" in text for text in sr18_metrics_and_people("English").warnings)
