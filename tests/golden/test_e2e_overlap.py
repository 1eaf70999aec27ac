"""The E2E NLG Challenge's own numbers, from its data (Dušek et al. 2020, Table 8)."""

import csv
from importlib.resources import files
from pathlib import Path

import pytest

from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.score import score_files
from genchal.domain.campaign import Reading
from genchal.domain.results.scores import Uncertainty

PUBLISHED = files("genchal.recipes") / "published" / "e2e_table8_overlap.tsv"
TABLE = list(csv.DictReader(PUBLISHED.read_text(encoding="utf-8").splitlines(), delimiter="\t"))


@pytest.fixture(scope="module")
def scores(data: Path) -> dict[tuple[str, str], float]:
    scoring = score_files(
        sorted((data / "e2e-eval" / "primary_raw").glob("*.tsv.gz")),
        Reading((data / "e2e" / "testset_w_refs.csv.xz",), "e2e"),
        make_request("bleu,rouge_l"),
        Uncertainty(resamples=0),
    )
    assert {score.n for score in scoring} == {630}
    return {(score.system, score.metric): score.value for score in scoring}


@pytest.mark.parametrize("metric", ["bleu", "rouge_l"])
@pytest.mark.parametrize("row", TABLE, ids=lambda row: str(row["system"]))
def test_word_overlap_equals_the_published_table(
    scores: dict[tuple[str, str], float], row: dict[str, str], metric: str
) -> None:
    assert f"{scores[row['system'], metric]:.4f}" == row[metric]


def test_the_table_has_all_primary_systems(scores: dict[tuple[str, str], float]) -> None:
    assert {system for system, _ in scores} == {row["system"] for row in TABLE}
    assert len(TABLE) == 21


def test_the_long_table_of_primary_systems_gives_the_same_scores(
    data: Path, scores: dict[tuple[str, str], float]
) -> None:
    scoring = score_files(
        [data / "e2e-eval" / "primary_outputs.tsv.xz"],
        Reading((data / "e2e" / "testset_w_refs.csv.xz",), "e2e"),
        make_request("rouge_l"),
        Uncertainty(resamples=0),
    )
    assert len(scoring.scores) == 21
    for score in scoring:
        assert score.value == pytest.approx(scores[score.system, "rouge_l"], abs=5e-5)
