"""Sections for several tracks, and tracks whose data somebody does not have."""

from pathlib import Path

import pytest

from genchal.campaign.config.load import load_campaign
from genchal.errors import UserError

TWO_TRACKS = """
[campaign]
name = "C"
[[track]]
name = "here"
format = "slots"
test = "test.csv"
[[track]]
name = "there"
format = "slots"
test = "data:tuna/people.xml"
optional = true
[[system]]
name = "s"
tracks = ["here", "there"]
file = "s.tsv"
[[metric]]
name = "bleu"
tracks = ["here", "there"]
[[metric]]
name = "rouge_l"
tracks = ["there"]
[[ratings]]
name = "people"
tracks = ["here", "there"]
file = "ratings.csv"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GENCHAL_DATA", str(tmp_path / "data"))
    (tmp_path / "campaign.toml").write_text(TWO_TRACKS, encoding="utf-8")
    return tmp_path


def test_a_section_for_several_tracks_is_there_for_each(folder: Path) -> None:
    (folder / "data" / "tuna").mkdir(parents=True)
    (folder / "data" / "tuna" / "people.xml").touch()
    campaign = load_campaign(folder)
    assert [(entry.system.name, entry.system.track) for entry in campaign.entries] == [("s", "here"), ("s", "there")]
    assert [entry.track for entry in campaign.ratings] == ["here", "there"]
    assert campaign.absent_tracks == ()


def test_an_optional_track_without_data_is_left_out_with_all_that_is_only_for_it(folder: Path) -> None:
    campaign = load_campaign(folder)
    assert campaign.absent_tracks == ("there",)
    assert [track.name for track in campaign.tracks] == ["here"]
    assert [entry.system.track for entry in campaign.entries] == ["here"]
    assert [(metric.name, metric.tracks) for metric in campaign.metrics] == [("bleu", ("here",))]
    assert [entry.track for entry in campaign.ratings] == ["here"]


def test_where_nothing_would_be_left_the_data_are_asked_for(folder: Path) -> None:
    text = TWO_TRACKS.replace('test = "test.csv"', 'test = "data:tuna/furniture.xml"\noptional = true')
    (folder / "campaign.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match="is not on this machine"):
        load_campaign(folder)


def test_a_misspelt_data_set_is_an_error_even_where_a_track_is_optional(folder: Path) -> None:
    (folder / "campaign.toml").write_text(TWO_TRACKS.replace("data:tuna", "data:tunna"), encoding="utf-8")
    with pytest.raises(UserError, match="unknown data set 'tunna'. Did you mean 'tuna'"):
        load_campaign(folder)
