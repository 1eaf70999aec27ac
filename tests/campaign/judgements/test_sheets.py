"""Chosen sheets: what one rater gave to several outputs."""

from pathlib import Path

import numpy as np
import pytest

from genchal.campaign.judgements.sheets import show_sheets
from genchal.domain.ratings import Ratings
from genchal.domain.results.judgements.sheets import RatedOutput, SheetChoice
from genchal.errors import InvalidInput, UnknownName

CAMPAIGN = """
[campaign]
name = "C"
[[track]]
name = "t"
format = "slots"
test = "test.csv"
[[system]]
name = "a"
file = "a.tsv"
"""


@pytest.fixture
def ratings() -> Ratings:
    """Two sheets with two systems, and one with a single one."""
    return Ratings.from_columns(
        [50, 100, 30, 20, 5],
        ["r1", "r1", "r2", "r2", "r2"],
        ["s1", "s1", "s2", "s2", "s3"],
        ["1", "1", "2", "2", "1"],
        ["a", "b", "a", "b", "a"],
        ["quality"] * 5,
    )


def test_a_named_sheet_has_the_best_output_first(ratings: Ratings) -> None:
    (sheet,) = show_sheets(ratings, how=SheetChoice(sheets=("s1",)))
    assert (sheet.rater, sheet.instance, sheet.input) == ("r1", "1", None)
    assert sheet.outputs == (RatedOutput("b", 100.0), RatedOutput("a", 50.0))


def test_sheets_are_drawn_among_those_with_several_systems(ratings: Ratings) -> None:
    found = show_sheets(ratings, how=SheetChoice(number=9))
    assert [sheet.sheet for sheet in found] == ["s1", "s2"]
    assert len(show_sheets(ratings, how=SheetChoice(number=1)).sheets) == 1
    assert [sheet.sheet for sheet in show_sheets(ratings, how=SheetChoice(instances=("2",)))] == ["s2"]
    assert [table.title for table in found.tables()] == ["Sheet s1", "Sheet s2"]


def test_texts_come_from_a_campaign(tmp_path: Path, ratings: Ratings) -> None:
    (tmp_path / "campaign.toml").write_text(CAMPAIGN, encoding="utf-8")
    (tmp_path / "test.csv").write_text("mr,ref\nname[A],A is here\nname[B],B is there\n", encoding="utf-8")
    (tmp_path / "a.tsv").write_text("mr\toutput\nname[A]\tA!\nname[B]\tB!\n", encoding="utf-8")
    (sheet,) = show_sheets(ratings, how=SheetChoice(sheets=("s2",), campaign=str(tmp_path)))
    assert sheet.input == "name[B]"
    assert [output.output for output in sheet.outputs] == ["B!", None]


def test_unknown_names_and_nothing_to_show_are_errors(ratings: Ratings) -> None:
    with pytest.raises(UnknownName, match="'s9'"):
        show_sheets(ratings, how=SheetChoice(sheets=("s9",)))
    with pytest.raises(UnknownName, match="'7'"):
        show_sheets(ratings, how=SheetChoice(instances=("7",)))
    with pytest.raises(InvalidInput, match="no sheet has outputs of several systems"):
        show_sheets(ratings.take(np.array([4])), how=SheetChoice())
