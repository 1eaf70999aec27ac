"""Tables 9 and 11 of SR'18, from the tables that they were made of."""

import pytest

import genchal
from genchal.domain.results.correlations import Correlations
from golden.published import Row, read_published

MEASURES = ("meaning_similarity", "bleu", "nist", "dist")
CRITERIA = ("meaning similarity", "readability")
LANGUAGES = {
    "English": ("en", "table6_da_english"),
    "French": ("fr", "table7_da_french"),
    "Spanish": ("es", "table8_da_spanish"),
}


def metrics_and_people(language: str) -> Correlations:
    """Table 9 from Tables 3 to 8: standardised direct assessment and metrics."""
    code, table = LANGUAGES[language]
    metrics = {}
    for name, source in (("bleu", "table3_bleu"), ("nist", "table4_nist"), ("dist", "table5_dist")):
        rows = read_published("sr18", source)
        own = [row for row in rows if row["track"] == "shallow" and row["language"] == code]
        metrics[name] = column(own, "value")
    return over_systems(metrics, human(table, "", "z"))


def two_human_evaluations(score: str) -> Correlations:
    """Table 11 from Tables 6 and 10: Mechanical Turk against Google Data Compute, English."""
    return over_systems(human("table6_da_english", "crowd ", score), human("table10_gdc", "gdc ", score))


def human(table: str, prefix: str, score: str) -> dict[str, dict[str, float]]:
    rows = [row for row in read_published("sr18", table) if row["system"] != "HUMAN"]
    return {
        f"{prefix}{criterion}": column([row for row in rows if row["criterion"] == criterion], score)
        for criterion in CRITERIA
    }


def column(rows: list[Row], name: str) -> dict[str, float]:
    return {row["system"]: float(row[name]) for row in rows if row[name] != "NA"}


def over_systems(metrics: dict[str, dict[str, float]], people: dict[str, dict[str, float]]) -> Correlations:
    systems = list(next(iter(people.values())))
    first, second = (
        {name: [own[system] for system in systems] for name, own in side.items()} for side in (metrics, people)
    )
    return genchal.correlate(first, second, systems=systems, level="system", all_pairs=True, interval="none")


@pytest.mark.parametrize(
    "row", read_published("sr18", "table9_correlation"), ids=lambda row: f"{row['language']}-{row['criterion']}"
)
def test_metrics_correlate_with_direct_assessment_as_published(row: dict[str, str]) -> None:
    found = metrics_and_people(row["language"])
    for measure in MEASURES:
        if row[measure] == "NA":
            continue
        one = found[measure.replace("_", " "), row["criterion"]]
        assert f"{one.value:.3f}" == row[measure]


@pytest.mark.parametrize("row", read_published("sr18", "table11_mturk_gdc_correlation"), ids=lambda row: row["score"])
def test_the_two_human_evaluations_correlate_as_published(row: dict[str, str]) -> None:
    found = two_human_evaluations(row["score"])
    for criterion in CRITERIA:
        one = found[f"crowd {criterion}", f"gdc {criterion}"]
        assert f"{one.value:.3f}" == row[criterion.replace(" ", "_")]
        assert one.n == 8  # without HUMAN


def test_few_systems_are_warned_of() -> None:
    assert any("Only 8 systems" in text for text in metrics_and_people("English").warnings)
