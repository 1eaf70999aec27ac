"""The released ratings of the E2E challenge and of RankME have the counts that their descriptions give."""

from pathlib import Path

import numpy as np
import pytest

from genchal.campaign.judgements.load import load_ratings

RANKME = {
    "stp1_likert": (914, ("informativeness", "naturalness", "quality")),
    "stp1_plainME": (900, ("informativeness", "naturalness", "quality")),
    "stp1_rankME": (300, ("informativeness", "naturalness", "quality")),
    "stp2_likert_inf": (900, ("informativeness",)),
    "stp2_likert_nat": (900, ("naturalness",)),
    "stp2_likert_qual": (900, ("added", "missed", "quality")),
    "stp2_plainME_inf": (900, ("informativeness",)),
    "stp2_plainME_nat": (900, ("naturalness",)),
    "stp2_plainME_qual": (900, ("added", "missed", "quality")),
    "stp2_rankME_inf": (300, ("informativeness",)),
    "stp2_rankME_nat": (300, ("naturalness",)),
    "stp2_rankME_qual": (300, ("added", "missed", "quality")),
}


@pytest.mark.parametrize(
    ("name", "sheets", "judgements", "raters"),
    [("quality", 2979, 14895, 112), ("naturalness", 4239, 21195, 107)],
)
def test_the_ratings_of_the_e2e_challenge(data: Path, name: str, sheets: int, judgements: int, raters: int) -> None:
    ratings = load_ratings(data / f"e2e-eval/human_ratings/{name}.csv.xz")
    assert ratings.notes["layout"] == "crowdflower"
    assert ratings.set_aside == ()
    assert len(ratings.sheet.names) == sheets
    assert len(ratings.rater.names) == raters
    assert len(ratings.instance.names) == 630
    assert len(ratings.system.names) == 21
    one = ratings.of(name)
    assert len(one) == judgements
    assert len(one.pairwise()) == 10 * sheets  # 5 systems a sheet
    assert np.isfinite(one.answered_at).all()
    if name == "quality":
        # Boxes as the file has them: 9,183 ok, 4,055 missing, 1,473 added, 184 both.
        assert ratings.of("added").value.sum() == 1473 + 184
        assert ratings.of("missed").value.sum() == 4055 + 184


@pytest.mark.parametrize("name", RANKME)
def test_the_ratings_of_rankme(data: Path, name: str) -> None:
    rows, criteria = RANKME[name]
    ratings = load_ratings(data / f"rankme/{name}.csv.gz")
    assert ratings.set_aside == ()
    assert len(ratings.sheet.names) == rows
    assert set(ratings.criterion.names) == set(criteria)
    assert len(ratings.instance.names) == 100
    assert sorted(ratings.system.names) == ["baseline", "sheffield_v2", "slug2slug"]
    each = 3 * rows if "rankME" in name else rows
    assert [len(ratings.of(criterion)) for criterion in criteria] == [each] * len(criteria)
    assert set(ratings.rater.names) < {f"w{number:03}" for number in range(200)}  # numbers that the release gave
