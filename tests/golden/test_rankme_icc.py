"""RankME (Novikova et al. 2018), table 3: agreement between raters, every cell beside the published one.

Items x the first three judgements of each, in the order of the files. How the paper arranged them is not known: with
ICC(2,k) eleven of eighteen cells come out within 0.015, and no other form does better.
"""

from pathlib import Path

import numpy as np
import pytest

from genchal.campaign.judgements.agree import agreement
from genchal.domain.results.judgements.agreement import Agreement

FILES = {"Likert": "likert", "Plain ME": "plainME", "RankME": "rankME"}
SHORT = {"informativeness": "inf", "naturalness": "nat", "quality": "qual"}
# method, criterion, setup: published, whether it is marked as significant, ours
TABLE_3 = {
    ("Likert", "naturalness", 1): (0.07, False, 0.081),
    ("Likert", "naturalness", 2): (0.12, False, 0.127),
    ("Likert", "quality", 1): (0.02, False, 0.074),
    ("Likert", "quality", 2): (0.41, True, 0.417),
    ("Likert", "informativeness", 1): (0.93, True, 0.930),
    ("Likert", "informativeness", 2): (0.78, True, 0.773),
    ("Plain ME", "naturalness", 1): (-0.03, False, -0.018),
    ("Plain ME", "naturalness", 2): (0.27, True, 0.186),
    ("Plain ME", "quality", 1): (0.22, True, 0.228),
    ("Plain ME", "quality", 2): (0.60, True, 0.600),
    ("Plain ME", "informativeness", 1): (0.59, True, 0.719),
    ("Plain ME", "informativeness", 2): (0.79, True, 0.789),
    ("RankME", "naturalness", 1): (0.11, False, 0.142),
    ("RankME", "naturalness", 2): (0.42, True, 0.388),
    ("RankME", "quality", 1): (0.10, False, 0.146),
    ("RankME", "quality", 2): (0.68, True, 0.128),
    ("RankME", "informativeness", 1): (0.72, True, 0.725),
    ("RankME", "informativeness", 2): (0.82, True, 0.807),
}
Cell = tuple[str, str, int]


@pytest.fixture(scope="module")
def cells(data: Path) -> dict[Cell, Agreement]:
    found = {}
    for method, criterion, setup in TABLE_3:
        name = f"stp1_{FILES[method]}" if setup == 1 else f"stp2_{FILES[method]}_{SHORT[criterion]}"
        result = agreement(data / "rankme" / f"{name}.csv.gz", criterion, ["icc"])
        found[method, criterion, setup] = result[criterion, "ICC(2,k)"]
    return found


@pytest.mark.parametrize("cell", TABLE_3, ids=lambda cell: f"{cell[0]}-{cell[1]}-{cell[2]}")
def test_a_cell_of_table_3_is_what_it_was(cell: Cell, cells: dict[Cell, Agreement]) -> None:
    assert cells[cell].value == pytest.approx(TABLE_3[cell][2], abs=0.0006)
    assert (cells[cell].items, cells[cell].judgements) == (300, 900)


def test_eleven_of_eighteen_cells_are_within_0_015(cells: dict[Cell, Agreement]) -> None:
    near = [cell for cell, (published, _, _) in TABLE_3.items() if abs(cells[cell].value - published) <= 0.015]
    assert len(near) == 11
    for cell, (published, significant, _) in TABLE_3.items():
        print(*cell, f"published {published:.2f}{'*' if significant else ''}, ours {cells[cell].value:.3f}")


def test_what_is_marked_as_significant_is_so_but_for_one_cell(cells: dict[Cell, Agreement]) -> None:
    differ = [cell for cell, (_, marked, _) in TABLE_3.items() if ((cells[cell].p_value or 0.0) < 0.05) != marked]
    assert differ == [("RankME", "quality", 2)]


def test_surplus_judgements_are_not_used(cells: dict[Cell, Agreement]) -> None:
    assert cells["Likert", "quality", 1].unused == 14
    assert np.isclose(cells["RankME", "quality", 2].unused, 0)
