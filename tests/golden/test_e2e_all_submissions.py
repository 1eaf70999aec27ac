"""All released submissions to the E2E challenge: six scores each, as published (Dušek et al. 2020, Table A.14)."""

import csv
from importlib.resources import files
from pathlib import Path

import pytest

from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.score import score_files
from genchal.domain.campaign import Reading
from genchal.domain.results.scores import Uncertainty

pytestmark = pytest.mark.slow

PUBLISHED = files("genchal.recipes") / "published" / "e2e_tableA14_all_submissions.tsv"
TABLE = list(csv.DictReader(PUBLISHED.read_text(encoding="utf-8").splitlines(), delimiter="\t"))
RELEASED = [row for row in TABLE if row["released_as"] != "NA"]
METRICS = ["bleu", "nist", "meteor", "rouge_l", "cider", "norm_avg"]


@pytest.fixture(scope="module")
def scores(data: Path, meteor: None) -> dict[tuple[str, str], str]:
    scoring = score_files(
        [data / "e2e-eval" / "all_outputs.tsv.xz"],
        Reading((data / "e2e" / "testset_w_refs.csv.xz",), "e2e"),
        make_request(preset="e2e"),
        Uncertainty(resamples=0),
    )
    assert {score.n for score in scoring} == {630}
    return {(score.system, score.metric): f"{score.value:.4f}" for score in scoring}


@pytest.mark.parametrize("row", RELEASED, ids=lambda row: str(row["released_as"]))
def test_six_scores_equal_the_published_ones(scores: dict[tuple[str, str], str], row: dict[str, str]) -> None:
    assert [scores[row["released_as"], metric] for metric in METRICS] == [row[metric] for metric in METRICS]


def test_the_table_has_55_submissions_whose_outputs_were_released() -> None:
    assert (len(TABLE), len(RELEASED)) == (57, 55)


def test_the_preset_reads_the_challenges_files_as_the_challenge_did(data: Path) -> None:
    # ZHAW_base has damaged pound signs, which the challenge mended: without that its BLEU is 0.6407.
    scoring = score_files(
        [data / "e2e-eval" / "all_outputs.tsv.xz"],
        Reading((data / "e2e" / "testset_w_refs.csv.xz",)),
        make_request("bleu", "e2e"),
        Uncertainty(resamples=0),
    )
    assert f"{scoring['bleu', 'zhaw/ZHAW_base'].value:.4f}" == "0.6544"
