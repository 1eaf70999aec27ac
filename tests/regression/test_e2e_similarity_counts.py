"""How alike the systems of the E2E NLG Challenge are, and a sheet of sampled pairs: counts of our own.

Nothing published has these numbers: they show when something changes. The matrix has properties that need none.
"""

from pathlib import Path

import numpy as np
import pytest

from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.similarity import similarity_files
from genchal.campaign.texts.manual_check import sample_references, tally_sheets
from genchal.domain.campaign import Reading
from genchal.domain.results.similarity import Similarities
from genchal.tasks.coverage_sheet import write_sheet

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def found(data: Path) -> Similarities:
    return similarity_files(
        [*sorted((data / "e2e-eval" / "primary_raw").glob("*.tsv.gz")), "@random"],
        Reading((data / "e2e" / "testset_w_refs.csv.xz",), "e2e"),
        make_request("nist,rouge_l", "e2e"),
        slots=("name", "near"),
    )


def test_every_system_is_most_like_itself_and_people_are_least_like_each_other(found: Similarities) -> None:
    matrix = found.matrix("rouge_l")
    assert np.allclose(np.diag(matrix.values), 1)
    assert (matrix.n == 630).all()
    means = {one.system: one.itself for one in found.resemblances()}
    assert min(means, key=lambda system: means[system]) == "random"


def test_outputs_that_two_systems_have_alike_are_counted(found: Similarities) -> None:
    place = {name: number for number, name in enumerate(found.systems)}
    assert found.duplicates.equal[place["tgen"], place["tnt1"]] == 63
    assert found.duplicates.different[place["sheff2"]] == 229


def test_a_sheet_of_fifty_pairs_is_counted_in_the_layout_of_table_5(data: Path, tmp_path: Path) -> None:
    rows = sample_references(data / "e2e" / "devset.csv.xz", "e2e", 50, seed=1)
    assert len({row.item for row in rows}) == 50
    answers = ["ok"] * 30 + ["missing"] * 11 + ["added"] * 9  # the published counts, given: only counting is tested
    header, *lines = write_sheet(rows).splitlines()
    (tmp_path / "E2E.tsv").write_text(
        "\n".join([header, *(f"{line}{answer}" for line, answer in zip(lines, answers, strict=True))]),
        encoding="utf-8",
    )
    tally = tally_sheets([tmp_path / "E2E.tsv"])
    assert [(one.column, one.category, one.count) for one in tally.shares] == [
        ("E2E", "ok", 30),
        ("E2E", "missing", 11),
        ("E2E", "added", 9),
        ("E2E", "both", 0),
    ]
